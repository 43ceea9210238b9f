"""FIRE: tanks and artillery fire at a counter on the ground, once a turn, in place of combat (R6.5, R2.2)."""

from collections.abc import Mapping
from typing import Any

from rules.action import two_stands
from rules.hearing import Hearing
from rules.rommel.counters import stars_of
from rules.rommel.counting import at_most
from rules.rommel.drawing import line_between
from rules.rommel.fire_table import FireTable, house_table
from rules.rommel.judging import heard_on_scene
from rules.rommel.kinds import SHOOTERS, is_ground, side_of
from rules.rommel.losing import is_hit
from rules.rommel.phasing import in_phase, is_over
from rules.rommel.scene import Scene
from rules.rommel.settings import RommelSettings, options_of
from rules.rommel.weather import range_left, weather_to_fire
from table.hexes import distance
from table.snapshot import Snapshot
from table.stand import Stand


def fire(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``fire`` (actor, target): one die against the fire table (R6.5)."""
    actor, target = two_stands(action, snapshot, source, "whoever fires")
    heard_on_scene(snapshot, hearing, lambda scene, heard_: _judge(scene, actor, target, heard_, source), source)


def fire_table(settings: RommelSettings) -> FireTable:
    """Return the fire table agreed on: our own, or the owner's."""
    return house_table() if settings.fire == "house" else settings.fire


def _judge(scene: Scene, actor: Stand, target: Stand, hearing: Hearing, source: str) -> None:
    told, settings = {"actor": actor.name, "target": target.name}, options_of(hearing)
    is_over(hearing)
    in_phase(hearing, source, "fire", side_of(actor.side), **told)
    hearing.condition("R6.5", "fires", actor.kind in SHOOTERS, **told)
    hearing.condition("R6.5", "is_on_ground", is_ground(target), **told)
    hearing.condition("R6.5", "enemy", side_of(actor.side) != side_of(target.side), **told)
    hearing.condition("R6.5", "not_fired_yet", not actor.state.get("fired"), **told)
    hearing.condition("R6.5", "fire_or_combat", not actor.state.get("fought"), **told)
    at_aircraft = actor.state.get("flak_fired") or actor.state.get("flak_today")
    if at_aircraft and actor.kind == "mixed":
        hearing.condition("R6.5", "second_shot_at_tank", target.kind == "tank", **told)
    now = weather_to_fire(actor, hearing, source)
    if settings.fire == "house":
        hearing.uses("fire")
    row = fire_table(settings).row_for(actor.kind, stars_of(actor, hearing)) if actor.kind in SHOOTERS else None
    here, there = scene.where(actor), scene.where(target)
    if here is None or there is None or row is None:
        hearing.condition("R6.5", "on_board_and_fires", False, **told)
        return
    hexes = distance(here, there)
    at_most(hearing, "R6.5", "fire_range", hexes, range_left(row.range_hexes, now), "hexes", **told)
    hearing.draw(line_between(scene, here, there, "range", f"{hexes}"))
    if hearing.verdict != "allowed":
        return
    _thrown(row.hits_from, actor, target, hearing)


def _thrown(hits_from: int, actor: Stand, target: Stand, hearing: Hearing) -> None:
    least = hits_from
    hearing.modifying("R6.5", "hits_from", actor=actor.name, target=target.name, face=hits_from)
    if target.kind == "tank":
        stars = stars_of(target, hearing)
        if more := fire_table(options_of(hearing)).withstands(stars):
            least += more
            hearing.modifying("R2.2", "withstands", stand=target.name, count=stars, face=least)
    hearing.effect("fired", actor.name)
    if hearing.throw("R6.5", "artillery_fire", actor.name) >= least:
        hearing.modifying("R6.5", "fire_hits", stand=target.name, by=actor.name, face=least)
        is_hit(target, "R6.5", hearing)
        hearing.outcome = "hit"
    else:
        hearing.modifying("R6.5", "fire_misses", stand=target.name, by=actor.name, face=least)
        hearing.outcome = "missed"
