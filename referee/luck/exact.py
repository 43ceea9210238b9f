"""How often fair dice fall at least as unevenly as these did: exactly, by the distribution of the chi-square number."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import lcm, sqrt
from typing import Any

import numpy as np
from scipy.fft import fft, irfft, next_fast_len
from scipy.special import chdtrc, gammaln

MOST_EXACT = 1000
"""More dice than that are held against the chi-square curve, which then differs by less than 0.002."""
FARTHEST = 80.0
"""Nothing is worked out beyond so large a chi-square: fair dice meet it less than once in 10^14."""
NOTHING = 1e-12
"""What is less is the rounding of the numbers it is worked out with."""
CELLS = 2_000_000


def chi_square(counts: Sequence[int], sides: Sequence[int]) -> float:
    """Return how unevenly dice fell: the sum over faces of (counted - expected) squared, by expected."""
    count, total = sum(counts), sum(sides)
    if not count:
        return 0.0
    return sum(c * c * total / side for c, side in zip(counts, sides, strict=True)) / count - count


def p_uneven(counts: Sequence[int], sides: Sequence[int]) -> float:
    """Return how often fair dice fall at least as unevenly; 0 for less than once in 10^12."""
    count = sum(counts)
    if not count:
        return 1.0
    if count > MOST_EXACT:
        return float(chdtrc(len(sides) - 1, chi_square(counts, sides)))
    steps = _steps(sides)
    least, tail = upper_tail(count, tuple(sides), tuple(map(float, sides)))
    index = sum(_uneven(steps, step, c) for step, c in zip(steps, counts, strict=True)) - least
    return float(tail[index]) if index < len(tail) else 0.0


def critical_index(count: int, sides: tuple[int, ...], alpha: float) -> int | None:
    """Return the first index of ``upper_tail`` where p is at most alpha; None where no dice are that uneven."""
    _, tail = upper_tail(count, sides, tuple(map(float, sides)))
    below = np.flatnonzero((tail <= alpha) & (tail > NOTHING))
    return int(below[0]) if len(below) else None


@lru_cache(maxsize=64)
def upper_tail(count: int, sides: tuple[int, ...], weights: tuple[float, ...]) -> tuple[int, np.ndarray]:
    """Return the least of the uneven numbers U, and P(U >= least + i) for i from 0, of so many dice.

    U is a whole number that grows as chi-square does: the pairs of dice that show the same, or, where faces differ in
    sides, the sum of step x count squared. ``weights`` are how likely the dice truly show each face: those of a fair
    die, its ``sides``, or others. Dice are Poisson counts, one a face, whose sum is known: the transform in U of each
    is a polynomial in the dice, and the term of all of them in their product is wanted (Good, Gover and Mitchell 1970).
    """
    steps, share = _steps(sides), np.asarray(weights) / sum(weights)
    least, counts = _least(count, steps), np.arange(count + 1)
    width = next_fast_len(int(_reach(count, share, sides) * count * _per_chi(sides, steps)) + 2, real=True)
    waves, long = width // 2 + 1, next_fast_len(len(sides) * count + 1)
    faces = Counter(zip(steps, share.tolist(), strict=True))
    masses = {face: np.exp(counts * np.log(count * face[1]) - count * face[1] - gammaln(counts + 1))
              if face[1] else 1.0 * (counts == 0) for face in faces}  # fmt: skip
    back = np.exp(2j * np.pi * count * np.arange(long) / long) / long  # one term of the way back is wanted
    wanted = np.empty(waves, dtype=complex)
    some = max(1, CELLS // long)
    for first in range(0, waves, some):
        chosen = np.arange(first, min(first + some, waves))
        product = np.ones((len(chosen), long), dtype=complex)
        for face, times in faces.items():
            turns = np.outer(chosen, _uneven(steps, face[0], counts) % width) % width
            product *= fft(masses[face] * np.exp(-2j * np.pi / width * turns), long, axis=1) ** times
        wanted[first : first + len(chosen)] = product @ back
    of_u = np.maximum(np.roll(irfft(wanted, width), -(least % width)), 0.0)
    return least, np.minimum(1.0, np.cumsum(of_u[::-1])[::-1] / of_u.sum())


def _reach(count: int, share: np.ndarray, sides: tuple[int, ...]) -> float:
    """Return the largest chi-square worth working out: beyond it is nothing, also of dice that are not fair."""
    fair = np.asarray(sides) / sum(sides)
    away = count * float(((share - fair) ** 2 / fair).sum())
    spread = sqrt(2 * (len(sides) + 2 * away * float((share / fair).max()))) if away else 0.0
    return min(count * float((1 / fair).max()), away + 8 * spread + FARTHEST)


def _steps(sides: Sequence[int]) -> tuple[int, ...]:
    """Return whole numbers in which the faces' 1 / sides are to each other."""
    common = lcm(*sides)
    return tuple(common // side for side in sides)


def _per_chi(sides: Sequence[int], steps: tuple[int, ...]) -> float:
    """Return by what U grows, for one die, with chi-square."""
    return lcm(*sides) / sum(sides) / (2 if set(steps) == {1} else 1)


def _uneven(steps: tuple[int, ...], step: int, count: Any) -> Any:
    """Return what a face's count adds to U."""
    return count * (count - 1) // 2 if set(steps) == {1} else step * count * count


def _least(count: int, steps: tuple[int, ...]) -> int:
    """Return the least U of so many dice: each is put where it makes the least of a difference."""
    counts = [0] * len(steps)
    for _ in range(count):
        face = min(range(len(steps)), key=lambda i: steps[i] * (2 * counts[i] + 1))
        counts[face] += 1
    return int(sum(_uneven(steps, step, c) for step, c in zip(steps, counts, strict=True)))
