"""A journal that nobody asked to keep is one all the same, until it is closed."""

import shutil

from journals import TABLE, play
from matches import match_at

from referee.journal.integrity import check_journal
from referee.journal.store import Journal, TemporaryJournal


def test_it_is_written_and_sealed_and_gone_afterwards() -> None:
    with TemporaryJournal() as journal:
        match = match_at(TABLE, journal=journal)
        play(match)
        assert match.journal is journal
        assert not journal.lasting
        assert journal.file is not None
        assert check_journal(journal.entries()).faults == ()
        with Journal(journal.file) as read:  # as others read it while it is written
            assert read.newest() == journal.head
    assert not journal.file.parent.exists()


def test_one_whose_folder_somebody_has_swept_away_closes_all_the_same() -> None:
    journal = TemporaryJournal()
    assert journal.file is not None
    shutil.rmtree(journal.file.parent)
    journal.close()
    assert not journal.file.parent.exists()
