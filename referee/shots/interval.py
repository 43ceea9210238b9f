"""Shares and spreads with the interval they may truly lie in."""

from dataclasses import dataclass
from math import sqrt

from scipy.special import betaincinv, chdtri


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


def share_of(hits: int, count: int, confidence: float = 0.95) -> Share:
    """Return a share with its exact interval (Clopper and Pearson): it covers at least as often as it says."""
    tail = (1 - confidence) / 2
    low = float(betaincinv(hits, count - hits + 1, tail)) if hits else 0.0
    high = float(betaincinv(hits + 1, count - hits, 1 - tail)) if hits < count else 1.0
    return Share(hits, count, low, high)


def spread_factors(freedom: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return by what a standard deviation that was seen is multiplied for the least and the most it may truly be."""
    tail = (1 - confidence) / 2
    low, high = chdtri(freedom, tail), chdtri(freedom, 1 - tail)
    return sqrt(freedom / low), sqrt(freedom / high)
