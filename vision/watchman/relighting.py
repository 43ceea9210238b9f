"""Light evened out: a picture laid under the lamp of another, so that only things that differ are left."""

import cv2
import numpy as np

from vision.arrays import Light
from vision.median import median

_APART = 6  # of the small picture's pixels one in so many, each way, tells how the lamp differs
_DARK = 6.0  # grey levels added to both, or the ratio of two dark pixels would be mostly noise
_ROUNDS = 3
_BAND = 5  # rows that a mains-lit band (rolling shutter) may be averaged over
_MOST_BAND = 0.15
_LEAST_SPREAD = 0.01


class Relighter:
    """Estimates the smooth ratio of two small pictures (h, w): a lamp's slope over the table, and bands of flicker."""

    def __init__(self, shape: tuple[int, int]) -> None:
        height, width = shape
        x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        grid_y, grid_x = np.meshgrid(y, x, indexing="ij")
        self._terms = np.stack([np.ones_like(grid_x), grid_x, grid_y, grid_x**2, grid_x * grid_y, grid_y**2])
        self._few = self._terms[:, ::_APART, ::_APART].reshape(6, -1).astype(np.float64)

    def gain(self, now: Light, before: Light) -> Light:
        """Return (h, w) by which ``before`` must be multiplied to look lit as ``now``; what differs hardly counts."""
        ratio = np.log((now[:, ::_APART] + _DARK) / (before[:, ::_APART] + _DARK))
        few = ratio[::_APART].ravel().astype(np.float64)
        off = few - median(few)
        for _ in range(_ROUNDS):
            spread = max(1.4826 * median(np.abs(off)), _LEAST_SPREAD)
            trust = 1.0 / (1.0 + (off / (2.5 * spread)) ** 2) ** 2
            weighted = self._few * trust
            slope = np.asarray(np.linalg.solve(weighted @ self._few.T + np.eye(6) * 1e-6, weighted @ few))
            off = few - slope @ self._few
        smooth = np.tensordot(slope.astype(np.float32), self._terms, axes=1)
        off_rows = ratio - smooth[:, ::_APART]
        upper = off_rows.shape[1] // 2
        rows = np.partition(off_rows, upper, axis=1)[:, upper]
        bands = np.asarray(cv2.blur(rows[:, None], (1, _BAND)), dtype=np.float32).clip(-_MOST_BAND, _MOST_BAND)
        return np.asarray(np.exp(smooth + bands.reshape(-1, 1)), dtype=np.float32)
