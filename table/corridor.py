"""Corridors: the lane one base front wide, straight ahead of a stand, and what lies in it (Y8.2)."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from table.footprint import footprint, front_edge
from table.measurement import Measurement
from table.stand import Stand
from table.terrain import Point
from table.vectors import checked, checked_point, dot, minus, shifted, unit
from table.verdict import DOUBT, SLACK, Judgement, judge


@dataclass(frozen=True, slots=True)
class Corridor:
    """A lane from a start line (its left and right end) straight ahead for ``length_cm``, in table cm.

    ``sigma_cm`` (per axis) and ``sigma_deg`` are those of the stand that makes it, which turns about a point
    ``behind_cm`` behind the start line. Raises BadGeometry for numbers that are not finite or a negative length.
    """

    start_left: Point
    start_right: Point
    heading_deg: float
    length_cm: float
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    behind_cm: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "start_left", checked_point(self.start_left, "a corridor's start"))
        object.__setattr__(self, "start_right", checked_point(self.start_right, "a corridor's start"))
        checked([("a corridor's heading", self.heading_deg), ("a corridor's depth behind", self.behind_cm)])
        sizes = [("length", self.length_cm), ("sigma_cm", self.sigma_cm), ("sigma_deg", self.sigma_deg)]
        checked([(f"a corridor's {name}", value) for name, value in sizes], least=0.0)

    @property
    def width_cm(self) -> float:
        """The lane's width in cm."""
        return math.dist(self.start_left, self.start_right)

    @property
    def start(self) -> Point:
        """The middle of the start line in table cm."""
        return (
            (self.start_left[0] + self.start_right[0]) / 2,
            (self.start_left[1] + self.start_right[1]) / 2,
        )

    @property
    def polygon(self) -> Polygon:
        """The lane in table cm: start left, start right, end right, end left."""
        forward = unit(self.heading_deg)
        end_right = shifted(self.start_right, forward, self.length_cm)
        return Polygon(
            [self.start_left, self.start_right, end_right, shifted(self.start_left, forward, self.length_cm)]
        )


@dataclass(frozen=True, slots=True)
class CorridorOverlap:
    """How a footprint lies to a corridor; build it with ``overlap``.

    ``lateral``: by how many cm it reaches in sideways, that is how far it would have to be shifted to be out; negative:
    the gap to the lane. ``nearest_cm`` and ``farthest_cm``: the least and greatest distance ahead of the start line of
    the part inside (of the whole footprint when none is). ``polygon``: the part inside in table cm, perhaps empty.
    """

    lateral: Measurement
    nearest_cm: Measurement
    farthest_cm: float
    polygon: BaseGeometry

    @property
    def inside(self) -> bool:
        """Whether the footprint, as measured, lies at least partly in the lane; touching its side is not enough."""
        return self.lateral.value > SLACK

    def judged(self, doubt: float = DOUBT) -> Judgement:
        """Judge whether it lies at least partly in the lane: ``lateral`` strictly more than 0."""
        return judge(self.lateral, 0.0, at_most=False, doubt=doubt, slack=-SLACK)


def corridor_of(stand: Stand, length_cm: float) -> Corridor:
    """Return the corridor as wide as the stand's front, straight ahead from its front edge."""
    left, right = front_edge(stand)
    middle = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    behind_cm = dot(minus(middle, stand.centre), unit(stand.heading_deg))
    return Corridor(left, right, stand.heading_deg, length_cm, stand.sigma_cm, stand.sigma_deg, behind_cm)


def local(corridor: Corridor, geometry: BaseGeometry) -> BaseGeometry:
    """Return a shape in the corridor's axes, cm: (ahead of the start line, left of the lane's middle)."""
    fx, fy = unit(corridor.heading_deg)
    x, y = corridor.start
    return affine_transform(geometry, (fx, fy, -fy, fx, -(fx * x + fy * y), fy * x - fx * y))


def _to_table(corridor: Corridor, geometry: BaseGeometry) -> BaseGeometry:
    fx, fy = unit(corridor.heading_deg)
    return affine_transform(geometry, (fx, -fy, fy, fx, *corridor.start))


def overlap(corridor: Corridor, stand: Stand) -> CorridorOverlap:
    """Return how a stand's footprint lies to a corridor, regarding only what is ahead of its start, within its length.

    A footprint wholly behind the start line, or beyond the end, is not in it: ``lateral`` is then minus its distance
    from the lane. Sigma of ``lateral``: both places', and both headings' through the distances (along the lane) from
    the corner that decides to the two centres; without a direction as in ``table.distance``.
    """
    shape = local(corridor, footprint(stand))
    centre = _xy(local(corridor, shapely.Point(stand.centre)))
    half = corridor.width_cm / 2
    placing = math.hypot(corridor.sigma_cm, stand.sigma_cm)

    best: Measurement | None = None
    for part in _ahead_parts(shape, corridor.length_cm):
        reach = _lateral(part, half, placing, corridor, stand, centre[0])
        if best is None or reach.value > best.value:
            best = reach
    if best is None:
        lane = corridor.polygon if half > 0 else shapely.LineString([corridor.start, _far(corridor)])
        best = Measurement(-shapely.distance(lane, footprint(stand)), placing)

    lane_local = shapely.box(0.0, -half, corridor.length_cm + SLACK, half)
    inside = shapely.intersection(shape, lane_local) if best.value > SLACK else Polygon()
    counted = inside if not inside.is_empty else shape
    nearest, farthest = counted.bounds[0], counted.bounds[2]
    # The nearest part's place along the lane moves with both places; a turn of the shooter moves it by its offset.
    at = _decider(shapely.get_coordinates(counted), 0, nearest)
    turn = abs(at[1]) * math.radians(corridor.sigma_deg)
    turn_other = abs(at[1] - centre[1]) * math.radians(stand.sigma_deg)
    reach = Measurement(nearest, math.hypot(placing, turn, turn_other), (0.0, at[1]), at)
    return CorridorOverlap(_in_table(corridor, best), _in_table(corridor, reach), farthest, _to_table(corridor, inside))


def _ahead_parts(shape: BaseGeometry, length_cm: float) -> list[BaseGeometry]:
    """Return the connected parts of a footprint (corridor axes) ahead of the start line and within the length."""
    _, low, _, high = shape.bounds
    strip = shapely.box(0.0, low - 1.0, length_cm + SLACK, high + 1.0)
    parts = shapely.get_parts(shapely.intersection(shape, strip))
    return [part for part in parts if not part.is_empty and part.bounds[2] > SLACK]


def _lateral(
    part: BaseGeometry, half: float, placing: float, corridor: Corridor, stand: Stand, centre_ahead: float
) -> Measurement:
    """Return by how much a part reaches into the lane, from the side out of which it would come soonest."""
    _, low, _, high = part.bounds
    from_left, from_right = half - low, high + half
    at_left = from_left <= from_right
    at = _decider(shapely.get_coordinates(part), 1, low if at_left else high)
    turn = (at[0] + corridor.behind_cm) * math.radians(corridor.sigma_deg)
    turn_other = (at[0] - centre_ahead) * math.radians(stand.sigma_deg)
    side = (at[0], half if at_left else -half)
    return Measurement(min(from_left, from_right), math.hypot(placing, turn, turn_other), side, at)


def _decider(coordinates: "np.ndarray[tuple[int, int], np.dtype[np.float64]]", axis: int, value: float) -> Point:
    """Return the corner with that extreme coordinate; of several, the farthest ahead, whose heading counts most."""
    ties = coordinates[np.abs(coordinates[:, axis] - value) <= 1e-9]
    best = ties[ties[:, 0].argmax()]
    return (float(best[0]), float(best[1]))


def _in_table(corridor: Corridor, measured: Measurement) -> Measurement:
    if measured.start is None or measured.end is None:
        return measured
    start, end = (_xy(_to_table(corridor, shapely.Point(p))) for p in (measured.start, measured.end))
    return Measurement(measured.value, measured.sigma, start, end)


def _xy(point: BaseGeometry) -> Point:
    assert isinstance(point, shapely.Point)
    return (point.x, point.y)


def _far(corridor: Corridor) -> Point:
    return shifted(corridor.start, unit(corridor.heading_deg), corridor.length_cm)
