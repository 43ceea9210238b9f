"""The season's pages: the ranking, a player's matches, an army's, in three languages and typed for programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from seasons import finished, seated

from referee.club.record import Club
from referee.club.results import Results
from web.hall.app import create_hall_app
from web.hall.news import HallNews


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.sqlite") as opened:
        pairs = [("Anna", "Bruno"), ("Carla", "Anna"), ("Bruno", "Carla"), ("Anna", "Bruno")]
        for number, (us, de) in enumerate(pairs):
            won = None if number == 3 else "us" if us == "Anna" else "de"
            seated(opened, finished(opened, tmp_path, number, (5, 6), won), us, de)
        finished(opened, tmp_path, 9, (1,))
        Results(opened).refresh()
        yield opened


def asked(club: Club, path: str, language: str = "en", status: int = 200) -> Any:
    client = create_hall_app(club, HallNews(club)).test_client()
    answer = client.get(path, headers={"Accept-Language": language, "Host": "127.0.0.1"})
    assert answer.status_code == status, answer.get_data(as_text=True)
    return answer.json if answer.is_json else answer.get_data(as_text=True)


def test_the_ranking_has_everybodys_matches_and_how_sure_it_is(club: Club) -> None:
    season = asked(club, "/api/season")
    assert (season["year"], season["years"], season["matches"], season["unrated"]) == (2026, [2026], 5, 1)
    first = season["players"][0]
    assert (first["name"], first["won"], first["drawn"], first["lost"]) == ("Anna", 2, 1, 0)
    assert first["low"] < first["skill"] < first["high"]
    assert first["said"].startswith("Better than ")
    assert "1 finished match does not count" in season["lines"][-1]
    assert season["lines"][-2].startswith("Matches that tables have sent count here")
    assert sum(it["luck"] for it in season["players"]) == pytest.approx(0)
    assert {(it["name"], it["matches"]) for it in season["armies"]} == {("de-army", 4), ("us-army", 4)}


def test_a_player_has_his_matches_with_luck_taken_off(club: Club) -> None:
    record = asked(club, "/api/season/player/1")
    assert record["rated"]["name"] == "Anna"
    assert [match["said"] for match in record["matches"]] == [
        "A draw with Bruno", "Won against Carla", "Won against Bruno",
    ]  # fmt: skip
    newest = record["matches"][0]
    assert (newest["expected"], newest["gained"]) == (pytest.approx(100 / 3), pytest.approx(100))
    assert newest["luck"] == pytest.approx(200 / 3)
    assert newest["adjusted"] != newest["score"] == 0
    (dice,) = record["dice"]
    assert (dice["count"], dice["verdict"]) == (3, "as_fair")
    assert dice["verdict_said"] in asked(club, "/season/player/1")
    army = asked(club, "/api/season/army?name=us-army")
    assert len(army["matches"]) == 4


@pytest.mark.parametrize(("language", "said"), [("en", "Better than"), ("it", "Meglio di"), ("es", "Mejor que")])
def test_pages_are_in_the_readers_language(club: Club, language: str, said: str) -> None:
    assert said in asked(club, "/season", language)
    assert "Anna" in asked(club, "/season/player/1?year=2026", language)
    assert "us-army" in asked(club, "/season/army?name=us-army", language)


@pytest.mark.parametrize("path", ["/season/player/99", f"/api/season/player/{10**30}"])
def test_there_is_no_such_player(club: Club, path: str) -> None:
    asked(club, path, status=404)


@pytest.mark.parametrize("query", ["?year=x", "?year=-5", f"?year={10**30}", "?year=1999", "?name=%00<b>&year=0"])
def test_a_season_that_is_none_is_empty_and_no_fault(club: Club, query: str) -> None:
    for path in ("/season", "/season/army", "/api/season"):
        asked(club, path + query)


def test_an_empty_club_has_an_empty_season(tmp_path: Path) -> None:
    with Club(tmp_path / "empty.sqlite") as club:
        assert "three finished matches" in asked(club, "/season").replace(" 3 ", " three ")


def test_programs_find_the_answers_in_the_document(club: Club) -> None:
    document = asked(club, "/api/openapi.json")
    assert set(document["paths"]) >= {"/api/season", "/api/season/player/{number}", "/api/season/army"}
    assert set(document["components"]["schemas"]["SeasonView"]["required"]) == set(asked(club, "/api/season"))


def test_the_organiser_takes_a_players_data_out(club: Club) -> None:
    own = asked(club, "/api/season/player/1/own")
    assert (own["name"], len(own["matches"])) == ("Anna", 3)
    asked(club, "/api/season/player/99/own", status=404)
    assert "/api/season/player/1/own" in asked(club, "/season/player/1")
