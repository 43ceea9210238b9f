"""LAND: after the air sub-turns aircraft are put on airfields of the owner's choice (R4.3, R6.4, R8.1)."""

from collections.abc import Iterator

from rules.rommel.actions import Placement, ruled_on_scene
from rules.rommel.counting import at_most
from rules.rommel.drawing import hex_drawn
from rules.rommel.going import ON_AIRFIELD, enemy_below, on_airfield
from rules.rommel.kinds import Side, is_air, side_of
from rules.rommel.phasing import in_phase, refuse_if_over
from rules.rommel.scene import Scene
from rules.rommel.settings import Builder
from table.hexes import Hex
from table.stand import Stand


@ruled_on_scene
def land(scene: Scene, placement: Placement, builder: Builder, source: str) -> None:
    """Rule on an aircraft that is put on an airfield, however far, at most four on each (R4.3, R6.4)."""
    actor, there = placement.actor, placement.there
    told = {"actor": actor.name, "hex": scene.label(there)}
    refuse_if_over(builder)
    in_phase(builder, source, "landing", side_of(actor.side), **told)
    builder.condition("R8.1", "may_land", is_air(actor), **told)
    builder.condition("R6.4", "is_airfield", there in scene.ground.airfields, **told)
    holder = enemy_below(scene, actor, there)
    builder.condition("R6.4", "airfield_not_held", holder is None, **told, target="" if holder is None else holder.name)
    others = scene.aircraft_on(there, actor.name)
    enemy = next((each for each in others if side_of(each.side) != side_of(actor.side)), None)
    if enemy is not None:
        builder.condition("R4.3", "hex_taken", False, **told, target=enemy.name)
    at_most(builder, "R4.3", "aircraft_on_hex", len(others) + 1, ON_AIRFIELD, "aircraft", **told)
    if scene.ground.house:
        builder.uses("map")
    builder.draw(hex_drawn(scene, there, "path"))
    if builder.verdict != "allowed":
        return
    here = scene.where(actor)
    start = {} if here is None else {"from_hex": scene.label(here)}
    builder.effect("move", actor.name, **start, **scene.put_on(there))
    builder.outcome = "landed"


def open_airfields(scene: Scene, actor: Stand) -> Iterator[Hex]:
    """Yield the airfields where an aircraft may land now."""
    side = side_of(actor.side)
    for there in sorted(scene.ground.airfields):
        others = scene.aircraft_on(there, actor.name)
        ours = all(side_of(each.side) == side for each in others)
        if ours and len(others) < ON_AIRFIELD and enemy_below(scene, actor, there) is None:
            yield there


def aloft(scene: Scene, side: Side) -> tuple[Stand, ...]:
    """Return a side's aircraft that are on no airfield while one is open to them (R8.1)."""
    placed = ((each, here) for each in scene.of(side) if is_air(each) and (here := scene.where(each)) is not None)
    flying = (each for each, here in placed if not on_airfield(scene, each, here))
    return tuple(each for each in flying if any(True for _ in open_airfields(scene, each)))
