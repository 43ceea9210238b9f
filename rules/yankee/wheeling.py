"""Y7.2: a group wheels about the front corner at one end of its line."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import shapely

from table.errors import BadFile
from table.footprint import Footprint, corners, footprint, united
from table.measurement import Measurement
from table.notation.toml import got_words
from table.paths import turned_about
from table.stand import Stand

MOST_DEG = 360.0
STEP_DEG = 2.0  # what a wheel sweeps over is hulled in steps of so much


def wheel_of(group: Sequence[Stand], given: Any, source: str) -> tuple[list[Stand], list[Footprint], Measurement]:
    """Return where a wheel {pivot, degrees} takes a group, what each sweeps over, and the outer corner's way.

    The pivot is the front corner at that end of the line, as the leader faces; the outer corner the one farthest from
    it. Positive degrees bring the other end forward.
    """
    keys = dict(given) if isinstance(given, Mapping) else {}
    pivot, degrees = keys.get("pivot"), keys.get("degrees")
    number = isinstance(degrees, int | float) and not isinstance(degrees, bool) and math.isfinite(degrees)
    if pivot not in ("left", "right") or not number or len(keys) != 2 or abs(degrees or 0) > MOST_DEG:
        raise BadFile(source, "action.wheel", '{pivot = "left" or "right", degrees = 30}', got_words(given))
    assert isinstance(degrees, int | float)
    turn = math.radians(group[0].heading_deg)
    left_x, left_y = -math.sin(turn), math.cos(turn)
    fronts = [corner for stand in group for corner in corners(stand)[:2]]
    along = {corner: corner[0] * left_x + corner[1] * left_y for corner in fronts}
    about = max(fronts, key=lambda c: along[c]) if pivot == "left" else min(fronts, key=lambda c: along[c])
    turn_deg = float(degrees) if pivot == "left" else -float(degrees)
    reach_cm = max(math.dist(about, corner) for corner in fronts)
    steps = max(1, math.ceil(abs(turn_deg) / STEP_DEG))
    ends, hulls = [], []
    for stand in group:
        places = [turned_about(stand, about, turn_deg * k / steps) for k in range(steps + 1)]
        shapes = [footprint(place) for place in places]
        hulls.append(united([shapely.convex_hull(shapely.union(a, b)) for a, b in itertools.pairwise(shapes)]))
        ends.append(places[-1])
    sigma = group[0].sigma_cm * math.sqrt(2.0)
    return ends, hulls, Measurement(reach_cm * math.radians(abs(turn_deg)), sigma)
