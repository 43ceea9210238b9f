"""The profile of a straight leg: how high the ground along it is, with its steps and its bends."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon

from table.footprint import piece_polygon
from table.ground import crest_of, slope_shares
from table.nearest import TIE_CM, segments
from table.terrain import Piece, Point
from table.uncertainty import SURE
from table.verdict import SLACK

Floats = NDArray[np.float64]

SPACING_CM = 0.5
"""So far apart a slope's height is asked for at least."""
FINE_CM = 1e-7
"""A stretch of a slope is halved until no more than about this much of its length is missing."""
HALVINGS = 16


@dataclass(frozen=True, slots=True)
class Rise:
    """A piece that one may stand on as ways meet it: its height (a trench: below 0) with its sigma, a slope's crest."""

    outline: Polygon
    height_cm: float
    sigma_cm: float
    crest: Polygon | shapely.Point | None = None

    def shares(self, spots: Floats) -> Floats:
        """Return how much (N,) of its height it has at places (N, 2) within its outline."""
        if self.crest is None:
            return np.ones(len(spots))
        return slope_shares(self.outline, self.crest, spots)


def rises_of(pieces: Iterable[Piece]) -> tuple[Rise, ...]:
    """Return the pieces that one may stand on and that are not flat."""
    return tuple(
        Rise(
            piece_polygon(piece),
            -piece.height_cm if piece.top == "trench" else piece.height_cm,
            piece.height_sigma_cm,
            crest_of(piece) if piece.top == "slope" else None,
        )
        for piece in pieces
        if piece.top not in (None, "none") and piece.height_cm > 0
    )


@dataclass(frozen=True, eq=False)
class Profile:
    """The ground along a straight leg: cm from its start (N,), and each rise's share of its height there (K, N).

    Between two of its points the ground is straight; two at one place are a step. A share is NaN where a rise is not.
    """

    along: Floats
    shares: Floats

    def rows(self, heights: Floats) -> Floats:
        """Return (N, 2), cm from the start and cm above the table, where the rises are so high (K,)."""
        return np.column_stack([self.along, _ground(self.shares, heights)])


def heights_of(rises: Sequence[Rise]) -> Floats:
    """Return how high rises are (K,), cm."""
    return np.array([rise.height_cm for rise in rises])


def profile(start: Point, end: Point, rises: Sequence[Rise], halvings: int = HALVINGS) -> Profile:
    """Return the ground along a straight leg; with fewer ``halvings`` of a slope's stretches it is coarser.

    Steps, crests and where two levels meet are exact, a slope's own bends to less than ``FINE_CM`` of length.
    """
    length = math.dist(start, end)
    origin, way = np.array(start), np.array(end) - np.array(start)
    direction = way / length if length > 0 else way
    line = LineString([start, end])
    met = [k for k, rise in enumerate(rises) if rise.outline.intersects(line)]
    cuts = _cuts(origin, direction, length, [rises[k] for k in met])
    heights, parts = heights_of(rises), []
    for low, high in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        middle = origin + direction * (low + high) / 2
        under = [k for k in met if shapely.intersects_xy(rises[k].outline, *middle)]

        def shares(along: Floats, under: list[int] = under) -> Floats:
            found = np.full((len(rises), len(along)), np.nan)
            for k in under:
                found[k] = rises[k].shares(origin + along[:, None] * direction)
            return found

        along = np.array([low, high])
        part = Profile(along, shares(along))
        if any(rises[k].crest is not None for k in under):
            along = np.linspace(low, high, 1 + math.ceil((high - low) / SPACING_CM))
            part = _halved(Profile(along, shares(along)), shares, heights, halvings)
        parts.append(part)
    return _joined(parts)


def rises_near(path: Sequence[Point], pieces: Iterable[Piece], sigma_cm: float) -> tuple[Rise, ...]:
    """Return the rises and trenches that a way may cross, for all that is known of its points."""
    line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return tuple(rise for rise in rises_of(pieces) if rise.outline.dwithin(line, SURE * sigma_cm + SLACK))


def legs_of(path: Sequence[Point], rises: Sequence[Rise], halvings: int = HALVINGS) -> list[Profile]:
    """Return the profiles of a way's legs; of one point, one of no length."""
    ends = itertools.pairwise(path) if len(path) > 1 else [(path[0], path[0])]
    return [profile(start, end, rises, halvings) for start, end in ends]


def rows_of(legs: Sequence[Profile], heights: Floats) -> Floats:
    """Return legs one after the other (N, 2): cm from the first one's start, cm above the table."""
    ends = np.cumsum([leg.along[-1] for leg in legs])
    return np.concatenate(
        [leg.rows(heights) + np.array([end - leg.along[-1], 0.0]) for leg, end in zip(legs, ends, strict=True)]
    )


def is_level(rows: Floats) -> bool:
    """Say whether all points are as high as the first."""
    return bool(np.all(rows[:, 1] == rows[0, 1]))


def length_of(rows: Floats) -> float:
    """Return how long the line through points is, cm."""
    return float(np.hypot(*np.diff(rows, axis=0).T).sum())


def _halved(coarse: Profile, shares: Callable[[Floats], Floats], heights: Floats, halvings: int) -> Profile:
    """Return a profile whose stretches are halved where the ground between their ends is not straight."""
    left, right = Profile(coarse.along[:-1], coarse.shares[:, :-1]), Profile(coarse.along[1:], coarse.shares[:, 1:])
    found = [coarse]
    for _ in range(halvings):
        along = (left.along + right.along) / 2
        middle = Profile(along, shares(along))
        low, between, high = (_ground(each.shares, heights) for each in (left, middle, right))
        bent = (between - (low + high) / 2) ** 2 > FINE_CM * (right.along - left.along)
        if not bent.any():
            break
        left, middle, right = (Profile(each.along[bent], each.shares[:, bent]) for each in (left, middle, right))
        found.append(middle)
        left, right = _joined([left, middle]), _joined([middle, right])
    whole = _joined(found)
    order = whole.along.argsort()
    return Profile(whole.along[order], whole.shares[:, order])


def _joined(parts: Sequence[Profile]) -> Profile:
    return Profile(np.concatenate([p.along for p in parts]), np.concatenate([p.shares for p in parts], axis=1))


def _ground(shares: Floats, heights: Floats) -> Floats:
    """Return how high the ground is (N,): the highest rise, else the lowest trench, else the table's 0."""
    each = shares * heights[:, None]
    risen = np.fmax.reduce(each[heights > 0], axis=0, initial=np.nan)
    sunk = np.fmin.reduce(each[heights <= 0], axis=0, initial=np.nan)
    found: Floats = np.asarray(np.where(np.isnan(risen), sunk, risen))
    return np.where(np.isnan(found), 0.0, found)


def _cuts(start: Floats, direction: Floats, length: float, met: Sequence[Rise]) -> Floats:
    """Return where a leg crosses outlines and crests, in order, its two ends among them; a peak where it is nearest."""
    shapes = [rise.outline for rise in met] + [rise.crest for rise in met if rise.crest is not None]
    if not shapes:
        return np.array([0.0, length])
    lines = np.concatenate([segments(shape) for shape in shapes]) - start
    ahead, side = lines @ direction, lines @ np.array([-direction[1], direction[0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = side[:, 0] / (side[:, 0] - side[:, 1])
        crossed = (ahead[:, 0] + share * (ahead[:, 1] - ahead[:, 0]))[(share >= 0) & (share <= 1)]
    peaks = (lines[:, 0] == lines[:, 1]).all(axis=1)
    touched = ahead[(np.abs(side) <= TIE_CM) | peaks[:, None]]
    inner = np.sort(np.concatenate([crossed, touched]))
    inner = inner[(inner > TIE_CM) & (inner < length - TIE_CM)]
    inner = inner[np.diff(inner, prepend=-1.0) > TIE_CM]
    return np.concatenate([[0.0], inner, [length]])
