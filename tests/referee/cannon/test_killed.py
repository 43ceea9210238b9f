"""A process that is killed between the proposal and the referee's word: the shot is there, the casualty is not."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cannon_range import Range
from hand_clock import HandClock

from referee.journal.integrity import check_journal
from referee.journal.store import Journal

SHARED = Path(__file__).parents[2] / "shared"
SHOOTS = """
import os, signal, sys
from cannon_range import Range, falls
from referee.journal.store import Journal
from hand_clock import HandClock

fire = Range(Journal(sys.argv[1], write=True), HandClock(100.0))
fire.shoot(falls("G2"))
assert fire.shots.state().proposal is not None
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.ci
def test_killed_between_proposal_and_confirmation(tmp_path: Path) -> None:
    file = str(tmp_path / "journal.db")
    paths = os.pathsep.join([str(SHARED), str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", SHOOTS, file], env={**os.environ, "PYTHONPATH": paths}, check=False)
    assert done.returncode == -signal.SIGKILL
    journal = Journal(file, write=True)
    try:
        assert not check_journal(journal.entries()).faults
        again = Range(journal, HandClock(500.0))
        assert again.kinds() == ["opened", "shot", "shot proposed"]
        assert again.match.now.memory.fallen == {}
        proposal = again.shots.state().proposal
        assert proposal is not None
        assert [casualty.name for casualty in proposal.fallen] == ["G2"]
        again.shots.confirm(proposal.number)
        assert set(again.match.now.memory.fallen) == {"G2"}
        assert again.kinds().count("shot") == 1
    finally:
        journal.close()
