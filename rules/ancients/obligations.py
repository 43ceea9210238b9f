"""What Ancients asks for before a phase ends: a command card, retreats, close combats of units that must fight."""

from collections.abc import Iterator

from rules.ancients.position import AncientsBoard, likeliest
from rules.ancients.settings import AncientsSettings
from rules.ancients.state import AncientsTable, state_of
from rules.obligation import Obligation
from rules.state import TABLE, State
from table.snapshot import Snapshot
from table.stand import Stand


def obligations(snapshot: Snapshot, state: State, settings: AncientsSettings) -> Iterator[Obligation]:
    """Yield what is owed in this phase; battling back and evading are of the close combat that asks for them.

    A card that nobody told of holds no phase (C3.1): it may lie on the table.
    """
    table = AncientsTable.read(state.known.get(TABLE, {}), "table", "side.table")
    if table.phase == "order" and not table.card_played:
        side = state.side
        yield Obligation("C3.1", "card_played", side, {"type": "order", "side": side}, {"side": side}, False)
    if table.phase == "battle":
        yield from owed_in_battle(likeliest(snapshot, settings), state.side)


def owed_in_battle(position: AncientsBoard, side: str) -> Iterator[Obligation]:
    """Yield the retreats of either side, and the close combats of the one that battles (C8.2, C9.1, C10.5).

    Without the owner's book nobody knows whether a combat was fought: it holds no turn (C11.1).
    """
    for stand in position.table.stands:
        if owes_retreat(stand):
            retreat = {"type": "retreat", "actor": stand.name}
            yield Obligation("C9.1", "has_retreated", stand.side, retreat, {"stand": stand.name})
        if stand.side == side and _must_close(position, stand):
            close, holds = {"type": "close", "actor": stand.name}, position.settings.book is not None
            yield Obligation("C8.2", "has_closed", side, close, {"actor": stand.name}, holds)


def owes_retreat(stand: Stand) -> bool:
    """Say whether flags still make somebody retreat (C10.5)."""
    known = state_of(stand)
    return bool(known.retreats or known.flags)


def _must_close(position: AncientsBoard, stand: Stand) -> bool:
    """Say whether a unit came so far that it must fight, has not, and there is still somebody beside it (C8.2)."""
    here, known = position.where(stand.name), state_of(stand)
    if here is None or not known.must_close or known.fought or known.battled_again:
        return False
    return any(position.enemies_beside(here, stand.side))
