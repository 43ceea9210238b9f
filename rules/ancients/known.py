"""What a case or a match says of the table and its sides, checked before anything is ruled by it (C3.1)."""

from rules.ancients.settings import Builder
from rules.ancients.side import BOTH, sides_of
from table.errors import BadFile
from table.notation.toml import got_words
from table.snapshot import Snapshot

PHASES = ("order", "move", "battle", "draw")
"""The phases of a turn, one after the other."""


def check_known(snapshot: Snapshot, builder: Builder, source: str) -> None:
    """Raise BadFile for a phase there is none of, a third side, and a turn that is neither side's."""
    phase, side = builder.table.get("phase"), builder.table.get("side")
    if phase is not None and phase not in PHASES:
        raise BadFile(source, "side.table.phase", f"one of {', '.join(PHASES)}", got_words(phase))
    on_table = list(dict.fromkeys(stand.side for stand in snapshot.stands))
    if len(on_table) != BOTH:
        return
    for third in sides_of(snapshot, builder)[BOTH:]:
        raise BadFile(source, f"side.{third}", f"one of {', '.join(on_table)}, table", repr(third))
    if side is not None and side not in on_table:
        raise BadFile(source, "side.table.side", f"one of {', '.join(on_table)}", got_words(side))
