"""A column: bases one behind the other."""

import math
from collections.abc import Sequence

from table.stand import Stand, wrap_deg

IN_FILE_DEG = 15.0


def in_file(group: Sequence[Stand]) -> bool:
    """Whether bases stand one behind the other, facing one way."""
    leader = group[0]
    turn = math.radians(leader.heading_deg)
    aside = [abs(-(s.x - leader.x) * math.sin(turn) + (s.y - leader.y) * math.cos(turn)) for s in group]
    facing = all(abs(wrap_deg(s.heading_deg - leader.heading_deg)) < IN_FILE_DEG for s in group)
    return facing and max(aside) < leader.width_cm / 2
