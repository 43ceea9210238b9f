"""MG: a vehicle's machine gun, two dice at one soldier (A7.7)."""

from rules.ambush.crew import hit, mark_of
from rules.ambush.damage import LOST
from rules.ambush.firing import in_arc, may_fire
from rules.ambush.settings import Builder
from rules.ambush.shoot import HITS_COVER, HITS_OPEN, under_fire
from rules.ambush.troops import is_vehicle, listed
from rules.common_actions import Aimed
from table.snapshot import Snapshot

LOST_TWICE = 2  # hit by both dice: unhurt only on a 1


def mg(snapshot: Snapshot, shot: Aimed, builder: Builder, source: str) -> None:
    """Rule on a burst of an MG: like a soldier's shot, against infantry only, two dice to hit."""
    actor, target = shot.actor, shot.target
    if not is_vehicle(actor):
        builder.condition("A7.7", "has_mg", False, actor=actor.name)
        return
    vehicle = listed(actor, source)
    builder.condition("A7.7", "has_mg", vehicle.mg, actor=actor.name)
    mark = mark_of(target, snapshot, "A7.7", "infantry_only", builder)
    if actor.side == target.side:
        builder.condition("A3.1", "enemy", False, target=target.name, side=target.side)
    may_fire(actor, vehicle, builder)
    in_arc(actor, vehicle, mark.at.centre, mark.at, builder)
    covered = under_fire(actor, mark, snapshot, builder, "A7.7")
    if builder.verdict != "allowed":
        return
    builder.effect("fired", actor.name)
    least = HITS_COVER if covered else HITS_OPEN
    faces = [builder.throw("A7.7", f"to_hit_{least}", actor.name) for _ in range(2)]
    hits = sum(face >= least for face in faces)
    if not hits:
        builder.outcome = "miss"
        return
    if hits == 2:
        builder.modifying("A7.7", "hit_by_both", stand=target.name)
    lost = hit(mark, builder, LOST_TWICE if hits == 2 else LOST)
    builder.outcome = "hit" if lost else "saved"
