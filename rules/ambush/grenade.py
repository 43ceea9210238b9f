"""GRENADE: one a soldier, 10 cm, a dud or a burst that may scatter (A4)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ambush.burst import Charge, lands
from rules.ambush.damage import damage, refuse_after_riding, refuse_if_aboard, refuse_if_fought
from rules.ambush.platoon import refuse_on_plate
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.troops import has_run, is_vehicle
from rules.over_hills import measured_over
from rules.ruling import Shape
from table.distance import to_point
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point

RANGE_CM = 10.0  # A4.1
GRENADE = Charge(scatter_cm=3.0, radius_cm=3.0, aim="A4.2", burst="A4.3", vehicle="A4.4")
BURSTS = 3  # A4.2: the least face that is no dud


@dataclass(frozen=True, slots=True)
class GrenadeThrow:
    """A soldier's throw of a grenade at a point."""

    actor: Stand
    point: Point

    @classmethod
    def read(cls, asked: Asked) -> "GrenadeThrow":
        """Read ``actor`` and ``point``; raises BadFile."""
        asked.only("actor", "point")
        return cls(asked.stand("actor"), asked.point("point"))


def grenade(snapshot: Snapshot, thrown: GrenadeThrow, builder: Builder, _source: str) -> None:
    """Rule on a grenade: range, whether he has one left, the dud die, the aim die, the burst."""
    actor, announced = thrown.actor, thrown.point
    refuse_if_aboard(actor, snapshot, builder)
    refuse_on_plate(actor, builder)
    refuse_if_fought(actor, builder)
    refuse_after_riding(actor, builder)
    _may_throw(actor, builder)
    on_plan = to_point(actor, announced)
    reach, plan_cm = measured_over(builder, snapshot, on_plan, actor, None)
    builder.limit("A4.1", "throw_range", reach, RANGE_CM, actor=actor.name, plan_cm=plan_cm)
    builder.draw(Shape("throw", "line", (actor.centre, announced), label=f"{reach.value:.1f} cm"))
    if builder.verdict != "allowed":
        return
    builder.effect("threw", actor.name)
    builder.effect("reveal", actor.name)
    builder.modifying("A4.5", "gives_himself_away", stand=actor.name)
    if builder.throw("A4.2", "dud", actor.name) < BURSTS:
        builder.modifying("A4.2", "dud", actor=actor.name)
        builder.outcome = "dud"
        return
    at, under = lands(snapshot, actor, announced, GRENADE, builder)
    if under is not None:
        damage(under, 1.0, "A4.4", snapshot, builder, riders_lost=at.on_the_point)


def _may_throw(actor: Stand, builder: Builder) -> None:
    known = state_of(actor)
    if is_vehicle(actor):
        builder.condition("A4.1", "soldier_throws", False, actor=actor.name)
    has_one = known.grenades > 0 and not known.threw
    builder.condition("A4.1", "has_grenade", has_one, actor=actor.name, left=known.grenades)
    if has_run(actor):
        builder.condition("A2.2", "not_ran", bool(builder.uses("throw_and_run")), actor=actor.name)
    if known.fired:
        builder.condition("A2.1", "not_fired", bool(builder.uses("shoot_after_grenade")), actor=actor.name)
