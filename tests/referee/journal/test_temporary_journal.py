"""A journal that nobody asked to keep is one all the same, until it is closed."""

from journals import SIDES, TABLE, play

from referee.journal.checking import check_journal
from referee.journal.journal_keeper import JournalKeeper, opened, resumed
from referee.journal.store import Journal
from referee.journal.temporary_journal import TemporaryJournal
from referee.match import Match
from rules.registry import rule
from rules.state import State


def test_it_is_written_and_sealed_and_gone_afterwards() -> None:
    with TemporaryJournal() as journal:
        state = resumed(journal, opened("ambush", "a test", {}, State(SIDES), "test"))
        match = Match("ambush", state, TABLE, rule, keeper=JournalKeeper(journal))
        play(match)
        assert match.journal is journal
        assert not journal.lasting
        assert journal.file is not None
        assert check_journal(journal).faults == ()
        with Journal(journal.file) as read:  # as others read it while it is written
            assert read.newest() == journal.head
    assert not journal.file.parent.exists()
