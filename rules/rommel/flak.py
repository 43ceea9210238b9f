"""FLAK: anti-aircraft and mixed artillery fire at an enemy aircraft within three hexes, once each a sub-turn (R6.3)."""

from collections.abc import Iterator, Sequence

from rules.common_actions import Aimed
from rules.rommel.actions import at_most, ruled_on_scene
from rules.rommel.kinds import GUNS, is_air, side_of
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.routes import on_airfield
from rules.rommel.scene import RommelScene, line_between
from rules.rommel.settings import Builder, Weather
from rules.rommel.state import state_of, table_of
from rules.rommel.weather import current_weather, range_left, weather_to_fire
from table.errors import BadFile
from table.hexes import Hex, distance
from table.stand import Stand

FLAK_HEXES, HIT = 3, 3
"""How far they fire, and the one face that shoots an aircraft down."""


@ruled_on_scene
def flak(scene: RommelScene, shot: Aimed, builder: Builder, source: str) -> None:
    """Rule on one gun's shot at an aircraft where its move of this sub-turn has ended (R6.3).

    While an aircraft moves the shots are thrown for with its move: who kept its own may fire it then.
    """
    gun, target = shot.actor, shot.target
    told = {"actor": gun.name, "target": target.name}
    refuse_if_over(builder, source)
    in_phase(builder, source, "air_move", side_of(target.side), **told)
    builder.condition("R6.3", "fires_at_aircraft", gun.kind in GUNS, **told)
    builder.condition("R6.3", "is_aircraft", is_air(target), **told)
    builder.condition("R6.3", "enemy", side_of(gun.side) != side_of(target.side), **told)
    builder.condition("R6.3", "not_fired_at_aircraft", not state_of(gun).flak_fired, **told)
    if table_of(builder, source).phase is not None and not state_of(target).moved:
        builder.condition("R6.3", "passes_now", False, **told)
    here, there = scene.where(gun), scene.where(target)
    if here is None or there is None:
        raise BadFile(source, "action.target", "counters on the board", repr(target.name if here else gun.name))
    if is_air(target) and on_airfield(scene, target, there):
        if scene.ground.house:
            builder.uses("map")
        builder.condition("R6.4", "not_on_airfield", False, **told, hex=scene.label(there))
    now = weather_to_fire(gun, builder, source)
    hexes = distance(here, there)
    at_most(builder, "R6.3", "flak_range", hexes, range_left(FLAK_HEXES, now), "hexes", **told)
    if builder.verdict != "allowed":
        return
    builder.outcome = "shot_down" if _shoots_down(scene, gun, target, there, builder) else "missed"


def shot_down(
    scene: RommelScene, actor: Stand, way: Sequence[Hex], held: frozenset[str], builder: Builder, source: str
) -> bool:  # fmt: skip
    """Resolve the shots at an aircraft as it comes into each gun's reach; True where one brings it down (R6.3).

    A gun fires from the first hex of the way that it reaches; on an airfield nobody on the ground attacks (R6.4).
    """
    now = current_weather(builder, source)
    if now == "rain" and any(True for _ in guns_along(scene, actor, way, held, now)):
        builder.modifying("R7.1", "range_less", actor=actor.name)
    for gun, here in guns_along(scene, actor, way, held, now):
        if _shoots_down(scene, gun, actor, here, builder):
            builder.outcome = "shot_down"
            return True
    return False


def guns_along(
    scene: RommelScene, actor: Stand, way: Sequence[Hex], held: frozenset[str], now: Weather | None
) -> Iterator[tuple[Stand, Hex]]:  # fmt: skip
    """Yield the enemy guns that fire at an aircraft on its way, with the hex where each does, in that order."""
    waiting = {
        each.name: each
        for each in scene.snapshot.stands
        if each.kind in GUNS and side_of(each.side) != side_of(actor.side) and not state_of(each).flak_fired
        and each.name not in held and scene.where(each) is not None
    }  # fmt: skip
    for k, here in enumerate(way[1:], start=1):
        if k == len(way) - 1 and on_airfield(scene, actor, here):
            return
        for name in sorted(waiting):
            there = scene.where(waiting[name])
            if there is not None and distance(there, here) <= range_left(FLAK_HEXES, now):
                yield waiting.pop(name), here


def _shoots_down(scene: RommelScene, gun: Stand, target: Stand, there: Hex, builder: Builder) -> bool:
    here = scene.where(gun)
    assert here is not None
    builder.draw(line_between(scene, here, there, "range", f"{distance(here, there)}"))
    told = {"actor": gun.name, "target": target.name, "hex": scene.label(there)}
    builder.modifying("R6.3", "passes_within", **told, count=distance(here, there))
    builder.effect("flak", gun.name, target=target.name)
    if builder.throw("R6.3", "flak", gun.name) == HIT:
        builder.modifying("R6.3", "is_shot_down", stand=target.name, by=gun.name)
        builder.effect("remove", target.name)
        return True
    builder.modifying("R6.3", "flies_on", stand=target.name, by=gun.name)
    return False
