"""FIRE: tanks and artillery fire at a counter on the ground, once a turn, in place of combat (R6.5, R2.2)."""

from rules.common_actions import Aimed
from rules.rommel.actions import at_most, ruled_on_scene
from rules.rommel.counters import apply_hit, stars_of
from rules.rommel.fire_table import FireTable, house_table
from rules.rommel.kinds import SHOOTERS, is_ground, side_of
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.scene import RommelScene, line_between
from rules.rommel.settings import Builder, RommelSettings
from rules.rommel.state import state_of
from rules.rommel.weather import range_left, weather_to_fire
from table.hexes import distance
from table.stand import Stand


def fire_table(settings: RommelSettings) -> FireTable:
    """Return the fire table agreed on: our own, or the owner's."""
    return house_table() if settings.fire == "house" else settings.fire


@ruled_on_scene
def fire(scene: RommelScene, shot: Aimed, builder: Builder, source: str) -> None:
    """Rule on a shot at a counter on the ground: one die against the fire table (R6.5)."""
    actor, target = shot.actor, shot.target
    told, settings = {"actor": actor.name, "target": target.name}, builder.settings
    refuse_if_over(builder, source)
    in_phase(builder, source, "fire", side_of(actor.side), **told)
    builder.condition("R6.5", "fires", actor.kind in SHOOTERS, **told)
    builder.condition("R6.5", "is_on_ground", is_ground(target), **told)
    builder.condition("R6.5", "enemy", side_of(actor.side) != side_of(target.side), **told)
    known = state_of(actor)
    builder.condition("R6.5", "not_fired_yet", not known.fired, **told)
    builder.condition("R6.5", "fire_or_combat", not known.fought, **told)
    if (known.flak_fired or known.flak_today) and actor.kind == "mixed":
        builder.condition("R6.5", "second_shot_at_tank", target.kind == "tank", **told)
    now = weather_to_fire(actor, builder, source)
    if settings.fire == "house":
        builder.uses("fire")
    row = fire_table(settings).row_for(actor.kind, stars_of(actor, builder)) if actor.kind in SHOOTERS else None
    here, there = scene.where(actor), scene.where(target)
    if here is None or there is None or row is None:
        builder.condition("R6.5", "on_board_and_fires", False, **told)
        return
    hexes = distance(here, there)
    at_most(builder, "R6.5", "fire_range", hexes, range_left(row.range_hexes, now), "hexes", **told)
    builder.draw(line_between(scene, here, there, "range", f"{hexes}"))
    if builder.verdict != "allowed":
        return
    _thrown(row.hits_from, actor, target, builder)


def _thrown(hits_from: int, actor: Stand, target: Stand, builder: Builder) -> None:
    least = hits_from
    builder.modifying("R6.5", "hits_from", actor=actor.name, target=target.name, face=hits_from)
    if target.kind == "tank":
        stars = stars_of(target, builder)
        if more := fire_table(builder.settings).withstands(stars):
            least += more
            builder.modifying("R2.2", "withstands", stand=target.name, count=stars, face=least)
    builder.effect("fired", actor.name)
    if builder.throw("R6.5", "artillery_fire", actor.name) >= least:
        builder.modifying("R6.5", "fire_hits", stand=target.name, by=actor.name, face=least)
        apply_hit(target, "R6.5", builder)
        builder.outcome = "hit"
    else:
        builder.modifying("R6.5", "fire_misses", stand=target.name, by=actor.name, face=least)
        builder.outcome = "missed"
