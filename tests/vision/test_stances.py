"""Every way in which a stand may lean is found from exact corners, wherever it stands and whichever way it leans."""

import cv2
import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera, default_frame
from table.mount import Mount
from vision.phases import phase_spread
from vision.poses3d import HEADING, PARAMETERS, TILT_X, TILT_Y, X, Y, Z, corners_at, own_corners, turned
from vision.square import bend_px
from vision.stances import Seen, fit, guesses_of, misfit

MANY = 400
FEW = 50
NOISE_PX = 0.012


def test_no_way_of_leaning_is_missed() -> None:
    """From the level, where both ways meet, four of these ended far from either."""
    camera = default_camera(default_frame(120, 100), (3840, 2160))
    own = own_corners([Mount(along_cm=-2.0, across_cm=0.0, height_cm=0.31, size_cm=1.5)] * MANY, 1.0)
    dice = np.random.default_rng(0)
    true = np.zeros((MANY, PARAMETERS))
    true[:, X], true[:, Y] = dice.uniform(10, 110, MANY), dice.uniform(10, 90, MANY)
    true[:, Z], true[:, HEADING] = dice.uniform(0, 5, MANY), dice.uniform(-np.pi, np.pi, MANY)
    way, tilt = dice.uniform(0, 2 * np.pi, MANY), np.radians(dice.uniform(8, 22, MANY))
    true[:, TILT_X], true[:, TILT_Y] = tilt * np.cos(way), tilt * np.sin(way)
    corners = corners_at(true, own)
    px = camera.project(corners.reshape(-1, 3)).reshape(MANY, 4, 2) + bend_px(camera, corners)
    whitening = np.linalg.inv(np.linalg.cholesky(np.eye(8) * NOISE_PX**2 + phase_spread(px, 6)))
    seen = Seen(camera, px, whitening, own)
    flat = true.copy()
    flat[:, [Z, TILT_X, TILT_Y]] = 0
    level = fit(seen, flat, (X, Y, Z, HEADING)).poses
    _, _, one, other, *_ = guesses_of(seen, level, ())
    nearest = np.minimum(misfit(seen, one.fitted.poses), misfit(seen, other.fitted.poses))
    assert nearest.max() < 0.1


def test_a_stand_is_turned_by_its_heading_and_then_leans() -> None:
    dice = np.random.default_rng(1)
    tilts, headings = dice.normal(size=(FEW, 2)), dice.uniform(-np.pi, np.pi, FEW)
    tilts[0] = 0.0
    for tilt, heading, found in zip(tilts, headings, turned(tilts, headings), strict=True):
        lean, turn = (cv2.Rodrigues(np.array(axis))[0] for axis in ([*tilt, 0.0], [0.0, 0.0, heading]))
        assert found == pytest.approx(lean @ turn, abs=1e-9)
