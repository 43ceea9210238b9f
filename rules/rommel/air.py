"""BOMB and LAND: a bomber's die, and aircraft put back on airfields (R4.3, R6.1, R6.2, R6.4)."""

from collections.abc import Iterator

from rules.common_actions import Aimed
from rules.rommel.actions import Placement, at_most, ruled_on_scene
from rules.rommel.combat import judge_attacker
from rules.rommel.counters import apply_hit, is_bomber, tell_house
from rules.rommel.kinds import Side, is_air, is_ground, side_of
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.routes import ON_AIRFIELD, OVER_TARGET, enemy_below, on_airfield
from rules.rommel.scene import RommelScene, hex_drawn
from rules.rommel.settings import Builder
from table.hexes import Hex
from table.stand import Stand

HIT = 3


@ruled_on_scene
def bomb(scene: RommelScene, attack: Aimed, builder: Builder, source: str) -> None:
    """Rule on one bomber's die: a 3 hits, a tank is striped, a striped one leaves (R6.1)."""
    actor, target = attack.actor, attack.target
    told = {"actor": actor.name, "target": target.name}
    refuse_if_over(builder, source)
    in_phase(builder, source, "air_fight", side_of(actor.side), **told)
    for word in ("combat", "movement"):
        tell_house(actor, word, builder)
    builder.condition("R6.1", "is_bomber", is_air(actor) and is_bomber(actor), **told)
    builder.condition("R6.1", "is_on_ground", is_ground(target), **told)
    builder.condition("R6.1", "enemy", side_of(actor.side) != side_of(target.side), **told)
    if is_air(actor):
        judge_attacker(actor, builder)
    here, there = scene.where(actor), scene.where(target)
    builder.condition("R6.1", "is_above", here is not None and here == there, **told)
    if here is not None and here == there:
        above, place = len(scene.aircraft_on(here)), scene.label(here)
        at_most(builder, "R4.3", "aircraft_on_hex", above, OVER_TARGET, "aircraft", actor=actor.name, hex=place)
        builder.draw(hex_drawn(scene, here, "burst"))
    if builder.verdict != "allowed":
        return
    builder.effect("fought", actor.name, air_fought=True, bombed=True)
    if builder.throw("R6.1", "bomb", actor.name) == HIT:
        builder.modifying("R6.1", "bomb_hits", stand=target.name, by=actor.name)
        apply_hit(target, "R6.1", builder)
        builder.outcome = "hit"
    else:
        builder.modifying("R6.1", "bomb_misses", stand=target.name, by=actor.name)
        builder.outcome = "missed"


@ruled_on_scene
def land(scene: RommelScene, placement: Placement, builder: Builder, source: str) -> None:
    """Rule on an aircraft that is put on an airfield, however far, at most four on each (R4.3, R6.4)."""
    actor, there = placement.actor, placement.there
    told = {"actor": actor.name, "hex": scene.label(there)}
    refuse_if_over(builder, source)
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


def open_airfields(scene: RommelScene, actor: Stand) -> Iterator[Hex]:
    """Yield the airfields where an aircraft may land now."""
    side = side_of(actor.side)
    for there in sorted(scene.ground.airfields):
        others = scene.aircraft_on(there, actor.name)
        ours = all(side_of(each.side) == side for each in others)
        if ours and len(others) < ON_AIRFIELD and enemy_below(scene, actor, there) is None:
            yield there


def aloft(scene: RommelScene, side: Side) -> tuple[Stand, ...]:
    """Return a side's aircraft that are on no airfield while one is open to them (R8.1)."""
    placed = ((each, here) for each in scene.of(side) if is_air(each) and (here := scene.where(each)) is not None)
    flying = (each for each, here in placed if not on_airfield(scene, each, here))
    return tuple(each for each in flying if any(True for _ in open_airfields(scene, each)))
