"""Who may be shot at: a soldier, one who rides, or the crew of an open vehicle (A7.1, A7.4, A7.7)."""

from dataclasses import dataclass

from rules.ambush.damage import damage_test, riders, riders_count, riding_in
from rules.ambush.platoon import is_plate, lose_soldiers, soldiers_on
from rules.ambush.settings import Builder
from rules.ambush.troops import has_shown_himself, is_vehicle, is_wreck, vehicle_of
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Mark:
    """What a shot is aimed at: where that stands, the vehicle that covers it if any, and whether that is open."""

    target: Stand
    at: Stand
    carrier: Stand | None = None
    open: bool = False


def mark_of(target: Stand, snapshot: Snapshot, clause: str, key: str, builder: Builder) -> Mark:
    """Return what a shot at a stand is aimed at; records under that clause that a closed vehicle is no target."""
    if is_vehicle(target):
        if has_crew_in_view(target):
            return Mark(target, target, target, True)
        builder.condition(clause, key, False, target=target.name)
        return Mark(target, target)
    carrier = riding_in(target, snapshot)
    if carrier is None:
        return Mark(target, target)
    vehicle = vehicle_of(carrier)
    return Mark(target, carrier, carrier, vehicle is not None and vehicle.open)


def has_crew_in_view(stand: Stand) -> bool:
    """Say whether a vehicle is open and somebody is aboard, so that he can be shot at (A7.7)."""
    vehicle = vehicle_of(stand)
    return vehicle is not None and vehicle.open and not is_wreck(stand) and riders_count(stand) > 0


def crew_in_cover(mark: Mark, builder: Builder) -> bool:
    """Record that who rides is in cover (A7.4), and in a vehicle that is not open must have shown himself (A3.2)."""
    if mark.carrier is None:
        return False
    builder.modifying("A7.7" if mark.open else "A7.4", "aboard_in_cover", target=mark.target.name, by=mark.carrier.name)
    if not mark.open:
        revealed = has_shown_himself(mark.target)
        where = {"piece": mark.carrier.name, "kind": "vehicle", "where": "in"}
        builder.condition("A3.2", "revealed", revealed, target=mark.target.name, **where)
    return True


def hit(mark: Mark, builder: Builder, lost_from: int) -> bool:
    """Throw the damage test of who was hit; of a crew one man is lost, the first by name where names are kept."""
    if is_plate(mark.target) and soldiers_on(mark.target) > 1:
        lost = damage_test(mark.target, builder, lost_from, remove=False)
        if lost:
            lose_soldiers(mark.target, 1, builder)
        return lost
    if not is_vehicle(mark.target):
        return damage_test(mark.target, builder, lost_from)
    aboard = riders(mark.target)
    if not damage_test(mark.target, builder, lost_from, remove=False):
        return False
    if isinstance(aboard, int):
        builder.effect("passengers_lost", mark.target.name, count=1)
    else:
        builder.effect("remove", min(aboard))
    return True
