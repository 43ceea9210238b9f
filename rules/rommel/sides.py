"""The two sides: what a match calls them, and what each starts with."""

from rules.rommel.kinds import Side, is_air, is_ground, side_of
from rules.rommel.settings import Builder
from rules.rommel.state import state_of
from rules.state import TABLE
from table.errors import BadFile
from table.snapshot import Snapshot


def strengths(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """Return how many ground counters, tanks and aircraft each side starts with, and their combat factors together."""
    found: dict[str, dict[str, int]] = {}
    for side in sorted({stand.side for stand in snapshot.stands}):
        own = [stand for stand in snapshot.stands if stand.side == side]
        fights = [stand for stand in own if is_ground(stand) or is_air(stand)]
        if fights:
            found[side] = {
                "started": len(fights),
                "tanks": sum(stand.kind == "tank" for stand in own),
                "aircraft": sum(is_air(stand) for stand in own),
                "combat": sum(state_of(stand).combat or 0 for stand in fights),
            }
    return found


def named(snapshot: Snapshot, builder: Builder, side: Side) -> str:
    """Return the name that a match has for a side: of what is known of it, else of its counters, else its own."""
    for name in (*builder.sides, *(stand.side for stand in snapshot.stands)):
        if name == TABLE:
            continue
        try:
            if side_of(name) == side:
                return name
        except BadFile:
            continue
    return side
