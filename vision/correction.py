"""What the known-distance check found: how far the table measures wrong, place by place, and how sure that is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Floats, Indices
from vision.spread import root

DEGREE = 3
_BEYOND = 1.05  # half tables from the middle: further out the correction stays what it is there, never wilder
_POWERS = tuple((i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i))
TERMS = len(_POWERS)


@dataclass(frozen=True, eq=False)
class Correction:
    """A smooth error over a table of ``width_cm`` x ``depth_cm``: measured less true, by polynomials of degree 3.

    ``mean`` (2 * TERMS,) are the numbers for x, then those for y, in cm; ``covariance`` of them, and ``prior`` what it
    was before the check: zero in the mean, and as wide as lens, pose, survey and a bent table may be wrong.
    ``points_cm`` (N, 2) is where stands stood on known places, ``offsets_cm`` (N, 2) what was measured less true there.
    """

    width_cm: float
    depth_cm: float
    mean: Floats
    covariance: Floats
    prior: Floats
    points_cm: Floats
    offsets_cm: Floats

    def offset_cm(self, places_cm: ArrayLike) -> Floats:
        """Return how far too large what is measured at places (N, 2) table cm is: (N, 2) cm, to be taken off."""
        return np.asarray(basis(places_cm, self.width_cm, self.depth_cm) @ self.mean)

    def left(self, places_cm: ArrayLike) -> Floats:
        """Return the covariance (N, 2, 2) cm² of what is still unknown there."""
        return self._spread(places_cm, self.covariance)

    def known(self, places_cm: ArrayLike) -> Floats:
        """Return the covariance (N, 2, 2) cm² that the check took away there."""
        return self._spread(places_cm, self.prior - self.covariance)

    def shares(self, places_cm: ArrayLike, variance_cm2: Floats) -> Floats:
        """Return what share of a place's variance (N,), the mean of both axes before the check, is still there."""
        half = np.trace(self.known(places_cm), axis1=1, axis2=2) / 2
        least = np.trace(self.left(places_cm), axis1=1, axis2=2) / 2
        kept = np.clip(variance_cm2 - half, np.minimum(least, variance_cm2), variance_cm2)
        return np.asarray(kept / np.maximum(variance_cm2, 1e-16))

    def modes_left(self, places_cm: ArrayLike, variance_cm2: Floats) -> Floats:
        """Return how what is still unknown moves places (N, 2, K), each cause with sigma 1.

        Places err together as the check's own map does, not as the camera did before, and by ``shares``.
        """
        left = basis(places_cm, self.width_cm, self.depth_cm) @ root(self.covariance)
        size = (left**2).sum(axis=(1, 2)) / 2
        kept = self.shares(places_cm, variance_cm2) * variance_cm2
        return np.asarray(left * np.sqrt(kept / np.maximum(size, 1e-18))[:, None, None])

    def _spread(self, places_cm: ArrayLike, covariance: Floats) -> Floats:
        terms = basis(places_cm, self.width_cm, self.depth_cm)
        return np.asarray(terms @ covariance @ terms.transpose(0, 2, 1))


def basis(places_cm: ArrayLike, width_cm: float, depth_cm: float) -> Floats:
    """Return (N, 2, 2 * TERMS): how each number of a correction moves x and y at places (N, 2) table cm."""
    places = np.asarray(places_cm, dtype=np.float64).reshape(-1, 2)
    u, v = np.clip(places / (width_cm / 2, depth_cm / 2) - 1.0, -_BEYOND, _BEYOND).T
    one, two = (np.stack([np.polynomial.legendre.legval(t, np.eye(DEGREE + 1)[k]) for k in range(DEGREE + 1)], axis=1)
                for t in (u, v))  # fmt: skip
    terms = np.stack([one[:, i] * two[:, j] for i, j in _POWERS], axis=1)
    none = np.zeros_like(terms)
    return np.stack([np.hstack([terms, none]), np.hstack([none, terms])], axis=1)


def degrees() -> Indices:
    """Return the degree of each of the 2 * TERMS numbers' polynomials."""
    return np.array([i + j for i, j in _POWERS] * 2, dtype=np.intp)
