"""Tone curves: what grey level a camera makes of linear light."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.look import Tone

Light = NDArray[np.float32]
_STEPS = 65535  # a 16-bit table: finer than any grey level, also in the dark where curves are steep
_FILM = 0.5


def coded(light: Light, tone: Tone, gamma: float) -> Light:
    """Return light of any shape as grey levels, 0 to 1; what is brighter than 1 is cut off."""
    clipped = np.clip(light, 0, 1)
    if tone == "power":
        return np.asarray(cv2.pow(clipped, 1 / gamma), np.float32)
    return np.asarray(_curve(tone)[np.rint(clipped * np.float32(_STEPS)).astype(np.uint16)], np.float32)


def curve(light: NDArray[np.float64], tone: Tone, gamma: float = 2.2) -> NDArray[np.float64]:
    """Return the same exactly, for light between 0 and 1."""
    if tone == "power":
        return np.asarray(light ** (1 / gamma))
    level = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)
    if tone == "film":
        level = level + _FILM * (level**2 * (3 - 2 * level) - level)
    return np.asarray(level)


@lru_cache(maxsize=4)
def _curve(tone: Tone) -> Light:
    return curve(np.arange(_STEPS + 1) / _STEPS, tone).astype(np.float32)
