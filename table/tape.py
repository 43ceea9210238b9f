"""A tape over hills: a taut string over the ground, from one stand's height to another's.

It lies on what rises between them and bridges what is hollow. On level ground it reads the plan's own number, sigma and
all; else its sigma is of differences (table/differences.py), to first order as in table/distance.py.
"""

import math

import numpy as np

from table.differences import COARSE, by_heights, by_number, gain_of
from table.ground_profile import Floats, heights_of, is_level, legs_of, length_of, rises_near, rows_of
from table.measurement import Measurement
from table.once import computed_once
from table.stand import Stand
from table.terrain import Piece, Point
from table.uncertainty import Pull, sigma_of
from table.vectors import cross, minus, shifted
from table.verdict import SLACK

END_HALVINGS = 12
"""So exactly is a tape's end found between two points of a profile."""


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
    variance = by_heights(heights, lambda moved: length_of(_string(rows_of(ground, moved), *ends_cm)))
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
