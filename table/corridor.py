"""Corridors: the lane one base front wide, straight ahead of a stand, and what lies in it (Y8.2)."""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from table.footprint import corners, footprint, half_size
from table.lane_odds import is_convex, odds_inside
from table.measurement import Measurement
from table.nearest import TIE_CM, feet, segments
from table.shared import Shared
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import FAR, Pull, sigma_between, sigma_of, sigma_turned
from table.vectors import checked, checked_point, dot, left_normal, minus, shifted, unit
from table.verdict import DOUBT, SLACK, Judgement, Verdict, judge


@dataclass(frozen=True, slots=True)
class Corridor:
    """A lane from a start line (its left and right end) straight ahead for ``length_cm``, in table cm.

    ``sigma_cm`` (per axis) and ``sigma_deg`` are those of the stand that makes it, whose centre is ``behind_cm`` behind
    the start line and whose base reaches back from the whole of that line by ``base_cm`` (0: there is no base);
    ``shared`` is what errs together with other stands.
    Raises BadGeometry for numbers that are not finite or a negative length.
    """

    start_left: Point
    start_right: Point
    heading_deg: float
    length_cm: float
    sigma_cm: float = 0.0
    sigma_deg: float = 0.0
    behind_cm: float = 0.0
    base_cm: float = 0.0
    shared: Shared | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "start_left", checked_point(self.start_left, "a corridor's start"))
        object.__setattr__(self, "start_right", checked_point(self.start_right, "a corridor's start"))
        checked([("a corridor's heading", self.heading_deg), ("a corridor's behind_cm", self.behind_cm)])
        sizes = ("length_cm", "sigma_cm", "sigma_deg", "base_cm")
        checked([(f"a corridor's {name}", getattr(self, name)) for name in sizes], least=0.0)

    @property
    def width_cm(self) -> float:
        """The lane's width in cm."""
        return math.dist(self.start_left, self.start_right)

    @property
    def start(self) -> Point:
        """The middle of the start line in table cm."""
        (x0, y0), (x1, y1) = self.start_left, self.start_right
        return ((x0 + x1) / 2, (y0 + y1) / 2)

    @property
    def polygon(self) -> Polygon:
        """The lane in table cm: start left, start right, end right, end left."""
        forward = unit(self.heading_deg)
        ends = [shifted(start, forward, self.length_cm) for start in (self.start_right, self.start_left)]
        return Polygon([self.start_left, self.start_right, *ends])


def corridor_of(stand: Stand, length_cm: float) -> Corridor:
    """Return the corridor as wide as the stand's front, straight ahead from its front edge."""
    front_left, front_right, _, rear_left = corners(stand)
    return Corridor(
        front_left, front_right, stand.heading_deg, length_cm, stand.sigma_cm, stand.sigma_deg,
        dot(minus(front_left, stand.centre), unit(stand.heading_deg)), math.dist(front_left, rear_left),
        stand.shared,
    )  # fmt: skip


def local(corridor: Corridor, geometry: BaseGeometry) -> BaseGeometry:
    """Return a shape in the corridor's axes, cm: (ahead of the start line, left of the lane's middle)."""
    axes = _axes(corridor)
    return shapely.transform(geometry, lambda xy: (xy - np.array(corridor.start)) @ axes)


def _axes(corridor: Corridor) -> NDArray[np.float64]:
    forward = unit(corridor.heading_deg)
    return np.array([forward, left_normal(forward)]).T


def _to_table(corridor: Corridor, geometry: BaseGeometry) -> BaseGeometry:
    axes = _axes(corridor)
    return shapely.transform(geometry, lambda ahead_left: ahead_left @ axes.T + np.array(corridor.start))


@dataclass(frozen=True, slots=True)
class CorridorOverlap:
    """How a footprint lies to a corridor; made by ``overlap``.

    ``lateral``: by how many cm it reaches in sideways, that is how far it would have to be shifted to be out; negative:
    the gap to the lane. ``nearest_cm`` and ``farthest_cm``: the least and greatest distance ahead of the start line of
    the part inside (of the whole footprint when none is). ``polygon``: the part inside in table cm, perhaps empty.
    ``odds``: the probability that it lies in the lane at all, from the lane's start and end and all its edges; None
    where nothing errs.
    """

    lateral: Measurement
    nearest_cm: Measurement
    farthest_cm: float
    polygon: BaseGeometry
    odds: float | None = None

    @property
    def inside(self) -> bool:
        """Whether the footprint, as measured, lies at least partly in the lane; touching its side is not enough."""
        return self.lateral.value > SLACK

    def judged(self, doubt: float = DOUBT) -> Judgement:
        """Judge whether it lies at least partly in the lane: ``lateral`` strictly more than 0.

        Where ``odds`` are known they are the probability, though ``lateral`` is what was measured.
        """
        by_lateral = _by(self.lateral, doubt)
        if self.odds is None:
            return by_lateral
        verdict = Verdict.IN if self.odds >= 0.5 else Verdict.OUT
        if min(self.odds, 1.0 - self.odds) > doubt:
            verdict = Verdict.CLOSE
        return replace(by_lateral, verdict=verdict, probability_in=self.odds)


def may_overlap(corridor: Corridor, stand: Stand) -> bool:
    """Say quickly whether a stand may lie in the lane at all: no only where that is ``FAR`` from being so.

    Sigmas are of the worst direction, and of the point of either shape that turns farthest.
    """
    way = minus(stand.centre, corridor.start)
    forward = unit(corridor.heading_deg)
    along, across = dot(way, forward), dot(way, left_normal(forward))
    half = half_size(stand)
    placing = math.sqrt(2.0) * sigma_between(corridor, stand)
    arm = half + math.hypot(max(abs(along), corridor.length_cm) + corridor.behind_cm, abs(across), corridor.width_cm)
    turning = arm * (math.radians(corridor.sigma_deg) + math.radians(stand.sigma_deg))
    room = half + FAR * (placing + turning)
    return abs(across) <= corridor.width_cm / 2 + room and -room <= along <= corridor.length_cm + room


def overlap(corridor: Corridor, stand: Stand) -> CorridorOverlap:
    """Return how a stand's footprint lies to a corridor, regarding only what is ahead of its start, within its length.

    A footprint wholly behind the start line, or beyond the end, is not in it: ``lateral`` is then minus its distance
    from the lane. Sigma of ``lateral``: both places', and both headings' times the distance along the lane from the
    corner that decides to the stand's centre. Whether it lies in the lane at all hangs on the start, the end and every
    edge as well: see ``table.lane_odds``.

    Bases do not stand in each other. One that stands beside the corridor's own (shoulder to shoulder, however noisy the
    picture) is kept out of the lane by it: unless it leans in, by more than its heading's noise, ``lateral`` is at most
    0 and without sigma.
    """
    shape = local(corridor, footprint(stand))
    half = corridor.width_cm / 2
    beside = _within(shape, -corridor.base_cm, 0.0)
    parts = [part for part in _within(shape, 0.0, corridor.length_cm + SLACK) if part.bounds[2] > SLACK]
    if parts:
        reach = max((_Reach.of(part, half) for part in parts), key=lambda reach: reach.value)
        lateral, kept = reach.measured(corridor, stand, shape, beside)
    else:
        kept, placing = bool(beside), 0.0 if beside else sigma_between(corridor, stand)
        lateral = Measurement(-shapely.distance(shapely.convex_hull(corridor.polygon), footprint(stand)), placing)

    lane = shapely.box(0.0, -half, corridor.length_cm + SLACK, half)
    inside = shapely.intersection(shape, lane) if lateral.value > SLACK else Polygon()
    counted = shape if inside.is_empty else inside
    nearest, _, farthest, _ = counted.bounds
    at = _corner(counted, 0, nearest)
    nearest_cm = Measurement(nearest, _sigma(corridor, stand, shape, at, 0), (0.0, at[1]), at)
    errs = any((corridor.sigma_cm, corridor.sigma_deg, stand.sigma_cm, stand.sigma_deg))
    return CorridorOverlap(
        _in_table(corridor, lateral), _in_table(corridor, nearest_cm), farthest, _to_table(corridor, inside),
        _odds(corridor, stand, lateral, kept) if errs and (lateral.sigma or not kept) else None,
    )  # fmt: skip


def _odds(corridor: Corridor, stand: Stand, lateral: Measurement, kept: bool) -> float:
    """Return the probability that a stand lies in the lane, though its ``lateral`` errs.

    What the limits of convex shapes say is no more than a bound for one that is hollow, or that is kept out.
    """
    forward, shape = unit(corridor.heading_deg), footprint(stand)
    ends = [shifted(start, forward, corridor.length_cm) for start in (corridor.start_right, corridor.start_left)]
    odds = odds_inside(
        (corridor.start_left, corridor.start_right, *ends),
        corridor, shifted(corridor.start, forward, -corridor.behind_cm), shape, stand,
    )  # fmt: skip
    return min(odds, _by(lateral).probability_in) if kept or not is_convex(shape) else odds


def _by(lateral: Measurement, doubt: float = DOUBT) -> Judgement:
    return judge(lateral, 0.0, at_most=False, doubt=doubt, slack=-SLACK)


@dataclass(frozen=True, slots=True)
class _Reach:
    """How far a connected part of a footprint reaches into a lane, from the side out of which it would come soonest.

    ``side`` is 1 for the left, -1 for the right; ``corner`` the corner that decides, in the corridor's axes.
    """

    side: int
    value: float
    corner: Point
    half: float

    @staticmethod
    def of(part: BaseGeometry, half: float) -> "_Reach":
        _, low, _, high = part.bounds
        if half - low <= high + half:
            return _Reach(1, half - low, _corner(part, 1, low), half)
        return _Reach(-1, high + half, _corner(part, 1, high), half)

    def measured(
        self, corridor: Corridor, stand: Stand, shape: BaseGeometry, beside: list[BaseGeometry]
    ) -> tuple[Measurement, bool]:
        """Return the reach as measured, and whether a base beside the corridor's own is kept out of the lane by it."""
        kept = False
        value, sigma = self.value, _sigma(corridor, stand, shape, self.corner, 1)
        placing, turning = sigma_between(corridor, stand), math.radians(sigma_turned(corridor, stand))
        for neighbour in beside:
            back, low, _, high = neighbour.bounds
            side_at = low if self.side > 0 else high
            sunk = self.half - self.side * side_at
            if -back <= max(2 * placing, sunk) + SLACK:
                continue  # it hardly reaches back beside the base, or stands before it and overlaps it a little
            kept, lean = True, self.side * (side_at - self.corner[1])
            if lean <= SLACK + 2 * turning * (self.corner[0] - _corner(neighbour, 1, side_at)[0]):
                value, sigma = min(value, 0.0), 0.0
            else:
                value = min(value, lean)
        return Measurement(value, sigma, (self.corner[0], self.side * self.half), self.corner), kept


def _sigma(corridor: Corridor, stand: Stand, shape: BaseGeometry, at: Point, axis: int) -> float:
    """Return the sigma of one coordinate of a point that decides, in the corridor's axes.

    A corner moves as the stand does. Where the lane's own side or start cuts an edge of the footprint, the point runs
    along the cut: the flatter the edge lies to it, the farther (though no farther than the edge is long).
    """
    lines = segments(shape)
    normal, most = (1.0 - axis, float(axis)), math.inf
    if np.hypot(*(lines.reshape(-1, 2) - np.array(at)).T).min() > TIE_CM:
        nearest = np.hypot(*(feet(np.array([at]), lines)[0] - np.array(at)).T).argmin()
        along = minus(tuple(lines[nearest, 1].tolist()), tuple(lines[nearest, 0].tolist()))
        most = math.hypot(*along)
        normal = (-along[1] / most, along[0] / most)
    offset = minus(stand.centre, corridor.start)
    forward = unit(corridor.heading_deg)
    own, others = (-corridor.behind_cm, 0.0), (dot(offset, forward), dot(offset, left_normal(forward)))
    x, y = _turned(forward, normal)
    across = sigma_of(
        Pull.at(corridor, _turned(forward, minus(at, own)), (-x, -y)),
        Pull.at(stand, _turned(forward, minus(at, others)), (x, y)),
    )
    return min(across / max(abs(normal[axis]), 1e-9), most) if across else 0.0


def _turned(forward: Point, way: Point) -> Point:
    """Return a way in the corridor's axes as one on the table."""
    return shifted((forward[0] * way[0], forward[1] * way[0]), left_normal(forward), way[1])


def _within(shape: BaseGeometry, low: float, high: float) -> list[BaseGeometry]:
    """Return the connected parts of a footprint (corridor axes) between two distances ahead of the start line."""
    _, bottom, _, top = shape.bounds
    cut = shapely.intersection(shape, shapely.box(low, bottom - 1.0, high, top + 1.0))
    return [part for part in shapely.get_parts(cut) if not part.is_empty]


def _corner(shape: BaseGeometry, axis: int, value: float) -> Point:
    """Return the corner with that extreme coordinate; of several, the farthest ahead, whose heading counts most."""
    at = shapely.get_coordinates(shape)
    ties = at[np.abs(at[:, axis] - value) <= 1e-9]
    ahead, across = ties[ties[:, 0].argmax()]
    return (float(ahead), float(across))


def _in_table(corridor: Corridor, measured: Measurement) -> Measurement:
    if measured.start is None or measured.end is None:
        return measured
    (start, end) = np.array([measured.start, measured.end]) @ _axes(corridor).T + np.array(corridor.start)
    return Measurement(
        measured.value, measured.sigma, (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))
    )
