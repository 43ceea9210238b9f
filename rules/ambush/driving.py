"""A3.5: a house is impassable to vehicles, to the whole hull and not only to its middle."""

import itertools
import math
from collections.abc import Iterator, Sequence

from rules.ambush.obstacles import outline_points, pieces
from rules.ambush.settings import Builder
from rules.ruling import Shape
from table.clearance import clear_by
from table.footprint import Footprint, footprint, united
from table.measurement import Measurement
from table.paths import swept
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.terrain import Point
from table.uncertainty import sigma_between
from table.verdict import judge


def stays_out_of_houses(
    hull: Stand, points: Sequence[Point], snapshot: Snapshot, builder: Builder, *, turns: bool = True
) -> None:
    """Record what a hull would drive into on its way; ``turns`` false: it is shoved along without turning.

    What it overlaps already where it stands is measured so: only what goes deeper counts.
    """
    settings = builder.settings
    sweep = united(list(_swept_over(hull, points, turns)))
    for piece in pieces(snapshot, settings):
        if piece.row.crossing != "vehicles" or not sweep.intersects(piece.outline):
            continue
        before = min(clear_by(footprint(hull), piece.outline, 0.0).value, 0.0)
        room = clear_by(sweep, piece.outline, sigma_between(hull, piece))
        room = Measurement(room.value - before, room.sigma)
        judgement = judge(room, 0.0, at_most=False, doubt=settings.doubt)
        builder.judged("A3.5", "no_vehicle_in_house", judgement, actor=hull.name, piece=piece.name, kind=piece.kind)
        builder.draw(Shape("crossed", "polygon", outline_points(piece), label=piece.name))


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
