"""How a picture's light changes by itself: exposure that hunts, and bands of mains light under a rolling shutter."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey

BANDS = 120
"""So many bands of rows tell how bright a picture is from top to bottom."""
_FEW = 6  # frames
_CYCLES = np.arange(0.5, BANDS / 5, 0.02)  # periods of mains light in a picture that are tried
_LEAST, _SHARE = 0.0008, 0.6  # a swing, of the brightness; what it must explain of all that differs from row to row
# Of lamps each frame has about the same swing, and its phase goes round; of what comes into the picture and goes not.
_EVEN, _ROUND = 0.5, 0.6


@dataclass(frozen=True, slots=True)
class LightChange:
    """By what share of itself brightness (grey levels) differs from frame to frame, one sigma, and from row to row.

    That from row to row is of lamps that pulse: ``swing`` is how far from the mean to its brightest, and ``period`` how
    much of the picture's height one pulse takes; None where there are no such bands, or they stand still: then they
    look like a part of the scene.
    """

    hunting: float
    swing: float | None = None
    period: float | None = None

    def readout_s(self, pulses_hz: float) -> float | None:
        """Return how long reading a picture from its first row to its last takes, by lamps that pulse so often."""
        return None if self.period is None else 1 / (self.period * pulses_hz)


def bands_of_light(grey: Grey) -> Floats:
    """Return how bright each of some bands of rows of a grey picture is on average (BANDS,), grey levels."""
    rows = cv2.reduce(grey, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)
    return np.asarray(cv2.resize(rows, (1, BANDS), interpolation=cv2.INTER_AREA), np.float64).ravel()


def light_change(bands: Floats) -> LightChange | None:
    """Return how the brightness of frames (F, BANDS) of a still scene changes; None for too few frames or no light."""
    if len(bands) < _FEW or bands.min() <= 0:
        return None
    off = np.log(bands)
    off -= off.mean(axis=0)
    common = off.mean(axis=1)
    rows = off - common[:, None]
    told = np.square(rows).sum(axis=1)
    waves = _waves()
    best = int(np.argmax(np.square(waves @ rows.T).sum(axis=(1, 2))))
    phasors = np.asarray([1, 1j] @ (waves[best] @ rows.T))  # of each frame
    power = np.square(np.abs(phasors))
    swing = float(np.sqrt(2 * power.mean() / BANDS))
    lamps = (
        np.median(power / np.maximum(told, 1e-30)) > _SHARE
        and np.percentile(power, 10) > _EVEN**2 * power.mean()
        and np.abs(np.square(phasors).mean()) < _ROUND * power.mean()
    )
    if swing < _LEAST or not lamps:
        return LightChange(float(common.std(ddof=1)))
    # Cut off at the picture's edge, bands leave a rest in its whole brightness: what hunts is the constant beside them.
    return LightChange(float(_beside(off, _CYCLES[best]).std(ddof=1)), swing, float(1 / _CYCLES[best]))


def _waves() -> Floats:
    """Return an orthonormal cosine and sine (C, 2, BANDS), free of the mean, for each number of cycles."""
    turn = 2 * np.pi * _CYCLES[:, None] * (np.arange(BANDS) + 0.5) / BANDS
    both = np.stack([np.cos(turn), np.sin(turn)], axis=2)
    return np.asarray(np.linalg.qr(both - both.mean(axis=1, keepdims=True))[0].transpose(0, 2, 1))


def _beside(off: Floats, cycles: float) -> Floats:
    """Return each frame's brightness (F,) beside a wave of so many cycles."""
    turn = 2 * np.pi * cycles * (np.arange(BANDS) + 0.5) / BANDS
    parts = np.stack([np.ones(BANDS), np.cos(turn), np.sin(turn)], axis=1)
    return np.asarray(np.linalg.lstsq(parts, off.T, rcond=None)[0][0])
