"""How large a bias so many dice would have shown: what a sample can and cannot say."""

from collections.abc import Callable
from functools import lru_cache
from math import sqrt

from scipy.special import chdtri, chndtr

from referee.luck.exact import critical_index, upper_tail

ALPHA, POWER = 0.05, 0.8
MOST_EXACT = 60
"""For more dice the bias is that of the chi-square curve, put right by what it is off at 60, less as 1 / sqrt n."""


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
    if count > MOST_EXACT:
        exact = smallest_bias(MOST_EXACT, sides)
        assert exact is not None
        off = exact / _by_curve(MOST_EXACT, sides) - 1
        return _by_curve(count, sides) * (1 + off * sqrt(MOST_EXACT / count))
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
