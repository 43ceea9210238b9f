"""What a hit costs: a soldier his damage test, a vehicle boxes and who rides in it (A2.6, A4.4, A7.1, A8.2-A8.4)."""

from rules.ambush.settings import Builder
from rules.ambush.state import state_of
from rules.ambush.troops import is_vehicle, listed
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand

LOST = 3  # A2.6: the least face of a damage test that removes


def damage_test(stand: Stand, builder: Builder, lost_from: int = LOST, *, remove: bool = True) -> bool:
    """Throw the damage test of a soldier who was hit: from that face on he is lost, and removed (A2.6)."""
    purpose = "damage_test" if lost_from == LOST else "damage_test_both"
    lost = builder.throw("A2.6", purpose, stand.name) >= lost_from
    builder.modifying("A2.6", "damage_test_lost" if lost else "damage_test_passed", stand=stand.name)
    if lost and remove:
        builder.effect("remove", stand.name)
    return lost


def damage(
    vehicle: Stand, boxes: float, clause: str, snapshot: Snapshot, builder: Builder,
    riders_lost: bool | None = None,
) -> None:  # fmt: skip
    """Fill boxes of a vehicle; with the last it is a wreck, and who rides in it is removed with it (A8.3).

    ``riders_lost`` says that the hit itself removes who rides in it, or that it leaves them unhurt (A4.4).
    """
    whole = listed(vehicle).category
    after = min(state_of(vehicle).damage + boxes, float(whole))
    builder.modifying(clause, "boxes", stand=vehicle.name, boxes=boxes, filled=after, whole=whole)
    builder.effect("damage", vehicle.name, boxes=boxes)
    destroyed = after >= whole
    if destroyed:
        builder.modifying("A8.3", "wrecked", stand=vehicle.name)
        builder.effect("destroyed", vehicle.name)
        if not builder.uses("wreck_stays"):
            builder.effect("remove", vehicle.name)
    aboard = bool(named_riders(vehicle, snapshot) or counted_riders(vehicle, snapshot))
    with_wreck = destroyed and builder.uses("riders_die_with_wreck")
    if with_wreck and aboard and riders_lost is False:
        with_wreck = builder.uses("unhurt_die_with_wreck")
    if riders_lost or with_wreck:
        lose_riders(vehicle, snapshot, clause if riders_lost else "A8.3", builder)
    builder.outcome = "destroyed" if destroyed else "damaged"


def riders(vehicle: Stand) -> tuple[str, ...] | int:
    """Return who rides in a vehicle: their names, or where only counted on the roster, how many (A7.4)."""
    return state_of(vehicle).passengers


def check_riders(snapshot: Snapshot, source: str) -> None:
    """Raise BadFile for who cannot ride where it is said: only a vehicle takes soldiers, of its side, and each once."""
    rides: dict[str, str] = {}
    for carrier in snapshot.stands:
        for name in named_riders(carrier, snapshot):
            known, expected = snapshot.stand(name) if name in snapshot else None, ""
            if not is_vehicle(carrier):
                expected = "nobody: it is no vehicle"
            elif known is not None and (known.side != carrier.side or is_vehicle(known)):
                expected = f"soldiers of {carrier.side}"
            elif rides.setdefault(name, carrier.name) != carrier.name:
                expected = f"nobody who rides in {rides[name]}"
            if expected:
                raise BadFile(source, f"stand {carrier.name}.passengers", expected, repr(name))


def riders_count(vehicle: Stand) -> int:
    """Return how many ride in a vehicle."""
    aboard = riders(vehicle)
    return aboard if isinstance(aboard, int) else len(aboard)


def riding(snapshot: Snapshot) -> frozenset[str]:
    """Return the names of those who ride in a vehicle: of their own state, or on a vehicle's list."""
    named = {name for stand in snapshot.stands if not isinstance(on := riders(stand), int) for name in on}
    return frozenset(named | {stand.name for stand in snapshot.stands if state_of(stand).aboard})


def riding_in(stand: Stand, snapshot: Snapshot) -> Stand | None:
    """Return the vehicle a soldier rides in: that of his state, or the one on whose list he is."""
    named = state_of(stand).aboard
    for other in snapshot.others(stand.name):
        aboard = riders(other)
        if other.name == named or (not isinstance(aboard, int) and stand.name in aboard):
            return other
    return None


def refuse_if_aboard(stand: Stand, snapshot: Snapshot, builder: Builder) -> None:
    """Refuse an action on foot of a soldier who rides just now: he gets off first (A7.5)."""
    if stand.name in riding(snapshot):
        builder.condition("A7.5", "not_aboard", False, actor=stand.name)


def refuse_after_riding(stand: Stand, builder: Builder) -> None:
    """Refuse a third action of who got off and moved (A2, A7.5)."""
    known = state_of(stand)
    if known.got_off and known.moved_cm > 0:
        builder.condition("A7.5", "two_actions", False, actor=stand.name)


def refuse_if_fought(stand: Stand, builder: Builder) -> None:
    """Refuse what follows an assault: after MOVE and ASSAULT there is no third action (A2.1, A2.4)."""
    if state_of(stand).fought:
        builder.condition("A2.4", "not_fought", False, actor=stand.name)


def named_riders(vehicle: Stand, snapshot: Snapshot) -> list[str]:
    """Return the names of those who ride in a vehicle: on its list, or of their own state."""
    aboard = riders(vehicle)
    told = [] if isinstance(aboard, int) else list(aboard)
    own = [stand.name for stand in snapshot.stands if state_of(stand).aboard == vehicle.name]
    return sorted({*told, *own})


def counted_riders(vehicle: Stand, snapshot: Snapshot) -> int:
    """Return how many more ride in a vehicle than are named: those that are only counted on the roster."""
    aboard = riders(vehicle)
    return max(aboard - len(named_riders(vehicle, snapshot)), 0) if isinstance(aboard, int) else 0


def lose_riders(vehicle: Stand, snapshot: Snapshot, clause: str, builder: Builder) -> None:
    """Remove everybody who rides in a vehicle, and record under that clause who they are."""
    if named := named_riders(vehicle, snapshot):
        builder.modifying(clause, "riders_lost", stand=vehicle.name, riders=named)
    if counted := counted_riders(vehicle, snapshot):
        builder.modifying(clause, "riders_counted_lost", stand=vehicle.name, count=counted)
        builder.effect("passengers_lost", vehicle.name, count=counted)
    for name in named:
        builder.effect("remove", name)
