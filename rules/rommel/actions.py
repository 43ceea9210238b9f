"""What several verbs share: placing a counter, ruling on each position of the table (R4.3), counts held to a limit."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from rules.action import Asked
from rules.hex_positions import HexPosition, hex_board, hex_named, rule_on_positions
from rules.rommel.scene import RommelScene, scene_with
from rules.rommel.settings import Builder
from rules.rommel.state import table_of
from rules.ruling import Check
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import judge

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Placement:
    """A counter and the hex it is put on (R1.2, R4.3)."""

    actor: Stand
    there: Hex

    @classmethod
    def read(cls, asked: Asked) -> "Placement":
        """Read ``actor`` and ``to``; raises BadFile."""
        asked.only("actor", "to")
        actor, board = asked.stand("actor"), hex_board(asked.snapshot, asked.source)
        return cls(actor, hex_named(asked.get("to"), "action.to", board, asked.source))


def ruled_on_scene(
    judge: Callable[[RommelScene, Given, Builder, str], None],
) -> Callable[[Snapshot, Given, Builder, str], None]:
    """Rule on an action by what ``judge`` finds on a scene, for each position that the table may be in (R4.3)."""

    @wraps(judge)
    def rule(snapshot: Snapshot, given: Given, builder: Builder, source: str) -> None:
        def on_position(position: HexPosition, own: Builder) -> None:
            judge(scene_with(snapshot, position, own.settings, table_of(own, source), source), given, own, source)

        rule_on_positions(snapshot, builder, "R4.3", on_position, source, _alike)

    return rule


def _alike(check: Check) -> Check | tuple[str, str, str] | None:
    """Return what of a check two positions must share so that nobody is asked: of one that passed, that it did.

    Supply at four or five hexes is supply, a gun that reaches an aircraft at two hexes or three fires, and three points
    or four win. What changes factors or dice counts whole; whose zone is left obliges to nothing (R4.4).
    """
    if check.key == "leaves_zone":
        return None
    counted = check.measured is not None or check.key == "passes_within"
    return (check.clause, check.key, check.verdict) if counted or not check.modifies else check


def at_most(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object) -> bool:
    """Judge that a number is no more than its limit."""
    found = judge(count, limit)
    return bool(builder.judged(clause, key, found, unit, modifies=False, list_failed=True, **detail))


def at_least(builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object) -> bool:
    """Judge that a number is no less than its limit."""
    found = judge(count, limit, at_most=False)
    return bool(builder.judged(clause, key, found, unit, modifies=False, list_failed=True, **detail))


def record_at_least(
    builder: Builder, clause: str, key: str, count: float, limit: float, unit: str, **detail: object
) -> bool:  # fmt: skip
    """Record whether a number is no less than its limit, where that refuses nothing."""
    found = judge(count, limit, at_most=False)
    return bool(builder.judged(clause, key, found, unit, modifies=True, list_failed=True, **detail))
