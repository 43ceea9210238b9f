"""Killed at any instant, again and again, a journal and its mirror have all that was confirmed, and nothing half."""

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from journals import SIDES
from killing import Writers
from postgres import Cluster

from referee.journal.history import opened, point_at
from referee.journal.integrity import check_journal
from referee.journal.mirrored_journal import MirroredJournal, open_mirror, rebuild
from referee.journal.replay_check import differences
from referee.journal.store import Journal
from rules.state import State

SHORT, LONG = 10, 200
LONGEST_S = 0.5
EACH = 20


@pytest.fixture(params=["SQLite, mirror a text file", "PostgreSQL, mirror a text file", "SQLite, mirror PostgreSQL"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str | Path, str, str]:
    """Where a journal and its mirror may be, and what to call them."""
    journal, _, mirror = request.param.partition(", mirror ")
    cluster: Cluster | None = request.getfixturevalue("postgres") if "PostgreSQL" in request.param else None
    where = cluster.new() if cluster is not None and journal == "PostgreSQL" else tmp_path / "match.sqlite"
    copied = cluster.new() if cluster is not None and mirror == "PostgreSQL" else str(tmp_path / "mirror.jsonl")
    return where, copied, request.param


def sealed_in(where: str | Path) -> list[str]:
    """Return the seals of a journal or a mirror that is whole."""
    with closing(open_mirror(str(where))) as record:
        assert check_journal(record.entries()).faults == ()
        return [entry.seal for entry in record.entries()]


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not on Windows")
@pytest.mark.timeout(3000)
def test_whoever_was_told_that_it_is_kept_finds_it_in_both(
    places: tuple[str | Path, str, str], rounds: int, tell: Callable[[str], None], tmp_path: Path
) -> None:
    where, mirror, called = places
    dice, told, early = Random(5), [], 0
    with MirroredJournal(where, mirror) as journal:
        journal.append(opened("ambush", "killed again and again", {}, State(SIDES), "test"))
    writers = Writers(where, mirror)
    for number in range(1, rounds + 1):
        seals = writers.killed(dice, LONGEST_S)
        told += seals
        early += not seals
        copied = sealed_in(mirror)
        assert set(seals) <= set(copied)
        with MirroredJournal(where, mirror) as journal:  # the next writer is let in, and the mirror catches up
            report = check_journal(journal.entries())
            assert report.faults == ()
            kept = [entry.seal for entry in journal.entries(max(1, report.entries - 500))]
            assert set(seals) <= set(kept)
            assert copied[-1] in kept  # and nothing that the journal has not
            if number % EACH == 0 or number == rounds:
                assert set(told) <= {entry.seal for entry in journal.entries()}
                assert sealed_in(mirror) == [entry.seal for entry in journal.entries()]
                assert point_at(journal).state == point_at(journal, stored=False).state
    writers.close()
    with Journal(where) as journal:
        assert list(differences(journal)) == []
        assert list(journal.folds()) or rounds == SHORT
        written = list(journal.entries())
    with closing(open_mirror(mirror)) as record:
        assert rebuild(record, str(tmp_path / "built.sqlite")) == (len(written), None)
        torn = record.torn
    with Journal(tmp_path / "built.sqlite") as built:
        assert list(built.entries()) == written
    assert 0 < early < rounds
    if rounds == LONG:
        tell(
            f"{called}: {rounds} kills, {early} of them before the first word; {len(told)} confirmed entries of "
            f"{report.entries} were told, in both, every seal right, every ruling and stored state as before, "
            f"{torn} torn lines in the mirror; the journal built from it has the same {len(written)} entries"
        )
