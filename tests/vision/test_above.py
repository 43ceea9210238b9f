"""A picture laid flat shows each table point where it belongs."""

import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera
from table.errors import BadGeometry
from table.footprint import part_corners
from table.frame import Frame
from table.leaning import leaned, rise
from table.stand import Stand
from vision.above import FromAbove, jpeg_bytes
from vision.poses3d import turned

CAMERA = default_camera(Frame(120, 100, ()), (1920, 1080))


def test_it_looks_where_the_camera_sees_each_point() -> None:
    """A picture whose values are its own pixel columns and rows comes back as the projection of each place."""
    above = FromAbove(CAMERA, (-5.0, -4.0, 125.0, 104.0), px_per_cm=4.0)
    u, v = np.meshgrid(np.arange(1920), np.arange(1080))
    ramp = np.stack([u // 8, v // 8], axis=-1).astype(np.uint8)
    flat = above.of(ramp)
    width, height = above.size_px
    assert flat.shape == (height, width, 2)
    assert (width, height) == (520, 432)
    rng = np.random.default_rng(1)
    columns, rows = rng.integers(40, width - 40, 200), rng.integers(40, height - 40, 200)
    places = np.column_stack([-5.0 + (columns + 0.5) / 4, 104.0 - (rows + 0.5) / 4, np.zeros(200)])
    seen = CAMERA.project(places)
    assert np.abs(flat[rows, columns, 0] - seen[:, 0] / 8).max() < 1.01  # whole eighths: one step of rounding down
    assert np.abs(flat[rows, columns, 1] - seen[:, 1] / 8).max() < 1.01


def test_the_coarse_grid_is_as_good_as_projecting_every_pixel() -> None:
    above = FromAbove(CAMERA, (0.0, 0.0, 120.0, 100.0), px_per_cm=6.0)
    where, between = above._where
    fine = where + np.stack([between % 32, between // 32], axis=-1) / 32
    rows, columns = np.mgrid[5:600:37, 3:720:41]
    places = np.stack([(columns + 0.5) / 6, 100.0 - (rows + 0.5) / 6, np.zeros(rows.shape)], axis=-1).reshape(-1, 3)
    exact = CAMERA.project(places).reshape(*rows.shape, 2)
    assert np.abs(fine[rows, columns] - exact).max() < 0.06  # OpenCV's fixed point alone is 1/32 px


def test_black_outside_the_picture() -> None:
    above = FromAbove(CAMERA, (-400.0, -400.0, -300.0, -300.0), px_per_cm=1.0)
    assert not above.of(np.full((1080, 1920), 255, np.uint8)).any()


@pytest.mark.parametrize("rectangle", [(0.0, 0.0, 0.0, 10.0), (10.0, 0.0, 0.0, 10.0), (0.0, 10.0, 10.0, 10.0)])
def test_a_rectangle_without_area_is_refused(rectangle: tuple[float, float, float, float]) -> None:
    with pytest.raises(BadGeometry, match="rectangle"):
        FromAbove(CAMERA, rectangle)


def test_jpeg() -> None:
    assert jpeg_bytes(np.zeros((8, 8, 3), np.uint8))[:2] == b"\xff\xd8"


@pytest.mark.parametrize("tilt_deg", [0.0, 4.0, 25.0])
def test_what_is_high_is_where_leaning_says(tilt_deg: float) -> None:
    """However the camera is tilted: what it sees so high lies on the table's plane where leaning puts it."""
    camera = default_camera(Frame(120, 100, ()), (1920, 1080), tilt_deg=tilt_deg)
    x, y, z = (float(value) for value in camera.position_cm)
    rng = np.random.default_rng(2)
    places = np.column_stack([rng.uniform(0, 120, 60), rng.uniform(0, 100, 60), rng.uniform(-3, 9, 60)])
    shown = camera.to_plane(camera.project(places))
    said = [leaned((float(a), float(b)), float(h), (x, y, z)) for a, b, h in places]
    assert np.abs(shown - np.array(said)).max() < 1e-5


def test_a_base_that_leans_rises_as_its_marker_does() -> None:
    stand = Stand("A", "us", "soldier", 30.0, 40.0, 35.0, 4.0, 2.0, z_cm=3.0, tilt_x_deg=11.0, tilt_y_deg=-7.0)
    corners = np.array(part_corners(stand)[0]) - stand.centre
    turn = turned(np.radians([[stand.tilt_x_deg, stand.tilt_y_deg]]), np.zeros(1))[0]
    heights = (turn @ np.column_stack([corners, np.zeros(4)]).T)[2]
    assert heights == pytest.approx(corners @ rise(stand))
