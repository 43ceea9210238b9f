"""The probability that a noisy base lies in a noisy lane, from all the limits between them at once.

Two convex shapes overlap when no line along an edge of either parts them (the separating axis theorem). Each such line
is a limit with a margin: by how far the corner of the other shape that reaches in farthest crosses it. To first order
the margins are normal and err together, for they hang on the same two places and headings. That all of them are
positive is at most as probable as that any two of them are, which is known exactly (Owen 1956): the two that leave
least are taken. A third that is in doubt at the same time is not regarded.

How far a base reaches in sideways says less. Where the lane's start cuts an edge that is almost parallel to it, that
number leaps from one end of the edge to the other, while the margin across the edge is as sure as ever.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, owens_t
from shapely.geometry.base import BaseGeometry

from table.stand import Stand
from table.terrain import Point
from table.uncertainty import FAR, Measured, covariance_of_two
from table.verdict import SLACK

Floats = NDArray[np.float64]

_LEAST = 1e-9  # no sigma is smaller, cm: what is known exactly is in or out
_HOLLOW_CM2 = 1e-5  # what flush bases may lack of a convex shape by rounding


@dataclass(frozen=True, slots=True)
class _Limit:
    """A line that may part two shapes: by how many sigmas it does not, and what both stands' errors (6,) do to that."""

    z: float
    gain: Floats


def odds_inside(lane: Sequence[Point], maker: Measured, centre: Point, shape: BaseGeometry, stand: Stand) -> float:
    """Return the probability that a stand's footprint shares an area with a lane.

    ``lane`` has its corners in table cm; ``maker`` errs as the stand that makes it, whose centre is ``centre``.
    Of several bases that do not touch, the likeliest counts; one that is not convex counts as if it were filled.
    """
    errors = covariance_of_two(maker, stand)
    centres = (np.array(centre), np.array(stand.centre))
    corners = np.array([*lane, lane[0]])
    outlines = [shapely.get_coordinates(shapely.convex_hull(base)) for base in shapely.get_parts(shape)]
    return max(_odds(_limits(corners, outline, centres, errors), errors) for outline in outlines)


def is_convex(shape: BaseGeometry) -> bool:
    """Return whether each connected part of a shape is convex, but for rounding."""
    return all(shapely.convex_hull(part).area - part.area < _HOLLOW_CM2 for part in shapely.get_parts(shape))


def _limits(lane: Floats, base: Floats, centres: tuple[Floats, Floats], errors: Floats) -> list[_Limit]:
    """Return the limits along the edges of a lane and a base, each a ring (N, 2)."""
    margins, gains = [], []
    for own, other, sign in ((lane, base, 1.0), (base, lane, -1.0)):
        arms = [other - centre for centre in centres]
        for normal in _normals(own):
            reach = (own @ normal).max() - other @ normal
            first = int(reach.argmax())
            apart = np.hypot(*(other - other[first]).T) > 0
            two = [first, int(np.where(apart, reach, -np.inf).argmax())]
            margins.append(reach[two] - SLACK)
            turns = [normal[1] * arm[two, 0] - normal[0] * arm[two, 1] for arm in arms]
            gains.append(
                [
                    [sign * x for x in (*normal, own_turn, *-normal, -turn)]
                    for own_turn, turn in zip(*turns, strict=True)
                ]
            )
    if not gains:
        return [_Limit(-math.inf, np.zeros(6))]  # two points: nothing has an edge, and they share no area
    both = np.array(gains)
    covariance = np.einsum("lci,ij,ldj->lcd", both, errors, both)
    sigmas = np.sqrt(np.maximum(np.einsum("lcc->lc", covariance), _LEAST**2))
    together = np.clip(covariance[:, 0, 1] / sigmas.prod(axis=1), -1.0, 1.0)
    rows = zip((np.array(margins) / sigmas).tolist(), together.tolist(), both, strict=True)
    return [_Limit(_either(a, b, correlation), gain[0 if a >= b else 1]) for (a, b), correlation, gain in rows]


def _normals(ring: Floats) -> Floats:
    """Return the unit normals of a ring's edges, on both sides of each."""
    along = np.diff(ring, axis=0)
    length = np.hypot(*along.T)
    along = along[length > 0] / length[length > 0, None]
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1)
    return np.unique(np.round(np.concatenate([normals, -normals]), 12), axis=0)


def _either(a: float, b: float, correlation: float) -> float:
    """Return the z of a limit that either of two corners may cross: of the probability that at least one does.

    Along an edge almost parallel to the limit the noise decides which of them reaches in farther.
    """
    if max(a, b) > FAR or min(a, b) < -FAR:
        return max(a, b)
    if a > 0:
        z = -float(ndtri(max(both_positive(-a, -b, correlation), _LEAST)))
    else:
        z = float(ndtri(max(float(ndtr(a) + ndtr(b)) - both_positive(a, b, correlation), _LEAST)))
    return max(z, a, b)


def _odds(limits: list[_Limit], errors: Floats) -> float:
    """Return the probability that no limit parts the two: of the two limits that leave least."""
    worst = min(limits, key=lambda limit: limit.z)
    least = float(ndtr(worst.z))
    if abs(worst.z) > FAR:
        return least
    turned = 4 * math.sqrt(max(float(errors[2, 2] + errors[5, 5] - 2 * errors[2, 5]), 0.0)) + 1e-9
    for limit in limits:
        # Edges as good as parallel are one limit, seen from either shape.
        if limit.z < FAR and np.hypot(*(limit.gain[:2] - worst.gain[:2])) > turned:
            own, theirs = (math.sqrt(max(float(it.gain @ errors @ it.gain), _LEAST**2)) for it in (worst, limit))
            together = float(worst.gain @ errors @ limit.gain) / (own * theirs)
            least = min(least, both_positive(worst.z, limit.z, max(min(together, 1.0), -1.0)))
    return least


def both_positive(h: float, k: float, correlation: float) -> float:
    """Return the probability that two normal numbers, so many of their sigmas from 0, are both positive.

    >>> round(both_positive(0.0, 0.0, 0.0), 9), round(both_positive(0.0, 0.0, 0.5), 9)
    (0.25, 0.333333333)
    """
    h, k = (value if abs(value) > 1e-12 else 1e-12 for value in (h, k))
    alone = (float(ndtr(h)), float(ndtr(k)))
    rest = math.sqrt(max(1.0 - correlation**2, 0.0))
    if rest < 1e-7:
        return min(alone) if correlation > 0 else max(sum(alone) - 1.0, 0.0)
    slopes = ((k / h - correlation) / rest, (h / k - correlation) / rest)
    across = 0.0 if h * k > 0 else 0.5
    found = sum(alone) / 2 - float(owens_t(h, slopes[0])) - float(owens_t(k, slopes[1])) - across
    return min(max(found, 0.0), *alone)
