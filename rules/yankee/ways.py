"""The way of a group: where each base ends, and what lies on its way there."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.yankee.forming import into_column
from table.footprint import Footprint
from table.measurement import Measurement
from table.paths import path_length, swept
from table.stand import Stand
from table.terrain import Point


@dataclass(frozen=True, slots=True)
class GroupWay:
    """Where a move takes a group's bases, the ways of their centres, what each sweeps over, and how long it is.

    ``clause`` is the one its length is judged by.
    """

    ends: tuple[Stand, ...]
    ways: tuple[tuple[Point, ...], ...]
    hulls: tuple[Footprint, ...]
    length: Measurement
    clause: str


def straight_way(group: Sequence[Stand], points: Sequence[Point], column: bool) -> GroupWay:
    """Return the way of a group whose leader goes along points: all alike, or falling in behind him (Y7.2, Y7.4)."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    ends = into_column(group, points) if column else [s.moved_to(s.x + x1 - x0, s.y + y1 - y0) for s in group]
    pairs = list(zip(group, ends, strict=True))
    hulls = tuple(swept(start.moved_to(start.x, start.y, end.heading_deg), end) for start, end in pairs)
    ways = tuple((start.centre, end.centre) for start, end in pairs)
    return GroupWay(tuple(ends), ways, hulls, path_length(points, group[0].sigma_cm), "Y7.3")
