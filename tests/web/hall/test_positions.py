"""Where a match stands in the hall: played on by what comes in, as if it was read from its beginning."""

from pathlib import Path

import pytest
from journals import begin, play

from referee.club.record import Club
from referee.journal.entry import Entry
from referee.journal.history import past_at
from referee.journal.match_end import end_in
from referee.journal.reader import JournalReader
from web.hall.positions import Positions


@pytest.fixture
def whole(tmp_path: Path) -> list[Entry]:
    """Return a match in which something is taken back, done again, played on and ended."""
    journal, match = begin(tmp_path / "own.sqlite")
    play(match)
    match.undo()
    match.redo()
    match.end_turn()
    match.undo()
    match.end_turn()
    match.end("won", "us")
    found = list(journal.entries())
    journal.close()
    return found


def test_after_each_entry_it_is_what_reading_it_from_the_beginning_says(club: Club, whole: list[Entry]) -> None:
    positions = Positions(club)
    for number in range(1, len(whole) + 1):
        match = club.take("Table 1", whole[number - 1 : number], whole[0].seal)
        journal = club.journal(match.match)
        found = positions.of(match)
        assert found.past == past_at(journal, number)
        end = end_in(journal)
        assert (found.end and found.end.entry) == (end and end.entry)
    assert found.end is not None


def test_what_was_read_is_read_no_more(club: Club, whole: list[Entry], monkeypatch: pytest.MonkeyPatch) -> None:
    positions, read = Positions(club), []
    entries = JournalReader.entries
    monkeypatch.setattr(
        JournalReader, "entries",
        lambda self, first=1, last=None: (read.append(found) or found for found in entries(self, first, last)),
    )  # fmt: skip
    before = positions.of(club.take("Table 1", whole[:-2]))
    read.clear()
    match = club.take("Table 1", whole[-2:], whole[0].seal)
    after = positions.of(match)
    assert {entry.sequence for entry in read} == {whole[-2].sequence, whole[-1].sequence}
    read.clear()
    assert positions.of(match) is after
    assert not read
    assert before.end is None
