"""MOUNT and DISMOUNT: soldiers in vehicles (A2.5, A7.2, A7.4, A7.5)."""

from collections.abc import Mapping
from dataclasses import replace
from math import dist
from typing import Any

from shapely import Point

from rules.action import START_CM, check_keys, points_of, stand_named
from rules.ambush.damage import counted_riders, named_riders, on_foot, riders
from rules.ambush.halving import moved_no_more
from rules.ambush.moving import walk
from rules.ambush.obstacles import pieces
from rules.ambush.platoon import soldiers_on
from rules.ambush.settings import Builder
from rules.ambush.troops import has_run, is_vehicle, is_wreck, listed, moved_already
from rules.ambush.way import way_along
from table.contact import touching
from table.errors import BadFile
from table.footprint import footprint
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import within


def mount(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``mount`` (actor, vehicle): after a move or a shot, at the vehicle, while it has a seat."""
    actor, vehicle = _both(snapshot, action, ("actor", "vehicle"), builder, source)
    builder.modifying("A2.5", "boards", actor=actor.name, stand=vehicle.name)
    if actor.side != vehicle.side:
        builder.condition("A7.5", "own_vehicle", False, stand=vehicle.name)
    builder.condition("A7.5", "not_ran", not has_run(actor), actor=actor.name)
    on_foot(actor, snapshot, builder)
    if actor.state.get("fired") and moved_already(actor) > 0:
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    _at_rest_enough(vehicle, builder, source)
    seats = listed(vehicle, source).seats
    taken = _seats_taken(vehicle, snapshot) + soldiers_on(actor)
    builder.limit("A7.4", "seats", Measurement(taken), seats, "soldiers", stand=vehicle.name)
    judgement = touching(actor, vehicle, builder.uses("contact_cm"), doubt=builder.settings.doubt)
    builder.judged("A7.5", "at_the_vehicle", judgement, actor=actor.name, stand=vehicle.name)
    builder.effect("mount", actor.name, vehicle=vehicle.name)
    builder.effect("boarded", vehicle.name, boarded=True)


def dismount(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``dismount`` (actor, vehicle, path): who rides gets off and may move as a soldier does, or shoot after."""
    actor, vehicle = _both(snapshot, action, ("actor", "vehicle", "path"), builder, source)
    builder.modifying("A2.5", "gets_off", actor=actor.name, stand=vehicle.name)
    if actor.state.get("got_on"):
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    aboard = riders(vehicle)
    if actor.side != vehicle.side:
        builder.condition("A7.5", "own_vehicle", False, stand=vehicle.name)
    rides = aboard > 0 if isinstance(aboard, int) else actor.name in named_riders(vehicle, snapshot)
    builder.condition("A7.5", "rides", rides, actor=actor.name, stand=vehicle.name)
    _at_rest_enough(vehicle, builder, source)
    builder.effect("dismount", actor.name, vehicle=vehicle.name)
    builder.effect("boarded", vehicle.name, boarded=True)
    if "path" not in action:
        return
    if actor.state.get("fired"):
        builder.condition("A7.5", "two_actions", False, actor=actor.name)
    points = points_of(action, "path", source)
    away = Measurement(footprint(vehicle).distance(Point(points[0])), vehicle.sigma_cm)
    if not within(away, START_CM + max(actor.depth_cm, actor.width_cm)):
        away_cm = dist(points[0], vehicle.centre)
        raise BadFile(source, "action.path[1]", f"a place beside {vehicle.name}", f"{away_cm:.1f} cm from its middle")
    off = replace(actor, x=points[0][0], y=points[0][1])
    walk(off, way_along(off, points, pieces(snapshot, builder.settings)), snapshot, builder)


def _seats_taken(vehicle: Stand, snapshot: Snapshot) -> int:
    """Return how many soldiers are aboard, those on a plate counted one by one (A1.3, A7.4)."""
    named = named_riders(vehicle, snapshot)
    men = sum(soldiers_on(snapshot.stand(name)) if name in snapshot else 1 for name in named)
    return men + counted_riders(vehicle, snapshot)


def _both(
    snapshot: Snapshot, action: Mapping[str, Any], keys: tuple[str, ...], builder: Builder, source: str
) -> tuple[Stand, Stand]:
    check_keys(action, keys, source)
    actor = stand_named(action, "actor", snapshot, source)
    vehicle = stand_named(action, "vehicle", snapshot, source)
    if not is_vehicle(vehicle):
        raise BadFile(source, "action.vehicle", "a vehicle", repr(vehicle.name))
    if is_vehicle(actor):
        builder.condition("A7.5", "soldier_rides", False, actor=actor.name)
    if is_wreck(vehicle):
        builder.condition("A8.3", "not_destroyed", False, actor=vehicle.name)
    return actor, vehicle


def _at_rest_enough(vehicle: Stand, builder: Builder, source: str) -> None:  # A7.2
    """Judge that a vehicle that takes on or puts off has not moved more than the half that this leaves it."""
    builder.modifying("A7.2", "takes_on_or_puts_off", actor=vehicle.name)
    moved_no_more(vehicle, listed(vehicle, source).move_cm, "moved_and_boards", builder)
