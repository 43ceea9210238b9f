"""What is worth asking for a base: one action for each verb and target."""

from collections.abc import Iterable, Iterator
from math import dist

from rules.possibility import CandidateAction
from rules.state import TABLE, State
from rules.yankee.group import at_start, has_moved, of_unit
from rules.yankee.order_compliance import ORDERS
from rules.yankee.settings import YankeeSettings
from rules.yankee.setup import EDGES, away_from
from rules.yankee.state import YankeeSide, YankeeTable, state_of
from rules.yankee.troops import arm_of
from table.contact import groups
from table.snapshot import Snapshot
from table.stand import Stand


def group_with(stand: Stand, snapshot: Snapshot, settings: YankeeSettings) -> list[str]:
    """Return the names of the group that a base moves with, itself first (Y7.1)."""
    brigade = state_of(stand).brigade
    mates = [s for s in snapshot.stands if s.side == stand.side and state_of(s).brigade == brigade]
    if brigade is None or arm_of(stand) == "general":
        return [stand.name]
    mates = [mate for mate in mates if arm_of(mate) != "general"]
    group = next(
        group for group in groups([at_start(mate) for mate in mates], settings.contact_cm)
        if any(mate.name == stand.name for mate in group)
    )  # fmt: skip
    return [stand.name, *sorted(mate.name for mate in group if mate.name != stand.name and not has_moved(mate))]


def candidate_actions(snapshot: Snapshot, stand: Stand, settings: YankeeSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what a base may do, the nearest targets first (Y7-Y9)."""
    group = group_with(stand, snapshot, settings)
    here = [list(stand.centre), list(stand.centre)]
    yield CandidateAction("move", {"type": "move", "group": group, "path": here})
    yield from _commanded(stand, snapshot)
    if arm_of(stand) == "general":
        return
    enemies = [s for s in snapshot.stands if s.side != stand.side and arm_of(s) != "general"]
    enemies.sort(key=lambda enemy: dist(enemy.centre, stand.centre))
    for verb in ("fire", "combat", "face"):
        for enemy in enemies:
            action = {"type": verb, "actor": stand.name, "target": enemy.name}
            yield CandidateAction(verb, action, enemy.name)
    if arm_of(stand) == "cavalry":
        yield CandidateAction("fall_back", {"type": "fall_back", "actor": stand.name})
    if any(piece.kind == "river" for piece in snapshot.pieces):
        yield CandidateAction("ford", {"type": "ford", "group": group})


def _commanded(stand: Stand, snapshot: Snapshot) -> Iterator[CandidateAction]:
    """Yield the orders to a base's brigade, or to itself where it has none; first its command value (Y5.2, Y5.4)."""
    unit = str(state_of(stand).brigade or stand.name)
    if all(state_of(each).command is None for each in of_unit(snapshot, unit)):
        yield CandidateAction("command", {"type": "command", "unit": unit})
        return
    for order in ORDERS:
        yield CandidateAction("order", {"type": "order", "unit": unit, "order": order}, order)


AT_EDGE_CM = 1.0
"""Whose rear is no farther from an edge may have come in by it."""


def worth_now(
    candidates: Iterable[CandidateAction], snapshot: Snapshot, stand: Stand, state: State, settings: YankeeSettings
) -> Iterator[CandidateAction]:
    """Yield what is worth asking in a match: first deployment and orders without a die, then who comes in (Y5, Y10.1).

    Edges come the nearest first.
    """
    side = YankeeSide.read(state.known.get(stand.side, {}))
    far = {edge: away_from(stand, edge, snapshot)[1] for edge in EDGES}
    edges = sorted(EDGES, key=far.__getitem__)
    if state.turn > 1 or YankeeTable.read(state.known.get(TABLE, {})).begun:
        yield from candidates
        promised = side.reinforcements is None or side.reinforcements.get(stand.kind, 0) > 0
        if promised and not (has_moved(stand) or state_of(stand).arrived):
            group = group_with(stand, snapshot, settings)
            for edge in (each for each in edges if far[each] <= AT_EDGE_CM):
                yield CandidateAction("reinforce", {"type": "reinforce", "group": group, "edge": edge}, edge)
        return
    for edge in edges if side.edge is None else ():
        yield CandidateAction("deploy", {"type": "deploy", "side": stand.side, "edge": edge}, edge)
    thrown = settings.first_orders == "thrown"
    unit = str(state_of(stand).brigade or stand.name)
    for order in () if thrown else ORDERS:
        yield CandidateAction("first_order", {"type": "first_order", "unit": unit, "order": order}, order)
    yield from (each for each in candidates if thrown or each.verb != "order")


ANY_TIME = frozenset({"fire", "face", "fall_back", "general", "command", "deploy", "first_order"})
"""Both sides deploy, fire (Y6.1) and have commanders; who is attacked turns, falls back, loses his base in the other's
turn."""
