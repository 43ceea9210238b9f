"""The club's database: many matches, each with its own chain, taken once, in order, from one table at a time."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from journals import TABLE, Ticking, played
from matches import match_at
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from referee.club.calls import open_calls
from referee.club.record import Club, ClubMatch
from referee.journal.engines import url_of
from referee.journal.entry import Entry, payload_text, sealed
from referee.journal.errors import Overtaken
from referee.journal.export import as_lines
from referee.journal.history import point_at
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from table.errors import BadInput


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    with Journal(played(tmp_path)) as journal:
        return list(journal.entries())


def another(folder: Path) -> list[Entry]:
    """Return the entries of another match that began a minute later, and was drawn."""
    journal = Journal(folder / "another.sqlite", write=True, now=Ticking(seconds=60))
    match = match_at(TABLE, journal=journal)
    match.end_turn()
    match.end("draw", None)
    found = list(journal.entries())
    journal.close()
    return found


def test_a_match_is_known_by_the_seal_of_its_first_entry(club: Club, entries: list[Entry]) -> None:
    taken = club.take("table 1", entries)
    assert taken == ClubMatch(
        match=entries[0].seal, place="table 1", game="ambush", title="a test", opened=entries[0].time,
        length=len(entries), head=entries[-1].seal, last=entries[-1].time, grown=1,
    )  # fmt: skip
    assert club.matches() == [taken]
    assert club.named(entries[0].seal[:6]) == taken


def otherwise(entries: list[Entry], more: dict[str, Any]) -> list[Entry]:
    """Return the first entry of a match that begins otherwise."""
    first = entries[0]
    text = payload_text({**first.payload, **more})
    return [sealed(1, first.time, first.kind, first.version, text, first.previous)]


@pytest.mark.parametrize(
    ("more", "title", "game"),
    [({"title": "a\x00b"}, "a\\u0000b", "ambush"), ({"title": "\x00" * 2000}, "\\u0000" * 2000, "ambush"),
     ({"game": "a\x00b"}, "a test", "a\\u0000b"), ({"game": "chess" * 99}, "a test", "chess" * 8)],
)  # fmt: skip
def test_what_a_database_has_no_room_for_is_written_as_it_can_be(
    club: Club, entries: list[Entry], more: dict[str, Any], title: str, game: str
) -> None:
    sent = otherwise(entries, more)
    taken = club.take("table 1", sent)
    assert (taken.title, taken.game) == (title, game)
    assert list(club.journal(taken.match).entries()) == sent, "the entry is as it was sealed"


@pytest.mark.parametrize("side", ["a\x00b", "x" * 81, "", "us\u202e"])
def test_a_side_that_nobody_can_write_is_refused(club: Club, entries: list[Entry], side: str) -> None:
    state = {**entries[0].payload["state"], "sides": ["us", side]}
    with pytest.raises(BadInput, match="side"):
        club.take("table 1", otherwise(entries, {"state": state}))
    assert club.matches() == []


def test_an_appeal_against_no_entry_there_can_be_is_no_call(club: Club, entries: list[Entry]) -> None:
    told = payload_text({"of": 10**30, "settings": {}, "ruling": {}})
    odd = sealed(2, entries[0].time, "appealed", 2, told, entries[0].seal)
    assert club.take("table 1", [entries[0], odd]).length == 2
    with club.reading() as connection:
        assert open_calls(connection) == ()


def test_its_journal_is_read_as_any_other(club: Club, entries: list[Entry], tmp_path: Path) -> None:
    club.take("table 2", another(tmp_path))
    taken = club.take("table 1", entries)
    journal = club.journal(taken.match)
    assert list(journal.entries()) == entries
    assert (journal.length, journal.newest()) == (len(entries), entries[-1])
    assert check_journal(journal.entries()).faults == ()
    with Journal(tmp_path / "match.sqlite") as own:
        assert point_at(journal) == point_at(own)
        assert list(as_lines(journal, "text", "en")) == list(as_lines(own, "text", "en"))


@pytest.mark.parametrize("overlap", [0, 1, 3])
def test_what_was_sent_before_is_passed_over(club: Club, entries: list[Entry], overlap: int) -> None:
    club.take("table 1", entries[:5])
    assert club.take("table 1", entries[5 - overlap :], entries[0].seal).length == len(entries)
    assert club.take("table 1", entries, entries[0].seal).length == len(entries)
    assert list(club.journal(entries[0].seal).entries()) == entries


def test_nothing_is_left_out(club: Club, entries: list[Entry]) -> None:
    club.take("table 1", entries[:3])
    with pytest.raises(Overtaken, match="missing before 6"):
        club.take("table 1", entries[5:], entries[0].seal)
    with pytest.raises(Overtaken, match="from its first entry"):
        club.take("table 1", entries[5:], "f" * 64)
    assert club.length(entries[0].seal) == 3


def test_a_match_that_went_on_otherwise_is_refused(club: Club, entries: list[Entry], tmp_path: Path) -> None:
    club.take("table 1", entries)
    other = Journal(tmp_path / "copy.sqlite", write=True)
    other.copy(entries[:4])
    other.append(("note", 1, {"about": "x", "text": "", "data": {}}))
    forked = list(other.entries())
    other.close()
    with pytest.raises(Overtaken, match="went on otherwise"):
        club.take("table 1", forked)
    assert list(club.journal(entries[0].seal).entries()) == entries


def test_what_was_altered_is_not_taken(club: Club, entries: list[Entry]) -> None:
    for wrong in (
        [replace(entries[0], time="2020-01-01"), *entries[1:]],
        [*entries[:3], replace(entries[3], text="{}"), *entries[4:]],
        [*entries[:3], *entries[4:]],
        entries[::-1],
    ):
        with pytest.raises(BadInput, match=r"altered|not named"):
            club.take("table 1", wrong)
    with pytest.raises(BadInput, match="another match's"):
        club.take("table 1", entries, "f" * 64)
    with pytest.raises(BadInput, match="not named"):
        club.take("table 1", [])
    assert club.matches() == []


def test_a_match_is_one_tables_until_it_is_taken_up(club: Club, entries: list[Entry]) -> None:
    match = club.take("table 1", entries[:4]).match
    with pytest.raises(Overtaken, match="another table now: table 1"):
        club.take("table 2", entries, match)
    assert club.take_up(match, "table 2").place == "table 2"
    assert club.take("table 2", entries, match).length == len(entries)
    with pytest.raises(Overtaken, match="another table now: table 2"):
        club.take("table 1", entries, match)


def test_two_that_begin_the_same_match_at_once_make_one(where: str | Path, entries: list[Entry]) -> None:
    with Club(where) as first, Club(where) as second:
        ready, refused = threading.Barrier(2), []

        def send(club: Club, place: str) -> None:
            ready.wait(30)
            try:
                club.take(place, entries)
            except Overtaken:
                refused.append(place)

        threads = [threading.Thread(target=send, args=told) for told in ((first, "table 1"), (second, "table 2"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        (only,) = first.matches()
        assert refused == ["table 2" if only.place == "table 1" else "table 1"]
        assert list(first.journal(only.match).entries()) == entries


@pytest.mark.parametrize(
    "statement", ["UPDATE club_entry SET text = '{}' WHERE sequence = 2", "DELETE FROM club_entry WHERE sequence = 2"]
)
def test_the_database_itself_refuses_to_change_an_entry(
    where: str | Path, statement: str, entries: list[Entry]
) -> None:
    with Club(where) as club:
        club.take("table 1", entries)
        engine = create_engine(url_of(where), poolclass=NullPool)
        with pytest.raises(DBAPIError, match="only added to"), engine.begin() as connection:
            connection.execute(text(statement))


def test_what_grew_last_is_listed_first_whatever_the_clocks_say(
    club: Club, entries: list[Entry], tmp_path: Path
) -> None:
    later_by_its_clock = another(tmp_path)
    club.take("table 2", later_by_its_clock)
    club.take("table 1", entries)
    assert later_by_its_clock[-1].time > entries[-1].time
    assert [found.place for found in club.matches()] == ["table 1", "table 2"]
    club.take_up(later_by_its_clock[0].seal, "table 3")
    assert [found.place for found in club.matches()] == ["table 3", "table 1"]


@pytest.mark.parametrize("begins", ["", "xyz", "0000", "'; DROP TABLE club_entry"])
def test_no_match_of_that_number(club: Club, begins: str, entries: list[Entry]) -> None:
    club.take("table 1", entries)
    with pytest.raises(BadInput, match=r"no match of this club|no number of a match"):
        club.named(begins)
