"""The way of a group, straight ahead or wheeling: where each base ends, and what it sweeps over (Y7.2, Y7.4)."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely

from rules.action import Asked
from rules.over_hills import way_over
from rules.yankee.column import in_file, into_column
from table.errors import BadFile
from table.footprint import Footprint, corners, footprint, united
from table.measurement import Measurement
from table.notation.toml import got_words
from table.paths import path_length, swept, turned_about
from table.stand import Stand
from table.terrain import Piece, Point


@dataclass(frozen=True, slots=True)
class GroupWay:
    """Where a move takes a group's bases, the ways of their centres, what each sweeps over, and how long it is.

    ``clause`` is the one its length is judged by, ``plan_cm`` what it is as seen from above.
    """

    ends: tuple[Stand, ...]
    ways: tuple[tuple[Point, ...], ...]
    hulls: tuple[Footprint, ...]
    length: Measurement
    clause: str
    plan_cm: float


Over = tuple[Piece, ...] | None
"""The pieces whose heights count; None where ways are measured on the plan."""


def straight_way(group: Sequence[Stand], points: Sequence[Point], column: bool, over: Over = None) -> GroupWay:
    """Return the way of a group whose leader goes along points: all alike, or falling in behind him (Y7.2, Y7.4)."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    ends = into_column(group, points) if column else [s.moved_to(s.x + x1 - x0, s.y + y1 - y0) for s in group]
    pairs = list(zip(group, ends, strict=True))
    hulls = tuple(swept(start.moved_to(start.x, start.y, end.heading_deg), end) for start, end in pairs)
    ways = tuple((start.centre, end.centre) for start, end in pairs)
    length = way_over(points, group[0].sigma_cm, over)
    return GroupWay(tuple(ends), ways, hulls, length, "Y7.3", path_length(points).value)


MOST_DEG = 360.0
STEP_DEG = 2.0  # what a wheel sweeps over is hulled in steps of so much
CLIMB_DEG = 10.0  # and what its corner climbs is found on legs of so much


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel about one end of a group's line; positive degrees bring the other end forward."""

    pivot: Literal["left", "right"]
    degrees: float

    @classmethod
    def read(cls, asked: Asked) -> "Wheel":
        """Read ``wheel``, {pivot, degrees}; raises BadFile."""
        given = asked.get("wheel")
        keys = given if isinstance(given, Mapping) else {}
        pivot, degrees = keys.get("pivot"), degrees_of(keys.get("degrees"))
        if pivot not in ("left", "right") or degrees is None or len(keys) != 2:
            raise BadFile(asked.source, "action.wheel", '{pivot = "left" or "right", degrees = 30}', got_words(given))
        return cls("left" if pivot == "left" else "right", degrees)


def degrees_of(given: object) -> float | None:
    """Return a turn of at most once round, in degrees; None where it is none."""
    if isinstance(given, bool) or not isinstance(given, int | float) or not abs(given) <= MOST_DEG:
        return None
    return float(given)


def wheel_of(group: Sequence[Stand], wheel: Wheel, over: Over = None) -> GroupWay:
    """Return what a wheel does with a group.

    The pivot is the front corner at that end of the line, or of a column's head, as the leader faces; the outer corner
    the one farthest from it.
    """
    turn = math.radians(group[0].heading_deg)
    ahead_x, ahead_y = math.cos(turn), math.sin(turn)
    fronts = [corner for stand in group for corner in corners(stand)[:2]]
    head = [max(group, key=lambda s: s.x * ahead_x + s.y * ahead_y)] if in_file(group) else group
    ends_of_line = [corner for stand in head for corner in corners(stand)[:2]]
    leftmost, rightmost = (pick(ends_of_line, key=lambda c: c[1] * ahead_x - c[0] * ahead_y) for pick in (max, min))
    about = leftmost if wheel.pivot == "left" else rightmost
    turn_deg = wheel.degrees if wheel.pivot == "left" else -wheel.degrees
    outer = max(fronts, key=lambda corner: math.dist(about, corner))
    reach_cm = math.dist(about, outer)
    steps = max(1, math.ceil(abs(turn_deg) / STEP_DEG))
    ends, ways, hulls = [], [], []
    for stand in group:
        places = [turned_about(stand, about, turn_deg * k / steps) for k in range(steps + 1)]
        shapes = [footprint(place) for place in places]
        hulls.append(united([shapely.convex_hull(shapely.union(a, b)) for a, b in itertools.pairwise(shapes)]))
        ends.append(places[-1])
        ways.append(tuple(place.centre for place in places))
    arc_cm = reach_cm * math.radians(abs(turn_deg))
    length = _climbed(Measurement(arc_cm, group[0].sigma_cm * math.sqrt(2.0)), group[0], outer, about, turn_deg, over)
    return GroupWay(tuple(ends), tuple(ways), tuple(hulls), length, "Y7.2", arc_cm)


def _climbed(arc: Measurement, leader: Stand, outer: Point, about: Point, turn_deg: float, over: Over) -> Measurement:
    """Return how long the outer corner's way is, with what it climbs more than its arc on the plan."""
    if over is None:
        return arc
    legs = max(1, math.ceil(abs(turn_deg) / CLIMB_DEG))
    corner = Stand("", "", "", *outer)
    points = [turned_about(corner, about, turn_deg * k / legs).centre for k in range(legs + 1)]
    followed, on_plan = way_over(points, leader.sigma_cm, over), path_length(points)
    if followed.value == on_plan.value:
        return arc
    return Measurement(arc.value + followed.value - on_plan.value, followed.sigma)
