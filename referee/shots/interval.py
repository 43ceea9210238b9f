"""Shares and spreads with the interval they may truly lie in."""

from dataclasses import dataclass
from math import sqrt

from scipy.special import betaincinv, chdtri

TAIL = 0.025
"""So much is left out at either end of an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, and where the true share lies with 95 %."""

    hits: int
    count: int
    low: float
    high: float

    @property
    def value(self) -> float | None:
        """The share that was seen; None of nothing."""
        return self.hits / self.count if self.count else None


def share_of(hits: int, count: int) -> Share:
    """Return a share with its exact interval (Clopper and Pearson): it covers at least as often as it says."""
    low = float(betaincinv(hits, count - hits + 1, TAIL)) if hits else 0.0
    high = float(betaincinv(hits + 1, count - hits, 1 - TAIL)) if hits < count else 1.0
    return Share(hits, count, low, high)


def spread_factors(freedom: float) -> tuple[float, float]:
    """Return by what a standard deviation that was seen is multiplied for the least and the most it may truly be."""
    low, high = chdtri(freedom, TAIL), chdtri(freedom, 1 - TAIL)
    return sqrt(freedom / low), sqrt(freedom / high)
