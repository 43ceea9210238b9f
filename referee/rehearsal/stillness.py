"""Whether the table is at rest, from one picture to the next."""

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Rest = Literal["hands", "settling", "still"]

SMALL_PX = (192, 108)
CHANGED_LEVELS = 10
"""How many grey levels of 255 a small pixel must change by: far above noise, far below a sleeve."""
MOVING_SHARE = 0.0008
"""The share of the picture that changes from one frame to the next while something moves over it."""
HAND_SHARE = 0.008
"""The share that differs from the table at rest while a hand lies still over it; a lifted tank is a quarter of it."""
CALM_FRAMES = 2
"""So many frames alike, and the table is taken to be at rest."""


class Stillness:
    """Looks at each picture as it comes; ``rest`` of the first is still."""

    def __init__(self) -> None:
        self._before: NDArray[np.uint8] | None = None
        self._at_rest: NDArray[np.uint8] | None = None
        self._calm = CALM_FRAMES
        self._waited = 0

    def rest(self, picture: NDArray[np.uint8]) -> Rest:
        """Say how the table is, given the next picture: BGR or grey, (height, width[, 3])."""
        grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        small = np.asarray(cv2.resize(grey, SMALL_PX, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        moving = self._before is not None and _changed_share(small, self._before) > MOVING_SHARE
        self._before = small
        self._calm = 0 if moving else self._calm + 1
        if moving:
            return "hands"
        if self._at_rest is not None and _changed_share(small, self._at_rest) > HAND_SHARE and self._waited < 40:
            # A large change that stays is no hand but a new table (a lamp, a moved house): after a while believe it.
            self._waited += 1
            return "hands"
        if self._calm < CALM_FRAMES:
            return "settling"
        self._at_rest, self._waited = small, 0
        return "still"


def _changed_share(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    return float(np.mean(cv2.absdiff(one, other) > CHANGED_LEVELS))
