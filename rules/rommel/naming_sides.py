"""What a match calls the Axis and the Allies."""

from rules.rommel.kinds import Side, side_of
from rules.rommel.settings import Builder
from rules.state import TABLE
from table.errors import BadFile
from table.snapshot import Snapshot


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
