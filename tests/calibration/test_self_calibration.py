"""Lens and table are found together from cards and stands, with honest sigmas, or refused in words."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from first_seed import one_in_ci

from calibration.profile import format_camera, format_table, parse_camera, parse_table
from calibration.report import self_page
from calibration.self_calibration import self_calibrate
from calibration.uncertainty import predict, table_error_cm
from table.errors import BadInput
from table.frame import Frame, FrameMarker
from table.mount import Mount
from table.roster import Entry, Roster
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.square import bend_px, frame_corners, square_corners

SIZE = (1920, 1080)
NOISE_PX = 0.02
WIDE, DEEP = 120.0, 62.0
EIGHT = ((-4, -4), (60, -4), (124, -4), (124, 31), (124, 66), (60, 66), (-4, 66), (-4, 31))
ROSTER = Roster(
    tuple(Entry(k, f"s{k}", "red", "soldier", 2.0, 2.0, Mount(height_cm=3.0 if k % 2 else 0.3, size_cm=2.0))
          for k in range(30))
)  # fmt: skip


def frame_of(places: Sequence[tuple[float, float]] = EIGHT, survey_sigma_cm: float | None = None) -> Frame:
    markers = tuple(FrameMarker(240 + k, float(x), float(y), 5.0, 0.02, 90.0) for k, (x, y) in enumerate(places))
    return Frame(WIDE, DEEP, markers, survey_sigma_cm=survey_sigma_cm)


def lens_of(rng: np.random.Generator) -> Lens:
    focal, k1 = rng.uniform(1050, 1600), rng.uniform(-0.12, 0.09)
    middle = np.array([959.5, 539.5]) + rng.normal(0, 8, 2)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    return Lens(SIZE, matrix, np.array([k1, -0.6 * k1, rng.normal(0, 4e-4), rng.normal(0, 4e-4), 0.1 * k1]))


def above(lens: Lens, turn: np.ndarray, far: float = 1.15) -> Camera:
    """Return a camera that looks at the table's middle, turned by ``turn`` (Rodrigues) from straight down."""
    rotation = cv2.Rodrigues(turn)[0] @ np.diag([1.0, -1.0, -1.0])
    high = lens.matrix[0, 0] * (WIDE + 8) / SIZE[0] * far
    return Camera(lens, rotation, -rotation @ (np.array([WIDE / 2, DEEP / 2, 0]) - rotation.T @ [0, 0, high]))


def seen(camera: Camera, frame: Frame, rng: np.random.Generator, off: np.ndarray, stands: int) -> list[MarkerSeen]:
    """Return what the camera sees: cards ``off`` (M, 2) cm their places, and stands anywhere."""
    corners = {m.id: frame_corners(replace(m, x=m.x + dx, y=m.y + dy))
               for m, (dx, dy) in zip(frame.markers, off, strict=True)}  # fmt: skip
    for entry in ROSTER.entries[:stands]:
        place, mount = rng.uniform((3, 3), (WIDE - 3, DEEP - 3)), entry.mount
        corners[entry.marker] = square_corners(*place, mount.height_cm, rng.uniform(-180, 180), mount.size_cm)
    found = []
    for number, tips in corners.items():
        shown = camera.project(tips) + bend_px(camera, tips[None])[0] + rng.normal(0, NOISE_PX, (4, 2))
        if (shown > 2).all() and (shown < np.array(SIZE) - 3).all():
            found.append(MarkerSeen(number, shown, 0.99, np.eye(8) * NOISE_PX**2))
    return found


@cache
def trial(seed: int, survey_cm: float = 0.0, slanted: int = 0, stands: int = 30, frame: Frame | None = None):
    """Return the fit, the true camera, and errors (N,) cm and sigmas over the table at 3 mm and 3 cm."""
    rng = np.random.default_rng(seed)
    frame = frame or frame_of()
    off = rng.normal(0, survey_cm, (len(frame.markers), 2)) if survey_cm else np.zeros((len(frame.markers), 2))
    lens = lens_of(rng)
    camera = above(lens, rng.normal(0, 0.02, 3))
    pictures = {f"own-{k}.jpg": seen(camera, frame, rng, off, stands) for k in range(2)}
    for k in range(slanted):
        held = above(lens, rng.normal(0, 0.3, 3), 1.4)
        pictures[f"held-{k}.jpg"] = seen(held, frame, rng, off, stands)
    fit = self_calibrate(frame, pictures, SIZE, ROSTER if stands else None)
    grid = np.stack(np.meshgrid(np.linspace(5, WIDE - 5, 6), np.linspace(5, DEEP - 5, 5)), axis=-1).reshape(-1, 2)
    errors, sigmas = [], []
    for height in (0.3, 3.0):
        true_px = camera.project(np.column_stack([grid, np.full(len(grid), height)]))
        errors.append(fit.view.camera.to_plane(true_px, height) - grid)
        sigmas.append(table_error_cm(fit.view, grid, height))
    return fit, camera, errors, sigmas


@pytest.mark.ci
def test_cards_and_stands_tell_the_lens():
    fit, camera, (low, high), _ = trial(1)
    assert np.sqrt((low**2).sum(axis=1).mean()) < 0.006
    assert np.sqrt((high**2).sum(axis=1).mean()) < 0.03
    assert abs(fit.profile.lens.matrix[0, 0] / camera.lens.matrix[0, 0] - 1) < 3 * fit.focal_share
    assert fit.profile.lens.distortion[0] == pytest.approx(camera.lens.distortion[0], abs=0.02)
    assert fit.view.self_calibrated
    assert fit.profile.self_calibrated
    assert fit.stands == 60
    assert fit.places == 1
    assert [marker.id for marker in fit.used] == list(range(240, 248))


@pytest.mark.prove
def test_pictures_held_slantwise_tell_the_focal_length():
    vague, sure = trial(2)[0], trial(2, slanted=3)[0]
    assert vague.focal_share > 5 * sure.focal_share
    assert sure.focal_share < 0.003
    assert sure.places == 4
    fit, camera, (_, high), _ = trial(3, slanted=3)
    assert abs(fit.profile.lens.matrix[0, 0] / camera.lens.matrix[0, 0] - 1) < 0.003
    assert np.sqrt((high**2).sum(axis=1).mean()) < 0.01


@pytest.mark.ci
def test_cards_alone_will_do_and_say_how_badly_they_know_the_focal_length():
    fit, _, (low, _), _ = trial(4, stands=0)
    assert np.sqrt((low**2).sum(axis=1).mean()) < 0.025
    assert fit.stands == 0
    assert any("the focal length is known to" in warning and "held slantwise" in warning for warning in fit.warnings)


@pytest.mark.prove
@pytest.mark.parametrize(("slanted", "count"), one_in_ci([(2, 5), (0, 8)]))
def test_predicted_errors_are_honest_when_cards_lie_askew(slanted, count):
    low, high = [], []
    for seed in range(count):
        _, _, errors, sigmas = trial(100 + seed, survey_cm=0.05, slanted=slanted)
        low.append(errors[0] / sigmas[0][:, None])
        high.append(errors[1] / sigmas[1][:, None])
    # So few cameras: their own scatter leaves a quarter or so.
    for part in (low, high):
        assert 0.5 < np.sqrt(np.mean(np.square(part))) < 1.4


@pytest.mark.ci
def test_the_files_say_that_it_is_self_calibrated():
    fit = trial(1)[0]
    camera_toml, table_toml = format_camera(fit.profile), format_table(fit.view)
    assert "self_calibrated = true" in camera_toml
    assert parse_camera(camera_toml).self_calibrated
    assert parse_table(table_toml).self_calibrated
    page = self_page(fit, predict(fit.view))
    assert "learned without a calibration board" in page
    assert "nan" not in page


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (frame_of(EIGHT[:4]), r"own-0\.jpg: I see 4 of 4 cards, and 6 is the least"),
        (
            frame_of([(45 + 0.25 * x, 20 + 0.25 * y) for x, y in EIGHT]),
            "the cards enclose only .* of the picture",
        ),
    ],
    ids=["too few", "all in the middle"],
)
def test_what_determines_no_lens_is_refused(frame, words):
    with pytest.raises(BadInput, match=words):
        trial(6, frame=frame)


@pytest.mark.ci
def test_swapped_cards_are_refused_or_found_to_lie_far_off():
    places = list(EIGHT)
    places[0], places[3] = places[3], places[0]
    rng = np.random.default_rng(7)
    camera = above(lens_of(rng), np.zeros(3))
    pictures = {"a.jpg": seen(camera, frame_of(), rng, np.zeros((8, 2)), 0)}
    with pytest.raises(BadInput, match=r"no lens explains|do not determine|do not lie as"):
        self_calibrate(frame_of(places), pictures, SIZE)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("upwards", "bend", "words"),
    [(500.0, 0.0, "its focal length would be .* px; expected 192 to"), (1300.0, -0.5, "its bending would be one that")],
)
def test_a_lens_that_cannot_be_is_refused(upwards, bend, words):
    """Pixels that are no squares, and a lens that folds its picture: a fit explains both."""
    lens = Lens(SIZE, np.array([[1300.0, 0, 960], [0, upwards, 540], [0, 0, 1]]), np.array([bend, 0.05, 0, 0, 0]))
    rng = np.random.default_rng(0)
    pictures = {"a.jpg": seen(above(lens, rng.normal(0, 0.02, 3)), frame_of(), rng, np.zeros((8, 2)), 0)}
    with pytest.raises(BadInput, match=words):
        self_calibrate(frame_of(), pictures, SIZE)
