"""The season's pages: the ranking, a player's matches, an army's, in three languages and typed for programs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from journals import TABLE, Ticking
from lucky import fire, throw_many
from matches import match_at
from seasons import finished, seated
from sqlalchemy import update

from referee.club.record import Club
from referee.club.results import Results
from referee.club.schema import MATCH
from referee.journal.store import Journal
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


def test_a_table_has_the_dice_thrown_there_by_hand_and_its_cannons_shots_of_all_matches(
    club: Club, tmp_path: Path
) -> None:
    for number in (1, 2):
        with Journal(tmp_path / f"cannon-{number}.sqlite", write=True, now=Ticking(900 * number)) as journal:
            match = match_at(TABLE, journal=journal)
            fire(journal, 5 * number)  # the second goes on where the first ended: five shots are told twice
            throw_many(match, [(1, 1)], by="vedette")
            match.end("won", "us")
            club.take("Table 1", list(journal.entries()))
    Results(club).refresh()
    table = asked(club, "/api/season/table?name=Table 1")
    assert (table["place"], table["year"]) == ("Table 1", 2026)
    (dice,) = table["dice"]
    assert dice["count"] == 2, "of the season's first match; Vedette's own are no table's"
    (cannon,) = table["cannons"]
    assert [shot["number"] for shot in cannon["shots"]] == list(range(1, 11))
    assert all(shot["entry"] is None for shot in cannon["shots"])
    page = asked(club, "/season/table?name=Table 1")
    assert cannon["fired_said"] in page
    assert dice["verdict_said"] in page
    season = asked(club, "/api/season")
    assert season["tables"] == [f"Table {number}" for number in (0, 1, 2, 3, 9)]
    assert "/season/table?name=Table+1&amp;year=2026" in asked(club, "/season")


@pytest.mark.parametrize("name", ["Table 0", "nowhere", "<b>"])
def test_a_table_without_a_cannon_and_one_that_is_none(club: Club, name: str) -> None:
    table = asked(club, f"/api/season/table?name={name}")
    assert (len(table["dice"]), table["cannons"]) == (int(name == "Table 0"), [])
    assert ("<p>Nothing was thrown" in asked(club, f"/season/table?name={name}")) == (name != "Table 0")


@pytest.mark.parametrize(("language", "said"), [("en", "Better than"), ("it", "Meglio di"), ("es", "Mejor que")])
def test_pages_are_in_the_readers_language(club: Club, language: str, said: str) -> None:
    assert said in asked(club, "/season", language)
    assert "Anna" in asked(club, "/season/player/1?year=2026", language)
    assert "us-army" in asked(club, "/season/army?name=us-army", language)


def test_a_game_that_is_no_longer_installed_keeps_its_matches(club: Club) -> None:
    with club.writing() as connection:
        connection.execute(update(MATCH).values(game="chess"))
    first = asked(club, "/api/season/player/1")["matches"][0]
    assert (first["game"], first["side"]) == ("Chess", "us")


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
