"""A picture made small: quick, and every pixel counts, so that noise goes down and fine texture does not flicker."""

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

WIDEST_PX = 320


def small_picture(grey: Grey) -> tuple[Grey, int]:
    """Return a grey picture (H, W) as the means of squares of ``step`` x ``step`` px, and that step (a power of 2).

    By halves: OpenCV's INTER_AREA at a factor of two is so quick that 4K takes 0.3 ms, where one go takes 1.7.
    """
    step = 1
    while grey.shape[1] // 2 >= 16 and grey.shape[0] // 2 >= 16 and grey.shape[1] > WIDEST_PX:
        height, width = grey.shape[0] // 2, grey.shape[1] // 2
        grey = np.asarray(cv2.resize(grey[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA))
        step *= 2
    return np.asarray(grey, dtype=np.uint8), step
