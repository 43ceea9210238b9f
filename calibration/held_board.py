"""How the calibration board is held in one picture: where, how large, which way it is tilted."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np

from calibration.charuco import BoardSpec, BoardView
from calibration.coverage import seen_cells
from vision.arrays import Bools, Floats

Tilt = Literal["flat", "left", "right", "up", "down"]
"""The edge of the board that is nearest to the camera, as the picture shows it."""

TILTED_DEG = 12.0
_FOCAL = 0.8  # of the picture's width: a guess does, for it is the side that counts, not the angle


@dataclass(frozen=True, eq=False)
class HeldBoard:
    """One look at the board: the cells of the picture that it covers (coverage.py), its middle and its size.

    ``middle`` and ``share`` are shares of the picture's width and height, and of its area. Both are the whole board's,
    where a part of it is out of the picture, too.
    """

    cells: Bools
    middle: tuple[float, float]
    share: float
    tilt: Tilt


@lru_cache(maxsize=64)  # the pictures taken are asked for again at each look
def held_board(spec: BoardSpec, view: BoardView) -> HeldBoard:
    """Return how the board is held, without knowing the lens."""
    size = np.array(view.size_px, dtype=np.float64)
    shares = view.corners_px / size
    x, y = _middle_px(spec, view) / size
    whole = (spec.columns - 1) * (spec.rows - 1) / len(view.ids)
    area = whole * float(cv2.contourArea(cv2.convexHull(shares.astype(np.float32))))
    return HeldBoard(seen_cells([view]) > 0, (float(x), float(y)), area, _tilt(spec, view))


def moved_px(before: BoardView, now: BoardView) -> float:
    """Return how far the board has moved between two looks, by the corner that moved most; inf for another part."""
    _, old, new = np.intersect1d(before.ids, now.ids, return_indices=True)
    if 2 * len(old) < max(len(before.ids), len(now.ids)):
        return np.inf
    return float(np.linalg.norm(before.corners_px[old] - now.corners_px[new], axis=1).max())


def _middle_px(spec: BoardSpec, view: BoardView) -> Floats:
    """Return where the board's middle is, or would be outside the picture (2,)."""
    corners = spec.corners_cm()
    straight, _ = cv2.findHomography(corners[view.ids], view.corners_px)
    if straight is None:  # one row of corners
        return np.asarray(view.corners_px.mean(axis=0))
    return np.asarray(cv2.perspectiveTransform(corners.mean(axis=0)[None, None], straight)[0, 0])


def _tilt(spec: BoardSpec, view: BoardView) -> Tilt:
    width, height = view.size_px
    corners = np.column_stack([spec.corners_cm()[view.ids], np.zeros(len(view.ids))])
    if min(np.ptp(corners[:, 0]), np.ptp(corners[:, 1])) < spec.square_cm / 2:
        return "flat"  # one row of corners tilts no way that can be told
    guess = np.array([[_FOCAL * width, 0, width / 2], [0, _FOCAL * width, height / 2], [0, 0, 1]])
    _, turn, _ = cv2.solvePnP(corners, view.corners_px, guess, np.zeros(4))
    right, down, ahead = np.asarray(cv2.Rodrigues(turn)[0])[:, 2]
    if np.degrees(np.arccos(np.clip(abs(ahead), 0, 1))) < TILTED_DEG:
        return "flat"
    # Where the board's depth grows to the right, its left edge is the near one.
    right, down = np.array([right, down]) * -np.sign(ahead)
    if abs(right) > abs(down):
        return "left" if right > 0 else "right"
    return "up" if down > 0 else "down"
