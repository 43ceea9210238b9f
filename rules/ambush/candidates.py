"""What is worth asking for a soldier or a vehicle: one action for each verb and target."""

from collections.abc import Iterator
from math import cos, dist, radians, sin

from rules.ambush.crew import has_crew_in_view
from rules.ambush.damage import riding, riding_in
from rules.ambush.platoon import is_plate
from rules.ambush.settings import AmbushSettings
from rules.ambush.troops import is_vehicle, is_wreck, vehicle_of
from rules.possibility import CandidateAction
from table.snapshot import Snapshot
from table.stand import Stand

AHEAD_CM = 1.0


def candidate_actions(snapshot: Snapshot, stand: Stand, _: AmbushSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what a stand may do, the nearest targets first (A2, A4, A7)."""
    others = sorted(snapshot.others(stand.name), key=lambda other: dist(other.centre, stand.centre))
    here = [list(stand.centre), list(stand.centre)]
    if is_vehicle(stand):
        yield from _of_vehicle(stand, others, here)
        return
    carrier = riding_in(stand, snapshot)
    if carrier is not None:
        yield _try(stand, "dismount", vehicle=carrier.name, at=carrier.name)
        return
    yield _try(stand, "move", path=here)
    yield _try(stand, "run", path=here, but="run_least")
    if is_plate(stand):
        yield _try(stand, "split", soldiers=1)
        return
    aboard = riding(snapshot)
    for other in others:
        if other.side != stand.side and (has_crew_in_view(other) or not (is_vehicle(other) or other.name in aboard)):
            yield _try(stand, "shoot", target=other.name, at=other.name)
    for other in others:
        if other.side != stand.side and not is_vehicle(other) and other.name not in aboard:
            yield _try(stand, "assault", target=other.name, at=other.name)
    yield _try(stand, "grenade", point=list(stand.centre))
    for other in others:
        if other.side == stand.side and is_vehicle(other) and not is_wreck(other):
            yield _try(stand, "mount", vehicle=other.name, at=other.name)


def _of_vehicle(stand: Stand, others: list[Stand], here: list[list[float]]) -> Iterator[CandidateAction]:
    yield _try(stand, "move", path=here)
    vehicle = vehicle_of(stand)
    if vehicle is None:  # the ruling on its move says so
        return
    enemies = [other for other in others if other.side != stand.side and not is_wreck(other)]
    if vehicle.mg:
        for other in enemies:
            if has_crew_in_view(other) or not is_vehicle(other):
                yield _try(stand, "mg", target=other.name, at=other.name)
    if vehicle.gun:
        turn = radians(stand.heading_deg)
        yield _try(stand, "gun", point=[stand.x + AHEAD_CM * cos(turn), stand.y + AHEAD_CM * sin(turn)])
        for other in enemies:
            yield _try(stand, "gun", target=other.name, at=other.name)
    for other in others:
        if is_vehicle(other):
            yield _try(stand, "push", target=other.name, path=here, at=other.name, but="pushes_ahead")


def _try(stand: Stand, verb: str, at: str | None = None, but: str = "", **keys: object) -> CandidateAction:
    return CandidateAction(verb, {"type": verb, "actor": stand.name, **keys}, at, frozenset({but} if but else ()))
