"""The ruler: how far it is between two stands, places or pieces of terrain, in every way that games measure."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.board_cells import AnyBoard
from rules.over_hills import HillSettings
from rules.registry import game_named
from rules.settings import GivenSettings, read_settings
from table.distance import centre_to_centre, edge_to_edge, front_to_target, to_piece
from table.frame import HexBoard
from table.hex_board import parse_hex
from table.hexes import distance as hexes_between
from table.measurement import Measurement
from table.snapshot import Snapshot
from table.squares import Square
from table.stand import Stand
from table.tape import tape
from table.terrain import Piece, Point
from table.vectors import checked_point

OTHER_CM = 0.05
"""Lengths that differ by less are one."""

Spot = Stand | Point | Piece
_WAYS: Mapping[str, Callable[[Stand, Stand], Measurement]] = {
    "edge": edge_to_edge, "centre": centre_to_centre, "front": front_to_target,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Distance:
    """One measurement and how it was taken: from base "edge" to edge, "centre" to centre, "front" to edge, "place".

    To the edge of a "piece" it is from the base's edge, and "piece_centre" from its centre. "ground" is the first of
    the others by a tape over hills.
    """

    how: str
    measured: Measurement


def distances(
    game: str, snapshot: Snapshot, start: Spot, end: Spot, settings: GivenSettings = None
) -> tuple[Distance, ...]:
    """Return the distances between two ends in cm, the game's own way of measuring first; to a piece, to its edge.

    A tapped place is taken as exact. Raises BadFile for a game or settings that make no sense.
    """
    if isinstance(end, Piece):
        return _to_piece(game, snapshot, start, end, settings)
    if isinstance(start, Piece):
        return tuple(replace(it, measured=_back(it.measured)) for it in distances(game, snapshot, end, start, settings))
    if not isinstance(start, Stand) and not isinstance(end, Stand):
        start, end = checked_point(start), checked_point(end)
        place = Distance("place", Measurement(math.dist(start, end), 0.0, start, end))
        return _over_hills((place,), _at(start), _at(end), snapshot)
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    sized = the_game.complete(snapshot, read, "table")
    first, other = _stand(start, sized), _stand(end, sized)
    own = the_game.measured(read)
    over = isinstance(read, HillSettings) and read.over_hills == "ground"
    ways = sorted(("edge", "centre") + (("front",) if own == "front" else ()), key=lambda how: how != own)
    if not isinstance(start, Stand):  # a place has no front
        ways = [how for how in ways if how != "front"]
    found = tuple(Distance(how, _WAYS[how](first, other)) for how in ways)
    return _over_hills(found, first, other, snapshot, first=over)


def _to_piece(
    game: str, snapshot: Snapshot, start: Spot, piece: Piece, settings: GivenSettings
) -> tuple[Distance, ...]:
    if not isinstance(start, Stand):
        return (Distance("piece", to_piece(start if isinstance(start, Piece) else checked_point(start), piece)),)
    the_game = game_named(game)
    read = read_settings(the_game.settings, settings or {}, "settings")
    sized = the_game.complete(snapshot, read, "table").stand(start.name)
    centre = replace(sized, width_cm=0.0, depth_cm=0.0, bases=())
    found = Distance("piece", to_piece(sized, piece)), Distance("piece_centre", to_piece(centre, piece))
    return found[::-1] if the_game.measured(read) == "centre" else found


def _back(measured: Measurement) -> Measurement:
    return replace(measured, start=measured.end, end=measured.start)


def cells_between(board: AnyBoard, start: Sequence[str], end: Sequence[str]) -> tuple[int, int]:
    """Return how many steps over edges it is from cell to cell, the least and the most that it may be.

    Who lies between several cells may be on each of them. Raises BadInput for a cell there is not.
    """
    steps = [_steps(board, a, b) for a in start for b in end]
    return min(steps), max(steps)


def _steps(board: AnyBoard, start: str, end: str) -> int:
    if isinstance(board, HexBoard):
        return hexes_between(parse_hex(board, start), parse_hex(board, end))
    a, b = Square.parse(start), Square.parse(end)
    return abs(a.column - b.column) + abs(a.rank - b.rank)


def _over_hills(
    found: tuple[Distance, ...], a: Stand, b: Stand, snapshot: Snapshot, *, first: bool = False
) -> tuple[Distance, ...]:
    """Return distances with what a tape over the ground reads of the first, where that is another number."""
    own, *others = found
    laid = tape(own.measured, a, b, snapshot.pieces)
    if abs(laid.value - own.measured.value) <= OTHER_CM:
        return found
    ground = Distance("ground", laid)
    return (ground, *found) if first else (own, ground, *others)


def _stand(spot: Stand | Point, sized: Snapshot) -> Stand:
    if isinstance(spot, Stand):
        return sized.stand(spot.name)
    return _at(checked_point(spot))


def _at(place: Point) -> Stand:
    return Stand("", "", "", *place)
