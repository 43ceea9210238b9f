"""A table, a frame and a camera with a bent lens, as tests of geometry need them."""

import numpy as np
import pytest

from table.frame import Frame, FrameMarker
from vision.camera import Camera, Lens

PLACES = ((-4, -4), (60, -4), (124, -4), (124, 104), (60, 104), (-4, 104))


@pytest.fixture
def camera() -> Camera:
    """1080p, some barrel and tangential distortion, 1.5 m above the table, tilted and turned."""
    matrix = np.array([[1320.0, 0, 950], [0, 1318, 548], [0, 0, 1]])
    lens = Lens((1920, 1080), matrix, np.array([-0.11, 0.06, 0.0007, -0.0005, -0.01]))
    turn = np.radians(4.0)
    down = np.array([[1, 0, 0], [0, -np.cos(turn), -np.sin(turn)], [0, np.sin(turn), -np.cos(turn)]])
    yaw = np.radians(2.0)
    about = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    rotation = about @ down
    return Camera(lens, rotation, -rotation @ np.array([61.0, 40.0, 152.0]))


@pytest.fixture
def frame() -> Frame:
    """120 x 100 cm with six frame markers, each turned its own way and at its own height."""
    markers = tuple(
        FrameMarker(240 + k, float(x), float(y), 5.0, 0.02 + 0.1 * k, 90.0 + 30 * k) for k, (x, y) in enumerate(PLACES)
    )
    return Frame(120.0, 100.0, markers)
