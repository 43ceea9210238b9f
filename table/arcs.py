"""Arcs of fire and half-planes: how far off a heading a point lies, and on which side of a line."""

import math
from dataclasses import dataclass

from table.errors import BadGeometry
from table.footprint import ahead, front_middle, left_of
from table.measurement import Measurement
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.vectors import checked, checked_point, cross, dot, minus, unit

_ANY_DIRECTION_DEG = 180.0 / math.sqrt(3.0)
"""Standard deviation of a direction of which nothing is known: no sigma of a bearing is larger."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A sector: ``width_deg`` wide about a heading, out to ``radius_cm`` from its apex (None: without end).

    ``sigma_cm`` (per axis) and ``sigma_deg`` are the apex's and the heading's. Raises BadGeometry for numbers that are
    not finite, a width beyond 0 to 360 degrees or a negative radius.
    """

    apex: Point
    heading_deg: float
    width_deg: float
    radius_cm: float | None = None
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "apex", checked_point(self.apex, "an arc's apex"))
        checked([("an arc's heading", self.heading_deg)])
        sizes = [("an arc's width", self.width_deg), ("a sigma", self.sigma_cm), ("a sigma", self.sigma_deg)]
        checked([*sizes, ("an arc's radius", 0.0 if self.radius_cm is None else self.radius_cm)], least=0.0)
        if self.width_deg > 360.0:
            raise BadGeometry(f"an arc's width must be at most 360 degrees, got {self.width_deg}")


def arc_of(stand: Stand, width_deg: float, radius_cm: float | None = None) -> Arc:
    """Return the arc about a stand's heading, from its footprint's centre."""
    return Arc(stand.centre, stand.heading_deg, width_deg, radius_cm, stand.sigma_cm, stand.sigma_deg)


def bearing_off(of: Arc | Stand, point: Point, sigma_cm: float = 0.0) -> Measurement:
    """Return by how many degrees (0 to 180) a point lies off a heading, seen from the apex or the stand's centre.

    Sigma in degrees: both places' sigma across the line over its length, and the heading's. ``sigma_cm`` is the
    point's. A point at the apex itself lies straight ahead (0 degrees), its sigma that of any direction.
    """
    point = checked_point(point)
    checked([("sigma_cm", sigma_cm)], least=0.0)
    apex = of.apex if isinstance(of, Arc) else of.centre
    way = minus(point, apex)
    distance = math.hypot(*way)
    placing = math.hypot(of.sigma_cm, sigma_cm)
    if distance == 0.0:
        return Measurement(0.0, _ANY_DIRECTION_DEG if placing else min(of.sigma_deg, _ANY_DIRECTION_DEG), apex, point)
    heading = unit(of.heading_deg)
    off_deg = abs(math.degrees(math.atan2(cross(heading, way), dot(heading, way))))
    sigma_deg = math.hypot(math.degrees(placing / distance), of.sigma_deg)
    return Measurement(off_deg, min(sigma_deg, _ANY_DIRECTION_DEG), apex, point)


def in_arc(arc: Arc, point: Point, sigma_cm: float = 0.0) -> Measurement:
    """Return the angular margin in degrees by which a point lies in an arc: negative outside, 0 on its side.

    ``judge(margin, 0, at_most=False)`` says whether it is in; the radius is ``reach``'s matter. All round (360
    degrees) there is no side to be doubtful about: sigma is 0.
    """
    off = bearing_off(arc, point, sigma_cm)
    sigma = 0.0 if arc.width_deg >= 360.0 else off.sigma
    return Measurement(arc.width_deg / 2 - off.value, sigma, off.start, off.end)


def reach(arc: Arc, point: Point, sigma_cm: float = 0.0) -> Measurement:
    """Return the distance from an arc's apex to a point in cm, to be judged against its radius."""
    point = checked_point(point)
    checked([("sigma_cm", sigma_cm)], least=0.0)
    return Measurement(math.dist(arc.apex, point), math.hypot(arc.sigma_cm, sigma_cm), arc.apex, point)


def ahead_of_front(stand: Stand, point: Point, sigma_cm: float = 0.0) -> Measurement:
    """Return by how many cm a point lies ahead of the line through the stand's front edge; negative behind.

    ``sigma_cm`` is the point's; the stand's heading counts through the point's distance to the stand's side.
    """
    return _ahead_of(stand, front_middle(stand), point, sigma_cm)


def ahead_of_centre(stand: Stand, point: Point, sigma_cm: float = 0.0) -> Measurement:
    """Return by how many cm a point lies ahead of the stand's centre, in a hull's front half; negative behind."""
    return _ahead_of(stand, stand.centre, point, sigma_cm)


def _ahead_of(stand: Stand, origin: Point, point: Point, sigma_cm: float) -> Measurement:
    point = checked_point(point)
    checked([("sigma_cm", sigma_cm)], least=0.0)
    forward = ahead(stand)
    value = dot(minus(point, origin), forward)
    lever_cm = dot(minus(point, stand.centre), left_of(stand))
    sigma = math.hypot(stand.sigma_cm, sigma_cm, lever_cm * math.radians(stand.sigma_deg))
    foot = (point[0] - value * forward[0], point[1] - value * forward[1])
    return Measurement(value, sigma, foot, point)


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
