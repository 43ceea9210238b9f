"""What is worth asking for a unit or a leader: one action for each verb and target."""

from collections.abc import Iterator

from rules.ancients.obligations import owes_retreat
from rules.ancients.position import likeliest
from rules.ancients.ranged_combat import aims, range_of
from rules.ancients.routes import routes
from rules.ancients.settings import AncientsSettings
from rules.ancients.state import state_of
from rules.ancients.units import is_leader
from rules.possibility import CandidateAction
from table.hexes import distance
from table.snapshot import Snapshot
from table.stand import Stand


def candidate_actions(snapshot: Snapshot, stand: Stand, settings: AncientsSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what somebody may do: an order, a move, shots, close combat, detaching."""
    position = likeliest(snapshot, settings)
    here = position.where(stand.name)
    if here is None:
        return
    order = {"type": "order", "side": stand.side, "units": [stand.name]}
    # A section card may order a leader whom this one, "Command", does not (C8.4).
    yield CandidateAction("order", order, but=frozenset({"leader_may_detach"}))
    route = next(routes(position, stand), None)
    beside = next((there for there in here.neighbours() if position.has(there)), None)
    end = route.end if route is not None else beside
    if end is not None:
        yield CandidateAction("move", {"type": "move", "actor": stand.name, "to": position.label(end)})
    if owes_retreat(stand):
        yield CandidateAction(
            "retreat", {"type": "retreat", "actor": stand.name, "path": []}, but=frozenset({"retreat_hexes"})
        )
    known = state_of(stand)
    if known.may_advance_hexes:
        label = known.may_advance_to or position.label(end or here)
        yield CandidateAction("advance", {"type": "advance", "actor": stand.name, "to": label})
    if is_leader(stand):
        if position.unit_of(stand) is not None:
            yield CandidateAction("detach", {"type": "detach", "actor": stand.name})
        return
    if range_of(position, stand):
        for aim in aims(snapshot, stand, settings):
            yield CandidateAction("shoot", {"type": "shoot", "actor": stand.name, "target": aim.target}, aim.target)
    for other in position.table.stands:
        there = position.where(other.name)
        if other.side != stand.side and there is not None and distance(here, there) == 1:
            yield CandidateAction("close", {"type": "close", "actor": stand.name, "target": other.name}, other.name)
