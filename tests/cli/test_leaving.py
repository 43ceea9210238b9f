"""A thread that still computes does not spoil the end of a command."""

import subprocess
import sys

import pytest

ENDING = """
import atexit, threading
from cli.page_server import leave

if {busy}:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
atexit.register(print, "torn down")
print("put away")
leave()
"""


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("busy", "told"), [(True, "put away\n"), (False, "put away\ntorn down\n")])
def test_nothing_is_torn_down_under_a_thread_that_is_at_work(busy: bool, told: str) -> None:
    command = [sys.executable, "-c", ENDING.format(busy=busy)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, told, "")
