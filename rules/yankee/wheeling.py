"""Y7.2: a group wheels about the front corner at one end of its line."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import shapely

from rules.action import Asked
from rules.yankee.column import in_file
from rules.yankee.ways import GroupWay
from table.errors import BadFile
from table.footprint import corners, footprint, united
from table.measurement import Measurement
from table.notation.toml import got_words
from table.paths import turned_about
from table.stand import Stand

MOST_DEG = 360.0
STEP_DEG = 2.0  # what a wheel sweeps over is hulled in steps of so much


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


def wheel_of(group: Sequence[Stand], wheel: Wheel) -> GroupWay:
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
    reach_cm = max(math.dist(about, corner) for corner in fronts)
    steps = max(1, math.ceil(abs(turn_deg) / STEP_DEG))
    ends, ways, hulls = [], [], []
    for stand in group:
        places = [turned_about(stand, about, turn_deg * k / steps) for k in range(steps + 1)]
        shapes = [footprint(place) for place in places]
        hulls.append(united([shapely.convex_hull(shapely.union(a, b)) for a, b in itertools.pairwise(shapes)]))
        ends.append(places[-1])
        ways.append(tuple(place.centre for place in places))
    sigma = group[0].sigma_cm * math.sqrt(2.0)
    length = Measurement(reach_cm * math.radians(abs(turn_deg)), sigma)
    return GroupWay(tuple(ends), tuple(ways), tuple(hulls), length, "Y7.2")
