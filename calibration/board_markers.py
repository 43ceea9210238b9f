"""A board's markers, found as those of stands are: they show how exact a camera's pictures are."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lattice import lattice_of
from vision.arrays import Floats, Grey, Indices
from vision.homography import areas
from vision.known_markers import Follower
from vision.tone import USUAL, Tone

_NEAR = 0.71  # squares from a marker's middle to the inner corners round it: only between those is its place known
_PLAIN = 0.9  # agreement: with less something covers it, or it is out of focus
_WHOLE = 0.01  # the share of one that may be covered
_LEAST_PX = 12.0  # a marker's side: stands' are not smaller


@dataclass(frozen=True, eq=False)
class BoardMarkers:
    """Markers of a board in one picture: ids (M,), where they are printed (M, 4, 2) cm, and where they are seen.

    ``corners_px`` (M, 4, 2) have covariances (M, 8, 8) px². ``tone`` is the picture's.
    """

    ids: Indices
    places_cm: Floats
    corners_px: Floats
    covariance_px: Floats
    tone: Tone = USUAL


def board_markers(
    grey: Grey, board: cv2.aruco.CharucoBoard, follower: Follower, ids: Indices, corners_px: Floats
) -> BoardMarkers:
    """Return the markers plainly seen between the board's inner corners ``ids`` (N,), which are at (N, 2) px."""
    square = board.getSquareLength()
    grid = np.asarray(board.getChessboardCorners(), dtype=np.float64)[ids, :2] / square
    places = np.asarray(board.getObjPoints(), dtype=np.float64)[:, :, :2]
    numbers = np.asarray(board.getIds(), dtype=np.intp).ravel()
    away = np.linalg.norm(places.mean(axis=1)[:, None] / square - grid[None], axis=2)
    within = np.flatnonzero((away < _NEAR).sum(axis=1) == 4)
    places, numbers = places[within], numbers[within]
    expected = lattice_of(grid, corners_px, places.reshape(-1, 2) / square).corners_px.reshape(-1, 4, 2)
    large = np.sqrt(np.abs(areas(expected))) > _LEAST_PX
    places, numbers, expected = places[large], numbers[large], expected[large]
    tone = follower.tone(grey, numbers, expected) or USUAL
    seen = follower.follow(tone.evened(grey), numbers, expected)
    plain = np.flatnonzero((seen.agreement > _PLAIN) & (seen.hidden < _WHOLE))
    return BoardMarkers(numbers[plain], places[plain], seen.corners_px[plain], seen.covariance_px[plain], tone)
