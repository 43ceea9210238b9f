"""The table at any entry: where everybody stood, what was known, past whatever was undone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from journals import TABLE, begin, play

from referee.journal.history import past_at
from referee.journal.payloads import Note
from referee.journal.store import Journal
from referee.match.match import Match
from table.errors import BadInput


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Journal, Match]]:
    journal, match = begin(tmp_path / "match.sqlite")
    play(match)
    yield journal, match
    journal.close()


def names(journal: Journal, number: int) -> set[str]:
    table = past_at(journal, number).table
    assert table is not None
    return {stand.name for stand in table.stands}


@pytest.mark.ci
def test_the_fallen_are_there_until_they_fall(played: tuple[Journal, Match]) -> None:
    journal, _ = played
    assert [("Weber" in names(journal, number)) for number in range(1, 12)] == [True] * 4 + [False] * 7
    assert set(past_at(journal, 5).point.state.fallen) == {"Weber"}


def test_it_says_which_entry_has_the_table(played: tuple[Journal, Match]) -> None:
    journal, _ = played
    # 1 opens: the first table comes with entry 2; 9 takes 8 back: the table is that of 6 again; 10 does 8 again
    assert [past_at(journal, n).table_of for n in range(1, 12)] == [2, 2, 2, 2, 5, 6, 6, 8, 6, 8, 11]


def test_who_moved_is_where_he_was(played: tuple[Journal, Match]) -> None:
    journal, match = played
    moved = replace(TABLE.stand("Krause"), x=44.0)
    match.see(TABLE.with_stand(moved))
    match.declare("Krause", "Moore")
    before, after = past_at(journal, 11).table, past_at(journal, 12).table
    assert before is not None
    assert after is not None
    assert (before.stand("Krause").x, after.stand("Krause").x) == (30.0, 44.0)


def test_who_fired_is_marked_until_the_turn_is_over(played: tuple[Journal, Match]) -> None:
    journal, _ = played
    fired = []
    for number in (4, 5, 8, 9, 10, 11):
        table = past_at(journal, number).table
        assert table is not None
        fired.append([stand.name for stand in table.stands if stand.state.get("fired")])
    assert fired == [[], ["Miller"], ["Miller", "Moore"], ["Miller"], ["Miller", "Moore"], []]


def test_a_journal_without_any_table(tmp_path: Path) -> None:
    journal, match = begin(tmp_path / "match.sqlite")
    match.note(Note(about="a word"))
    past = past_at(journal, 2)
    assert (past.table, past.table_of, past.point.state.turn) == (None, None, 1)
    with pytest.raises(BadInput, match="no entry 3"):
        past_at(journal, 3)
    journal.close()
