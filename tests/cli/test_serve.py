"""`vedette serve` as somebody types it: the wizard, a folder that is ready, and what cannot be."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from referee.rehearsal.ambush import ambush_scene
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from vision.synthetic.fittings import default_camera
from vision.synthetic.renderer import Renderer
from vision.table_view import TableView

Serving = Callable[..., tuple["subprocess.Popen[str]", str]]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """Return what starts it and waits for the address it prints."""
    running: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> tuple["subprocess.Popen[str]", str]:
        command = [sys.executable, "-u", "-m", "cli.main", "serve", "--no-browser", "--shelf", str(tmp_path / "shelf")]
        process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
        assert address, line
        return process, address.group()

    yield started
    for process in running:
        process.kill()
        process.communicate()


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_a_folder_that_is_ready_is_played(tmp_path: Path, serving: Serving) -> None:
    scene, frame = ambush_scene(), frame_of(120.0, 100.0, range(240, 248))
    camera = default_camera(frame)
    setup = SetUp(tmp_path / "match")
    setup.match, setup.frame, setup.table = new_match("ambush", "At the farm"), frame, TableView(camera, frame)
    setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    setup.roster, setup.terrain = scene.roster, scene.pieces
    shots = tmp_path / "shots"
    shots.mkdir()
    cv2.imwrite(str(shots / "a.png"), Renderer(camera, frame, scene.roster, seed=4).render(scene.truth()))

    process, address = serving(str(setup.folder), "--camera", str(shots))
    view = json.loads(fetched(f"{address}api/view"))
    assert (view["title"], view["status"]["key"]) == ("At the farm", "still")
    assert len(view["stands"]) == len(scene.roster.entries)
    assert len(view["pieces"]) == len(scene.pieces)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()

    _, address = serving(str(setup.folder / "match.toml"), "--camera", str(tmp_path / "gone"))
    view = json.loads(fetched(f"{address}api/view"))
    assert view["journal"]["sequence"] == 1  # the same match goes on
    assert view["status"]["key"] == "no_camera"  # and without a camera it waits for one


def test_without_a_folder_or_with_half_of_one_it_guides(tmp_path: Path, serving: Serving) -> None:
    _, address = serving()
    assert address.endswith("/setup")
    assert "Begin" in fetched(address)
    half = SetUp(tmp_path / "half")
    half.match = new_match("yankee", "Ridge")
    _, address = serving(str(half.folder))
    assert address.endswith("/camera")
    assert "Ridge" in fetched(address)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "serve", "--no-browser", str(tmp_path / "gone")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "no such folder" in done.stderr
