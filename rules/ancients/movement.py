"""MOVE and DETACH: one unit or leader along hexes (C8), and the banner that ground gives to who enters it (C3.1)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.ancients.orders import has_order
from rules.ancients.phases import MOVE, in_phase
from rules.ancients.position import AncientsBoard, judge_crowd, place_of, rule_on_table
from rules.ancients.routes import must_close, routes, way_round
from rules.ancients.settings import Builder
from rules.ancients.side import take_banner
from rules.ancients.state import Edge, state_of, table_of
from rules.ancients.units import has_battled, is_leader, moved_by
from rules.ancients.way import (
    EDGES,
    HexPath,
    hex_of,
    judge_reach,
    judge_way,
    move_values,
    path_of,
    straight_way,
    way_from,
)
from rules.ruling import Shape
from table.errors import BadFile
from table.hexes import Hex
from table.notation.error_words import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand


def take_ground(position: AncientsBoard, stand: Stand, end: Hex, builder: Builder, source: str) -> None:
    """Record a banner for ground that a unit enters, once a hex (C3.1)."""
    label = position.label(end)
    for_side = position.settings.ground.get(label)
    taken = table_of(builder, source).ground_taken
    if is_leader(stand) or for_side not in (stand.side, "any") or label in taken or builder.verdict != "allowed":
        return
    take_banner(stand.side, "takes_ground", position.table, builder, source, hex=label)
    builder.effect("table", None, ground_taken=[*taken, label])


_WAY = ("path", "to", "off")


@dataclass(frozen=True, slots=True)
class Movement:
    """A move along ``path``, or else by the shortest way ``to`` a hex; ``off`` the board from the last over an edge."""

    actor: Stand
    path: tuple[Hex, ...] = ()
    to: Hex | None = None
    off: Edge | None = None

    @classmethod
    def read(cls, asked: Asked) -> "Movement":
        """Read ``actor`` and his way; raises BadFile."""
        asked.only("actor", *_WAY)
        return cls.of(asked.stand("actor"), asked)

    @classmethod
    def of(cls, actor: Stand, asked: Asked) -> "Movement":
        """Read somebody's way: ``path`` or ``to``, or ``off`` alone; raises BadFile."""
        said = asked.get("off")
        off = next((edge for edge in EDGES if edge == said), None)
        if off is None and said is not None:
            raise BadFile(asked.source, "action.off", '"near" or "far"', repr(said))
        if "path" in asked and "to" in asked:
            raise BadFile(asked.source, "action.to", "a path or the hex to go to", "both")
        if "path" in asked:
            return cls(actor, path_of(asked), off=off)
        if "to" in asked:
            return cls(actor, to=hex_of(asked, "to"), off=off)
        if off is None:
            raise BadFile(asked.source, "action.path", "one or more hexes, or the hex to go `to`", NOTHING)
        return cls(actor, off=off)


@dataclass(frozen=True, slots=True)
class Detachment:
    """A leader who leaves his unit: by a move of his own, or without one for now."""

    leader: Stand
    movement: Movement | None

    @classmethod
    def read(cls, asked: Asked) -> "Detachment":
        """Read ``actor``, a leader, and his way if he has one; raises BadFile."""
        asked.only("actor", *_WAY)
        leader = asked.stand("actor")
        if not is_leader(leader):
            raise BadFile(asked.source, "action.actor", "a leader", repr(leader.name))
        return cls(leader, Movement.of(leader, asked) if any(key in asked for key in _WAY) else None)


def move(snapshot: Snapshot, movement: Movement, builder: Builder, source: str) -> None:
    """Rule on a move along hexes (C8): a unit's leader goes with it, a leader who is named goes alone."""
    rule_on_table(snapshot, builder, lambda position, own: _judge(position, movement, own, source), source)


def detach(snapshot: Snapshot, detachment: Detachment, builder: Builder, source: str) -> None:
    """Rule on a leader who leaves his unit by an order of his own (C8.4).

    Without a way he is detached only: his unit moves without him, and he moves later.
    """
    leader, movement = detachment.leader, detachment.movement

    def judge(position: AncientsBoard, own: Builder) -> None:
        unit = position.unit_of(leader)
        told = {"actor": leader.name, "unit": unit.name if unit is not None else ""}
        if not own.condition("C8.4", "is_attached", unit is not None, **told):
            return
        if movement is not None:
            _judge(position, movement, own, source)
            return
        in_phase("detach", MOVE, leader, own)
        has_order(position, leader, own)
        own.condition("C3.2", "not_moved", not moved_by(leader), actor=leader.name)
        own.effect("detached", leader.name)
        own.outcome = "detached"

    rule_on_table(snapshot, builder, judge, source)


def _judge(position: AncientsBoard, movement: Movement, builder: Builder, source: str) -> None:
    stand = movement.actor
    here = place_of(position, stand, "action.actor", source)
    way = HexPath(_hexes(position, movement, here, source), movement.off)
    in_phase("move", MOVE, stand, builder)
    has_order(position, stand, builder)
    builder.condition("C3.2", "not_moved", not moved_by(stand), actor=stand.name)
    if state_of(stand).joined:
        builder.condition("C8.4", "not_joined", False, actor=stand.name)
    battled = next((s.name for s in position.table.stands if s.side == stand.side and has_battled(s)), None)
    if battled is not None:
        builder.condition("C8.1", "before_battle", False, actor=stand.name, stand=battled)
    for each in (here, way.hexes[-1]):
        judge_crowd(position, each, builder)
    judge_way(position, stand, way, builder)
    judge_reach(position, stand, way, builder)
    _record(position, stand, way, builder, source)


def _hexes(position: AncientsBoard, movement: Movement, here: Hex, source: str) -> tuple[Hex, ...]:
    stand, there = movement.actor, movement.to
    if movement.path:
        return way_from(stand, here, movement.path, position.board, source)
    if there is None:
        return (here,)
    if there == here:
        raise BadFile(source, "action.to", "another hex than the one it is on", repr(position.label(there)))
    found = next((route.way for route in routes(position, stand) if route.end == there), None)
    return found or way_round(position, stand, there) or straight_way(here, there)


def _record(position: AncientsBoard, stand: Stand, way: HexPath, builder: Builder, source: str) -> None:
    end = way.hexes[-1]
    builder.draw(Shape("path", "line", tuple(position.centre(each) for each in way.hexes)))
    builder.draw(Shape("crossed", "polygon", position.corners(end), label=position.label(end)))
    builder.outcome = "moved"
    with_it = position.goes_along(stand)
    if not is_leader(stand) and with_it is None and (left := position.leader_of(stand)) is not None:
        builder.modifying("C8.4", "leader_stays", actor=stand.name, stand=left.name, hex=position.label(way.hexes[0]))
    for each in (stand, *([with_it] if with_it is not None else [])):
        if way.off is not None:
            builder.effect("remove", each.name, off=way.off)
            builder.outcome = "left"
            continue
        builder.effect("move", each.name, **move_values(position, way.hexes), moved=way.many, moved_hexes=way.many)
        if each is not stand:
            builder.modifying("C8.4", "leader_goes_along", actor=stand.name, stand=each.name)
    if way.off is not None:
        return
    if is_leader(stand) and (unit := position.unit_on(end)) is not None:
        builder.effect("joined", stand.name, joins=unit.name)
    if not is_leader(stand) and must_close(position, stand, end, way.many):
        builder.effect("must_close", stand.name)
    take_ground(position, stand, end, builder, source)
