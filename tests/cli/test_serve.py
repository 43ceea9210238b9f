"""`vedette serve` as somebody types it: the wizard, a folder that is ready, and what cannot be."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from cli.main import main
from referee.privacy import Privacy
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.roster import Roster
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
        assert address, line or process.communicate()[1]
        return process, address.group()

    yield started
    for process in running:
        process.kill()
        process.communicate()


def fetched(address: str | urllib.request.Request) -> str:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_a_folder_that_is_ready_is_played(tmp_path: Path, serving: Serving) -> None:
    scene, frame = demo_scene("ambush"), frame_of(120.0, 100.0, range(240, 248))
    camera = default_camera(frame)
    setup = SetUp(tmp_path / "match")
    setup.match, setup.frame, setup.table = new_match("ambush", "At the farm"), frame, TableView(camera, frame)
    setup.match = replace(setup.match, settings=scene.settings)  # what road and wheat are was agreed
    setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    spare = [replace(scene.roster.entries[0], marker=100 + k, name=f"spare {k}") for k in range(6)]
    setup.roster, setup.terrain = Roster((*scene.roster.entries, *spare)), scene.pieces
    shots = tmp_path / "shots"
    shots.mkdir()
    cv2.imwrite(str(shots / "a.png"), Renderer(camera, frame, scene.roster, seed=4).render(scene.truth()))

    process, address = serving(str(setup.folder), "--camera", str(shots))
    view = json.loads(fetched(f"{address}api/view"))
    assert (view["title"], view["status"]["key"]) == ("At the farm", "still")
    assert len(view["stands"]) == len(scene.roster.entries)
    assert len(view["pieces"]) == len(scene.pieces)
    chosen = json.dumps({"picture": "players", "surroundings": "masked", "keep": 7}).encode()
    headers = {"Content-Type": "application/json"}
    fetched(urllib.request.Request(f"{address}api/door/privacy", chosen, headers))
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0

    # The same match goes on; what was chosen of the pictures is there again, and an option goes before it in this run.
    camera = ("--camera", "http://127.0.0.1:9/video")
    again, address = serving(str(setup.folder / "match.toml"), *camera, "--surroundings", "shown")
    page = fetched(f"{address}join")
    assert all(f'value="{value}" checked' in page for value in ("players", "shown", "7"))
    assert setup.privacy == Privacy(picture="players", surroundings="masked", keep=7)
    view = json.loads(fetched(f"{address}api/view"))
    assert view["journal"]["sequence"] == 1
    with urllib.request.urlopen(f"{address}api/events", timeout=20) as events:
        while view["status"]["key"] != "no_camera":  # without a camera it says so, and waits for one
            assert events.readline()
            view = json.loads(fetched(f"{address}api/view"))
    again.send_signal(signal.SIGINT)
    assert again.wait(timeout=20) == 0
    assert process.stderr is not None
    said = process.stderr.read()
    assert "Traceback" not in said
    assert "not seen on the table: 6 of the roster" in said
    assert "spare" not in said


@pytest.mark.ci
def test_without_a_folder_or_with_half_of_one_it_guides(tmp_path: Path, serving: Serving) -> None:
    _, address = serving()
    assert address.endswith("/setup")
    assert "Begin" in fetched(address)
    half = SetUp(tmp_path / "half")
    half.match = new_match("yankee", "Ridge")
    _, address = serving(str(half.folder))
    assert address.endswith("/camera")
    assert "Ridge" in fetched(address)


@pytest.mark.ci
def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["serve", "--no-browser", str(tmp_path / "gone")])
    assert done.exit_code == 2
    assert "no such folder" in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [("roster.toml", "[[stand]]\nmarker = 1\n", "a roster"), ("frame.toml", "width_cm = 9\n[[marker]]\n", "a frame"),
     ("terrain.toml", "[[piece]]\n", "terrain")],
)  # fmt: skip
@pytest.mark.ci
def test_another_file_of_a_table_is_named_and_what_to_serve(tmp_path: Path, name: str, text: str, what: str) -> None:
    (tmp_path / name).write_text(text)
    done = CliRunner().invoke(main, ["serve", "--no-browser", str(tmp_path / name)])
    assert done.exit_code == 2
    assert f"{name}: this is {what}, no match file; serve its folder: vedette serve {tmp_path}" in done.stderr


CASE = """
game = "ambush"
[table]
width_cm = 90
depth_cm = 60
[[stand]]
name = "us-1"
side = "us"
kind = "soldier"
x = 20.0
y = 30.0
[[stand]]
name = "de-1"
side = "de"
kind = "soldier"
x = 45.0
y = 30.0
heading_deg = 180.0
[side.us]
started = 1
[action]
type = "shoot"
actor = "us-1"
target = "de-1"
"""


def ended(*arguments: str) -> tuple[int, str]:
    """Return exit status and stderr of a `vedette serve` that is to end by itself."""
    command = [sys.executable, "-m", "cli.main", "serve", "--no-browser", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.prove
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM for another process")
def test_a_case_without_a_camera_is_played_and_its_journal_is_one_program_s(tmp_path: Path, serving: Serving) -> None:
    case, journal = tmp_path / "case.toml", tmp_path / "kept.db"
    case.write_text(CASE)
    process, address = serving("--camera", f"sim:{case}", "--journal", str(journal))
    view = json.loads(fetched(f"{address}api/view"))
    assert {stand["name"] for stand in view["stands"]} == {"us-1", "de-1"}
    assert all(0 < stand["sigma_cm"] < 0.1 for stand in view["stands"])
    body = json.dumps({"actor": "us-1", "target": "de-1"}).encode()
    heads = {"Content-Type": "application/json", "Origin": address.rstrip("/")}
    fetched(urllib.request.Request(f"{address}api/match/declare", body, heads))
    ruling = json.loads(fetched(f"{address}api/view"))["ruling"]
    assert (ruling["verdict"], ruling["title"]) == ("allowed", "us-1 at de-1")

    status, line = ended("--camera", f"sim:{case}", "--journal", str(journal), "--shelf", str(tmp_path / "other"))
    assert (status, line.count("\n")) == (2, 1)
    assert f"process {process.pid} is writing it" in line

    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=20) == 0
    assert [file.name for file in tmp_path.iterdir() if "match" in file.name] == []

    match = tmp_path / "any name.toml"
    match.write_text('game = "ambush"\n[side.us]\ncolour = "#246"\nstarted = 9\n')
    _, address = serving(str(match), "--camera", f"sim:{case}", "--journal", str(journal))
    view = json.loads(fetched(f"{address}api/view"))
    assert (view["journal"]["sequence"], len(view["stands"])) == (2, 2)  # the match goes on


@pytest.mark.ci
@pytest.mark.parametrize(
    ("text", "camera", "said"),
    [
        (None, "0", "no such file"),
        ('game = "chess"', "0", "expected ambush or ancients or montecassino or rommel or yankee, got 'chess'"),
        ('game = "ambush"\nrooster = "x"', "0", "match file.toml: rooster: expected 'roster'"),
        ('game = "ambush"\nroster = "x"', "0", "match file.toml: roster: expected a file that is there, got 'x'"),
        ('game = "ambush"', "nothing.jpg", "nothing.jpg: no such file or camera"),
        ('game = "ambush"', "sim:nothing.toml", "nothing.toml: no such file"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, text: str | None, camera: str, said: str) -> None:
    match = tmp_path / "match file.toml"
    if text is not None:
        match.write_text(text)
    done = CliRunner().invoke(
        main, ["serve", "--no-browser", str(match), "--camera", camera, "--shelf", str(tmp_path / "shelf")]
    )
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    assert said in done.stderr


@pytest.mark.ci
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM for another process")
def test_it_ends_at_once_while_a_camera_does_not_answer(tmp_path: Path) -> None:
    match = tmp_path / "match.toml"
    match.write_text('game = "ambush"\n')
    with socket.create_server(("127.0.0.1", 0)) as silent:
        camera = f"http://127.0.0.1:{silent.getsockname()[1]}/video"
        command = [sys.executable, "-m", "cli.main", "serve", "--no-browser", "--shelf", str(tmp_path / "shelf")]
        process = subprocess.Popen([*command, str(match), "--camera", camera], stderr=subprocess.PIPE, text=True)
        silent.settimeout(60)
        asking, _ = silent.accept()  # it waits for this camera's first picture now
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=6)
        asking.close()
    assert (process.returncode, told) == (0, "The table is put away.\n")
