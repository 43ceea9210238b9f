"""MG: a vehicle's machine gun, two dice at one soldier (A7.7)."""

from collections.abc import Mapping
from typing import Any

from rules.action import two_stands
from rules.ambush.crew import hit, mark_of
from rules.ambush.damage import LOST
from rules.ambush.firing import in_arc, may_fire
from rules.ambush.shoot import HITS_COVER, HITS_OPEN, under_fire
from rules.ambush.troops import is_vehicle, listed
from rules.hearing import Hearing
from table.snapshot import Snapshot

LOST_TWICE = 2  # hit by both dice: unhurt only on a 1


def mg(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``mg`` (actor, target): like a soldier's shot, against infantry only, two dice to hit."""
    actor, target = two_stands(action, snapshot, source, "the shooter")
    if not is_vehicle(actor):
        hearing.condition("A7.7", "has_mg", False, actor=actor.name)
        return
    vehicle = listed(actor, source)
    hearing.condition("A7.7", "has_mg", vehicle.mg, actor=actor.name)
    mark = mark_of(target, snapshot, "A7.7", "infantry_only", hearing)
    if actor.side == target.side:
        hearing.condition("A3.1", "enemy", False, target=target.name, side=target.side)
    may_fire(actor, vehicle, hearing)
    in_arc(actor, vehicle, mark.at.centre, mark.at, hearing)
    covered = under_fire(actor, mark, snapshot, hearing, "A7.7")
    if hearing.verdict != "allowed":
        return
    hearing.effect("fired", actor.name)
    least = HITS_COVER if covered else HITS_OPEN
    faces = [hearing.throw("A7.7", f"to_hit_{least}", actor.name) for _ in range(2)]
    hits = sum(face >= least for face in faces)
    if not hits:
        hearing.outcome = "miss"
        return
    if hits == 2:
        hearing.modifying("A7.7", "hit_by_both", stand=target.name)
    lost = hit(mark, hearing, LOST_TWICE if hits == 2 else LOST)
    hearing.outcome = "hit" if lost else "saved"
