"""A club's database copied whole: from PostgreSQL into a file and back, at one moment, only into an empty one."""

from pathlib import Path

import pytest
from journals import Ticking, played
from matches import match_at

from referee.club.backup import copy_club, rows_in
from referee.club.people import People
from referee.club.record import Club
from referee.journal.entry import Entry
from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from table.errors import BadInput
from table.snapshot import Snapshot


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    with Journal(played(tmp_path)) as journal:
        return list(journal.entries())


def begun(folder: Path, minutes: int) -> list[Entry]:
    """Return the first entry of another match."""
    with Journal(folder / f"{minutes}.sqlite", write=True, now=Ticking(60 * minutes)) as journal:
        match_at(Snapshot(120, 100, ()), journal=journal)
        return list(journal.entries())


def test_what_is_copied_is_all_there_and_goes_on(where: str | Path, entries: list[Entry], tmp_path: Path) -> None:
    with Club(where) as club, Club(tmp_path / "copy.sqlite") as copy, Club(tmp_path / "again.sqlite") as again:
        number = club.take("Table 2", entries[:6]).match
        club.take("Table 1", begun(tmp_path, 1))
        people = People(club)
        people.seat(number, "us", people.add("Anna"), "Rangers")
        copy_club(club, copy)
        copy_club(copy, again)
        assert rows_in(again) == rows_in(club) > 2 + 7 + 1 + 1
        assert again.matches() == club.matches()
        assert People(again).seats() == people.seats()
        grown = again.take("Table 2", entries[6:], number)
        assert grown.grown > max(match.grown for match in club.matches())
        assert list(again.journal(number).entries()) == entries


def test_a_file_is_restored_into_any_database(where: str | Path, entries: list[Entry], tmp_path: Path) -> None:
    with Club(tmp_path / "home.sqlite") as home, Club(where) as hall:
        number = home.take("Table 2", entries[:6]).match
        copy_club(home, hall)
        assert hall.matches() == home.matches()
        first = home.matches()[0].grown
        assert hall.take("Table 2", entries[6:], number).grown > first
        assert hall.take("Table 1", begun(tmp_path, 1)).grown > first + 1


def test_a_copy_is_of_one_moment(where: str | Path, entries: list[Entry], tmp_path: Path) -> None:
    with Club(where) as club, Club(where) as other, Club(tmp_path / "copy.sqlite") as copy:
        number = club.take("Table 2", entries[:6]).match
        before = club.matches()
        came: list[int] = []

        def tick(rows: int) -> None:
            if not came:
                other.take("Table 2", entries[6:], number)
            came.append(rows)

        copy_club(club, copy, tick)
        assert copy.matches() == before
        assert not check_journal(copy.journal(number).entries(), before[0].head).faults
        assert club.length(number) == len(entries)


def test_nothing_is_copied_over_what_is_there(entries: list[Entry], tmp_path: Path) -> None:
    with Club(tmp_path / "one.sqlite") as one, Club(tmp_path / "other.sqlite") as other:
        one.take("Table 2", entries)
        People(other).add("Anna")
        with pytest.raises(BadInput, match="is not empty"):
            copy_club(one, other)
        assert other.matches() == []
