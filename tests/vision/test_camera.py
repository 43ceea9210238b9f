"""Projection and the way back, with a lens that bends."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.errors import BadGeometry
from vision.camera import Camera, Lens
from vision.spread import POSE, camera_moved, parameter_names, slopes

PLACES = st.tuples(st.floats(0, 120), st.floats(0, 100), st.floats(-1, 12))


def bent() -> Camera:
    matrix = np.array([[1320.0, 0, 950], [0, 1318, 548], [0, 0, 1]])
    lens = Lens((1920, 1080), matrix, np.array([0.07, -0.16, 0.0007, -0.0005, 0.06]))
    rotation, _ = cv2.Rodrigues(np.array([3.02, 0.06, -0.11]))
    return Camera(lens, rotation, -rotation @ np.array([58.0, 30.0, 150.0]))


def fisheye() -> Camera:
    """A camera near the table that sees all of it: its corners lie 50 degrees off the lens's axis."""
    matrix = np.array([[820.0, 0, 950], [0, 818, 548], [0, 0, 1]])
    lens = Lens((1920, 1080), matrix, np.array([-0.03, 0.01, -0.006, 0.001]), fisheye=True)
    rotation, _ = cv2.Rodrigues(np.array([3.02, 0.06, -0.11]))
    return Camera(lens, rotation, -rotation @ np.array([58.0, 40.0, 62.0]))


CAMERA, FISHEYE = bent(), fisheye()
EITHER = pytest.mark.parametrize("camera", [CAMERA, FISHEYE], ids=["pinhole", "fisheye"])


@EITHER
@given(PLACES)
def test_there_and_back(camera, place):
    x, y, height_cm = place
    seen = camera.project([[x, y, height_cm]])
    back = camera.to_plane(seen, height_cm)[0]
    assert back == pytest.approx((x, y), abs=1e-6)


@EITHER
@given(PLACES)
def test_the_plane_jacobian_is_how_the_table_moves_with_the_pixel(camera, place):
    x, y, height_cm = place
    seen = camera.project([[x, y, height_cm]])
    jacobian = camera.plane_jacobian(seen, height_cm)[0]
    step = np.array([0.37, -0.21])
    moved = camera.to_plane(seen + step, height_cm)[0] - camera.to_plane(seen - step, height_cm)[0]
    assert jacobian @ (2 * step) == pytest.approx(moved, abs=2e-5)


@pytest.mark.ci
@EITHER
@given(PLACES)
def test_the_analytic_slopes_are_the_numeric_ones(camera, place):
    x, y, height_cm = place
    point = np.array([[x, y, height_cm]])
    slope = slopes(camera, point)
    assert slope.table_by_pixel()[0] == pytest.approx(
        camera.plane_jacobian(camera.project(point), height_cm)[0], rel=1e-5, abs=1e-8
    )
    scale = np.array([1e-4] * 3 + [1e-2] * 3 + [1e-1] * 4 + [1e-4] * camera.lens.distortion.size)
    for k, size in enumerate(scale):
        delta = np.zeros(len(scale))
        delta[k] = size
        ahead, behind = (camera_moved(camera, sign * delta) for sign in (1, -1))
        numeric = (ahead.project(point) - behind.project(point))[0] / (2 * size)
        assert slope.by_parameter[0, :, k] == pytest.approx(numeric, rel=1e-3, abs=1e-4)
        # The pixel held still, the place on the plane moves the other way.
        seen = camera.project(point)
        on_table = (ahead.to_plane(seen, height_cm) - behind.to_plane(seen, height_cm))[0] / (2 * size)
        assert slope.table_by_parameter()[0, :, k] == pytest.approx(on_table, rel=1e-3, abs=1e-5)
    higher = (camera.to_plane(seen, height_cm + 0.01) - camera.to_plane(seen, height_cm - 0.01))[0] / 0.02
    assert slope.table_by_height()[0] == pytest.approx(higher, rel=1e-4, abs=1e-6)


def test_parameters_are_named_in_order():
    names = parameter_names(CAMERA.lens)
    assert names[:POSE] == ("turn_x", "turn_y", "turn_z", "x_cm", "y_cm", "z_cm")
    assert names[POSE : POSE + 4] == ("fx", "fy", "cx", "cy")
    assert len(names) == POSE + 4 + 5


def test_a_lens_without_distortion_has_slopes_too():
    camera = Camera(Lens((1920, 1080), CAMERA.lens.matrix, np.zeros(0)), CAMERA.rotation, CAMERA.translation)
    assert slopes(camera, np.array([[3.0, 4, 0]])).by_parameter.shape == (1, 2, POSE + 4)
    seen = camera.project([[3.0, 4, 0]])
    assert camera.to_plane(seen)[0] == pytest.approx((3, 4))


def test_a_fisheye_sees_as_far_from_its_middle_as_the_angle_says():
    lens = Lens((1000, 1000), np.array([[300.0, 0, 500], [0, 300, 500], [0, 0, 1]]), np.zeros(4), fisheye=True)
    angle = np.radians(70)
    seen, _ = lens.seen(np.array([[np.sin(angle), 0, np.cos(angle)]]), np.zeros(3), np.zeros(3))
    assert seen[0] == pytest.approx((500 + 300 * angle, 500))


@EITHER
def test_a_pinholes_pixels_are_looked_for_where_the_lens_shows_them(camera):
    pinhole = np.array([[500.0, 0, 300], [0, 500, 200], [0, 0, 1]])
    columns, rows = camera.lens.map_from_pinhole(pinhole, (600, 400))
    assert columns.shape == rows.shape == (400, 600)
    ray = np.array([[(520 - 300) / 500, (90 - 200) / 500, 1.0]])
    seen, _ = camera.lens.seen(ray, np.zeros(3), np.zeros(3))
    assert (columns[90, 520], rows[90, 520]) == pytest.approx(tuple(seen[0]), abs=1e-3)


def test_a_fisheye_has_four_numbers():
    with pytest.raises(BadGeometry, match="fisheye lens has 4 distortion numbers, got 5"):
        Lens((640, 480), np.eye(3), np.zeros(5), fisheye=True)


def test_no_points_are_no_trouble():
    assert FISHEYE.project(np.zeros((0, 3))).shape == (0, 2)
    assert CAMERA.project(np.zeros((0, 3))).shape == (0, 2)
    assert CAMERA.to_plane(np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize(
    ("matrix", "distortion"),
    [
        (np.eye(2), np.zeros(5)),
        (np.diag([-1.0, 1, 1]), np.zeros(5)),
        (np.full((3, 3), np.nan), np.zeros(5)),
        (np.eye(3), np.zeros(3)),
        (np.eye(3), np.full(5, np.inf)),
    ],
)
def test_nonsense_is_no_lens(matrix, distortion):
    with pytest.raises(BadGeometry):
        Lens((640, 480), matrix, distortion)


def test_a_mirror_is_no_camera():
    with pytest.raises(BadGeometry, match="rotation"):
        Camera(CAMERA.lens, np.eye(3) * 2, np.zeros(3))
    with pytest.raises(BadGeometry, match="translation"):
        Camera(CAMERA.lens, np.eye(3), np.array([0, np.nan, 1]))


@pytest.mark.parametrize("distortion", [(-0.11, 0.06, 0.0007, -0.0005, -0.01), (0.1,) * 4 + (0.02,) * 4 + (3e-3,) * 6])
def test_a_lens_upside_down_sees_all_across_the_pictures_middle(camera, distortion):
    lens = Lens(camera.lens.size_px, camera.lens.matrix, np.array(distortion))
    turn = np.diag([-1.0, -1.0, 1.0])
    turned = Camera(lens.upside_down(), turn @ camera.rotation, turn @ camera.translation)
    places = np.array([[10.0, 20, 0], [110, 90, 3], [60, 50, 1]])
    assert turned.project(places) == pytest.approx(
        np.array([1919, 1079]) - Camera(lens, camera.rotation, camera.translation).project(places)
    )
