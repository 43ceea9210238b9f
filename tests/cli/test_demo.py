"""`vedette demo` as a stranger types it."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from web.serve import open_port


def vedette(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["demo", *arguments])


def one_line(text: str) -> str:
    lines = text.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.mark.ci
def test_a_game_that_it_does_not_know_is_said() -> None:
    done = vedette("--game", "chess", "--no-browser")
    assert done.exit_code == 2
    assert all(game in done.stderr for game in ("chess", "ambush", "yankee", "montecassino", "rommel", "ancients"))


@pytest.mark.ci
def test_a_taken_port_is_said() -> None:
    with open_port("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        done = vedette("--no-browser", "--port", port)
    assert done.exit_code == 2
    assert f"port {port} is taken" in one_line(done.stderr)


@pytest.fixture
def running() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-m", "cli.main", "demo", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_it_serves_until_ctrl_c(running: subprocess.Popen[str]) -> None:
    assert running.stdout is not None
    line = running.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert address, line
    with urllib.request.urlopen(f"{address.group()}api/view", timeout=20) as answer:
        view = json.load(answer)
    assert view["game"] == "ambush"
    assert len(view["stands"]) > 10
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=20) == 0
    assert running.stderr is not None
    assert "Traceback" not in running.stderr.read()
