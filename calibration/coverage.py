"""How well a set of board pictures covers the picture and the angles."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.charuco import BoardView
from vision.arrays import Floats, Indices

COLUMNS, ROWS = 10, 6


def seen_cells(views: Sequence[BoardView]) -> Indices:
    """Return how many pictures saw the board in each cell of the picture, (ROWS, COLUMNS), top left first.

    A cell counts where its middle lies within the hull of a view's corners, or a corner lies in it.
    """
    counts = np.zeros((ROWS, COLUMNS), dtype=np.intp)
    for view in views:
        width, height = view.size_px
        scaled = view.corners_px / (width, height) * (COLUMNS, ROWS)
        here = np.zeros((ROWS, COLUMNS), dtype=bool)
        column, row = (np.clip(scaled[:, k].astype(int), 0, most - 1) for k, most in ((0, COLUMNS), (1, ROWS)))
        here[row, column] = True
        hull = cv2.convexHull(scaled.astype(np.float32))
        for y in range(ROWS):
            for x in range(COLUMNS):
                here[y, x] |= cv2.pointPolygonTest(hull, (x + 0.5, y + 0.5), False) >= 0
        counts += here
    return counts


def coverage(views: Sequence[BoardView]) -> float:
    """Return the share of the picture's cells in which the board was seen."""
    return float((seen_cells(views) > 0).mean())


def widest_angle_deg(turns: Floats) -> float:
    """Return the largest angle between the board's normals, seen from the camera, for Rodrigues turns (V, 3)."""
    normals = np.array([np.asarray(cv2.Rodrigues(turn)[0])[:, 2] for turn in turns])
    return float(np.degrees(np.arccos(np.clip(normals @ normals.T, -1, 1).min())))
