"""`calibrate table` where the frame is laid by hand or half covered: from pictures to table.toml."""

import json
from dataclasses import replace
from math import hypot
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from looks import BARE

from calibration.profile import CameraProfile, format_camera, parse_table
from cli.main import main
from simulation.synthetic.fittings import default_frame
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from table.notation.frame_file import format_frame, parse_frame
from table.snapshot import Snapshot
from vision.camera import Camera, Lens

LENS = Lens(
    (1920, 1080),
    np.array([[1320.0, 0, 955], [0, 1320, 545], [0, 0, 1]]),
    np.array([-0.11, 0.06, 0.0004, 0.0006, -0.012]),
)
LENS_COVARIANCE = np.diag([0.2, 0.2, 0.2, 0.2, 2e-4, 4e-4, 2e-5, 2e-5, 3e-4]) ** 2
# Where the camera is put up (twice), and where it is held before that: over which point, looking at which.
PLACES = (((60, 45, 175), (60, 50)), ((10, -10, 165), (58, 52)), ((125, 20, 170), (61, 49)), ((70, 120, 165), (60, 48)))


def camera_at(at: tuple[float, float, float], looking_at: tuple[float, float]) -> Camera:
    ahead = np.array([*looking_at, 0.0]) - at
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.array([right, np.cross(ahead, right), ahead])
    return Camera(LENS, rotation, -rotation @ np.array(at))


def laid_by_hand(frame: Frame) -> Frame:
    rng = np.random.default_rng(11)
    return replace(
        frame,
        markers=tuple(
            replace(m, x=m.x + rng.normal(0, 0.05), y=m.y + rng.normal(0, 0.05), heading_deg=90 + rng.normal(0, 0.5))
            for m in frame.markers
        ),
    )


NOMINAL = default_frame(120, 100)
TRUE = laid_by_hand(NOMINAL)


def picture(camera: Camera, seed: int) -> np.ndarray:
    bare = Renderer(camera, TRUE, look=replace(BARE, noise=0.0)).render(Snapshot(120, 100, ()))
    noise = np.random.default_rng(seed).normal(0, 1.5, bare.shape)
    return np.clip(bare + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Path:
    """Return a folder with camera.toml, frame.toml and the pictures: put-up-0, put-up-1, held-0 to held-2."""
    folder = tmp_path_factory.mktemp("club")
    (folder / "camera.toml").write_text(format_camera(CameraProfile(LENS, LENS_COVARIANCE, 0.04, 18, 0.9)))
    (folder / "frame.toml").write_text(format_frame(NOMINAL))
    put_up, *held = (camera_at(*place) for place in PLACES)
    for k in range(2):
        cv2.imwrite(str(folder / f"put-up-{k}.png"), picture(put_up, k))
    for k, camera in enumerate(held):
        cv2.imwrite(str(folder / f"held-{k}.png"), picture(camera, 10 + k))
    return folder


def calibrate(club: Path, *args: object) -> str:
    files = ["--camera", club / "camera.toml", "--frame", club / "frame.toml"]
    result = CliRunner().invoke(main, [str(arg) for arg in ("calibrate", "table", *files, *args)])
    assert result.exit_code == 0, result.output
    return result.stdout


def length_cm() -> float:
    a, b = TRUE.markers[0], TRUE.markers[2]
    return round(hypot(a.x - b.x, a.y - b.y), 2)


def among_themselves_mm(frame: Frame) -> np.ndarray:
    a, b = (np.array([(m.x, m.y) for m in which.markers]) for which in (frame, TRUE))
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    left, _, right = np.linalg.svd(a.T @ b)
    return 10 * (a @ left @ right - b)


@pytest.mark.ci
def test_a_folder_of_pictures_and_a_length_give_the_table(club, tmp_path):
    out, frame_out, report = tmp_path / "table.toml", tmp_path / "surveyed.frame.toml", tmp_path / "table.html"
    said = calibrate(club, club, "--survey", length_cm(), "--out", out, "--frame-out", frame_out, "--report", report)
    assert "Warning" not in said
    assert f"{length_cm():g} cm taken as the distance from card 240 to 242, centre to centre." in said
    assert "say --survey-between 243,245" in said
    assert "put-up-0.png, 2 pictures in all; other places that helped with the survey: 3." in said
    view = parse_table(out.read_text())
    assert np.sqrt((among_themselves_mm(view.frame) ** 2).mean()) < 0.1
    assert np.sqrt((among_themselves_mm(NOMINAL) ** 2).mean()) > 0.3
    assert view.camera.position_cm == pytest.approx(PLACES[0][0], abs=0.3)
    assert parse_frame(frame_out.read_text()) == view.frame
    assert "<h2>Survey</h2>" in report.read_text()


@pytest.mark.ci
def test_programs_get_the_survey_too(club, tmp_path):
    said = json.loads(
        calibrate(
            club, club / "put-up-0.png", club / "held-0.png", club / "held-1.png", "--survey", length_cm(),
            "--survey-between", "240,242", "--tape-sigma-cm", 0.02, "--out", tmp_path / "t.toml", "--json",
        )
    )  # fmt: skip
    survey = said["survey"]
    assert survey["between"] == [240, 242]
    assert survey["tape_sigma_cm"] == 0.02
    assert [name.rsplit("/", 1)[-1] for name in survey["camera_pictures"]] == ["put-up-0.png"]
    assert survey["other_places"] == 2
    assert [marker["id"] for marker in survey["markers"]] == [240, 241, 242, 243, 244, 245]
    assert survey["sigma_cm"] < 0.03


@pytest.mark.ci
def test_a_half_covered_frame_marker_does_not_spoil_the_table(club, tmp_path):
    whole = cv2.imread(str(club / "put-up-0.png"))
    camera = camera_at(*PLACES[0])
    marker = TRUE.markers[3]
    cv2.imwrite(str(tmp_path / "whole.png"), whole)
    (tmp_path / "true.toml").write_text(format_frame(TRUE))
    for share in (0.05, 0.1, 0.2, 0.4):
        covered = whole.copy()
        low, high = marker.y + 2.5 - 5.0 * share, marker.y + 4.0
        sleeve = [(marker.x + dx, y, 0.02) for dx, y in ((-4, low), (4, low), (4, high), (-4, high))]
        cv2.fillPoly(covered, [np.round(camera.project(sleeve)).astype(np.int32)], (90, 96, 110))
        cv2.imwrite(str(tmp_path / "covered.png"), covered)
        for name in ("whole.png", "covered.png"):
            table = tmp_path / name.replace("png", "toml")
            calibrate(club, tmp_path / name, "--frame", tmp_path / "true.toml", "--out", table)
        views = [parse_table((tmp_path / name).read_text()) for name in ("whole.toml", "covered.toml")]
        points = camera.project([[x, y, 0.3] for x in (20, 100) for y in (20, 80)])
        first, second = (view.camera.to_plane(points, 0.3) for view in views)
        assert np.abs(first - second).max() < 0.01


@pytest.mark.parametrize(
    ("language", "one_place", "short"),
    [
        ("it", "tutte le immagini sono da un solo posto, che trova i marcatori solo entro 0,", "è troppo corto del 2,"),
        ("es", "todas las imágenes son de un solo sitio, que encuentra los marcadores solo a 0,", "es un 2,"),
    ],
)
def test_what_is_remarked_is_said_in_the_language(club, tmp_path, monkeypatch, language, one_place, short):
    monkeypatch.setenv("VEDETTE_LANG", language)
    length = 1.02 * length_cm()
    said = calibrate(club, club / "put-up-0.png", "--survey", length, "--survey-between", "240,242",
                     "--out", tmp_path / "t.toml")  # fmt: skip
    assert one_place in said
    assert short in said
