"""What every weapon of a vehicle asks first: its crew, its turn, its arc (A7.2, A7.7, A7.8)."""

from rules.ambush.damage import riders_count
from rules.ambush.movement_penalties import limit_earlier_move
from rules.ambush.settings import Builder
from rules.ambush.troops import Vehicle, is_wreck
from rules.ruling import Shape
from table.arcs import bearing_off
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import Errors

ARC_DEG = 180.0  # A7.8: of a self-propelled gun


def may_fire(actor: Stand, vehicle: Vehicle, builder: Builder) -> None:
    """Record that a vehicle may fire at all: no wreck, not fired yet, manned if open, not too far moved."""
    if is_wreck(actor):
        builder.condition("A8.3", "not_destroyed", False, actor=actor.name)
    if actor.state.get("pushed_cm"):
        builder.condition("A7.6", "pushed_no_fire", False, actor=actor.name)
    builder.condition("A7.7", "not_fired", not actor.state.get("fired"), actor=actor.name)
    if vehicle.open:
        builder.condition("A7.7", "has_gunner", riders_count(actor) > 0, actor=actor.name)
    limit_earlier_move(actor, vehicle.move_cm, "moved_and_fires", builder)


def in_arc(actor: Stand, vehicle: Vehicle, point: Point, errors: Errors, builder: Builder) -> None:
    """Record that a point lies in a weapon's arc: all round for a turret, the front half for a self-propelled gun."""
    if not vehicle.self_propelled:
        return
    off = bearing_off(actor, point, errors)
    builder.limit("A7.8", "arc", off, ARC_DEG / 2, "deg", actor=actor.name)
    builder.draw(Shape("arc", "line", (actor.centre, point)))
