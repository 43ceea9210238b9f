"""RETREAT: where a unit goes that must give way, that evades, or a leader who escapes (C8.1, C10.5, C11.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rules.action import Asked
from rules.ancients.momentum import record_emptied
from rules.ancients.obligations import owes_retreat
from rules.ancients.phases import BATTLE
from rules.ancients.position import AncientsBoard, place_of, rule_on_table
from rules.ancients.routes import may_end, may_enter
from rules.ancients.settings import Builder
from rules.ancients.side import sits_far, take_banner
from rules.ancients.state import state_of, table_of
from rules.ancients.units import blocks_left, is_leader
from rules.ancients.way import hex_of, judge_hex, move_values, path_of, straight_way, way_from
from rules.ruling import Shape
from table.errors import BadFile
from table.hex_board import offset_of
from table.hexes import Hex, distance, reach
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Retreat:
    """A way back, along ``path`` (none where it stays) or ``to`` a hex; a leader may go ``off`` over his own edge."""

    actor: Stand
    path: tuple[Hex, ...]
    to: Hex | None
    off: bool

    @classmethod
    def read(cls, asked: Asked) -> "Retreat":
        """Read ``actor``, ``path`` or ``to``, and ``off``; raises BadFile."""
        asked.only("actor", "path", "to", "off")
        actor, off = asked.stand("actor"), asked.get("off", False)
        path: tuple[Hex, ...] = ()
        to = None
        if "path" in asked:
            path = path_of(asked) if asked.get("path") != [] else ()
        elif "to" in asked:
            to = hex_of(asked, "to")
        elif off is not True:
            expected = "the hexes it goes back, or none where it cannot: []"
            raise BadFile(asked.source, "action.path", expected, NOTHING)
        if not isinstance(off, bool):
            raise BadFile(asked.source, "action.off", "true or false", got_words(off))
        return cls(actor, path, to, off)


def retreat(snapshot: Snapshot, retreat: Retreat, builder: Builder, source: str) -> None:
    """Rule on a retreat, as far as somebody must give way (C11.1).

    With the owner's book each hex leads towards its own edge, and what it falls short costs blocks. Without one the
    players know how far: only board and hexes are judged.
    """
    rule_on_table(snapshot, builder, lambda position, own: _judge(position, retreat, own, source), source)


def by_hand(position: AncientsBoard, stand: Stand, phase: object) -> bool:
    """Say whether the players alone know that somebody must give way (C11.1): beside an enemy, in the battle.

    Without the owner's book for anybody, with it for a leader alone, of whose escape it says nothing.
    """
    here = position.where(stand.name)
    if here is None or phase not in (None, BATTLE) or not any(position.enemies_beside(here, stand.side)):
        return False
    return position.settings.book is None or (is_leader(stand) and position.unit_of(stand) is None)


def _judge(position: AncientsBoard, retreat: Retreat, builder: Builder, source: str) -> None:
    stand, off = retreat.actor, retreat.off
    here = place_of(position, stand, "action.actor", source)
    way = _way(position, retreat, here, builder, source)
    owes = owes_retreat(stand)
    book = position.settings.book if owes else None
    settled = by_hand(position, stand, table_of(builder, source).phase)
    clause = "C10.5" if position.settings.book is None else "C11.1"
    builder.condition(clause, "has_to_retreat", owes or settled, actor=stand.name)
    for last, there in pairwise(way):
        ends = there == way[-1] and not off
        _step(position, stand, last, there, builder, towards=book is not None, ends=ends)
    if off:
        row = offset_of(position.board, way[-1])[1] - position.board.first[1]
        own = position.board.rows - 1 if sits_far(stand.side, position.table, builder) else 0
        builder.condition("C8.1", "leader_leaves", is_leader(stand) and row == own, actor=stand.name)
    many = len(way) - 1 + off
    if book is None:
        builder.modifying("C11.1", "by_own_book", actor=stand.name)
    else:
        _judge_hexes(position, stand, here, many, off, builder)
    builder.outcome = "retreats"
    builder.draw(Shape("path", "line", tuple(position.centre(each) for each in way)))
    leader = None if is_leader(stand) else position.leader_of(stand)
    for each in (stand, *([leader] if leader is not None else [])):
        if off:
            builder.effect("remove", each.name, off="own")
        elif many:
            builder.effect("move", each.name, **move_values(position, way))
    builder.effect("gave_way", stand.name, hexes=many)
    known = state_of(stand)
    owed = known.retreats or 0
    # Flags cost blocks where the way back is too short; an evasion nobody was driven to, and off the board it ends.
    if book is not None and many < owed and not off and not known.evades:
        _pays(position, stand, (owed - many) * book.retreat.blocks_a_hex_short, builder, source)
    elif many:
        record_emptied(position, here, builder)


def _judge_hexes(
    position: AncientsBoard, stand: Stand, here: Hex, many: int, off: bool, builder: Builder
) -> None:  # fmt: skip
    """Judge that it goes as many hexes as it must, or as far as there is a way; over the edge is the last of them."""
    builder.uses("book")
    owed = state_of(stand).retreats or 0
    ways = _ways(position, stand, here, owed, _back(position, stand, builder))
    farthest = max(map(len, ways), default=0)
    wanted = owed if off else min(owed, farthest)
    fits = many >= wanted and not off
    builder.limit("C11.1", "retreat_hexes", Measurement(many), wanted, "hexes", at_most=fits or off, actor=stand.name)


def _pays(position: AncientsBoard, stand: Stand, blocks: int, builder: Builder, source: str) -> None:
    """Record the blocks that a unit loses for each hex it cannot go back (C11.1)."""
    left = blocks_left(stand, position.type_of(stand))
    lost = min(blocks, left)
    if not lost:
        return
    builder.modifying("C11.1", "short_costs_blocks", actor=stand.name, count=lost)
    if lost < left:
        builder.effect("damage", stand.name, boxes=lost, left=left - lost)
    else:
        enemy = next((other.side for other in position.table.stands if other.side != stand.side), None)
        builder.effect("remove", stand.name, boxes=lost)
        builder.outcome = "eliminated"
        if enemy is not None:
            take_banner(enemy, "takes_banner", position.table, builder, source, lost=stand.name)


def _step(
    position: AncientsBoard, stand: Stand, last: Hex, there: Hex, builder: Builder, *, towards: bool, ends: bool
) -> None:  # fmt: skip
    told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
    builder.condition("C8.1", "one_hex_a_step", distance(last, there) == 1, **told)
    if not builder.condition("C8.1", "on_the_board", position.has(there), **told):
        return
    judge_hex(position, stand, last, there, builder, ends=ends)
    if towards:
        right = _rows(position, last, there) == _back(position, stand, builder)
        builder.condition("C11.1", "towards_own_edge", right, **told)


def _rows(position: AncientsBoard, last: Hex, there: Hex) -> int:
    return offset_of(position.board, there)[1] - offset_of(position.board, last)[1]


def _back(position: AncientsBoard, stand: Stand, builder: Builder) -> int:
    """Return how many rows a step towards a stand's own edge leads on."""
    return 1 if sits_far(stand.side, position.table, builder) else -1


def _ways(position: AncientsBoard, stand: Stand, here: Hex, owed: int, back: int) -> Iterator[tuple[Hex, ...]]:
    """Yield every way back of at most so many hexes, without the hex it starts from; ``back`` is a step's rows."""
    if owed <= 0:
        return
    for there in here.neighbours():
        if _rows(position, here, there) == back and may_enter(position, stand, there):
            if may_end(position, stand, there):
                yield (there,)
            for further in _ways(position, stand, there, owed - 1, back):
                yield (there, *further)


def _way(position: AncientsBoard, retreat: Retreat, here: Hex, builder: Builder, source: str) -> tuple[Hex, ...]:
    if retreat.path:
        return way_from(retreat.actor, here, retreat.path, position.board, source)
    if retreat.to is None:
        return (here,)
    return _free_way(position, retreat.actor, here, retreat.to, builder) or straight_way(here, retreat.to)


def _free_way(
    position: AncientsBoard, stand: Stand, here: Hex, there: Hex, builder: Builder
) -> tuple[Hex, ...]:  # fmt: skip
    """Return a way back on which nobody stands, the shortest; none where there is none."""
    owed = state_of(stand).retreats or 0
    if owed and position.settings.book is not None:
        ways = _ways(position, stand, here, owed, _back(position, stand, builder))
        return next(((here, *way) for way in ways if way[-1] == there), ())
    found = reach(here, distance(here, there) + 1, lambda _, near: 1.0 if may_end(position, stand, near) else None)
    return found[there].way if there in found else ()
