"""From light on the table to grey levels: lens blur and tone curve."""

import cv2
import numpy as np

from simulation.synthetic.coverage import Box
from simulation.synthetic.ink import blur_reach_px, blurred
from vision.arrays import Light, Picture


class Optics:
    """What a camera with a blur and a gamma makes of light; ``reach`` is how many pixels far any of it is spread."""

    def __init__(self, blur_px: float, gamma: float) -> None:
        self._blur_px, self._gamma = blur_px, gamma
        self.reach = blur_reach_px(blur_px)

    def levels(self, light: Light, fine: Light, window: Box) -> Picture:
        """Return the grey levels of a window's light before the lens, (h, w, 3) or (h, w), and what is fine (h, w)."""
        clipped = np.clip(self.exposed(light, fine, window), 0, 1)
        return np.asarray(np.rint(cv2.pow(clipped, 1 / self._gamma) * 255), np.uint8)

    def exposed(self, light: Light, fine: Light, window: Box) -> Light:  # noqa: ARG002 - a room's light lies in places
        """Return the same as the light that reaches the sensor."""
        return self.through_lens(light, fine)

    def through_lens(self, light: Light, fine: Light) -> Light:
        """Return light as the lens blurs it, with what is fine in it."""
        if self._blur_px:
            light = blurred(light, self._blur_px)
            light += fine[..., None] if light.ndim == 3 else fine
        return light
