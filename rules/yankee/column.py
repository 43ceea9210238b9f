"""A column, bases one behind the other, and a line: how a group forms one or the other while it moves (Y7.4)."""

import itertools
import math
from collections.abc import Sequence

from rules.yankee.settings import Builder
from table.measurement import Measurement
from table.stand import Stand, wrap_deg
from table.terrain import Point

IN_FILE_DEG = 15.0


def in_file(group: Sequence[Stand]) -> bool:
    """Whether bases stand one behind the other, facing one way."""
    leader = group[0]
    turn = math.radians(leader.heading_deg)
    aside = [abs(-(s.x - leader.x) * math.sin(turn) + (s.y - leader.y) * math.cos(turn)) for s in group]
    facing = all(abs(wrap_deg(s.heading_deg - leader.heading_deg)) < IN_FILE_DEG for s in group)
    return facing and max(aside) < leader.width_cm / 2


def into_column(group: Sequence[Stand], points: Sequence[Point]) -> list[Stand]:
    """Return where a group stands once it has formed column behind its leader at the end of his way.

    The others follow in the order given, front edge to rear edge, facing along the last leg.
    """
    heading = group[0].heading_deg
    legs = [(p, q) for p, q in itertools.pairwise(points) if math.dist(p, q) > 0]
    if legs:
        (x0, y0), (x1, y1) = legs[-1]
        heading = math.degrees(math.atan2(y1 - y0, x1 - x0))
    turn = math.radians(heading)
    ends, behind = [], 0.0
    for place, stand in enumerate(group):
        if place:
            behind += (group[place - 1].depth_cm + stand.depth_cm) / 2
        x, y = points[-1]
        ends.append(stand.moved_to(x - behind * math.cos(turn), y - behind * math.sin(turn), wrap_deg(heading)))
    return ends


def judge_forming(group: Sequence[Stand], ends: Sequence[Stand], limit_cm: float, builder: Builder) -> None:
    """Record that every base can reach its place in the column within its move (Y7.3, Y7.4)."""
    builder.modifying("Y7.4", "forms_column", actor=group[0].name)
    for start, end in list(zip(group, ends, strict=True))[1:]:
        way = Measurement(
            math.dist(start.centre, end.centre), start.sigma_cm * math.sqrt(2.0), start.centre, end.centre
        )
        builder.limit("Y7.4", "way_length", way, limit_cm, actor=start.name)


def judge_lining_up(group: Sequence[Stand], builder: Builder) -> None:
    """Record that a unit lines up alone, not together with others."""
    builder.modifying("Y7.4", "lines_up", actor=group[0].name)
    if len(group) > 1:
        builder.condition("Y7.4", "one_at_a_time", False, actor=group[0].name)
