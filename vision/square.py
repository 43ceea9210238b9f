"""A marker as a square in space: its corners in table cm, and how a lens bends it."""

import math

import numpy as np
from numpy.typing import NDArray

from table.frame import FrameMarker
from table.vectors import unit
from vision.camera import Camera
from vision.homography import homographies, through

Floats = NDArray[np.float64]

_REACH = np.linspace(-0.1, 1.1, 6)  # the part of marker and margin that the alignment looks at, in sides
_GRID = np.array([(u, v) for v in _REACH for u in _REACH])
_WEIGHTS = np.stack(
    [
        (1 - _GRID[:, 0]) * (1 - _GRID[:, 1]),
        _GRID[:, 0] * (1 - _GRID[:, 1]),
        _GRID[:, 0] * _GRID[:, 1],
        (1 - _GRID[:, 0]) * _GRID[:, 1],
    ],
    axis=1,
)
_SHIFTS = np.linalg.pinv(_WEIGHTS)


def square_corners(x: float, y: float, height_cm: float, heading_deg: float, size_cm: float) -> Floats:
    """Return a level marker's corners (4, 3) in table cm, in ArUco order; its heading is its top edge's."""
    up = np.array(unit(heading_deg)) * size_cm / 2
    right = np.array([up[1], -up[0]])
    flat = np.array([x, y]) + np.array([up - right, up + right, right - up, -up - right])
    return np.column_stack([flat, np.full(4, height_cm)])


def frame_corners(marker: FrameMarker) -> Floats:
    """Return a frame marker's corners (4, 3) in table cm."""
    return square_corners(marker.x, marker.y, marker.height_cm, marker.heading_deg, marker.size_cm)


def bend_px(camera: Camera, corners_cm: Floats) -> Floats:
    """Return how far the lens bends corners (M, 4, 3) away from where they are *seen*: (M, 4, 2) px.

    A marker is found as the picture of a flat square under perspective. Under a lens it is none: a barrel bows its
    edges. What fits best then has corners at ``project(corners) + bend``; a marker of 100 px near the picture's edge
    bends by 0.05 px.
    """
    grid = np.einsum("kc,mcd->mkd", _WEIGHTS, corners_cm)  # a square in space: bilinear is exact
    bent = camera.project(grid.reshape(-1, 3)).reshape(len(corners_cm), -1, 2)
    tips = camera.project(corners_cm.reshape(-1, 3)).reshape(-1, 4, 2)
    flat = _flat_picture(tips)
    return np.asarray(np.einsum("ck,mkd->mcd", _SHIFTS, bent - flat))


def _flat_picture(tips: Floats) -> Floats:
    """Return where the grid would lie if the corners' picture were a plain perspective one."""
    return through(homographies(np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]), tips), _GRID)


def fit_square(corners_cm: Floats, size_cm: float) -> tuple[float, float, float, float]:
    """Fit a square of known size to corners (4, 2) on its plane: x, y (cm), heading (deg), rms misfit (cm)."""
    centre = corners_cm.mean(axis=0)
    arms = corners_cm - centre
    home = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]]) * size_cm / 2  # heading 0, along +x
    turn = math.atan2(float((home[:, 0] * arms[:, 1] - home[:, 1] * arms[:, 0]).sum()), float((home * arms).sum()))
    c, s = math.cos(turn), math.sin(turn)
    misfit = arms - home @ np.array([[c, s], [-s, c]])
    return float(centre[0]), float(centre[1]), math.degrees(turn), float(np.sqrt((misfit**2).sum(axis=1).mean()))
