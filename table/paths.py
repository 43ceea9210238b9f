"""Ways of a stand: the length of a path, turning about a corner, going straight back, and what a move sweeps over."""

import itertools
import math
from collections.abc import Sequence

import shapely

from table.errors import BadGeometry
from table.footprint import Footprint, ahead, part_corners, united
from table.measurement import Measurement
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.vectors import checked, checked_point, minus, shifted, unit


def leg_lengths(points: Sequence[Point]) -> tuple[float, ...]:
    """Return the lengths of a path's legs in cm; raises BadGeometry for no point or one that is not finite."""
    checked_points = _path(points)
    return tuple(math.dist(p, q) for p, q in itertools.pairwise(checked_points))


def path_length(points: Sequence[Point], sigma_cm: float = 0.0) -> Measurement:
    """Return the sum of a path's legs in cm, each point measured with ``sigma_cm`` per axis.

    A point between two legs moves both: its part in the variance is |u_in - u_out|^2 sigma^2 (u the legs' unit
    vectors), 0 on a straight line and 4 sigma^2 in an about-turn. Points repeated in a row count once. A path of one
    point is 0 without doubt; one measured more than once at the same place is 0 with the sigma of two points.
    """
    path = _path(points)
    checked([("sigma_cm", sigma_cm)], least=0.0)
    corners_of = [path[0]] + [q for p, q in itertools.pairwise(path) if p != q]
    if len(corners_of) == 1:
        return Measurement(0.0, 0.0 if len(path) == 1 else math.hypot(sigma_cm, sigma_cm), path[0], path[0])
    legs = [(math.dist(p, q), minus(q, p)) for p, q in itertools.pairwise(corners_of)]
    units = [(way[0] / cm, way[1] / cm) for cm, way in legs]
    growth = 2.0  # the two ends move one leg each: |u|^2 = 1
    growth += sum(math.dist(before, after) ** 2 for before, after in itertools.pairwise(units))
    return Measurement(math.fsum(cm for cm, _ in legs), sigma_cm * math.sqrt(growth), path[0], path[-1])


def turned_about(stand: Stand, about: Point, degrees: float) -> Stand:
    """Return the stand turned about a point, counter-clockwise, its heading with it."""
    x, y = _turned(stand.centre, about, degrees)
    return stand.moved_to(x, y, wrap_deg(stand.heading_deg + degrees))


def straight_back(stand: Stand, distance_cm: float) -> Stand:
    """Return the stand that far straight back, its heading unchanged; raises BadGeometry for less than 0 cm."""
    checked([("a way back", distance_cm)], least=0.0)
    return stand.moved_to(*shifted(stand.centre, ahead(stand), -distance_cm))


def swept(stand: Stand, end: Stand) -> Footprint:
    """Return what the footprint sweeps over on the straight way to ``end`` without turning, both ends included, cm.

    Exact: the hull of each base at its start and end, united. A stand without size sweeps a line. Raises BadGeometry
    if the heading changes: a wheel is not a straight way.
    """
    if abs(wrap_deg(end.heading_deg - stand.heading_deg)) > 1e-9:
        raise BadGeometry(
            f"stand {stand.name!r} turns from {stand.heading_deg:g} to {end.heading_deg:g} degrees: only a straight "
            "move without a turn sweeps a known area"
        )
    way = minus(end.centre, stand.centre)
    hulls = []
    for part in part_corners(stand):
        moved = [(x + way[0], y + way[1]) for x, y in part]
        hulls.append(shapely.convex_hull(shapely.MultiPoint([*part, *moved])))
    return united(hulls)


def _path(points: Sequence[Point]) -> list[Point]:
    if len(points) == 0:
        raise BadGeometry("a path needs at least one point")
    return [checked_point(point, f"point {index + 1} of a path") for index, point in enumerate(points)]


def _turned(point: Point, about: Point, turn_deg: float) -> Point:
    cos, sin = unit(turn_deg)
    x, y = minus(point, about)
    return (about[0] + x * cos - y * sin, about[1] + x * sin + y * cos)
