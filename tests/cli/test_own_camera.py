"""The commands warn where a lens is another camera's, and believe who says that it is the same."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from calibration.profile import CameraProfile, format_camera, format_table, parse_camera, parse_table
from cli import capture as capturing
from cli import own_camera, serve
from cli.main import main
from cli.own_camera import mixed_words
from referee.taken_with import TAKEN_WITH, taken_with
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.renderer import Renderer
from table.notation.frame_file import format_frame
from table.notation.roster_file import format_roster
from vision.camera_identity import CameraIdentity, Difference
from vision.table_view import TableView

PHONE = CameraIdentity(kind="pictures", name="Apple iPhone 12", focal_mm=4.2)
WEBCAM = CameraIdentity(kind="plugged", name="C920", product="046d:082d", serial="1", place="usb-0000:00:14.0-1")
SCENE, FRAME = demo_scene("ambush"), default_frame(120, 100)
CAMERA = default_camera(FRAME)


def run(*args: object) -> tuple[str, str]:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with camera.toml and table.toml of a phone's lens, and a picture that an EOS 5D took."""
    folder = tmp_path_factory.mktemp("club")
    profile = CameraProfile(CAMERA.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9, identity=PHONE)
    (folder / "camera.toml").write_text(format_camera(profile))
    (folder / "table.toml").write_text(format_table(TableView(CAMERA, FRAME, identity=PHONE)))
    (folder / "frame.toml").write_text(format_frame(FRAME))
    (folder / "roster.toml").write_text(format_roster(SCENE.roster))
    picture = Renderer(CAMERA, FRAME, SCENE.roster, seed=4).render(SCENE.truth())
    exif = Image.Exif()
    exif.update({0x010F: "Canon", 0x0110: "Canon EOS 5D"})
    Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)).save(folder / "table.jpg", exif=exif, quality=97)
    return folder


def measured(folder: Path) -> list[str]:
    files = ["--table", folder / "table.toml", "--roster", folder / "roster.toml"]
    return list(json.loads(run("measure", folder / "table.jpg", *files, "--json")[0])["warnings"])


@pytest.mark.ci
def test_measure_and_calibrate_table_warn_until_it_is_said_to_be_the_same(club: Path) -> None:
    words = (
        "this is another camera than the lens was learned with: Canon EOS 5D; that was Apple iPhone 12. Learn the lens "
        "again, or say that it is the same (`vedette calibrate same-camera`)"
    )
    assert words in measured(club)
    table = ["calibrate", "table", club / "table.jpg", "--camera", club / "camera.toml", "--frame", club / "frame.toml"]
    assert words in json.loads(run(*table, "--out", club / "found.toml", "--json")[0])["warnings"]
    assert parse_table((club / "found.toml").read_text()).identity == PHONE  # still that of the lens

    files = [club / "camera.toml", club / "table.toml"]
    said, _ = run("calibrate", "same-camera", *files, "--camera", club / "table.jpg")
    assert "the camera is Canon EOS 5D" in said
    now = parse_camera(files[0].read_text()).identity
    assert now == parse_table(files[1].read_text()).identity == CameraIdentity(kind="pictures", name="Canon EOS 5D")
    assert not any("camera than" in warning for warning in measured(club))


@pytest.mark.ci
def test_same_camera_takes_a_camera_that_is_plugged_in_and_nothing_unknown(club: Path, tmp_path: Path, monkeypatch):
    file = tmp_path / "camera.toml"
    file.write_text((club / "camera.toml").read_text())
    monkeypatch.setattr(own_camera, "camera_named", lambda text: WEBCAM if text == "0" else None)
    run("calibrate", "same-camera", file, "--camera", 0)
    assert parse_camera(file.read_text()).identity == WEBCAM
    result = CliRunner().invoke(main, ["calibrate", "same-camera", str(file), "--camera", "1"])
    assert result.exit_code == 2
    assert "nothing tells which camera this is" in result.stderr
    assert parse_camera(file.read_text()).identity == WEBCAM


@pytest.mark.ci
def test_capture_writes_down_which_camera_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("capture", "--camera", "sim:", "--out", tmp_path, "--width", 320, "--height", 180)
    run(*words)
    assert not (tmp_path / TAKEN_WITH).exists()  # nothing is known of what is not there
    monkeypatch.setattr(capturing, "identity_of", lambda text: WEBCAM)
    assert run(*words)[1] == ""
    assert taken_with(tmp_path) == WEBCAM
    monkeypatch.setattr(capturing, "identity_of", lambda text: replace(WEBCAM, serial="2"))
    assert "not all of one camera: C920, 046d:082d, no. 1" in run(*words)[1]


def test_pictures_at_two_zooms_are_told() -> None:
    told = mixed_words(Difference("zoom", "24 mm", "70 mm"))
    assert told.startswith("these pictures were taken at more than one zoom: 24 mm and 70 mm;")


class _Session:
    """A set-up session that looks through another camera than its lens is of."""

    def __init__(self, found: Difference | None) -> None:
        self.current, self.session, self._found = "a", None, found
        self.shelf: Any = type("Shelf", (), {"get": lambda _, known_id: known_id})()
        reading = type("Reading", (), {"trouble": "", "reason": ""})()
        self.capture_loop: Any = type("Loop", (), {"reading": reading, "observer": None})()

    def difference(self, setup: str) -> Difference | None:
        assert setup == "a"
        return self._found


def test_serve_says_it_at_its_start(capsys: pytest.CaptureFixture[str]) -> None:
    serve._warn(_Session(None))  # type: ignore[arg-type]
    assert capsys.readouterr().err == ""
    serve._warn(_Session(Difference("focus", "35", "60")))  # type: ignore[arg-type]
    said = capsys.readouterr().err
    assert said.startswith("vedette: The camera is focused otherwise than when the lens was learned: 60; that was 35.")
    assert "`vedette calibrate same-camera`" in said
