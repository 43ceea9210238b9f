"""What all markers do together from frame to frame: a camera that shakes, turns, or breathes as it focuses."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.median import median

_LEAST, _ENOUGH = 3, 6  # markers that tell a shift; that tell a turn and growth too
_ROUNDS, _FAR = 3, 4.0  # of leaving out markers that go another way than most; so many times the usual misfit
_LEAST_PX = 0.02


@dataclass(frozen=True)
class Shaken:
    """What one frame's camera did: ``numbers`` (4,) are shift right and down, px, turn, rad, and growth.

    ``kept`` is the share of the markers' own variance that is left when that is taken out: 1 where nothing is.
    """

    numbers: Floats
    kept: float

    def moved_px(self, at_px: Floats) -> Floats:
        """Return how far this took what lies at places (N, 2) px from the picture's middle (N, 2)."""
        return np.asarray(_parts(at_px) @ self.numbers)


STILL = Shaken(np.zeros(4), 1.0)


def shake_of(off_px: Floats, at_px: Floats) -> Shaken:
    """Return what markers at some places (N, 2) px from the picture's middle do together, by how far each is off.

    Few markers tell only a shift, fewer than three nothing: STILL then.
    """
    if len(off_px) < _LEAST:
        return STILL
    parts = _parts(at_px)
    numbers = np.r_[np.median(off_px, axis=0), 0.0, 0.0]
    for _ in range(_ROUNDS):
        away = np.linalg.norm(off_px - parts @ numbers, axis=1)
        use = away <= max(_FAR * median(away), _LEAST_PX)
        free = 4 if use.sum() >= _ENOUGH else 2
        numbers[:free] = np.linalg.lstsq(parts[use, :, :free].reshape(-1, free), off_px[use].ravel(), rcond=None)[0]
        numbers[free:] = 0.0
    return Shaken(numbers, 1 - free / (2 * float(use.sum())))


def _parts(at_px: Floats) -> Floats:
    """Return (N, 2, 4): how a small similarity's numbers move places."""
    x, y = at_px.T
    one, none = np.ones(len(at_px)), np.zeros(len(at_px))
    return np.stack([np.stack([one, none, -y, x], axis=1), np.stack([none, one, x, y], axis=1)], axis=1)


@dataclass(frozen=True, slots=True)
class Shake:
    """A camera's shake over a film, one sigma: shift, px per axis, and what growth does at the picture's corner, px."""

    shift_px: float
    corner_px: float


class Shakes:
    """Sums of what a camera did in each frame."""

    def __init__(self) -> None:
        self.count = 0
        self._mean, self._squares = np.zeros(4), np.zeros(4)

    def add(self, numbers: Floats) -> None:
        """Take in one frame's numbers (4,) (Welford 1962)."""
        self.count += 1
        off = numbers - self._mean
        self._mean += off / self.count
        self._squares += off * (numbers - self._mean)

    def told(self, middle_px: Floats) -> Shake | None:
        """Return the shake of all frames, of a picture with that middle; None for too few."""
        if self.count < 2:
            return None
        variance = self._squares / (self.count - 1)
        return Shake(float(np.sqrt(variance[:2].mean())), float(np.sqrt(variance[3]) * np.hypot(*middle_px)))
