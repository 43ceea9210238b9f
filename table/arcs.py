"""Arcs of fire: how far off a heading a point lies, and an arc's outline."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry
from table.measurement import Measurement
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.uncertainty import Errors, Pull, sigma_between, sigma_of
from table.vectors import checked, checked_point, cross, dot, left_normal, minus, unit

_ANY_DIRECTION_DEG = 180.0 / math.sqrt(3.0)
"""Standard deviation of a direction of which nothing is known: no sigma of a bearing is larger."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A sector: ``width_deg`` wide about a heading, out to ``radius_cm`` from its apex (None: without end).

    Raises BadGeometry for numbers that are not finite, a width beyond 0 to 360 degrees or a negative radius.
    """

    apex: Point
    heading_deg: float
    width_deg: float
    radius_cm: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "apex", checked_point(self.apex, "an arc's apex"))
        checked([("an arc's heading", self.heading_deg)])
        sizes = [("an arc's width", self.width_deg), ("an arc's radius", self.radius_cm or 0.0)]
        checked(sizes, least=0.0)
        if self.width_deg > 360.0:
            raise BadGeometry(f"an arc's width must be at most 360 degrees, got {self.width_deg}")


def arc_of(stand: Stand, width_deg: float, radius_cm: float | None = None) -> Arc:
    """Return the arc about a stand's heading, from its footprint's centre."""
    return Arc(stand.centre, stand.heading_deg, width_deg, radius_cm)


def bearing_off(of: Stand, point: Point, errors: Errors = 0.0) -> Measurement:
    """Return by how many degrees (0 to 180) a point lies off a stand's heading, seen from its centre.

    Sigma in degrees: what both places err across the line by its length, and the heading. ``errors`` are the point's.
    A point at the centre itself lies straight ahead (0 degrees), its sigma that of any direction.
    """
    point = checked_point(point)
    checked([("sigma_cm", it) for it in (errors,) if isinstance(it, float | int)], least=0.0)
    way = minus(point, of.centre)
    distance = math.hypot(*way)
    if distance == 0.0:
        sigma_deg = _ANY_DIRECTION_DEG if sigma_between(of, errors) else min(of.sigma_deg, _ANY_DIRECTION_DEG)
        return Measurement(0.0, sigma_deg, of.centre, point)
    heading = unit(of.heading_deg)
    off_deg = math.degrees(math.atan2(cross(heading, way), dot(heading, way)))
    x, y = left_normal((way[0] / distance, way[1] / distance))
    sigma_deg = math.degrees(sigma_of(Pull(of, (-x, -y), -distance), Pull(errors, (x, y))) / distance)
    return Measurement(abs(off_deg), min(sigma_deg, _ANY_DIRECTION_DEG), of.centre, point)


def outline(arc: Arc, radius_cm: float | None = None, step_deg: float = 5.0) -> tuple[Point, ...]:
    """Return an arc's outline in table cm to draw, its rim in steps; an arc without end is cut at ``radius_cm``."""
    radius = arc.radius_cm if arc.radius_cm is not None else radius_cm
    if radius is None:
        raise BadGeometry("an arc without end has no outline; say where to cut it")
    count = max(1, math.ceil(arc.width_deg / step_deg))
    whole = arc.width_deg >= 360.0
    turns = [wrap_deg(arc.heading_deg + arc.width_deg * (i / count - 0.5)) for i in range(count + (not whole))]
    rim = [(arc.apex[0] + radius * unit(t)[0], arc.apex[1] + radius * unit(t)[1]) for t in turns]
    return tuple(rim) if whole else (arc.apex, *rim)
