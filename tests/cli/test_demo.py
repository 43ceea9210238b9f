"""`vedette demo` as a stranger types it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pythonosc.osc_bundle import OscBundle

from cli.main import main
from rules.registry import game_named
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


def test_a_game_without_a_demo_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulation.rehearsal.demos.game_named", lambda name: replace(game_named(name), demo=None))
    done = vedette("--game", "ambush", "--no-browser")
    assert done.exit_code == 2
    assert "the game ambush has no demo" in done.stderr
    assert "the game ancients has no demo" in vedette("ancients", "--no-browser").stderr  # a bare word names it, too


@pytest.mark.ci
def test_a_taken_port_is_said() -> None:
    with open_port("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        done = vedette("--no-browser", "--port", port)
    assert done.exit_code == 2
    assert f"port {port} is taken" in one_line(done.stderr)


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_a_visualiser_is_told_where_the_stands_are() -> None:
    assert "HOST:PORT" in vedette("--no-browser", "--tuio", "wall:x").stderr
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as inlet:
        inlet.bind(("127.0.0.1", 0))
        inlet.settimeout(120)
        command = [
            sys.executable,
            "-m",
            "cli.main",
            "demo",
            "--no-browser",
            "--tuio",
            f"127.0.0.1:{inlet.getsockname()[1]}",
        ]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            told = [message for message in OscBundle(inlet.recv(2000)) if message.address == "/tuio2/sym"]
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0
    assert "Jensen" in {message.params[4] for message in told}


NOT_FOR_THE_FIRST_PAGE = {
    "rules.yankee.settings", "rules.montecassino.settings", "rules.rommel.settings", "rules.ancients.settings",
    "fpdf", "scipy.fft", "scipy.optimize", "scipy.stats", "trustme", "cheroot",
}  # fmt: skip
"""The games that are not played, and what only prints, luck passports or phones need."""


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """Return the file that the demo's stderr goes to."""
    return tmp_path / "told.txt"


@pytest.fixture
def running(told: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-u", "-X", "importtime", "-m", "cli.main", "demo", "--no-browser"]
    with told.open("w") as stderr, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True) as child:
        yield child
        child.kill()


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_it_serves_until_ctrl_c_and_loads_for_its_first_page_what_that_needs(
    running: subprocess.Popen[str], told: Path
) -> None:
    assert running.stdout is not None
    line = running.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert address, line
    with urllib.request.urlopen(address.group(), timeout=20) as page:
        assert b"<title>" in page.read()
    with urllib.request.urlopen(f"{address.group()}api/view", timeout=20) as answer:
        view = json.load(answer)
    assert view["game"] == "ambush"
    assert len(view["stands"]) > 10
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=20) == 0
    loaded = set(re.findall(r"^import time:.*\| +(\S+)$", told.read_text(), re.MULTILINE))
    assert {"rules.ambush.settings", "vision.markers"} <= loaded
    assert loaded & NOT_FOR_THE_FIRST_PAGE == set()
    assert "Traceback" not in told.read_text()
