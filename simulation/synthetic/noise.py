"""Sensor noise, cheap enough for every frame."""

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.coverage import Box
from simulation.synthetic.look import Look
from simulation.synthetic.optics import sharpened

Picture = NDArray[np.uint8]
_SHIFT_PX = 97
_BLOTCH_PX = 1.5
_GREY = np.array([0.114, 0.587, 0.299], np.float32)  # what blue, green and red are worth in grey


class Noise:
    """Normal noise of the look's standard deviation in grey levels, rounded to whole levels, and its colour blotches.

    Where the camera sharpens, it sharpens the noise as well. A sheet larger than the picture is thrown once, and each
    frame takes another window of it, chosen by chance: two frames have independent noise at a pixel unless they chance
    on the same of 9,604 windows. It costs two additions.
    """

    def __init__(self, picture: Box, look: Look, dice: np.random.Generator) -> None:
        self._dice = dice
        self._more: Picture | None = None
        if look.noise > 0 or look.colour_noise > 0:
            shape = (picture.height + _SHIFT_PX, picture.width + _SHIFT_PX, 3)
            noise = dice.standard_normal(shape, dtype=np.float32) * np.float32(look.noise)
            if look.colour_noise:
                noise += _blotches(shape, dice) * np.float32(look.colour_noise)
            if look.sharpen:
                noise = sharpened(noise, look)
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


def _blotches(shape: tuple[int, int, int], dice: np.random.Generator) -> NDArray[np.float32]:
    """Return soft noise (H, W, 3) of standard deviation 1 over all colours that leaves the grey as it is."""
    soft = np.asarray(cv2.GaussianBlur(dice.standard_normal(shape, dtype=np.float32), (0, 0), _BLOTCH_PX), np.float32)
    soft -= (soft @ _GREY)[..., None]
    return np.asarray(soft / soft.std(), np.float32)
