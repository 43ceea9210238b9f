"""Killed at any instant, a command leaves its file as it was or whole, never in between."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from table.notation.frame_file import parse_frame

SHORT, LONG = 8, 400

WRITER = """
import sys
from pathlib import Path
from referee.files import write_text
from table.notation.frame_file import format_frame
from simulation.synthetic.fittings import default_frame
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    write_text(Path(sys.argv[1]), format_frame(default_frame(100 + turn % 2 * 50, 100)) + "# x" * 20000)
"""


@pytest.mark.ci
@pytest.mark.timeout(3000)
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not on Windows")
def test_a_kill_leaves_a_whole_file(tmp_path: Path, rounds: int, tell: Callable[[str], None]) -> None:
    file, dice, found = tmp_path / "frame.toml", random.Random(1), Counter[float]()
    for _ in range(rounds):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        until = time.monotonic() + dice.uniform(0.0, 0.05)
        while time.monotonic() < until or not file.exists():
            pass
        writer.send_signal(signal.SIGKILL)
        writer.wait(30)
        writer.stdout.close()
        found[parse_frame(file.read_text("utf-8")).width_cm] += 1
    assert set(found) <= {100.0, 150.0}
    if rounds == LONG:
        tell(f"{rounds} kills while writing: the file was whole each time ({dict(found)})")
