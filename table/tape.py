"""Over hills: a taut tape from one stand's height to another's, and a way followed up and down with the ground.

A tape lies on what rises and bridges what is hollow; a way goes by the slant of slopes and the height of steps. On
level ground both read the plan's own number, sigma and all. Else their sigma is of differences, three sigmas wide:
where a point may lie on either side of a step, the step counts. To the places' errors come those of the heights of
every piece that a number hangs on.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from table.ground_profile import Floats, Rise, heights_of, is_level, legs_of, length_of, rises_near, rows_of
from table.measurement import Measurement
from table.once import computed_once
from table.paths import path_length
from table.stand import Stand
from table.terrain import Piece, Point
from table.uncertainty import Pull, sigma_of
from table.vectors import cross, minus, shifted
from table.verdict import SLACK

WIDE = 1.5
"""A difference is taken from so many sigmas before to as many after: farther out a step's doubt is small."""
COARSE = 2
"""So many halvings of a slope's stretches do for a difference: it is a part of a sigma."""
END_HALVINGS = 12
"""So exactly is a tape's end found between two points of a profile."""


def by_heights(rises: Sequence[Rise], of: Callable[[Floats], float]) -> float:
    """Return the variance that the error in each rise's height gives a number."""
    heights, errors = heights_of(rises), np.diag([rise.sigma_cm for rise in rises])
    return float(sum(((of(heights + error) - of(heights - error)) / 2) ** 2 for error in errors))


def by_number(value: float, sigma: float, of: Callable[[float], float]) -> float:
    """Return by how much a number moves for one sigma of another, with its sign."""
    return 0.0 if sigma == 0.0 else (of(value + WIDE * sigma) - of(value - WIDE * sigma)) / (2 * WIDE)


def by_place(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return the same for a place's x and y."""
    return (
        by_number(place[0], sigma, lambda x: of((x, place[1]))),
        by_number(place[1], sigma, lambda y: of((place[0], y))),
    )


def gain_of(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return what a number gains for a cm of a place."""
    if sigma == 0.0:
        return (0.0, 0.0)
    x, y = by_place(place, sigma, of)
    return (x / sigma, y / sigma)


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
    rises = rises_near((start, end), pieces, max(a.sigma_cm, 0.0 if b is None else b.sigma_cm))
    ground, heights = legs_of((start, end), rises), heights_of(rises)
    laid = _string(rows_of(ground, heights), *ends_cm)
    if is_level(laid):
        return on_plan

    def between(start: Point, end: Point) -> float:
        return length_of(_string(rows_of(legs_of((start, end), rises, COARSE), heights), *ends_cm))

    rows = rows_of(ground, heights)
    variance = by_heights(rises, lambda moved: length_of(_string(rows_of(ground, moved), *ends_cm)))
    variance += by_number(ends_cm[0], a.sigma_z_cm, lambda z: length_of(_string(rows, z, ends_cm[1]))) ** 2
    if b is not None:
        variance += by_number(ends_cm[1], b.sigma_z_cm, lambda z: length_of(_string(rows, ends_cm[0], z))) ** 2
    if math.dist(start, end) <= SLACK:
        return Measurement(length_of(laid), math.sqrt(variance + on_plan.sigma**2), start, end)
    pulls = [Pull.at(a, arms[0], gain_of(start, a.sigma_cm, lambda there: between(there, end)))]
    if b is not None:
        pulls.append(Pull.at(b, arms[1], gain_of(end, b.sigma_cm, lambda there: between(start, there))))
    return Measurement(length_of(laid), math.hypot(math.sqrt(variance), sigma_of(*pulls)), start, end)


def tape_end(start: Point, z_cm: float, toward: Point, length_cm: float, pieces: tuple[Piece, ...]) -> Point:
    """Return how far towards a place a tape of that length comes over the ground, from a point and a height there."""
    rises = rises_near((start, toward), pieces, 0.0)
    rows = rows_of(legs_of((start, toward), rises, COARSE), heights_of(rises)).tolist()
    before, end = rows[0], rows[-1]
    hull, laid = [(0.0, max(z_cm, before[1]))], [0.0]

    def reads(x: float, z: float) -> tuple[int, float]:
        """Return how many points of the string stay where it is laid on to there, and how long it is."""
        kept = len(hull)
        while kept > 1 and _hangs(hull[kept - 2], hull[kept - 1], (x, z)):
            kept -= 1
        return kept, laid[kept - 1] + math.dist(hull[kept - 1], (x, z))

    for row in rows[1:]:
        kept, cm = reads(*row)
        if cm > length_cm:
            end, beyond = before, row
            for _ in range(END_HALVINGS):
                middle = [(end[0] + beyond[0]) / 2, (end[1] + beyond[1]) / 2]
                end, beyond = (end, middle) if reads(*middle)[1] > length_cm else (middle, beyond)
            break
        hull, laid = [*hull[:kept], (row[0], row[1])], [*laid[:kept], cm]
        before = row
    far = math.dist(start, toward)
    return shifted(start, minus(toward, start), end[0] / far if far else 0.0)


def _height(stand: Stand, arm: Point) -> float:
    """Return how high a stand's base is at a point so far from its centre: it leans."""
    lean = math.tan(math.radians(stand.tilt_x_deg)), math.tan(math.radians(stand.tilt_y_deg))
    return stand.z_cm + cross(lean, arm)


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


@computed_once
def ground_length(points: tuple[Point, ...], pieces: tuple[Piece, ...], sigma_cm: float = 0.0) -> Measurement:
    """Return how long a way along points is that follows the ground, cm; each point has ``sigma_cm`` per axis.

    Raises BadGeometry for no point or one that is not finite.
    """
    on_plan = path_length(points, sigma_cm)
    path = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
    rises = rises_near(path, pieces, sigma_cm)
    legs, heights = legs_of(path, rises), heights_of(rises)
    rows = rows_of(legs, heights)
    if is_level(rows):
        return on_plan
    variance = by_heights(rises, lambda moved: length_of(rows_of(legs, moved)))
    for k, point in enumerate(path if sigma_cm > 0 else ()):
        before, after = path[max(k - 1, 0) : k], path[k + 1 : k + 2]

        def length(there: Point, before: list[Point] = before, after: list[Point] = after) -> float:
            return length_of(rows_of(legs_of([*before, there, *after], rises, COARSE), heights))

        variance += sum(each**2 for each in by_place(point, sigma_cm, length))
    return Measurement(length_of(rows), math.sqrt(variance), on_plan.start, on_plan.end)
