"""START and END OF TURN: who begins, and whose turn it is next (A1.5)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys
from rules.ambush.organisation import tell_forces
from rules.ambush.settings import Builder
from rules.initiative import begins
from table.snapshot import Snapshot


def start(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``start``: a die each, the higher begins; then turns alternate."""
    begins(snapshot, action, builder, source, "A1.5")
    tell_forces(snapshot, builder)


def end_turn(_: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``end_turn``: the other player's turn; doing nothing with a figure is said aloud (A1.5)."""
    check_keys(action, (), source)
    builder.modifying("A1.5", "turns_alternate")
    builder.outcome = "goes_on"
    builder.effect("turn_ends")
