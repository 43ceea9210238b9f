"""Where markers may be: quadrilaterals with a dark border, found by OpenCV's detector."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_SIDE_PX = 8.0
"""Below this a module is not much more than a pixel: nothing can be read there."""


def _detector(dictionary: cv2.aruco.Dictionary, width_px: int) -> cv2.aruco.ArucoDetector:
    tuned = cv2.aruco.DetectorParameters()
    # OpenCV's default misses whatever is less than 3 % of the picture around: at 4K a 15 mm marker (figures.md).
    tuned.minMarkerPerimeterRate = 4 * LEAST_SIDE_PX / width_px
    tuned.adaptiveThreshWinSizeMin = 3
    tuned.adaptiveThreshWinSizeMax = 33
    tuned.adaptiveThreshWinSizeStep = 6
    tuned.adaptiveThreshConstant = 5
    tuned.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    tuned.errorCorrectionRate = 1.0
    return cv2.aruco.ArucoDetector(dictionary, tuned)


def propose(grey: NDArray[np.uint8], dictionary: cv2.aruco.Dictionary) -> Floats:
    """Return (N, 4, 2) corners in px, clockwise as seen, of whatever may be a marker: read or refused by OpenCV.

    Which id a quadrilateral carries, and whether any, is not taken from OpenCV: with one threshold it cannot decode
    modules of 2.5 px, and it has read clutter as a marker (../shared/figures.md).
    """
    height, width = grey.shape
    read, _, refused = _detector(dictionary, max(width, height)).detectMarkers(grey)
    quads = [np.asarray(q, dtype=np.float64).reshape(4, 2) for q in (*read, *refused)]
    if not quads:
        return np.zeros((0, 4, 2))
    return _without_twins(np.stack(quads))


def _without_twins(quads: Floats) -> Floats:
    """Drop quads that repeat an earlier one (same centre and size within a tenth of its side)."""
    centres = quads.mean(axis=1)
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)
    near = np.linalg.norm(centres[:, None] - centres[None], axis=2) < 0.1 * sides[:, None]
    alike = np.abs(sides[:, None] - sides[None]) < 0.1 * sides[:, None]
    twin_of_earlier = np.tril(near & alike, -1).any(axis=1)
    return np.asarray(quads[~twin_of_earlier])
