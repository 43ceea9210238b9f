"""What each side starts with: its counters by sort, and the sum of their combat factors."""

from rules.rommel.kinds import is_air, is_ground
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
                "combat": sum(int(stand.state.get("combat") or 0) for stand in fights),
            }
    return found
