"""RETREAT and ADVANCE: where a unit goes that must give way, and who follows (C11.1)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rules.action import check_keys, stand_named
from rules.ancients.going import may_end
from rules.ancients.phases import BATTLE, owes_retreat
from rules.ancients.position import Position
from rules.ancients.reading import heard_on, hex_said, place_of, way_said
from rules.ancients.side import sits_far, takes_banner
from rules.ancients.units import blocks_left, is_leader
from rules.ancients.way import straight
from rules.hearing import Hearing
from rules.ruling import Shape
from table.errors import BadFile
from table.hex_board import offset_of
from table.hexes import Hex, distance
from table.measurement import Measurement
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand


def retreat(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``retreat``: ``actor`` gives way along ``path`` or ``to`` a hex, as far as it must (C11.1).

    With the owner's book each hex leads towards its own edge, and what it falls short costs blocks. Without one the
    players know how far: only board and hexes are judged. ``off`` true: a leader goes over his own edge (C8.1).
    """
    check_keys(action, ("actor", "path", "to", "off"), source)
    stand = stand_named(action, "actor", snapshot, source)
    heard_on(snapshot, hearing, lambda position, own: _retreats(position, stand, action, own, source), source)


def _retreats(
    position: Position, stand: Stand, action: Mapping[str, Any], hearing: Hearing, source: str
) -> None:  # fmt: skip
    here = place_of(position, stand, "action.actor", source)
    way = _way(position, stand, here, action, source)
    book, owed = position.settings.book, int(stand.state.get("retreats") or 0)
    _has_to(position, stand, here, hearing)
    for last, there in pairwise(way):
        _step(position, stand, last, there, hearing, towards=book is not None)
    off = action.get("off") is True
    if off:
        row = offset_of(position.board, way[-1])[1] - position.board.first[1]
        own = position.board.rows - 1 if sits_far(stand.side, position.table, hearing) else 0
        hearing.condition("C8.1", "leader_leaves", is_leader(stand) and row == own, actor=stand.name)
    many = len(way) - 1 + off
    if book is None:
        hearing.modifying("C11.1", "by_own_book", actor=stand.name)
    else:
        hearing.uses("book")
        farthest = max((len(found) for found in _ways(position, stand, here, owed, hearing)), default=0)
        wanted = min(owed, farthest)
        hearing.limit(
            "C11.1", "retreat_hexes", Measurement(many), wanted, "hexes", at_most=many >= wanted, actor=stand.name
        )
    hearing.outcome = "retreats"
    hearing.draw(Shape("path", "line", tuple(position.centre(each) for each in way)))
    leader = None if is_leader(stand) else position.leader_of(stand)
    for each in (stand, *([leader] if leader is not None else [])):
        if off:
            hearing.effect("remove", each.name, off="own")
        elif many:
            x, y = position.centre(way[-1])
            written = [list(offset_of(position.board, one)) for one in way]
            labels = {"from_hex": position.label(here), "to_hex": position.label(way[-1])}
            hearing.effect("move", each.name, x=x, y=y, hex=written[-1], path=written, **labels)
    hearing.effect("gave_way", stand.name, hexes=many)
    if book is not None and many < owed:
        _pays(position, stand, (owed - many) * book.retreat.blocks_a_hex_short, hearing, source)


def _has_to(position: Position, stand: Stand, here: Hex, hearing: Hearing) -> None:
    """Judge that a unit has to give way: by flags; without the owner's book also by a battle settled by hand."""
    phase, book = hearing.table.get("phase"), position.settings.book
    by_hand = book is None and phase in (None, BATTLE) and any(position.enemies_beside(here, stand.side))
    hearing.condition(
        "C10.5" if book is None else "C11.1", "has_to_retreat", owes_retreat(stand) or by_hand, actor=stand.name
    )


def _pays(position: Position, stand: Stand, blocks: int, hearing: Hearing, source: str) -> None:
    """Record the blocks that a unit loses for each hex it cannot go back (C11.1)."""
    left = blocks_left(stand, position.type_of(stand))
    lost = min(blocks, left)
    if not lost:
        return
    hearing.modifying("C11.1", "short_costs_blocks", actor=stand.name, count=lost)
    if not is_leader(stand):
        hearing.effect("damage", stand.name, boxes=lost, left=left - lost)
    if lost == left:
        enemy = next((other.side for other in position.table.stands if other.side != stand.side), None)
        hearing.effect("remove", stand.name)
        hearing.outcome = "eliminated"
        if enemy is not None:
            takes_banner(enemy, "takes_banner", position.table, hearing, source, lost=stand.name)


def _step(position: Position, stand: Stand, last: Hex, there: Hex, hearing: Hearing, *, towards: bool) -> None:
    told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
    hearing.condition("C8.1", "one_hex_a_step", distance(last, there) == 1, **told)
    if not hearing.condition("C8.1", "on_the_board", position.has(there), **told):
        return
    others = [other.name for other in position.on(there) if other.name != stand.name]
    if not may_end(position, stand, there):
        hearing.condition("C8.1", "hex_is_free", False, **told, stand=", ".join(others) or position.label(there))
    if towards:
        hearing.condition("C11.1", "towards_own_edge", _nearer(position, stand, last, there, hearing), **told)


def _nearer(position: Position, stand: Stand, last: Hex, there: Hex, hearing: Hearing) -> bool:
    rows = offset_of(position.board, there)[1] - offset_of(position.board, last)[1]
    return rows == (1 if sits_far(stand.side, position.table, hearing) else -1)


def _ways(
    position: Position, stand: Stand, here: Hex, owed: int, hearing: Hearing
) -> Iterator[tuple[Hex, ...]]:  # fmt: skip
    """Yield every way back of at most so many hexes, without the hex it starts from."""
    if owed <= 0:
        return
    for there in here.neighbours():
        if _nearer(position, stand, here, there, hearing) and may_end(position, stand, there):
            yield (there,)
            for further in _ways(position, stand, there, owed - 1, hearing):
                yield (there, *further)


def _way(
    position: Position, stand: Stand, here: Hex, action: Mapping[str, Any], source: str
) -> tuple[Hex, ...]:  # fmt: skip
    if "path" in action and action["path"] == []:
        return (here,)
    if "path" in action:
        return (here, *way_said(stand, here, action, position.board, source))
    if "to" in action:
        return straight(here, hex_said(action["to"], "action.to", position.board, source))
    if action.get("off") is True:
        return (here,)
    raise BadFile(source, "action.path", "the hexes it goes back, or none where it cannot: []", NOTHING)


def advance(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``advance`` (actor, ``to``): momentum after close combat into the hex it emptied (C11.1)."""
    check_keys(action, ("actor", "to"), source)
    stand = stand_named(action, "actor", snapshot, source)

    def judge(position: Position, own: Hearing) -> None:
        here = place_of(position, stand, "action.actor", source)
        there = hex_said(action.get("to"), "action.to", position.board, source)
        may = int(stand.state.get("may_advance_hexes") or 0)
        own.condition("C11.1", "may_advance", may > 0, actor=stand.name)
        own.limit("C11.1", "advance_hexes", Measurement(distance(here, there)), may, "hexes", actor=stand.name)
        way = straight(here, there)
        for last, step in pairwise(way):
            _step(position, stand, last, step, own, towards=False)
        x, y = position.centre(there)
        written = [list(offset_of(position.board, one)) for one in way]
        labels = {"from_hex": position.label(here), "to_hex": position.label(there)}
        leader = position.leader_of(stand)
        for each in (stand, *([leader] if leader is not None else [])):
            own.effect("move", each.name, x=x, y=y, hex=written[-1], path=written, **labels)
        own.effect("advanced", stand.name)
        if stand.state.get("may_advance_again"):
            own.modifying("C11.1", "battles_again", actor=stand.name)
            own.effect("battles_again", stand.name)
        own.outcome = "moved"

    heard_on(snapshot, hearing, judge, source)
