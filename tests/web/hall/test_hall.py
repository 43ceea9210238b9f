"""The hall's page: every table as it is played, by its name, and one that cannot be read beside the others."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from journals import TABLE, Ticking, played
from matches import match_at

from referee.club.record import Club
from referee.journal.entry import Entry, sealed
from referee.journal.store import Journal, TemporaryJournal
from rules.state import State
from web.hall.app import create_hall_app
from web.hall.news import HallNews


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with Club(tmp_path / "club.sqlite") as opened:
        yield opened


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    with Journal(played(tmp_path)) as journal:
        return list(journal.entries())


def another(folder: Path, seconds: int) -> list[Entry]:
    """Return the entries of another match, that began so much later and was drawn."""
    journal = Journal(folder / f"{seconds}.sqlite", write=True, now=Ticking(seconds))
    match_at(TABLE, journal=journal).end("draw", None)
    found = list(journal.entries())
    journal.close()
    return found


def shown(club: Club, path: str = "/api/hall", language: str = "en") -> object:
    news = HallNews(club)
    news.look()
    client = create_hall_app(club, news).test_client()
    answer = client.get(path, headers={"Accept-Language": language, "Host": "127.0.0.1"})
    assert answer.status_code == 200
    return answer.json if answer.is_json else answer.get_data(as_text=True)


def test_a_table_is_shown_with_turn_score_and_what_happened_last(club: Club, entries: list[Entry]) -> None:
    club.take("Table 3", entries)
    (table,) = shown(club)["tables"]
    assert (table["place"], table["game"], table["title"]) == ("Table 3", "Ambush", "a test")
    assert table["turn"] == "Turn 1, Germans to play"
    assert [(side["title"], side["left"], side["lost_names"]) for side in table["score"]["sides"]] == [
        ("Americans", 2, []), ("Germans", 1, ["Weber"]),
    ]  # fmt: skip
    assert table["last"] == "End of the turn."
    assert (table["match"], table["at"], table["ended"]) == (entries[0].seal[:8], entries[-1].time, False)


def test_sides_that_are_nations_of_their_own_are_those_shown(club: Club) -> None:
    table = replace(TABLE, stands=tuple(replace(stand, side={"us": "poles", "de": "de"}[stand.side])
                                        for stand in TABLE.stands))  # fmt: skip
    with TemporaryJournal() as journal:
        match_at(table, state=State(("poles", "de")), journal=journal).end_turn()
        club.take("Table 3", list(journal.entries()))
    (found,) = shown(club)["tables"]
    assert [(side["title"], side["left"]) for side in found["score"]["sides"]] == [("poles", 2), ("Germans", 2)]
    assert found["turn"] == "Turn 1, Germans to play"


def test_whether_something_is_new_is_asked_on_one_connection(
    club: Club, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    news, reading = HallNews(club), club.reading
    asked: list[int] = []
    news.look()
    monkeypatch.setattr(club, "reading", lambda: (asked.append(1), reading())[1])
    news.look()
    assert len(asked) == 1
    club.take("Table 3", entries)
    before = news.versions
    news.look()
    assert news.versions != before


def test_the_newest_match_of_each_table_by_their_numbers(club: Club, entries: list[Entry], tmp_path: Path) -> None:
    club.take("Table 10", entries)
    club.take("Table 2", another(tmp_path, 100))
    newest = another(tmp_path, 900)
    club.take("Table 2", newest)
    tables = shown(club)["tables"]
    assert [(table["place"], table["match"]) for table in tables] == [
        ("Table 2", newest[0].seal[:8]), ("Table 10", entries[0].seal[:8]),
    ]  # fmt: skip
    assert tables[0]["ended"]
    assert tables[0]["score"]["ended"].startswith("A draw")


def test_a_match_that_cannot_be_read_leaves_its_neighbours_as_they_are(club: Club, entries: list[Entry]) -> None:
    club.take("Table 1", entries)
    first = entries[0]
    odd = sealed(1, first.time, "opened", 1, first.text.replace('"ambush"', '"chess"'), first.previous)
    club.take("Table 2", [odd])
    good, bad = shown(club)["tables"]
    assert (good["turn"][:6], good["trouble"]) == ("Turn 1", "")
    assert "chess" in bad["trouble"]
    assert bad["score"] is None
    assert "Table 2" in shown(club, "/")


@pytest.mark.parametrize(("language", "said"), [("en", "Turn 1, Germans"), ("it", "Turno 1, tocca a: Tedeschi"),
                                                ("es", "Turno 1, juega: Alemanes")])  # fmt: skip
def test_the_page_is_in_the_readers_language(club: Club, entries: list[Entry], language: str, said: str) -> None:
    club.take("Table 1", entries)
    assert said in shown(club, "/", language)


def test_names_are_text_not_markup(club: Club, entries: list[Entry]) -> None:
    club.take("<b>Table</b>", entries)
    assert "&lt;b&gt;Table" in shown(club, "/")
    assert "<b>Table" not in shown(club, "/")


def test_nobody_acts_in_the_hall(club: Club) -> None:
    client = create_hall_app(club, HallNews(club)).test_client()
    for path in ("/", "/api/hall", "/api/versions"):
        for how in ("post", "put", "delete"):
            assert getattr(client, how)(path, json={}, headers={"Host": "127.0.0.1"}).status_code in (403, 405)


def test_programs_find_what_the_hall_answers_in_its_document(club: Club, entries: list[Entry]) -> None:
    club.take("Table 1", entries)
    document = shown(club, "/api/openapi.json")
    assert set(document["paths"]) >= {"/api/hall", "/api/versions", "/api/events"}
    assert set(document["components"]["schemas"]["HallTable"]["required"]) <= set(shown(club)["tables"][0])


def test_an_empty_hall_says_how_a_table_comes_in(club: Club) -> None:
    assert "--club" in shown(club, "/")


def test_whoever_waits_hears_of_an_entry_at_once(where: str | Path, tmp_path: Path) -> None:
    heard = threading.Event()
    with Club(where) as club, Journal(played(tmp_path)) as journal, Club(where) as table:
        news = HallNews(club)
        news.look()
        before = news.versions
        news.at_change(heard.set)
        news.start()
        table.take("Table 1", list(journal.entries()))
        assert heard.wait(30)
        assert news.versions.table > before.table
        news.close()
        assert news.closed
