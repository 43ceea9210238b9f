"""One way from hex to hex, judged: every step, the edge it leaves over, how far it is (C8.1-C8.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import get_args

from rules.action import Asked
from rules.ancients.position import AncientsBoard
from rules.ancients.routes import must_close, stops_on
from rules.ancients.settings import Builder
from rules.ancients.state import Edge
from rules.ancients.units import WAR_MACHINE, is_leader
from rules.hex_positions import hex_board, hex_named
from table.errors import BadFile
from table.frame import HexBoard
from table.hex_board import label_of, offset_of
from table.hexes import Hex, distance
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.hex_place import hex_written
from table.notation.toml import got_words
from table.stand import Stand

EDGES: tuple[Edge, ...] = get_args(Edge)


@dataclass(frozen=True, slots=True)
class HexPath:
    """A way from hex to hex; ``off`` is the edge it leaves the board over at its end."""

    hexes: tuple[Hex, ...]
    off: Edge | None = None

    @property
    def many(self) -> int:
        """How many hexes it is, that off the board counted."""
        return len(self.hexes) - 1 + (self.off is not None)


def straight_way(here: Hex, there: Hex) -> tuple[Hex, ...]:
    """Return a shortest way from hex to hex, whoever stands on it."""
    way = [here]
    while way[-1] != there:
        way.append(min(way[-1].neighbours(), key=lambda near: (distance(near, there), near)))
    return tuple(way)


def move_values(position: AncientsBoard, way: Sequence[Hex]) -> dict[str, object]:
    """Return what the effect ``move`` says of a way: its end in table cm and as a hex, its hexes, their labels."""
    x, y = position.centre(way[-1])
    written = [hex_written(position.board, each, by_offset=True) for each in way]
    labels = {"from_hex": position.label(way[0]), "to_hex": position.label(way[-1])}
    return {"x": x, "y": y, "hex": written[-1], "path": written, **labels}


def judge_way(position: AncientsBoard, stand: Stand, way: HexPath, builder: Builder) -> None:
    """Judge each step: to a hex beside, on the board, where nobody is (C8.1); a leader passes friends (C8.4)."""
    for last, there in pairwise(way.hexes):
        told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
        if distance(last, there) != 1:
            builder.condition("C8.1", "one_hex_a_step", False, **told)
            return
        if not position.has(there):
            builder.condition("C8.1", "on_the_board", False, **told)
            return
    steps = list(enumerate(pairwise(way.hexes), start=1))
    free = [_judge_step(position, stand, way, number, *step, builder) for number, step in steps]
    if kinds := position.not_told_of(way.hexes[1:]):
        builder.modifying("C11.1", "terrain_not_told", terrain=kinds)
    if all(free):
        builder.condition("C8.1", "way_is_free", True, actor=stand.name, hex=position.label(way.hexes[-1]))
    if way.off is not None:
        _judge_leaving(position, stand, way, builder)


def _judge_step(
    position: AncientsBoard, stand: Stand, way: HexPath, number: int, last: Hex, there: Hex, builder: Builder
) -> bool:  # fmt: skip
    """Judge the terrain on the hex before, and the next one; say whether it may be entered."""
    goes_on = number == 1 or not stops_on(position, last)
    if not goes_on:
        told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
        stopping = position.kinds_on(last, lambda row: row.stops)
        builder.condition("C11.1", "terrain_stops", False, **told, terrain=stopping)
    return judge_hex(position, stand, last, there, builder, ends=number == len(way.hexes) - 1) and goes_on


def judge_hex(
    position: AncientsBoard, stand: Stand, last: Hex, there: Hex, builder: Builder, *, ends: bool
) -> bool:  # fmt: skip
    """Judge the terrain and the people on a hex (C8.1, C8.4, C11.1); say whether it may be passed, or be the end."""
    told = {"actor": stand.name, "from_hex": position.label(last), "hex": position.label(there)}
    passable = True
    if barred := position.kinds_on(there, lambda row: row.impassable):
        passable = builder.condition("C11.1", "passable", False, **told, terrain=barred)
    leader = is_leader(stand)
    for other in position.on(there):
        if other in (stand, position.goes_along(stand)):
            continue
        if not leader or other.side != stand.side:
            clause = "C8.4" if leader else "C8.1"
            passable = builder.condition(clause, "hex_is_free", False, **told, stand=other.name)
        elif ends and is_leader(other):
            passable = builder.condition("C8.4", "one_leader_a_hex", False, **told, stand=other.name)
        else:
            builder.modifying("C8.4", "joins" if ends else "passes_friend", **told, stand=other.name)
    return passable


def _judge_leaving(position: AncientsBoard, stand: Stand, way: HexPath, builder: Builder) -> None:
    """Judge a unit that leaves the board: over an edge that the scenario allows, from its row (C8.1)."""
    settings, board = position.settings, position.board
    row = offset_of(board, way.hexes[-1])[1] - board.first[1]
    told = {"actor": stand.name, "table_edge": way.off, "hex": position.label(way.hexes[-1])}
    builder.condition("C8.1", "may_leave", settings.leave_over in ("both", way.off), **told)
    builder.condition("C8.1", "at_the_edge", row == (0 if way.off == "near" else board.rows - 1), **told)


def judge_reach(position: AncientsBoard, stand: Stand, way: HexPath, builder: Builder) -> None:
    """Judge how far it is, and what the unit may still do there (C8.2-C8.4)."""
    kind, many = position.type_of(stand), way.many
    clause = clause_of(position, stand)
    if stand.kind == WAR_MACHINE:
        builder.uses("war_machine_hexes")
    within = builder.limit(clause, "hexes_moved", Measurement(many), kind.hexes, "hexes", actor=stand.name)
    if is_leader(stand) or not within or many <= kind.battles_after:
        return
    if kind.close_after is not None:
        closes = way.off is None and must_close(position, stand, way.hexes[-1], many)
        builder.condition(clause, "ends_in_close", closes, actor=stand.name, hex=position.label(way.hexes[-1]))
    else:
        builder.modifying(clause, "no_battle_then", actor=stand.name, count=many)


def clause_of(position: AncientsBoard, stand: Stand) -> str:
    """Return the clause of a unit's movement: foot, mounted or leader."""
    return "C8.4" if is_leader(stand) else "C8.3" if position.type_of(stand).mounted else "C8.2"


def hex_of(asked: Asked, key: str) -> Hex:
    """Return a hex that a key names, on the board or beside it; raises BadFile for what is none."""
    return _hex(asked, asked.get(key), f"action.{key}")


def path_of(asked: Asked) -> tuple[Hex, ...]:
    """Return ``path``, one or more hexes; the first may be the one where the stand is. Raises BadFile."""
    given = asked.get("path")
    if not isinstance(given, list | tuple) or not given:
        got = NOTHING if given is None else got_words(given)
        raise BadFile(asked.source, "action.path", "one or more hexes, such as [[3, 2], [4, 2]]", got)
    return tuple(_hex(asked, each, f"action.path[{k + 1}]") for k, each in enumerate(given))


def way_from(stand: Stand, here: Hex, path: tuple[Hex, ...], board: HexBoard, source: str) -> tuple[Hex, ...]:
    """Return the hex where a stand is and those of its path after it; raises BadFile where there are none."""
    way = path[1:] if path[0] == here else path
    if not way:
        raise BadFile(source, "action.path", "a hex to go to", f"only {label_of(board, here)}, where {stand.name} is")
    return (here, *way)


def _hex(asked: Asked, value: object, key: str) -> Hex:
    board = hex_board(asked.snapshot, asked.source)
    return hex_named(value, key, board, asked.source, by_offset=True, beside=True)
