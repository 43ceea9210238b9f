"""A way over the table: how long it is, which pieces it crosses, and what bars it (A2.7, A3.5, A6, A7.3, A7.6)."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import shapely
from shapely import LineString

from rules.ambush.obstacles import Obstacle, obstacles, outline_points, pieces
from rules.ambush.settings import AmbushSettings, Builder
from rules.over_hills import ground_of, way_over
from rules.ruling import Shape
from table.clearance import clear_by, clearance
from table.footprint import Footprint, footprint, united
from table.measurement import Measurement
from table.paths import path_length, swept
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.uncertainty import sigma_between
from table.vectors import minus, unit
from table.verdict import SLACK, judge

BACKWARDS_DEG = 90.0
FAR_SIGMAS = 9.0
"""So far out the normal distribution's tail is too small to change a 1 in double precision."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """One piece that a way may cross: how probably, and by how much (cm; negative: by so much it is cut)."""

    obstacle: Obstacle
    probability: float
    clear: Measurement


@dataclass(frozen=True, slots=True)
class MovePath:
    """The way of a footprint's centre: its points, how long it is, and every piece that it may cross.

    ``plan_cm`` is the sum of its legs as seen from above.
    """

    points: tuple[Point, ...]
    length: Measurement
    crossings: tuple[Crossing, ...]
    plan_cm: float

    def crossed(self, *how: str) -> tuple[Crossing, ...]:
        """Return the crossings of pieces of those sorts ("linear", "zonal", "vehicles"), the likeliest first."""
        return tuple(c for c in self.crossings if c.obstacle.row.crossing in how)


def way_along(actor: Stand, points: Sequence[Point], snapshot: Snapshot, settings: AmbushSettings) -> MovePath:
    """Return the way of a stand along points that are as sure as it is."""
    crossings = [
        c for piece in _near(actor, points, pieces(snapshot, settings))
        if (c := _crossing(actor, points, piece)).probability > 0
    ]  # fmt: skip
    crossings.sort(key=lambda c: (-c.probability, c.obstacle.name))
    length = way_over(points, actor.sigma_cm, ground_of(snapshot, settings))
    return MovePath(tuple(points), length, tuple(crossings), path_length(points).value)


def _near(actor: Stand, points: Sequence[Point], among: Sequence[Obstacle]) -> Iterator[Obstacle]:
    """Yield the pieces that a way may cross at all: for the others the probability is exactly 0."""
    line = LineString(points) if len(points) > 1 else shapely.Point(points[0])
    for piece, cm in zip(among, shapely.distance(line, [piece.outline for piece in among]).tolist(), strict=True):
        if cm <= SLACK + FAR_SIGMAS * sigma_between(actor, piece):
            yield piece


def _crossing(actor: Stand, points: Sequence[Point], piece: Obstacle) -> Crossing:
    sigma = sigma_between(actor, piece)
    if piece.row.crossing == "linear" and len(points) > 1 and piece.outline.covers(LineString(points)):
        return Crossing(piece, 0.0, Measurement(0.0))  # along the trench, not across it
    legs = [clearance(p, q, piece.outline, sigma, sigma) for p, q in itertools.pairwise(points) if p != q]
    if not legs:
        legs = [clearance(points[0], points[0], piece.outline, sigma, sigma)]
    least = min(legs, key=lambda leg: leg.value)
    return Crossing(piece, 1 - judge(least, 0.0, at_most=False).probability_in, least)


def goes_backwards(actor: Stand, points: Sequence[Point]) -> bool:
    """Whether any leg leads away from where the hull looks: at first its heading, then the way it has come (A7.2).

    Backwards is more than 90 degrees off; a hull that reverses goes on looking where it did.
    """
    looks = unit(actor.heading_deg)
    backwards = False
    for start, end in itertools.pairwise(points):
        length = math.dist(start, end)
        if length == 0:
            continue
        x, y = minus(end, start)
        along = (x / length, y / length)
        if looks[0] * along[0] + looks[1] * along[1] < math.cos(math.radians(BACKWARDS_DEG)) - 1e-9:
            backwards = True
            looks = (-along[0], -along[1])
        else:
            looks = along
    return backwards


def heading_after(actor: Stand, points: Sequence[Point]) -> float:
    """Return where a hull looks at the end of a way, degrees: along its last leg, or against it in reverse."""
    looks = unit(actor.heading_deg)
    for start, end in itertools.pairwise(points):
        length = math.dist(start, end)
        if length == 0:
            continue
        x, y = minus(end, start)
        ahead = looks[0] * x + looks[1] * y >= -1e-9 * length
        looks = (x / length, y / length) if ahead else (-x / length, -y / length)
    return math.degrees(math.atan2(looks[1], looks[0]))


def stays_clear(
    hull: Stand, points: Sequence[Point], snapshot: Snapshot, builder: Builder, *but: str, turns: bool = True
) -> None:
    """Record which houses and other vehicles a hull would drive into on its way, ``but`` those named.

    ``turns`` false: it is shoved along without turning. What it overlaps already where it stands is measured so: only
    what goes deeper counts.
    """
    settings = builder.settings
    sweep = united(list(_swept_over(hull, points, turns)))
    for it in obstacles(snapshot, settings, hull.name, *but):
        house = it.row.crossing == "vehicles"
        if not (house or it.kind in ("vehicle", "wreck")) or not sweep.intersects(it.outline):
            continue
        before = min(clear_by(footprint(hull), it.outline, 0.0).value, 0.0)
        room = clear_by(sweep, it.outline, sigma_between(hull, it))
        room = Measurement(room.value - before, room.sigma)
        judgement = judge(room, 0.0, at_most=False, doubt=settings.doubt)
        clause, key = ("A3.5", "no_vehicle_in_house") if house else ("A7.6", "no_vehicle_in_the_way")
        builder.judged(clause, key, judgement, actor=hull.name, piece=it.name, kind=it.kind)
        builder.draw(Shape("crossed", "polygon", outline_points(it), label=it.name))


def _swept_over(hull: Stand, points: Sequence[Point], turns: bool) -> Iterator[Footprint]:
    """Yield what a hull covers: along each leg, looking along it, or against it in reverse."""
    looks_deg = hull.heading_deg
    for start, end in itertools.pairwise(points):
        if math.dist(start, end) == 0:
            continue
        along_deg = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        if turns:
            ahead = abs(wrap_deg(along_deg - looks_deg)) <= 90.0 + 1e-9
            looks_deg = along_deg if ahead else wrap_deg(along_deg + 180.0)
        there = hull.moved_to(*start, looks_deg)
        yield swept(there, there.moved_to(*end))
    yield footprint(hull.moved_to(*points[-1], looks_deg))
