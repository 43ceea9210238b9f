"""Sensor noise, cheap enough for every frame."""

import cv2
import numpy as np

from simulation.synthetic.coverage import Box
from simulation.synthetic.look import Look
from vision.arrays import Picture

_SHIFT_PX = 97


class Noise:
    """A look's noise, rounded to whole grey levels.

    A sheet larger than the picture is thrown once, and each frame takes another window of it, chosen by chance: two
    frames have independent noise at a pixel unless they chance on the same of 9,604 windows. It costs two additions.
    """

    def __init__(self, picture: Box, look: Look, dice: np.random.Generator) -> None:
        self._dice = dice
        self._more: Picture | None = None
        noise = look.sensor_noise((picture.height + _SHIFT_PX, picture.width + _SHIFT_PX, 3), dice)
        if noise is not None:
            levels = np.rint(noise)
            self._more = np.clip(levels, 0, 255).astype(np.uint8)
            self._less = np.clip(-levels, 0, 255).astype(np.uint8)

    def add_to(self, picture: Picture) -> Picture:
        """Return a noisy copy of a picture (H, W, 3); the picture itself is left as it is."""
        if self._more is None:
            return picture.copy()
        height, width = picture.shape[:2]
        top, left = self._dice.integers(0, _SHIFT_PX + 1, 2)
        window = (slice(top, top + height), slice(left, left + width))
        noisy = cv2.add(picture, self._more[window])
        return np.asarray(cv2.subtract(noisy, self._less[window], dst=noisy), np.uint8)
