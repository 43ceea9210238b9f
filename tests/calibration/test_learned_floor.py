"""A camera's noise floor is what it puts the board's markers off by: neither the board's print nor a blurred view's."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board_markers import BoardMarkers
from calibration.charuco import BoardFinder, BoardSpec, BoardView
from calibration.lens import fit_lens
from tests.calibration.test_lens import DISTORTION, MATRIX, PLACES, SPEC, TILTS, views
from vision.camera import Camera, Lens
from vision.noise_floor import UNKNOWN
from vision.picture import read_picture
from vision.square import bend_px

SCENES = Path(__file__).parents[1] / "data" / "scenes"
CLAIMED_PX = 0.01
LENS = Lens((1920, 1080), MATRIX, DISTORTION)


def with_markers(
    centre_px: float, corner_px: float, print_cm: float = 0.0, seed: int = 1, count: int = 9, moved: int | None = None
) -> list[BoardView]:
    """Return `test_lens.views` with the board's markers in them: off by so much in the picture and on the paper."""
    rng = np.random.default_rng(seed)
    board = SPEC.board(False)
    places = np.asarray(board.getObjPoints(), dtype=np.float64)[:, :, :2]
    printed = places + rng.normal(0, print_cm, places.shape)
    middle = SPEC.corners_cm().mean(axis=0)
    points = np.concatenate([printed - middle, np.zeros((len(places), 4, 1))], axis=2)
    found = []
    for k, view in enumerate(views(count, noise_px=0.01)):
        (a, b), (x, y) = TILTS[k % 9], PLACES[k % 9]
        turn, _ = cv2.Rodrigues(np.array([a, b, 0.3 * (k % 5)]))
        camera = Camera(LENS, np.asarray(turn), np.array([x, y, 34.0 + 3 * (k % 3)]))
        seen = camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, points)
        seen = seen + rng.normal(0, centre_px, (len(seen), 1, 2)) + rng.normal(0, corner_px, seen.shape)
        seen = seen + rng.normal(0, CLAIMED_PX, seen.shape) + (3.0 if k == moved else 0.0)
        inside = ((seen > 5) & (seen < np.array(view.size_px) - 6)).all(axis=(1, 2))
        covariance = np.tile(np.eye(8) * CLAIMED_PX**2, (int(inside.sum()), 1, 1))
        markers = BoardMarkers(np.flatnonzero(inside), places[inside], seen[inside], covariance)
        found.append(replace(view, markers=markers))
    return found


@pytest.mark.ci
@pytest.mark.parametrize(
    ("centre_px", "corner_px", "print_cm", "moved"),
    [(0.15, 0.08, 0.0, None), (0.02, 0.15, 0.0, None), (0.15, 0.08, 0.02, None), (0.1, 0.05, 0.01, 4)],
    ids=["both", "corners", "a poor print", "a board that moved once"],
)
def test_the_floor_is_what_the_camera_puts_markers_off_by(centre_px, corner_px, print_cm, moved):
    floor = fit_lens(SPEC, with_markers(centre_px, corner_px, print_cm, moved=moved)).floor
    assert floor.centre_px == pytest.approx(centre_px, rel=0.12, abs=0.02)
    assert floor.corner_px == pytest.approx(corner_px, rel=0.12)


@pytest.mark.ci
def test_markers_that_are_as_exact_as_they_claim_have_no_floor():
    floor = fit_lens(SPEC, with_markers(0.0, 0.0)).floor
    assert floor.centre_px < 0.005
    assert floor.corner_px < 0.005


@pytest.mark.ci
def test_a_board_whose_markers_are_not_seen_shows_nothing_better():
    assert fit_lens(SPEC, views(noise_px=0.01)).floor == UNKNOWN
    few = [replace(view, markers=None) if k > 1 else view for k, view in enumerate(with_markers(0.0, 0.0))]
    assert fit_lens(SPEC, few).floor == UNKNOWN


def test_markers_are_found_where_they_are_printed():
    spec = BoardSpec(11, 8, 2.4, 1.8)
    view = BoardFinder(spec).find(read_picture(SCENES / "hd" / "charuco-03.jpg", colour=False), "a.jpg")
    assert isinstance(view, BoardView)
    assert view.markers is not None
    assert len(view.markers.ids) > 20
    # By a homography from the inner corners round about: the lens bends the picture hardly within four squares.
    corners = spec.corners_cm()[view.ids]
    for middle, seen in zip(view.markers.places_cm.mean(axis=1), view.markers.corners_px, strict=True):
        near = np.argsort(np.linalg.norm(corners - middle, axis=1))[:4]
        home, _ = cv2.findHomography(corners[near], view.corners_px[near])
        there = cv2.perspectiveTransform(middle[None, None], home)[0, 0]
        assert np.abs(seen.mean(axis=0) - there).max() < 0.25
