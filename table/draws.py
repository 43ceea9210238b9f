"""Draws: fixed normal numbers that fill their space evenly, the same at every call."""

from functools import cache
from itertools import count, islice

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

Floats = NDArray[np.float64]

LEAST_VARIANCE = 1e-13
"""A variance is at least this much of the largest, or rounding makes it negative."""


@cache
def normal_draws(pairs: int, dimensions: int) -> Floats:
    """Return (2 pairs, dimensions) standard normal numbers with mean 0 and no correlation, not to be written to.

    Multiples of the roots of primes fill the cube evenly (Kronecker's sequence), each with its opposite. Of a limit on
    any sum of them 256 tell a probability of 2.5 % to 0.6 %; random ones, to 1.0 %.
    """
    roots = np.sqrt(list(islice(_primes(), dimensions)))
    some = ndtri((np.arange(1, pairs + 1)[:, None] * roots + 0.25 / pairs) % 1.0)
    both = np.concatenate([some, -some])
    if dimensions:
        both = np.linalg.solve(np.linalg.cholesky(both.T @ both / len(both)), both.T).T
    both.flags.writeable = False
    return both


def _primes() -> "map[int]":
    return map(int, filter(lambda n: all(n % d for d in range(2, int(n**0.5) + 1)), count(2)))


def correlated(draws: Floats, covariance: Floats) -> Floats:
    """Return standard normal draws (K, N) made into such of a covariance (N, N); the first go to what varies most.

    Of what varies alike the earlier comes first. It takes Cholesky's factor because eigenvectors are arbitrary where
    variances are equal.
    """
    variance = np.diag(covariance)
    largest = float(variance.max(initial=0.0))
    if largest == 0:
        return np.zeros_like(draws)
    order = np.argsort(-np.round(variance / largest, 9), kind="stable")
    some = covariance[np.ix_(order, order)] + np.eye(len(order)) * (LEAST_VARIANCE * largest)
    made = np.empty_like(draws)
    made[:, order] = draws @ np.linalg.cholesky(some).T
    return made
