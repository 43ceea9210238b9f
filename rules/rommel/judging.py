"""How an act of the game is heard: the counter and the hex it names, and the table as a scene, completed (R4.3)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.action import check_keys, stand_named
from rules.hex_positions import HexPosition, heard, hex_board, hex_named
from rules.rommel.scene import Scene, scene_of
from rules.rommel.settings import Builder
from rules.ruling import Check
from table.hexes import Hex
from table.snapshot import Snapshot
from table.stand import Stand


def put_on(action: Mapping[str, Any], snapshot: Snapshot, source: str) -> tuple[Stand, Hex]:
    """Return who is put on the board and on which hex (actor, to); raises BadFile."""
    check_keys(action, ("actor", "to"), source)
    actor = stand_named(action, "actor", snapshot, source)
    return actor, hex_named(action.get("to"), "action.to", hex_board(snapshot, source), source)


def heard_on_scene(
    snapshot: Snapshot, builder: Builder, judge: Callable[[Scene, Builder], None], source: str
) -> None:  # fmt: skip
    """Hear what is judged on a scene, for each position that the table may be in (R4.3)."""

    def on_position(position: HexPosition, heard_: Builder) -> None:
        judge(scene_of(snapshot, position, heard_, source), heard_)

    heard(snapshot, builder, "R4.3", on_position, source, _alike)


def _alike(check: Check) -> Any:
    """Return what of a check two positions must share so that nobody is asked: of one that passed, that it did.

    Supply at four or five hexes is supply, a gun that reaches an aircraft at two hexes or three fires, and three points
    or four win. What changes factors or dice counts whole; whose zone is left obliges to nothing (R4.4).
    """
    if check.key == "leaves_zone":
        return None
    counted = check.measured is not None or check.key == "passes_within"
    return (check.clause, check.key, check.verdict) if counted or not check.modifies else check
