"""A camera's sensor and its processing: light from the lens in, the 8-bit picture that a webcam sends out."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from simulation.synthetic.processing import (
    Demosaicing,
    Subsampling,
    compressed,
    demosaiced,
    mosaic,
    rolled,
    sharpened,
    smoothed,
    steadied,
    toned,
)
from table.errors import BadInput
from vision.arrays import Light, Picture

_MAINS_HZ = 100.0  # a lamp on 50 Hz flashes twice a period
_SLOWLY = 0.9  # of the exposure's error that is left a frame later
_LIMITS = {
    "exposure": (0.01, 10), "electrons": (10, 1e6), "read_noise": (0, 500), "flare": (0, 0.5), "hunting": (0, 0.5),
    "flicker": (0, 0.9), "readout_s": (0, 0.2), "frame_s": (0.001, 1), "shake_px": (0, 30), "black": (0, 0.5),
    "gamma": (0.5, 4), "contrast": (0, 1), "steady": (0, 0.95), "smooth": (0, 60), "sharpen": (0, 5),
    "sharpen_px": (0.3, 10), "quality": (1, 100),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sensor:
    """One camera's sensor and processing, in the order in which they change a picture; the defaults do the least.

    ``exposure`` multiplies the light, of which 1 is full; it wanders by ``hunting`` of itself (one standard deviation)
    from frame to frame. ``flicker`` is the swing of mains light, read row by row within ``readout_s``; ``shake_px`` how
    far the picture moves meanwhile, another way each frame (one standard deviation). ``flare`` is the share of all
    light that the lens strews evenly. A pixel is full with ``electrons`` and read with ``read_noise`` of them;
    ``gains`` are the white balance's (blue, green, red). Light up to ``black`` is black; ``gamma`` and ``contrast`` are
    the tone curve's. ``steady`` is how much of the frame before is kept where nothing moves, ``smooth`` the noise in
    grey levels that is smoothed away, ``sharpen`` how much of what a blur by ``sharpen_px`` takes is added once more,
    ``quality`` the JPEG's. Raises BadInput.
    """

    exposure: float = 1.0
    hunting: float = 0.0
    flicker: float = 0.0
    readout_s: float = 0.025
    frame_s: float = 1 / 30
    shake_px: float = 0.0
    flare: float = 0.0
    electrons: float = 10_000.0
    read_noise: float = 2.0
    gains: tuple[float, float, float] = (1.7, 1.0, 1.5)
    demosaicing: Demosaicing = "bilinear"
    black: float = 0.0
    gamma: float = 2.2
    contrast: float = 0.0
    steady: float = 0.0
    smooth: float = 0.0
    sharpen: float = 0.0
    sharpen_px: float = 1.0
    quality: int = 95
    subsampling: Subsampling = "4:2:0"

    def __post_init__(self) -> None:
        for key, (low, high) in _LIMITS.items():
            value = getattr(self, key)
            if not low <= value <= high:
                raise out_of_limits(key, low, high, value)
        if not all(1 <= gain <= 8 for gain in self.gains):
            raise out_of_limits("gains", 1, 8, self.gains)


def out_of_limits(key: str, low: float, high: float, value: object) -> BadInput:
    """Return the error of a synthetic picture's setting that is not from ``low`` to ``high``."""
    return BadInput("a synthetic picture's {key} must be from {low} to {high}, got {value}",
                    key=key, low=low, high=high, value=value)  # fmt: skip


class Readout:
    """A sensor that takes one picture after another; the same dice give the same pictures."""

    def __init__(self, sensor: Sensor, dice: np.random.Generator) -> None:
        self._sensor, self._dice = sensor, dice
        self._off = float(dice.normal())
        self._phase = float(dice.uniform(0, 2 * math.pi))
        self._frames = 0
        self._before: Light | None = None

    def frame(self, light: Light) -> Picture:
        """Return the picture (H, W, 3) of light from the lens (H, W, 3); the light is left as it is."""
        it = self._sensor
        if it.shake_px:
            right, down = self._dice.normal(0, it.shake_px, 2).tolist()
            light = rolled(light, (right, down))
        light = light * (self._exposure() * self._flicker(light.shape[0]))
        if it.flare:
            light += np.float32(it.flare) * (light.mean(axis=(0, 1)) - light)
        pixels = mosaic(light, it.electrons, it.read_noise, np.array(it.gains), self._dice)
        level = toned(demosaiced(pixels, it.demosaicing), it.black, it.gamma, it.contrast)
        if it.steady:
            if self._before is not None:
                level = steadied(level, self._before, it.steady)
            self._before = level
        if it.smooth:
            level = smoothed(level, it.smooth)
        if it.sharpen:
            level = sharpened(level, it.sharpen, it.sharpen_px)
        self._frames += 1
        return compressed(level, it.quality, it.subsampling)

    def of_picture(self, picture: Picture, gamma: float) -> Picture:
        """Return the picture (H, W, 3) of light that was already coded to the power of 1 / ``gamma``, without noise.

        The picture may be grey (H, W). Light is in steps of its levels then: use ``frame`` where there is light itself.
        """
        light = cv2.LUT(picture, ((np.arange(256) / 255) ** gamma).astype(np.float32))
        return self.frame(np.repeat(light[..., None], 3, axis=2) if light.ndim == 2 else np.asarray(light, np.float32))

    def _exposure(self) -> np.float32:
        """Return this frame's exposure: the camera corrects an error slowly and makes new ones."""
        self._off = _SLOWLY * self._off + math.sqrt(1 - _SLOWLY**2) * float(self._dice.normal())
        return np.float32(self._sensor.exposure * math.exp(self._sensor.hunting * self._off))

    def _flicker(self, rows: int) -> Light:
        """Return the mains light of each row, (rows, 1, 1)."""
        it = self._sensor
        time_s = self._frames * it.frame_s + np.arange(rows) * (it.readout_s / rows)
        swing = 1 + it.flicker * np.sin(2 * math.pi * _MAINS_HZ * time_s + self._phase)
        return np.asarray(swing[:, None, None], np.float32)
