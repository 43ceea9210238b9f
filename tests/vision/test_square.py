"""A marker as a square: its corners, its fit, and how a lens bends it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.mount import wrap_deg
from vision.camera import Camera, Lens
from vision.homography import areas, proper, square_to_quads, through
from vision.square import bend_px, fit_squares, frame_corners, square_corners


def test_corners_are_in_arucos_order():
    corners = square_corners(10, 20, 0.5, 90, 2)
    # Heading 90: the top edge looks away from the operator, so top left is far left.
    assert corners.tolist() == [[9, 21, 0.5], [11, 21, 0.5], [11, 19, 0.5], [9, 19, 0.5]]


@given(st.floats(-50, 150), st.floats(-50, 150), st.floats(-180, 180), st.floats(0.5, 10))
def test_a_square_is_fitted_as_it_lies(x, y, heading_deg, size_cm):
    corners = square_corners(x, y, 0, heading_deg, size_cm)[:, :2]
    found = fit_squares(corners[None], np.array([size_cm]))
    assert found.centres_cm[0] == pytest.approx((x, y), abs=1e-9)
    assert wrap_deg(found.headings_deg[0] - heading_deg) == pytest.approx(0, abs=1e-9)
    assert found.misfits_cm == pytest.approx(0, abs=1e-9)
    assert found.trust == pytest.approx(1)


@pytest.mark.parametrize("covered", range(4))
def test_a_covered_corner_hardly_counts(covered):
    corners = square_corners(10, 20, 0, 35, 1.5)[:, :2]
    corners[covered] += (0.25, -0.15)
    found = fit_squares(corners[None], np.array([1.5]))
    assert found.centres_cm[0] == pytest.approx((10, 20), abs=0.003)
    assert found.headings_deg[0] == pytest.approx(35, abs=0.15)
    assert found.trust[0, covered] < 0.01


def test_a_wrong_size_shows_as_misfit():
    corners = square_corners(0, 0, 0, 30, 2.0)[:, :2]
    assert fit_squares(corners[None], np.array([1.0])).misfits_cm == pytest.approx(math.sqrt(2) / 2)


def test_without_a_lens_nothing_bends(camera, frame):
    flat = Camera(Lens(camera.lens.size_px, camera.lens.matrix, np.zeros(5)), camera.rotation, camera.translation)
    corners = np.array([frame_corners(marker) for marker in frame.markers])
    assert np.abs(bend_px(flat, corners)).max() < 1e-9


def test_a_lens_bends_a_large_marker_at_the_edge(camera):
    corners = np.array(
        [square_corners(x, y, 0, 90, size) for x, y, size in ((60, 50, 8), (-10, -10, 8), (-10, -10, 1))]
    )
    middle, edge, small = np.abs(bend_px(camera, corners)).max(axis=(1, 2))
    assert 0.01 < edge < 0.1
    assert middle < 0.2 * edge
    # Bending grows with the square of the size.
    assert edge / small == pytest.approx(64, rel=0.1)


def test_homographies_take_squares_to_quads():
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
    quads = np.array([[[3.0, 4], [9, 5], [8, 12], [2, 10]], [[0, 0], [2, 0], [2, 2], [0, 2]]])
    home = square_to_quads(quads)
    assert through(home, square) == pytest.approx(quads)
    assert through(home, np.array([[0.5, 0.5]]))[1, 0] == pytest.approx((1, 1))
    assert areas(quads)[1] == pytest.approx(4)


def test_improper_quads_are_known():
    square = [[0.0, 0], [10, 0], [10, 10], [0, 10]]
    crossed = [[0.0, 0], [10, 10], [10, 0], [0, 10]]
    straight = [[0.0, 0], [5, 0], [10, 0], [0, 10]]
    assert proper(np.array([square, crossed, straight, square[::-1]])).tolist() == [True, False, False, False]
    assert not proper(np.array([square]), 101)[0]


@pytest.mark.filterwarnings("error")
def test_what_lies_on_the_horizon_is_infinitely_far_and_no_warning():
    home = np.array([[[1.0, 0, 0], [0, 1, 0], [1, 0, 0]]])  # where x is 0, the depth is
    far = through(home, np.array([[[0.0, 1.0], [2.0, 1.0]]]))
    assert not np.isfinite(far[0, 0, 1])
    assert far[0, 1].tolist() == [1.0, 0.5]
