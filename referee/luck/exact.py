"""How often fair dice fall at least as unevenly as these did: exactly, by the distribution of the chi-square number.

And how large a bias so many dice would have shown: what a sample can and cannot say.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import lcm, sqrt
from typing import Any

import numpy as np
from scipy.special import chdtrc, chdtri, chndtr, gammaln

MOST_EXACT = 1000
"""More dice than that are held against the chi-square curve, which then differs by less than 0.002."""
FARTHEST = 80.0
"""Nothing is worked out beyond so large a chi-square: fair dice meet it less than once in 10^14."""
NOTHING = 1e-12
"""What is less is the rounding of the numbers it is worked out with."""
CELLS = 2_000_000
ALPHA, POWER = 0.05, 0.8
MOST_POWER = 60
"""For more dice the bias is that of the chi-square curve, put right by what it is off at 60, less as 1 / sqrt n."""


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
    from scipy.fft import fft, irfft, next_fast_len  # noqa: PLC0415  (likewise only for a luck passport)

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


def power_of(count: int, sides: tuple[int, ...], bias: float) -> float:
    """Return how often dice that show their last face ``bias`` more often than fair ones are found uneven: exactly.

    The other faces show less often, all by the same share; found is p at most ALPHA.
    """
    critical = critical_index(count, sides, ALPHA)
    if critical is None:
        return 0.0
    _, tail = upper_tail(count, sides, _weights(sides, bias))
    return float(tail[critical]) if critical < len(tail) else 0.0


@lru_cache(maxsize=256)
def smallest_bias(count: int, sides: tuple[int, ...]) -> float | None:
    """Return by how much one face must show more often for so many dice to be found uneven 80 times in 100.

    None where even dice that always show the same face would not be.
    """
    if count > MOST_POWER:
        exact = smallest_bias(MOST_POWER, sides)
        assert exact is not None
        off = exact / _by_curve(MOST_POWER, sides) - 1
        return _by_curve(count, sides) * (1 + off * sqrt(MOST_POWER / count))
    most = 1 - sides[-1] / sum(sides) - 1e-9
    if not count or power_of(count, sides, most) < POWER:
        return None
    near = _by_curve(count, sides)
    low, high = 0.5 * near, min(most, 1.6 * near)
    if power_of(count, sides, high) < POWER:
        high = most
    return _root(lambda bias: power_of(count, sides, bias) - POWER, low, high, 2e-4)


def _root(of: Callable[[float], float], low: float, high: float, tolerance: float = 2e-12) -> float:
    from scipy.optimize import brentq  # noqa: PLC0415  (20 MB that only a luck passport needs)

    return float(brentq(of, low, high, xtol=tolerance))


def _by_curve(count: int, sides: tuple[int, ...]) -> float:
    """Return the bias at which the non-central chi-square curve has that power."""
    freedom = len(sides) - 1
    critical = chdtri(freedom, ALPHA)
    away = _root(lambda far: float(1 - chndtr(critical, freedom, far)) - POWER, 0.1, 100.0)
    total = sum(sides)
    # The distance from fair grows with the square of the bias.
    unit = sum((w - s / total) ** 2 * total / s for w, s in zip(_weights(sides, 0.01), sides, strict=True)) / 0.01**2
    return sqrt(away / (count * unit))


def _weights(sides: tuple[int, ...], bias: float) -> tuple[float, ...]:
    total = sum(sides)
    fair = sides[-1] / total
    rest = (1 - fair - bias) / (1 - fair)
    return (*(max(0.0, side / total * rest) for side in sides[:-1]), fair + bias)
