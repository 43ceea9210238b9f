"""Where units and leaders may go: every legal hex with its way, and whether the unit may still battle there (C8)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.ancients.position import AncientsBoard
from rules.ancients.units import is_leader
from table.hexes import WHOLE_BOARD, Cost, Hex, reach
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Route:
    """A hex that can be reached: the way from the start to it, and whether the unit may battle there.

    ``must_close``: having come so far it has to fight in close combat (C8.2). ``joins`` is the unit a leader joins.
    """

    way: tuple[Hex, ...]
    battles: bool
    must_close: bool = False
    joins: str | None = None

    @property
    def end(self) -> Hex:
        """The hex it leads to."""
        return self.way[-1]

    @property
    def cost(self) -> int:
        """How many hexes it is."""
        return len(self.way) - 1


def may_enter(position: AncientsBoard, stand: Stand, there: Hex) -> bool:
    """Say whether somebody may go through a hex (C8.1): an empty one, a leader alone also one of friends (C8.4)."""
    if not position.has(there) or any(row.impassable for row in position.ground_on(there)):
        return False
    others = position.on(there)
    return all(is_leader(stand) and other.side == stand.side for other in others)


def may_end(position: AncientsBoard, stand: Stand, there: Hex) -> bool:
    """Say whether somebody may end his way on a hex: never two units, never two leaders (C8.1, C8.4)."""
    if not may_enter(position, stand, there):
        return False
    leader = position.leader_on(there)
    return leader is None or leader.name == stand.name


def stops_on(position: AncientsBoard, there: Hex) -> bool:
    """Say whether terrain ends a move there (C11.1)."""
    return any(row.stops for row in position.ground_on(there))


def routes(position: AncientsBoard, stand: Stand) -> Iterator[Route]:
    """Yield every hex a unit or a leader may go to in one move, by its shortest way, nearest first (C8.2-C8.4)."""
    here = position.where(stand.name)
    if here is None or not position.has(here):
        return
    kind = position.type_of(stand)

    found = reach(here, kind.hexes, _steps(position, stand, here))
    for end, reached in sorted(found.items(), key=lambda it: (it[1].cost, it[0])):
        if end == here or not may_end(position, stand, end):
            continue
        many = len(reached.way) - 1
        closing = must_close(position, stand, end, many)
        if many > kind.battles_after and kind.close_after is not None and not closing:
            continue
        joined = position.unit_on(end) if is_leader(stand) else None
        yield Route(
            reached.way, battles_at(position, stand, end, many), closing, joined.name if joined is not None else None
        )


def way_round(position: AncientsBoard, stand: Stand, there: Hex) -> tuple[Hex, ...]:
    """Return the shortest way to a hex, whoever is on it and however far; none where the way is closed."""
    here = position.where(stand.name)
    if here is None:
        return ()
    free = _steps(position, stand, here)
    found = reach(here, WHOLE_BOARD, lambda start, near: 1.0 if near == there else free(start, near))
    return found[there].way if there in found else ()


def _steps(position: AncientsBoard, stand: Stand, here: Hex) -> Cost:
    """Return what a step costs on the way of somebody who stands on a hex."""

    def cost(start: Hex, there: Hex) -> float | None:
        if start != here and stops_on(position, start):
            return None
        return 1.0 if may_enter(position, stand, there) else None

    return cost


def must_close(position: AncientsBoard, stand: Stand, end: Hex, many: int) -> bool:
    """Say whether a unit that went so many hexes ends beside an enemy whom it must fight: warriors (C8.2)."""
    kind = position.type_of(stand)
    farther = kind.close_after is not None and kind.battles_after < many <= kind.close_after
    return farther and any(position.enemies_beside(end, stand.side))


def battles_at(position: AncientsBoard, stand: Stand, end: Hex, many: int) -> bool:
    """Say whether a unit that went so many hexes may still battle where it ends (C8.2, C8.3)."""
    if is_leader(stand) or any(row.no_battle_on_entering for row in position.ground_on(end) if many):
        return False
    return many <= position.type_of(stand).battles_after or must_close(position, stand, end, many)
