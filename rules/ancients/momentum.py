"""ADVANCE: momentum after close combat, into the hex that was emptied; what of it lapses, and when (C11.1)."""

from dataclasses import dataclass
from itertools import pairwise

from rules.action import Asked
from rules.ancients.movement import take_ground
from rules.ancients.phases import BATTLE, in_phase
from rules.ancients.position import AncientsBoard, place_of, rule_on_table
from rules.ancients.routes import stops_on
from rules.ancients.settings import Builder
from rules.ancients.state import state_of, table_of
from rules.ancients.way import hex_of, judge_hex, move_values, straight_way
from rules.ruling import Shape
from table.hexes import Hex, distance
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.stand import Stand


@dataclass(frozen=True, slots=True)
class Advance:
    """A unit's advance to a hex after its battle."""

    actor: Stand
    to: Hex

    @classmethod
    def read(cls, asked: Asked) -> "Advance":
        """Read ``actor`` and ``to``; raises BadFile."""
        asked.only("actor", "to")
        return cls(asked.stand("actor"), hex_of(asked, "to"))


def advance(snapshot: Snapshot, advance: Advance, builder: Builder, source: str) -> None:
    """Rule on momentum into the hex that close combat emptied, or through it (C11.1).

    Without the owner's book the players know who may: into a hex beside it that somebody has left in this battle.
    """
    rule_on_table(
        snapshot, builder, lambda position, own: _judge(position, advance.actor, advance.to, own, source), source
    )


def record_emptied(position: AncientsBoard, here: Hex, builder: Builder) -> None:
    """Record that a hex was emptied in a battle settled by hand: who fought for it may advance there."""
    if position.settings.book is None:
        builder.effect("table", None, emptied=[*table_of(builder).emptied, position.label(here)])


def end_momentum(position: AncientsBoard, actor: Stand, builder: Builder) -> None:
    """Record that the others' momentum is over: a unit's battle is finished before the next begins (C9.1)."""
    for other in position.table.stands:
        if other.name == actor.name or other.side != actor.side:
            continue
        known = state_of(other)
        if known.may_advance_hexes:
            builder.effect("stays", other.name)
        if known.battled_again and not known.fought:
            builder.effect("fought", other.name)


def _judge(position: AncientsBoard, stand: Stand, there: Hex, builder: Builder, source: str) -> None:
    here, label = place_of(position, stand, "action.actor", source), position.label
    in_phase("advance", BATTLE, stand, builder)
    if position.settings.book is None:
        way = straight_way(here, there)
        may = label(there) in table_of(builder, source).emptied and len(way) - 1 == 1
        builder.condition("C11.1", "may_advance", may, actor=stand.name)
        builder.modifying("C11.1", "advances_by_hand", actor=stand.name)
    else:
        builder.uses("book")
        way = _through_the_emptied(position, stand, here, there, builder)
    for last, step in pairwise(way):
        _step(position, stand, last, step, builder)
    ends = way[-1]
    leader = position.leader_of(stand)
    for each in (stand, *([leader] if leader is not None else [])):
        builder.effect("move", each.name, **move_values(position, way))
        if each is not stand:
            builder.modifying("C8.4", "leader_goes_along", actor=stand.name, stand=each.name)
    builder.draw(Shape("path", "line", tuple(position.centre(each) for each in way)))
    builder.effect("advanced", stand.name)
    held_up = any(row.no_battle_on_entering for row in position.ground_on(ends))
    if state_of(stand).may_advance_again and not held_up:
        builder.modifying("C11.1", "battles_again", actor=stand.name)
        builder.effect("battles_again", stand.name)
    take_ground(position, stand, ends, builder, source)
    builder.outcome = builder.outcome or "advanced"


def _through_the_emptied(
    position: AncientsBoard, stand: Stand, here: Hex, there: Hex, builder: Builder
) -> tuple[Hex, ...]:  # fmt: skip
    """Judge that the way of momentum leads through the hex that was emptied, and is no longer than it may be."""
    known, label = state_of(stand), position.label
    may = known.may_advance_hexes
    builder.condition("C11.1", "may_advance", may > 0, actor=stand.name)
    first = next((near for near in here.neighbours() if label(near) == known.may_advance_to), None)
    if first is not None and there != first and distance(here, there) <= may == 1:
        builder.condition("C11.1", "into_the_emptied_hex", False, actor=stand.name, hex=label(first))
        return (here, there)
    way = straight_way(here, there) if first is None else (here, *straight_way(first, there))
    builder.limit("C11.1", "advance_hexes", Measurement(len(way) - 1), may, "hexes", actor=stand.name)
    return way


def _step(position: AncientsBoard, stand: Stand, last: Hex, there: Hex, builder: Builder) -> None:
    told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
    if not builder.condition("C8.1", "on_the_board", position.has(there), **told):
        return
    judge_hex(position, stand, last, there, builder, ends=True)
    if last != position.where(stand.name) and stops_on(position, last):
        stopping = position.kinds_on(last, lambda row: row.stops)
        builder.condition("C11.1", "terrain_stops", False, **told, terrain=stopping)
