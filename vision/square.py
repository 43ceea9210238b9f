"""A marker as a square in space: its corners in table cm, and how a lens bends it."""

from dataclasses import dataclass

import numpy as np

from table.frame import FrameMarker
from vision.arrays import Floats
from vision.camera import Camera
from vision.homography import square_to_quads, through
from vision.kernels.alignment import USUAL_BLUR_PX
from vision.kernels.squares import lay_squares

_REACH = np.linspace(-0.1, 1.1, 7)  # the part of marker and margin that the alignment looks at, in sides
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
_TIPS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_SLANTED = np.array([[-2.5, 6.0], [6.0, -2.5]])
"""By how much uneven blur pulls a pattern's sides and its skew: fitted on rendered tables at three blurs and two sizes
(benchmarks/hill_pictures.py); pictures of another renderer bear it out.
"""


def square_corners(x: float, y: float, height_cm: float, heading_deg: float, size_cm: float) -> Floats:
    """Return a level marker's corners (4, 3) in table cm, in ArUco order; its heading is its top edge's."""
    ones = np.ones(1)
    corners = squares_corners(np.array([[x, y]]), height_cm * ones, heading_deg * ones, size_cm * ones)
    return np.asarray(corners[0])


def squares_corners(places_cm: Floats, heights_cm: Floats, headings_deg: Floats, sizes_cm: Floats) -> Floats:
    """Return the corners (M, 4, 3) of level markers at ``places_cm`` (M, 2), the rest (M,): see `square_corners`."""
    turn = np.radians(headings_deg)
    up = np.stack([np.cos(turn), np.sin(turn)], axis=1) * sizes_cm[:, None] / 2
    right = np.stack([up[:, 1], -up[:, 0]], axis=1)
    flat = places_cm[:, None] + np.stack([up - right, up + right, right - up, -up - right], axis=1)
    return np.concatenate([flat, np.broadcast_to(heights_cm[:, None, None], (len(flat), 4, 1))], axis=2)


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


def slant_px(corners_px: Floats) -> Floats:
    """Return how far corners (M, 4, 2) of markers that are seen slantwise are found off where they are, px.

    A picture is blurred alike every way, the pattern that is laid on it alike along both sides of the marker. So
    a rhombus is found less skew than it is, and a flat one flatter: by 0.02 px at a slant of 20 degrees, which is
    half a sigma of a marker on the table and two of one that leans.
    """
    sides = np.stack([corners_px[:, 1] - corners_px[:, 0], corners_px[:, 3] - corners_px[:, 0]], axis=2)
    blurs = np.linalg.inv(sides.transpose(0, 2, 1) @ sides)
    uneven = blurs - np.trace(blurs, axis1=1, axis2=2)[:, None, None] / 2 * np.eye(2)
    moved = sides @ (uneven * _SLANTED) @ _TIPS.T
    return np.asarray(USUAL_BLUR_PX**2 * moved.transpose(0, 2, 1))


def _flat_picture(tips: Floats) -> Floats:
    """Return where the grid would lie if the corners' picture were a plain perspective one."""
    return through(square_to_quads(tips), _GRID)


@dataclass(frozen=True, eq=False)
class FittedSquares:
    """M squares, each on its plane: centres (M, 2) cm, headings and rms misfits (M,), trust in each corner (M, 4)."""

    centres_cm: Floats
    headings_deg: Floats
    misfits_cm: Floats
    trust: Floats


def fit_squares(corners_cm: Floats, sizes_cm: Floats) -> FittedSquares:
    """Fit squares of known sizes (M,) to corners (M, 4, 2) on their planes; a corner that is covered hardly counts."""
    count = len(corners_cm)
    centres, turns, misfits, trust = np.empty((count, 2)), np.empty(count), np.empty(count), np.empty((count, 4))
    corners, sizes = (np.ascontiguousarray(it, dtype=np.float64) for it in (corners_cm, sizes_cm))
    lay_squares(corners, sizes, centres, turns, misfits, trust)
    return FittedSquares(centres, np.degrees(turns), misfits, trust)
