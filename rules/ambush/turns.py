"""START and END OF TURN: who begins, and whose turn it is next (A1.5)."""

from rules.ambush.organisation import tell_forces
from rules.ambush.settings import Builder
from rules.initiative import Opening, begins
from table.snapshot import Snapshot


def start(snapshot: Snapshot, opening: Opening, builder: Builder, source: str) -> None:
    """Rule on who begins: a die each, the higher begins; then turns alternate."""
    begins(snapshot, opening, builder, source, "A1.5")
    tell_forces(snapshot, builder)


def end_turn(_: Snapshot, _action: None, builder: Builder, _source: str) -> None:
    """Rule on the end of a turn: the other player's; doing nothing with a figure is said aloud (A1.5)."""
    builder.modifying("A1.5", "turns_alternate")
    builder.outcome = "goes_on"
    builder.effect("turn_ends")
