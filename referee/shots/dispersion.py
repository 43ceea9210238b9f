"""Where shots fall: the mean, the ellipses, the circular error probable, range and deflection; honest with few.

Shares and spreads come with the interval they may truly lie in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np
from scipy.special import betaincinv, chdtri, fdtri, stdtrit

Error = tuple[float, float]
"""How far over (short: negative) and how far to the right (left: negative) a shot fell, in cm."""
LEAST = 3
"""So many impacts make an ellipse: two give no spread across their line."""
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


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse round (over, right) in cm; ``angle_deg`` turns its major axis from "over" towards "right".

    ``share`` is how often what it is for lies in it.
    """

    centre: Error
    major_cm: float
    minor_cm: float
    angle_deg: float
    share: float

    def holds(self, point: Error) -> bool:
        """Say whether a point lies in it."""
        over, right = point[0] - self.centre[0], point[1] - self.centre[1]
        c, s = cos(radians(self.angle_deg)), sin(radians(self.angle_deg))
        along, across = (c * over + s * right), (c * right - s * over)
        if not self.minor_cm:
            return abs(across) < 1e-9 and abs(along) <= self.major_cm
        return hypot(along / self.major_cm, across / self.minor_cm) <= 1.0


@dataclass(frozen=True, slots=True)
class Component:
    """Errors along one direction: their mean with its 95 % interval, their standard deviation with its own, in cm."""

    mean_cm: float
    mean_low_cm: float
    mean_high_cm: float
    sigma_cm: float
    sigma_low_cm: float
    sigma_high_cm: float


@dataclass(frozen=True, slots=True)
class Dispersion:
    """What a group of impacts says.

    ``next_50`` and ``next_95`` hold the next shot with that probability, with what so few shots know of the spread in
    them; ``mean_95`` holds the point the cannon truly shoots at. ``widened`` is how much wider ``next_95`` is than it
    would be if the spread were known. ``cep_cm`` is the radius round the mean that half of the shots fall in, with its
    95 % interval (as if the spread were the same in all directions, with the freedom that is left).
    """

    count: int
    mean: Error
    next_50: Ellipse
    next_95: Ellipse
    mean_95: Ellipse
    widened: float
    over: Component
    right: Component
    cep_cm: float
    cep_low_cm: float
    cep_high_cm: float


def dispersion_of(errors: Sequence[Error]) -> Dispersion | None:
    """Return what a group of errors says; None for fewer than three."""
    count = len(errors)
    if count < LEAST:
        return None
    points = np.asarray(errors, dtype=float)
    mean, covariance = points.mean(axis=0), np.cov(points.T)
    # T2 of a point that is drawn anew, and of the mean itself (Hotelling): exact for normal errors.
    reach = 2 * (count - 1) / (count - 2)
    quantiles = {share: float(fdtri(2, count - 2, share)) for share in (0.5, 0.95)}
    anew = {share: reach * (1 + 1 / count) * quantile for share, quantile in quantiles.items()}
    small, large = np.maximum(np.linalg.eigvalsh(covariance), 0.0).tolist()
    cep = _circle(large, small)
    ratio = small / large if large else 0.0
    freedom = (count - 1) * (1 + ratio) ** 2 / (1 + ratio**2)
    low, high = spread_factors(freedom)
    return Dispersion(
        count, (float(mean[0]), float(mean[1])), _ellipse(mean, covariance, anew[0.5], 0.5),
        _ellipse(mean, covariance, anew[0.95], 0.95),
        _ellipse(mean, covariance, reach / count * quantiles[0.95], 0.95), sqrt(anew[0.95] / -2 / np.log(0.05)),
        _component(points[:, 0]), _component(points[:, 1]), cep, cep * low, cep * high,
    )  # fmt: skip


def _ellipse(mean: np.ndarray, covariance: np.ndarray, squared: float, share: float) -> Ellipse:
    values, vectors = np.linalg.eigh(covariance)
    minor, major = np.sqrt(np.maximum(values, 0.0) * squared)
    angle = degrees(atan2(vectors[1, 1], vectors[0, 1]))
    return Ellipse((float(mean[0]), float(mean[1])), float(major), float(minor), angle, share)


@lru_cache(maxsize=256)
def _circle(large: float, small: float) -> float:
    """Return the radius of the circle round the mean that holds half of a normal distribution."""
    if large <= 0:
        return 0.0
    # 40 MB that only a passport with shots in it needs.
    from scipy.integrate import quad  # noqa: PLC0415
    from scipy.optimize import brentq  # noqa: PLC0415

    ratio = small / large

    def held(radius: float) -> float:
        """Return the share within a radius, for a larger variance of 1."""

        def along(angle: float) -> float:
            c, s = cos(angle), sin(angle)
            power = c * c * ratio + s * s  # of the exponent, times 2 small: the smaller variance may be zero
            return (1 - exp(-radius * radius * power / (2 * ratio))) / power

        return float(quad(along, 0, np.pi / 2)[0]) * 2 / np.pi * sqrt(ratio)

    if ratio < 1e-4:
        return sqrt(large) * 0.6744897501960817  # a line
    return sqrt(large) * float(brentq(lambda radius: held(radius) - 0.5, 0.3, 3.0))


def _component(values: np.ndarray) -> Component:
    count, mean, sigma = len(values), float(values.mean()), float(values.std(ddof=1))
    half = float(stdtrit(count - 1, 0.975)) * sigma / sqrt(count)
    low, high = spread_factors(count - 1)
    return Component(mean, mean - half, mean + half, sigma, sigma * low, sigma * high)
