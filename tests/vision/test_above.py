"""A picture laid flat shows each table point where it belongs."""

import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera
from table.errors import BadGeometry
from table.frame import Frame
from vision.above import FromAbove, jpeg_bytes

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
