"""ASSAULT: hand to hand after a move or a run (A2.4)."""

from rules.ambush.damage import refuse_after_riding, refuse_if_aboard, refuse_if_fought
from rules.ambush.platoon import lose_soldiers, refuse_on_plate
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.troops import is_vehicle
from rules.common_actions import Aimed
from rules.ruling import Shape
from table.contact import touching
from table.snapshot import Snapshot


def assault(snapshot: Snapshot, attack: Aimed, builder: Builder, _source: str) -> None:
    """Rule on an assault: they touch, each throws, the higher removes the other, a tie the attacker."""
    actor, target = attack.actor, attack.target
    for stand in (actor, target):
        if is_vehicle(stand):
            builder.condition("A2.4", "between_soldiers", False, stand=stand.name)
        refuse_if_aboard(stand, snapshot, builder)
    refuse_on_plate(actor, builder)
    if actor.side == target.side:
        builder.condition("A2.4", "enemy", False, target=target.name, side=target.side)
    known = state_of(actor)
    came = known.ran or known.moved_cm > 0 or known.moved
    builder.condition("A2.4", "after_a_move", came, actor=actor.name)
    refuse_if_fought(actor, builder)
    refuse_after_riding(actor, builder)
    if known.fired or known.threw:
        builder.condition("A2.1", "not_fired", False, actor=actor.name)
    contact_cm = builder.uses("contact_cm")
    judgement = touching(actor, target, contact_cm, doubt=builder.settings.doubt)
    builder.judged("A2.4", "touches", judgement, actor=actor.name, target=target.name)
    builder.draw(Shape("contact", "line", (actor.centre, target.centre)))
    if builder.verdict != "allowed":
        return
    attacks = builder.throw("A2.4", "assault", actor.name)
    defends = builder.throw("A2.4", "assault", target.name)
    survived = state_of(target).assaults_survived
    if survived:
        defends += builder.modifier("A2.4", "assaults_survived", -survived, stand=target.name)
    builder.effect("fought", actor.name)
    if attacks >= defends:
        builder.outcome = "won"
        lose_soldiers(target, 1, builder)
    else:
        builder.outcome = "lost"
        builder.effect("remove", actor.name)
        builder.effect("survived", target.name, assaults_survived=survived + 1)
