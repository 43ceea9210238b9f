"""GRENADE: one a soldier, 10 cm, a dud or a burst that may scatter (A4)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys, point_of, stand_named
from rules.ambush.burst import Charge, lands
from rules.ambush.damage import damage, not_fought, on_foot
from rules.ambush.platoon import together
from rules.ambush.troops import has_run, is_vehicle
from rules.hearing import Hearing
from rules.ruling import Shape
from table.distance import to_point
from table.snapshot import Snapshot
from table.stand import Stand

RANGE_CM = 10.0  # A4.1
GRENADE = Charge(scatter_cm=3.0, radius_cm=3.0, aim="A4.2", burst="A4.3", vehicle="A4.4")
BURSTS = 3  # A4.2: the least face that is no dud


def grenade(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``grenade`` (actor, point): range, whether he has one left, the dud die, the aim die, the burst."""
    check_keys(action, ("actor", "point"), source)
    actor = stand_named(action, "actor", snapshot, source)
    announced = point_of(action, "point", source)
    on_foot(actor, snapshot, hearing)
    together(actor, hearing)
    not_fought(actor, hearing)
    _may_throw(actor, hearing)
    reach = to_point(actor, announced)
    hearing.limit("A4.1", "throw_range", reach, RANGE_CM, actor=actor.name)
    hearing.draw(Shape("throw", "line", (actor.centre, announced), label=f"{reach.value:.1f} cm"))
    if hearing.verdict != "allowed":
        return
    hearing.effect("threw", actor.name)
    hearing.effect("reveal", actor.name)
    hearing.modifying("A4.5", "gives_himself_away", stand=actor.name)
    if hearing.throw("A4.2", "dud", actor.name) < BURSTS:
        hearing.modifying("A4.2", "dud", actor=actor.name)
        hearing.outcome = "dud"
        return
    at, under = lands(snapshot, actor, announced, GRENADE, hearing)
    if under is not None:
        damage(under, 1.0, "A4.4", snapshot, hearing, source, riders_lost=at.on_the_point)


def _may_throw(actor: Stand, hearing: Hearing) -> None:
    state = actor.state
    if is_vehicle(actor):
        hearing.condition("A4.1", "soldier_throws", False, actor=actor.name)
    left = int(state.get("grenades", 1))
    hearing.condition("A4.1", "has_grenade", left > 0 and not state.get("threw"), actor=actor.name, left=left)
    if has_run(actor):
        hearing.condition("A2.2", "not_ran", bool(hearing.uses("throw_and_run")), actor=actor.name)
    if state.get("fired"):
        hearing.condition("A2.1", "not_fired", bool(hearing.uses("shoot_after_grenade")), actor=actor.name)
