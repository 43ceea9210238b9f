"""MOVE: a counter's way from hex to hex, on the ground or in the air, and the fire it flies through (R4, R6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.action import Asked
from rules.hex_positions import hex_board, hex_named, hexes_named, position_of
from rules.rommel.actions import ruled_on_scene
from rules.rommel.counters import may_win, movement_of
from rules.rommel.flak import shot_down
from rules.rommel.kinds import is_air, is_marker, side_of
from rules.rommel.phases import in_phase, refuse_if_over
from rules.rommel.routes import Mode, enemies_beside, modes_of
from rules.rommel.scene import RommelScene, hex_drawn, way_drawn
from rules.rommel.settings import Builder
from rules.rommel.state import state_of
from rules.rommel.supply import is_supplied, judge_supply
from rules.rommel.way import judge_way
from rules.rommel.way_to import way_to
from rules.rommel.weather import current_weather, slowed
from table.errors import BadFile
from table.hexes import Hex, distance
from table.notation.hex_place import hex_written
from table.stand import Stand

AIR_MOVES = 4
"""So often an aircraft moves in a turn, once a sub-turn (R4.1)."""


def has_attacked(stand: Stand) -> bool:
    """Say whether a counter has had its combat, shot or bomb: of the turn, of the air that of the sub-turn (R5.2)."""
    known = state_of(stand)
    return known.fought or known.fired or known.air_fought or known.bombed


def may_move(scene: RommelScene, stand: Stand) -> bool:
    """Say whether a counter may start a move from where it stands, whatever the phase (R2.3, R4.1, R4.6)."""
    here = scene.where(stand)
    if here is None or is_marker(stand) or state_of(stand).moved or has_attacked(stand):
        return False
    return state_of(stand).air_moved < AIR_MOVES if is_air(stand) else is_supplied(scene, stand, here)


@dataclass(frozen=True, slots=True)
class Move:
    """A counter's way from where it stands, or where ``path`` is empty the hex that it goes to by the cheapest (R4).

    ``holds`` are the guns that keep their shot for another aircraft (R6.3).
    """

    actor: Stand
    path: tuple[Hex, ...]
    to: Hex | None
    holds: frozenset[str]

    @classmethod
    def read(cls, asked: Asked) -> "Move":
        """Read ``actor``, ``path`` or ``to``, and ``holds``; raises BadFile."""
        asked.only("actor", "path", "to", "holds", "group")
        actor, board = asked.stand("actor"), hex_board(asked.snapshot, asked.source)
        path = _path_of(actor, asked)
        if path and "to" in asked:
            raise BadFile(asked.source, "action.to", "either a path or where it ends", "both")
        to = None if path else hex_named(asked.get("to"), "action.to", board, asked.source)
        return cls(actor, path, to, frozenset(each.name for each in asked.stands("holds")))


@ruled_on_scene
def move(scene: RommelScene, action: Move, builder: Builder, source: str) -> None:
    """Rule on a counter's way, and of an aircraft on the guns that it flies past: each fires once (R4, R6.3)."""
    actor, path, end = action.actor, action.path, action.to
    here = scene.where(actor)
    if here is None or (path and path[0] != here):
        begins = scene.label(path[0]) if path else "-"
        builder.condition("R4.1", "starts_where_it_stands", False, actor=actor.name, hex=begins)
        return
    if end == here:
        raise BadFile(source, "action.to", "another hex than the one it is on", scene.label(here))
    judge_mover(actor, builder, source)
    if is_marker(actor):
        return
    judge_supply(scene, actor, here, builder)
    modes = modes_in_weather(scene, actor, here, builder, source)
    way = path
    if end is not None:
        way = way_to(scene, actor, modes, (here,), end)
    builder.draw(way_drawn(scene, way))
    if scene.ground.house:
        builder.uses("map")
    judge_way(scene, actor, way, modes, builder)
    if builder.verdict != "allowed":
        return
    if is_air(actor) and shot_down(scene, actor, way, action.holds, builder, source):
        return
    _moves(scene, actor, way, builder)


def judge_mover(actor: Stand, builder: Builder, source: str) -> None:
    """Judge that a counter moves at all, and may still move (R2.3, R4.1, R8.1)."""
    refuse_if_over(builder, source)
    if is_marker(actor):
        builder.condition("R2.3", "moves_at_all", False, actor=actor.name)
        return
    told = {"actor": actor.name}
    in_phase(builder, source, "air_move" if is_air(actor) else "ground_move", side_of(actor.side), **told)
    builder.condition("R4.1", "moves_once", not state_of(actor).moved, **told)
    if is_air(actor):
        flown = state_of(actor).air_moved
        builder.condition("R4.1", "four_air_moves", flown < AIR_MOVES, **told, count=flown)
    if has_attacked(actor):
        builder.condition("R4.1", "moves_before_fights", False, **told)


def modes_in_weather(scene: RommelScene, actor: Stand, here: Hex, builder: Builder, source: str) -> tuple[Mode, ...]:
    """Return the ways to count a move in the day's weather, and record what the weather does (R7.1)."""
    now, factor = current_weather(builder, source), movement_of(actor, builder, source)
    after = slowed(actor, factor, now)
    told = {"actor": actor.name, "weather": now, "before": factor, "after": after}
    if now == "storm" and is_air(actor):
        builder.condition("R7.1", "flies_in_storm", False, **told)
    elif now in ("rain", "storm"):
        builder.modifying("R7.1", "weather_slows" if after != factor else "weather_leaves", **told)
    return modes_of(scene, actor, here, factor, now)


def _moves(scene: RommelScene, actor: Stand, way: Sequence[Hex], builder: Builder) -> None:
    """Record the move, the mines it cleared, and the enemies it must fight now."""
    end = way[-1]
    start = {"from_hex": scene.label(way[0])}
    values: dict[str, object] = {**start, **scene.put_on(end), "path": [*map(scene.written, way)], "moved": True}
    if is_air(actor):
        values["air_moved"] = state_of(actor).air_moved + 1
    builder.effect("move", actor.name, **values)
    mined = [] if is_air(actor) else [here for here in dict.fromkeys(way[1:]) if scene.is_mined(here)]
    if mined:
        pairs = [scene.written(here) for here in mined]
        builder.effect("cleared", actor.name, hexes=pairs, places=[scene.label(here) for here in mined])
        known = [scene.written(here) for here in sorted(scene.cleared)]
        builder.effect("table", None, cleared=[*known, *(pair for pair in pairs if pair not in known)])
        for here in mined:
            builder.draw(hex_drawn(scene, here, "cleared"))
    beside = enemies_beside(scene, actor, end)
    if beside and may_win(actor):  # who has no factor owes no fight
        builder.effect("enters_zone", actor.name, targets=list(beside))
    builder.outcome = "moved"


def _path_of(actor: Stand, asked: Asked) -> tuple[Hex, ...]:
    """Return the way from where the counter stands, which ``action.path`` may leave out: each next to the one before.

    Empty where ``to`` is given instead. Raises BadFile.
    """
    if "path" not in asked and "to" in asked:
        return ()
    source, read = asked.source, position_of(asked.snapshot, asked.doubt, asked.source)
    hexes, given = hexes_named(asked.action, "path", read.board, source), asked.get("path")
    written = given if isinstance(given, list | tuple) else ()
    among = [here for here, _ in read.between[actor.name].among] if actor.name in read.between else []
    way, stood = hexes, read.where(actor.name)
    if hexes[0] not in among and stood != hexes[0]:
        if stood is None or distance(stood, hexes[0]) != 1:
            there = "off the board" if stood is None else f"{hex_written(read.board, stood)}"
            expected = f"where {actor.name} stands, {there}, or the hex it enters first"
            raise BadFile(source, "action.path[1]", expected, repr(written[0]))
        way = (stood, *hexes)
    elif len(hexes) == 1:
        raise BadFile(source, "action.path", "a hex beside where it stands, at least", repr(given))
    for k, (here, there_) in enumerate(pairwise(hexes), start=1):
        if distance(here, there_) != 1:
            raise BadFile(source, f"action.path[{k + 1}]", "a hex next to the one before", repr(written[k]))
    return way
