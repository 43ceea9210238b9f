"""Killed at any instant, again and again, a match's journal has everything that was confirmed, and nothing half."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from killing import Writers

from referee.journal.checking import check_journal
from referee.journal.folding import point_at
from referee.journal.reruling import differences
from referee.journal.store import Journal

SHORT, LONG = 10, 200
LONGEST_S = 0.4  # a writer has opened after 0.1 s, on PostgreSQL 0.2
EACH = 20


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not on Windows")
@pytest.mark.timeout(3000)
def test_whoever_was_told_that_it_is_kept_finds_it(where: str | Path, rounds: int, tell: Callable[[str], None]) -> None:
    dice, told, early = Random(5), [], 0
    with Journal(where, write=True):
        pass
    writers = Writers(where)
    for number in range(1, rounds + 1):
        seals = writers.killed(dice, LONGEST_S)
        told += seals
        early += not seals
        with Journal(where, write=True) as journal:  # the next writer is let in
            report = check_journal(journal)
            assert report.faults == ()
            kept = [entry.seal for entry in journal.entries(max(1, report.entries - 500))]
            assert set(seals) <= set(kept)
            if number % EACH == 0 or number == rounds:
                assert set(told) <= {entry.seal for entry in journal.entries()}
                assert point_at(journal).state == point_at(journal, stored=False).state
    writers.close()
    with Journal(where) as journal:
        assert list(differences(journal)) == []
        assert list(journal.folds()) or rounds == SHORT
    assert 0 < early < rounds
    if rounds == LONG:
        base = "SQLite" if isinstance(where, Path) else "PostgreSQL"
        tell(
            f"{base}: {rounds} kills, {early} of them before the first word; {len(told)} confirmed entries of "
            f"{report.entries} were told, all there, every seal right, every ruling and stored state as before"
        )
