"""What follows a battle of Ancients on the page: who goes back and where, who advances, what players settled (C11)."""

from collections.abc import Iterator

from rules.ancients.obligations import owes_retreat
from rules.ancients.phases import BATTLE
from rules.ancients.position import AncientsBoard
from rules.ancients.retreat import by_hand
from rules.ancients.side import is_far
from rules.ancients.state import AncientsTable, state_of
from rules.ancients.units import is_leader
from rules.board_play import BoardPosition, Destination, LegalAct
from rules.on_board import act, known, label_from
from table.hexes import disc, ring
from table.stand import Stand

BY_HAND = 2
"""So far back a unit is shown to go where the players' own book says how far."""


def in_battle(now: BoardPosition) -> bool:
    """Say whether it is the battle phase."""
    return AncientsTable.read(known(now)).phase == BATTLE


def hexes_back(now: BoardPosition, places: AncientsBoard, stand: Stand) -> int:
    """Return how many hexes a unit may have to go back: as flags or its evasion say, or as its players know (C11.1)."""
    if owes_retreat(stand):
        return state_of(stand).retreats or BY_HAND
    return BY_HAND if in_battle(now) and by_hand(places, stand, BATTLE) else 0


def retreats(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[Destination]:
    """Yield where a unit that gives way may go, the nearest hexes first."""
    here, most = places.where(stand.name), hexes_back(now, places, stand)
    if here is None:
        return
    for steps in range(1, most + 1):
        for there in sorted(ring(here, steps)):
            if places.has(there) and _is_back(now, places, stand, there.r - here.r):
                tried = act(now, type="retreat", actor=stand.name, to=places.label(there))
                yield from (there for there in _destination(now, tried, "retreat") if there.cost <= most)


def advances(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[Destination]:
    """Yield where momentum may lead a unit after close combat, the nearest hexes first (C11.1)."""
    here, unit = places.where(stand.name), state_of(stand)
    by_players = in_battle(now) and places.settings.book is None and AncientsTable.read(known(now)).emptied
    if here is None or not (unit.may_advance_hexes or by_players):
        return
    for there in disc(here, unit.may_advance_hexes or 1):
        if there != here and places.has(there):
            notes = ("advance", *(("battle",) if unit.may_advance_again else ()))
            yield from _destination(now, act(now, type="advance", actor=stand.name, to=places.label(there)), *notes)


def back_acts(now: BoardPosition, places: AncientsBoard, stand: Stand) -> tuple[LegalAct, ...]:
    """Return how else a unit gives way: it stays where it cannot go back, a leader leaves over his own edge (C8.1)."""
    stays = act(now, type="retreat", actor=stand.name, path=[])
    return (*_over_the_edge(now, places, stand), *((stays,) if owes_retreat(stand) and stays.allowed else ()))


def losses(now: BoardPosition, places: AncientsBoard, stand: Stand) -> tuple[LegalAct, ...]:
    """Return the block that a close combat cost, where the players settle those by their own book (C11.1)."""
    if places.settings.book is not None or AncientsTable.read(known(now)).phase not in (BATTLE, None):
        return ()
    return (act(now, type="lose", actor=stand.name, blocks=1),)


def _is_back(now: BoardPosition, places: AncientsBoard, stand: Stand, rows: int) -> bool:
    """Say whether so many rows farther from the near edge is back towards a stand's own edge."""
    far = is_far(stand.side, now.memory.sides, now.memory.known, places.settings)
    return rows > 0 if far else rows < 0


def _over_the_edge(now: BoardPosition, places: AncientsBoard, stand: Stand) -> Iterator[LegalAct]:
    here = places.where(stand.name)
    if here is None or not is_leader(stand):
        return
    steps = [[], *([places.label(there)] for there in sorted(here.neighbours()) if places.has(there))]
    tried = (act(now, type="retreat", actor=stand.name, path=path, off=True) for path in steps)
    yield from [one for one in tried if one.allowed][:1]


def _destination(now: BoardPosition, tried: LegalAct, *notes: str) -> Iterator[Destination]:
    """Yield the hex an action leads to, where it is allowed; the way is the ruling's own."""
    went = next((effect for effect in tried.ruling.effects if effect.type == "move"), None)
    if tried.allowed and went is not None:
        path = tuple(label_from(now, place) for place in went.values["path"])
        yield Destination(path[-1], len(path) - 1, path, tried.action, notes)
