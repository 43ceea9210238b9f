"""The noise floor of a camera: how far markers are off beyond what the fit of each says of itself."""

from dataclasses import dataclass
from functools import cached_property
from math import hypot

import numpy as np

from vision.arrays import Floats

_TOGETHER = np.tile(np.eye(2), (4, 4))


@dataclass(frozen=True)
class NoiseFloor:
    """What lens, sensor and processing put markers off by, one sigma an axis in px.

    ``centre_px`` moves a marker's four corners together, ``corner_px`` each by itself. It does not change from frame
    to frame where nothing moves, so averaging does not make it smaller.
    """

    centre_px: float = 0.0
    corner_px: float = 0.0

    @cached_property
    def covariance_px(self) -> Floats:
        """The same as the covariance (8, 8) px² of a marker's corners, x and y of each in turn."""
        return np.asarray(self.centre_px**2 * _TOGETHER + self.corner_px**2 * np.eye(8))

    @property
    def middle_px(self) -> float:
        """What a marker's middle is off by."""
        return hypot(self.centre_px, self.corner_px / 2)

    def resized(self, times: float) -> "NoiseFloor":
        """Return that of pictures so many times as wide."""
        return NoiseFloor(self.centre_px * times, self.corner_px * times)


NONE = NoiseFloor()
# Of a camera that has shown nothing better: about what the worse of 12 real ones do (benchmarks/real_lenses.py).
UNKNOWN = NoiseFloor(0.1, 0.08)
