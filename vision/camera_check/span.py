"""What a film's second tells of each marker: where it was on average, and by how much it scattered about that."""

import numpy as np

from vision.arrays import Floats, Indices


class Span:
    """Sums over some frames: of each marker how often it was seen, its mean place, squares about it and of its sigma.

    ``missed`` is how many of the markers the last frame did not show, ``kept`` the least share of their scatter that
    was left when the camera's shake was taken out of a frame.
    """

    def __init__(self) -> None:
        self.frames, self.missed, self.kept = 0, 0, 1.0
        self.count, self.squares, self.sigma2 = np.zeros(0), np.zeros(0), np.zeros(0)
        self.mean = np.zeros((0, 2))

    def grow(self, count: int) -> None:
        """Make room for so many markers."""
        more = count - len(self.count)
        if more > 0:
            self.count, self.squares, self.sigma2 = (
                np.concatenate([some, np.zeros(more)]) for some in (self.count, self.squares, self.sigma2)
            )
            self.mean = np.concatenate([self.mean, np.zeros((more, 2))])

    def add(self, rows: Indices, places_px: Floats, sigma2: Floats, kept: float) -> None:
        """Take in a frame's places (K, 2) px (Welford 1962)."""
        self.count[rows] += 1
        off = places_px - self.mean[rows]
        self.mean[rows] += off / self.count[rows, None]
        self.squares[rows] += (off * (places_px - self.mean[rows])).sum(axis=1)
        self.sigma2[rows] += sigma2
        self.kept = min(self.kept, kept)
