"""The picture as a whole: made small; standing still for ever, black, or burnt out."""

import cv2
import numpy as np

from vision.arrays import Grey
from vision.watchman.baseline import Lasting
from vision.watchman.watch import Notice

FROZEN_S, FROZEN_LOOKS = 1.5, 4  # a live camera's noise never repeats
BLACK, WHITE = 20.0, 225.0  # mean grey level of a picture in which nothing is recognised
BURNT_LEVEL, BURNT_SHARE = 251, 0.3
_ROWS = 24  # rows of the picture that are compared with the last one's


class PictureWatch:
    """Looks at each picture as a whole."""

    def __init__(self) -> None:
        self._rows: Grey | None = None
        self._same_since_s: float | None = None
        self._same = 0
        self._black, self._burnt = Lasting(2), Lasting(2)

    def look(self, grey: Grey, small: Grey, recognised: bool, time_s: float) -> list[Notice]:
        """Return what is wrong with a picture (H, W) and its small copy, in which the frame was recognised or not."""
        notices = []
        frozen_s = self._frozen_s(grey, time_s)
        if frozen_s is not None and frozen_s >= FROZEN_S and self._same >= FROZEN_LOOKS:
            notices.append(Notice("picture_frozen", {"seconds": round(frozen_s, 1)}))
        level, burnt = float(small.mean()), float((small >= BURNT_LEVEL).mean())
        if self._black(not recognised and level < BLACK):
            notices.append(Notice("too_dark", {"level": round(level)}))
        if self._burnt(burnt > BURNT_SHARE or (not recognised and level > WHITE)):
            notices.append(Notice("overexposed", {"share": round(burnt, 2)}))
        return notices

    def _frozen_s(self, grey: Grey, time_s: float) -> float | None:
        rows = grey[:: max(1, grey.shape[0] // _ROWS)].copy()
        same = self._rows is not None and self._rows.shape == rows.shape and np.array_equal(rows, self._rows)
        self._rows = rows
        if not same:
            self._same_since_s, self._same = time_s, 0
        else:
            self._same += 1
        return None if self._same_since_s is None else time_s - self._same_since_s


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
