"""How far the whole picture jumped since the last good frame: a camera that was knocked, or a table."""

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Light, Picture

_WIDTH = 480
_CLEAR = 0.15
"""How plain the best shift must be; two pictures that have nothing in common give less."""


class Jolt:
    """Keeps the last good frame, and compares only when asked: a frame in which all is well costs nothing."""

    def __init__(self) -> None:
        self._last: Picture | None = None

    def keep(self, grey: Grey) -> None:
        """Remember a frame (H, W) in which everything was found."""
        self._last = grey

    def shift_px(self, grey: Grey) -> Floats | None:
        """Return by how much (2,) px this frame is shifted against the one kept, None if that is not plain."""
        if self._last is None or self._last.shape != grey.shape:
            return None
        factor = max(1.0, grey.shape[1] / _WIDTH)
        before, now = (_small(picture, factor) for picture in (self._last, grey))
        window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
        shift, clear = cv2.phaseCorrelate(before, now, window)
        return np.array(shift) * factor if clear > _CLEAR else None


def _small(grey: Grey, factor: float) -> Light:
    size = (round(grey.shape[1] / factor), round(grey.shape[0] / factor))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
