"""A camera over a table with six frame markers, and what it sees of them."""

import numpy as np
import pytest

from table.frame import Frame, FrameMarker
from vision.camera import Camera, Lens

PLACES = ((-4, -4), (60, -4), (124, -4), (124, 104), (60, 104), (-4, 104))


@pytest.fixture
def camera() -> Camera:
    matrix = np.array([[1320.0, 0, 950], [0, 1318, 548], [0, 0, 1]])
    lens = Lens((1920, 1080), matrix, np.array([0.07, -0.16, 0.0007, -0.0005, 0.06]))
    turn = np.radians(3.0)
    rotation = np.array([[1, 0, 0], [0, -np.cos(turn), -np.sin(turn)], [0, np.sin(turn), -np.cos(turn)]])
    return Camera(lens, rotation, -rotation @ np.array([61.0, 42.0, 152.0]))


@pytest.fixture
def frame() -> Frame:
    markers = tuple(FrameMarker(240 + k, float(x), float(y), 5.0, 0.02, 90.0) for k, (x, y) in enumerate(PLACES))
    return Frame(120.0, 100.0, markers)


@pytest.fixture
def lens_covariance() -> np.ndarray:
    return np.asarray(np.diag([0.3, 0.3, 0.2, 0.2, 2e-4, 4e-4, 2e-5, 2e-5, 3e-4]) ** 2)
