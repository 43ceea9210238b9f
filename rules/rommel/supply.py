"""SUPPLY: ground counters but supply need a supply counter within eight hexes of where they start (R4.6)."""

from rules.common_actions import Single
from rules.rommel.actions import at_most, ruled_on_scene
from rules.rommel.kinds import is_ground, side_of
from rules.rommel.phases import refuse_if_over
from rules.rommel.scene import RommelScene, line_between
from rules.rommel.settings import Builder
from table.errors import BadFile
from table.hexes import Hex, distance
from table.stand import Stand

SUPPLY_HEXES = 8


@ruled_on_scene
def supply(scene: RommelScene, check: Single, builder: Builder, source: str) -> None:
    """Rule on whether a counter is in supply where it stands, and may move (R4.6)."""
    refuse_if_over(builder, source)
    here = scene.where(check.actor)
    if here is None:
        raise BadFile(source, "action.actor", "a counter on the board", repr(check.actor.name))
    judge_supply(scene, check.actor, here, builder)
    builder.outcome = "in_supply"


def nearest_supply(scene: RommelScene, stand: Stand, here: Hex) -> tuple[Stand, int] | None:
    """Return a side's supply counter nearest to a hex, as it is counted straight, and how far it is."""
    found = []
    for each in scene.of(side_of(stand.side)):
        there = scene.where(each)
        if each.kind == "supply" and each.name != stand.name and there is not None:
            found.append((distance(here, there), each.name))
    if not found:
        return None
    hexes, name = min(found)
    return scene.stand(name), hexes


def needs_supply(stand: Stand) -> bool:
    """Say whether a counter needs supply to move: all on the ground but supply itself (R4.6)."""
    return is_ground(stand) and stand.kind != "supply"


def is_supplied(scene: RommelScene, stand: Stand, here: Hex) -> bool:
    """Say whether a counter may start a move from a hex (R4.6)."""
    nearest = nearest_supply(scene, stand, here)
    return not needs_supply(stand) or (nearest is not None and nearest[1] <= SUPPLY_HEXES)


def judge_supply(scene: RommelScene, stand: Stand, here: Hex, builder: Builder) -> None:
    """Judge that a counter is in supply where it starts (R4.6)."""
    if not needs_supply(stand):
        builder.modifying("R4.6", "needs_no_supply", actor=stand.name)
        return
    nearest = nearest_supply(scene, stand, here)
    if nearest is None:
        builder.condition("R4.6", "supply_there", False, actor=stand.name, side=stand.side)
        return
    column, hexes = nearest
    told = {"actor": stand.name, "target": column.name}
    at_most(builder, "R4.6", "supply_near", hexes, SUPPLY_HEXES, "hexes", **told)
    there = scene.where(column)
    assert there is not None
    builder.draw(line_between(scene, here, there, "supply", f"{hexes}"))
