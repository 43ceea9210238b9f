"""Over hills: a way followed on its heights, and a tape laid over the ground.

A way goes up and down with the ground: by the slant of slopes, by the height of steps. A tape is a taut string between
two stands as high as they are: over what rises between them, straight over what is hollow. Where the ground is level
both are the plan's own numbers, sigma and all.

Sigma is to first order, as in table/distance.py, but from differences three sigmas wide: where a point may lie on
either side of a step, the step counts. To the places' errors come those of the ends' heights, and a ruler's of every
piece that the number hangs on.
"""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import shapely

from table.ground_profile import HALVINGS, Floats, Profile, Rise, heights_of, profile, rises_of
from table.measurement import Measurement
from table.once import computed_once
from table.paths import path_length
from table.stand import Stand
from table.terrain import Piece, Point
from table.uncertainty import SURE, Pull, sigma_of
from table.vectors import cross, minus
from table.verdict import SLACK

WIDE = 1.5
"""A difference is taken from so many sigmas before to as many after: farther out a step's doubt is small."""
RULER_CM = 0.05
"""One sigma of a height that the players measured with a ruler (docs/heights.md)."""
COARSE = 2
"""So many halvings of a slope's stretches do for a difference: it is a part of a sigma."""


@computed_once
def ground_length(points: tuple[Point, ...], pieces: tuple[Piece, ...], sigma_cm: float = 0.0) -> Measurement:
    """Return how long a way along points is that follows the ground, cm; each point has ``sigma_cm`` per axis.

    Raises BadGeometry for no point or one that is not finite.
    """
    on_plan = path_length(points, sigma_cm)
    path = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
    rises = _near(path, pieces, sigma_cm)
    legs, heights = _legs(path, rises), heights_of(rises)
    rows = _rows(legs, heights)
    if _is_level(rows):
        return on_plan
    variance = _by_heights(heights, lambda moved: _length(_rows(legs, moved)))
    for k, point in enumerate(path if sigma_cm > 0 else ()):
        before, after = path[max(k - 1, 0) : k], path[k + 1 : k + 2]

        def length(there: Point, before: list[Point] = before, after: list[Point] = after) -> float:
            return _length(_rows(_legs([*before, there, *after], rises, COARSE), heights))

        variance += sum(each**2 for each in _by_place(point, sigma_cm, length))
    return Measurement(_length(rows), math.sqrt(variance), on_plan.start, on_plan.end)


@computed_once
def tape(on_plan: Measurement, a: Stand, b: Stand | None, pieces: tuple[Piece, ...]) -> Measurement:
    """Return what a tape over the ground reads where ``on_plan`` was measured on the plan, cm.

    It runs from the first stand's point to the second's, or without one to a place on the ground, which is exact. Its
    ends are as high as the stands are and lean, and never below the ground: a height that nobody measured is the
    ground's.
    """
    start, end = on_plan.start or a.centre, on_plan.end or (a if b is None else b).centre
    arms = minus(start, a.centre), minus(end, (a if b is None else b).centre)
    ends_cm = _height(a, arms[0]), -math.inf if b is None else _height(b, arms[1])
    rises = _near((start, end), pieces, max(a.sigma_cm, 0.0 if b is None else b.sigma_cm))
    ground, heights = _legs((start, end), rises), heights_of(rises)
    laid = _string(_rows(ground, heights), *ends_cm)
    if _is_level(laid):
        return on_plan

    def between(start: Point, end: Point) -> float:
        return _length(_string(_rows(_legs((start, end), rises, COARSE), heights), *ends_cm))

    rows = _rows(ground, heights)
    variance = _by_heights(heights, lambda moved: _length(_string(_rows(ground, moved), *ends_cm)))
    variance += _by_number(ends_cm[0], a.sigma_z_cm, lambda z: _length(_string(rows, z, ends_cm[1]))) ** 2
    if b is not None:
        variance += _by_number(ends_cm[1], b.sigma_z_cm, lambda z: _length(_string(rows, ends_cm[0], z))) ** 2
    if math.dist(start, end) <= SLACK:
        return Measurement(_length(laid), math.sqrt(variance + on_plan.sigma**2), start, end)
    pulls = [Pull.at(a, arms[0], _slope(start, a.sigma_cm, lambda there: between(there, end)))]
    if b is not None:
        pulls.append(Pull.at(b, arms[1], _slope(end, b.sigma_cm, lambda there: between(start, there))))
    return Measurement(_length(laid), math.hypot(math.sqrt(variance), sigma_of(*pulls)), start, end)


def _height(stand: Stand, arm: Point) -> float:
    """Return how high a stand's base is at a point so far from its centre: it leans."""
    lean = math.tan(math.radians(stand.tilt_x_deg)), math.tan(math.radians(stand.tilt_y_deg))
    return stand.z_cm + cross(lean, arm)


def _near(path: Sequence[Point], pieces: Iterable[Piece], sigma_cm: float) -> tuple[Rise, ...]:
    """Return the rises and trenches that a way may cross, for all that is known of its points."""
    line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return tuple(rise for rise in rises_of(pieces) if rise.outline.dwithin(line, SURE * sigma_cm + SLACK))


def _legs(path: Sequence[Point], rises: Sequence[Rise], halvings: int = HALVINGS) -> list[Profile]:
    ends = itertools.pairwise(path) if len(path) > 1 else [(path[0], path[0])]
    return [profile(start, end, rises, halvings) for start, end in ends]


def _rows(legs: Sequence[Profile], heights: Floats) -> Floats:
    """Return legs one after the other (N, 2): cm from the first one's start, cm above the table."""
    ends = np.cumsum([leg.along[-1] for leg in legs])
    return np.concatenate(
        [leg.rows(heights) + np.array([end - leg.along[-1], 0.0]) for leg, end in zip(legs, ends, strict=True)]
    )


def _is_level(rows: Floats) -> bool:
    return bool(np.all(rows[:, 1] == rows[0, 1]))


def _length(rows: Floats) -> float:
    return float(np.hypot(*np.diff(rows, axis=0).T).sum())


def _string(rows: Floats, a_cm: float, b_cm: float) -> Floats:
    """Return the points of a taut string over the ground from one height to another: the hull's upper side."""
    far = rows[-1, 0]
    hull = [(0.0, max(a_cm, rows[0, 1]))]
    inside = rows[(rows[:, 0] > 0.0) & (rows[:, 0] < far)].tolist()
    for at in (*map(tuple, inside), (far, max(b_cm, rows[-1, 1]))):
        while len(hull) > 1 and _hangs(hull[-2], hull[-1], at):
            hull.pop()
        hull.append(at)
    return np.array(hull)


def _hangs(before: Point, at: Point, after: Point) -> bool:
    """Say whether a string from one point to another runs free over a third between them."""
    return cross(minus(at, before), minus(after, before)) >= 0.0


def _by_heights(heights: Floats, of: Callable[[Floats], float]) -> float:
    """Return the variance that a ruler's error in each rise's height gives a number."""
    errors = RULER_CM * np.eye(len(heights))
    return float(sum(((of(heights + error) - of(heights - error)) / 2) ** 2 for error in errors))


def _by_number(value: float, sigma: float, of: Callable[[float], float]) -> float:
    """Return by how much a number moves for one sigma of another, with its sign."""
    return 0.0 if sigma == 0.0 else (of(value + WIDE * sigma) - of(value - WIDE * sigma)) / (2 * WIDE)


def _by_place(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return the same for a place's x and y."""
    return (
        _by_number(place[0], sigma, lambda x: of((x, place[1]))),
        _by_number(place[1], sigma, lambda y: of((place[0], y))),
    )


def _slope(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return what a number gains for a cm of a place."""
    if sigma == 0.0:
        return (0.0, 0.0)
    x, y = _by_place(place, sigma, of)
    return (x / sigma, y / sigma)
