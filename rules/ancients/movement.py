"""MOVE and DETACH: one unit or leader along hexes (C8)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys, stand_named
from rules.ancients.ground import takes_ground
from rules.ancients.orders import has_order
from rules.ancients.phases import MOVE, in_phase
from rules.ancients.position import Position
from rules.ancients.reading import hex_said, place_of, ruled_on, way_said
from rules.ancients.routes import must_close, routes
from rules.ancients.settings import Builder
from rules.ancients.units import has_battled, is_leader, moved_by
from rules.ancients.way import Way, judge_reach, judge_way, straight, went
from rules.ruling import Shape
from table.errors import BadFile
from table.hexes import Hex
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.stand import Stand


def move(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``move``: ``actor`` goes along ``path`` (hexes), or the shortest way ``to`` a hex; raises BadFile.

    ``off`` ("near" or "far") leaves the board over that edge from the last hex. A unit's leader goes with it; a leader
    who is named goes alone.
    """
    check_keys(action, ("actor", "path", "to", "off"), source)
    stand = stand_named(action, "actor", snapshot, source)
    ruled_on(snapshot, builder, lambda position, own: _moves(position, stand, action, own, source), source)


def detach(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``detach``: a leader leaves his unit by an order of his own (C8.4), along ``path`` or ``to`` a hex.

    Without a way he is detached only: his unit moves without him, and he moves later.
    """
    check_keys(action, ("actor", "path", "to", "off"), source)
    stand = stand_named(action, "actor", snapshot, source)
    if not is_leader(stand):
        raise BadFile(source, "action.actor", "a leader", repr(stand.name))

    def judge(position: Position, own: Builder) -> None:
        unit = position.unit_of(stand)
        told = {"actor": stand.name, "unit": unit.name if unit is not None else ""}
        if not own.condition("C8.4", "is_attached", unit is not None, **told):
            return
        if any(key in action for key in ("path", "to", "off")):
            _moves(position, stand, action, own, source)
            return
        in_phase("detach", MOVE, stand, own)
        has_order(position, stand, own)
        own.condition("C3.2", "not_moved", not moved_by(stand), actor=stand.name)
        own.effect("detached", stand.name)
        own.outcome = "detached"

    ruled_on(snapshot, builder, judge, source)


def _moves(
    position: Position, stand: Stand, action: Mapping[str, Any], builder: Builder, source: str
) -> None:  # fmt: skip
    here = place_of(position, stand, "action.actor", source)
    way = _way(position, stand, here, action, source)
    label = position.label
    in_phase("move", MOVE, stand, builder)
    has_order(position, stand, builder)
    builder.condition("C3.2", "not_moved", not moved_by(stand), actor=stand.name)
    if stand.state.get("joined"):
        builder.condition("C8.4", "not_joined", False, actor=stand.name)
    battled = next((s.name for s in position.table.stands if s.side == stand.side and has_battled(s)), None)
    if battled is not None:
        builder.condition("C8.1", "before_battle", False, actor=stand.name, stand=battled)
    for each in (here, way.hexes[-1]):
        if crowd := position.crowd_on(each):
            builder.condition(
                "C8.1", "one_a_hex", False, hex=label(each), stand=crowd[0].name, stands=[s.name for s in crowd]
            )
    judge_way(position, stand, way, builder)
    judge_reach(position, stand, way, builder)
    _record(position, stand, way, builder, source)


def _way(position: Position, stand: Stand, here: Hex, action: Mapping[str, Any], source: str) -> Way:
    off = action.get("off")
    if off is not None and off not in ("near", "far"):
        raise BadFile(source, "action.off", '"near" or "far"', repr(off))
    if "path" in action and "to" in action:
        raise BadFile(source, "action.to", "a path or the hex to go to", "both")
    if "path" in action:
        return Way((here, *way_said(stand, here, action, position.board, source)), off)
    if "to" in action:
        there = hex_said(action["to"], "action.to", position.board, source)
        if there == here:
            raise BadFile(source, "action.to", "another hex than the one it is on", repr(action["to"]))
        found = next((route.way for route in routes(position, stand) if route.end == there), None)
        return Way(found or straight(here, there), off)
    if off is not None:
        return Way((here,), off)
    raise BadFile(source, "action.path", "one or more hexes, or the hex to go `to`", NOTHING)


def _record(position: Position, stand: Stand, way: Way, builder: Builder, source: str) -> None:
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
        builder.effect("move", each.name, **went(position, way.hexes), moved=way.many, moved_hexes=way.many)
        if each is not stand:
            builder.modifying("C8.4", "leader_goes_along", actor=stand.name, stand=each.name)
    if way.off is not None:
        return
    if is_leader(stand) and (unit := position.unit_on(end)) is not None:
        builder.effect("joined", stand.name, joins=unit.name)
    if not is_leader(stand) and must_close(position, stand, end, way.many):
        builder.effect("must_close", stand.name)
    takes_ground(position, stand, end, builder, source)
