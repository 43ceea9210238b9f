"""Light smeared by motion: what moved over the sensor while the picture was exposed."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]

_STEPS = 64  # places of what moves that are added up


def motion_kernel(motion_px: tuple[float, float]) -> Light:
    """Return the kernel (odd, odd) of what moved so far (right, down), evenly; its middle is its mean."""
    right, down = motion_px
    reach = math.ceil(max(abs(right), abs(down)) / 2) + 1
    share = (np.arange(_STEPS) + 0.5) / _STEPS - 0.5
    x, y = share * right + reach, share * down + reach
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1))
    for more_x, more_y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        weight = np.abs(1 - more_x - (x - column)) * np.abs(1 - more_y - (y - row))
        np.add.at(kernel, (row + more_y, column + more_x), weight)
    return np.asarray(kernel / kernel.sum(), np.float32)


def smeared(light: Light, kernel: Light, outside: float | None = None) -> Light:
    """Return light (h, w) or (h, w, n) smeared; ``outside`` is what lies beyond its border (None: as its edge)."""
    if outside is None:
        return np.asarray(cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
    # Light less what is outside: 0 there, which is how OpenCV pads.
    kept = cv2.filter2D(light - np.float32(outside), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(kept, np.float32).reshape(light.shape) + np.float32(outside)
