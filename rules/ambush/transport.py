"""MOUNT and DISMOUNT: soldiers in vehicles (A2.5, A7.2, A7.4, A7.5)."""

from dataclasses import dataclass, replace
from math import dist

import shapely

from rules.action import START_CM, Asked
from rules.ambush.damage import counted_riders, named_riders, refuse_if_aboard, riders
from rules.ambush.movement import walk
from rules.ambush.movement_penalties import limit_earlier_move
from rules.ambush.platoon import soldiers_on
from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.troops import Vehicle, has_run, is_vehicle, is_wreck, listed
from rules.ambush.way import way_along
from table.contact import touching
from table.errors import BadFile
from table.footprint import footprint
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import within


@dataclass(frozen=True, slots=True)
class Ride:
    """A soldier who gets on or off a vehicle: its entry in the list, and off it the way he goes from there, if any."""

    actor: Stand
    vehicle: Stand
    entry: Vehicle
    path: tuple[Point, ...] = ()

    @classmethod
    def read(cls, asked: Asked, *more: str) -> "Ride":
        """Read ``actor`` and ``vehicle``, and ``path`` if it is among the keys there may be; raises BadFile."""
        asked.only("actor", "vehicle", *more)
        actor, vehicle = asked.stand("actor"), asked.stand("vehicle")
        if not is_vehicle(vehicle):
            raise BadFile(asked.source, "action.vehicle", "a vehicle", repr(vehicle.name))
        entry = listed(vehicle)
        if "path" not in asked:
            return cls(actor, vehicle, entry)
        path = asked.points("path")
        away = Measurement(footprint(vehicle).distance(shapely.Point(path[0])), vehicle.sigma_cm)
        if not within(away, START_CM + max(actor.depth_cm, actor.width_cm)):
            got = f"{dist(path[0], vehicle.centre):.1f} cm from its middle"
            raise BadFile(asked.source, "action.path[1]", f"a place beside {vehicle.name}", got)
        return cls(actor, vehicle, entry, path)


def mount(snapshot: Snapshot, ride: Ride, builder: Builder, _source: str) -> None:
    """Rule on a soldier who mounts: after a move or a shot, at the vehicle, while it has a seat."""
    actor, vehicle = _begin(ride, builder)
    builder.modifying("A2.5", "boards", actor=actor.name, stand=vehicle.name)
    if actor.side != vehicle.side:
        builder.condition("A7.5", "own_vehicle", False, stand=vehicle.name)
    builder.condition("A7.5", "not_ran", not has_run(actor), actor=actor.name)
    refuse_if_aboard(actor, snapshot, builder)
    known = state_of(actor)
    if known.fired and known.moved_cm > 0:
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    _at_rest_enough(ride, builder)
    taken = _seats_taken(vehicle, snapshot) + soldiers_on(actor)
    builder.limit("A7.4", "seats", Measurement(taken), ride.entry.seats, "soldiers", stand=vehicle.name)
    judgement = touching(actor, vehicle, builder.uses("contact_cm"), doubt=builder.settings.doubt)
    builder.judged("A7.5", "at_the_vehicle", judgement, actor=actor.name, stand=vehicle.name)
    builder.effect("mount", actor.name, vehicle=vehicle.name)
    builder.effect("boarded", vehicle.name, boarded=True)


def dismount(snapshot: Snapshot, ride: Ride, builder: Builder, _source: str) -> None:
    """Rule on a soldier who dismounts: who rides gets off and may move as a soldier does, or shoot after."""
    actor, vehicle = _begin(ride, builder)
    builder.modifying("A2.5", "gets_off", actor=actor.name, stand=vehicle.name)
    if state_of(actor).got_on:
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    aboard = riders(vehicle)
    if actor.side != vehicle.side:
        builder.condition("A7.5", "own_vehicle", False, stand=vehicle.name)
    rides = aboard > 0 if isinstance(aboard, int) else actor.name in named_riders(vehicle, snapshot)
    builder.condition("A7.5", "rides", rides, actor=actor.name, stand=vehicle.name)
    _at_rest_enough(ride, builder)
    builder.effect("dismount", actor.name, vehicle=vehicle.name)
    builder.effect("boarded", vehicle.name, boarded=True)
    if not ride.path:
        return
    if state_of(actor).fired:
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    x, y = ride.path[0]
    off = replace(actor, x=x, y=y)
    walk(off, way_along(off, ride.path, snapshot, builder.settings), snapshot, builder)


def _seats_taken(vehicle: Stand, snapshot: Snapshot) -> int:
    """Return how many soldiers are aboard, those on a plate counted one by one (A1.3, A7.4)."""
    named = named_riders(vehicle, snapshot)
    men = sum(soldiers_on(snapshot.stand(name)) if name in snapshot else 1 for name in named)
    return men + counted_riders(vehicle, snapshot)


def _begin(ride: Ride, builder: Builder) -> tuple[Stand, Stand]:
    actor, vehicle = ride.actor, ride.vehicle
    if is_vehicle(actor):
        builder.condition("A7.5", "soldier_rides", False, actor=actor.name)
    if is_wreck(vehicle):
        builder.condition("A8.3", "not_destroyed", False, actor=vehicle.name)
    return actor, vehicle


def _at_rest_enough(ride: Ride, builder: Builder) -> None:  # A7.2
    """Judge that a vehicle that takes on or puts off has not moved more than the half that this leaves it."""
    builder.modifying("A7.2", "takes_on_or_puts_off", actor=ride.vehicle.name)
    limit_earlier_move(ride.vehicle, ride.entry.move_cm, "moved_and_boards", builder)
