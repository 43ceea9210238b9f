"""BOMB: a bomber above a ground counter; a 3 on the die hits (R6.1, R6.2)."""

from rules.common_actions import Aimed
from rules.rommel.actions import ruled_on_scene
from rules.rommel.combat import judge_attacker
from rules.rommel.counters import is_bomber, tell_house
from rules.rommel.counting import at_most
from rules.rommel.drawing import hex_drawn
from rules.rommel.going import OVER_TARGET
from rules.rommel.kinds import is_air, is_ground, side_of
from rules.rommel.losing import apply_hit
from rules.rommel.phasing import in_phase, refuse_if_over
from rules.rommel.scene import Scene
from rules.rommel.settings import Builder

HIT = 3


@ruled_on_scene
def bomb(scene: Scene, attack: Aimed, builder: Builder, source: str) -> None:
    """Rule on one bomber's die: a 3 hits, a tank is striped, a striped one leaves (R6.1)."""
    actor, target = attack.actor, attack.target
    told = {"actor": actor.name, "target": target.name}
    refuse_if_over(builder)
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
