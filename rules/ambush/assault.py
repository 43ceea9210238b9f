"""ASSAULT: hand to hand after a move or a run (A2.4)."""

from collections.abc import Mapping
from typing import Any

from rules.action import two_stands
from rules.ambush.damage import not_after_riding, not_fought, on_foot
from rules.ambush.platoon import lose_soldiers, together
from rules.ambush.troops import is_vehicle, moved_already
from rules.hearing import Hearing
from rules.ruling import Shape
from table.contact import touching
from table.snapshot import Snapshot


def assault(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``assault`` (actor, target): they touch, each throws, the higher removes the other, a tie the attacker."""
    actor, target = two_stands(action, snapshot, source, "the attacker")
    for stand in (actor, target):
        if is_vehicle(stand):
            hearing.condition("A2.4", "between_soldiers", False, stand=stand.name)
        on_foot(stand, snapshot, hearing)
    together(actor, hearing)
    if actor.side == target.side:
        hearing.condition("A2.4", "enemy", False, target=target.name, side=target.side)
    state = actor.state
    came = bool(state.get("ran")) or moved_already(actor) > 0 or bool(state.get("moved"))
    hearing.condition("A2.4", "after_a_move", came, actor=actor.name)
    not_fought(actor, hearing)
    not_after_riding(actor, hearing)
    if state.get("fired") or state.get("threw"):
        hearing.condition("A2.1", "not_fired", False, actor=actor.name)
    contact_cm = hearing.uses("contact_cm")
    judgement = touching(actor, target, contact_cm, doubt=hearing.settings.doubt)
    hearing.judged("A2.4", "touches", judgement, actor=actor.name, target=target.name)
    hearing.draw(Shape("contact", "line", (actor.centre, target.centre)))
    if hearing.verdict != "allowed":
        return
    attacks = hearing.throw("A2.4", "assault", actor.name)
    defends = hearing.throw("A2.4", "assault", target.name)
    survived = int(target.state.get("assaults_survived") or 0)
    if survived:
        defends += hearing.modifier("A2.4", "assaults_survived", -survived, stand=target.name)
    hearing.effect("fought", actor.name)
    if attacks >= defends:
        hearing.outcome = "won"
        lose_soldiers(target, 1, hearing)
    else:
        hearing.outcome = "lost"
        hearing.effect("remove", actor.name)
        hearing.effect("survived", target.name, assaults_survived=survived + 1)
