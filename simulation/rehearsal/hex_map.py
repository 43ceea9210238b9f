"""What is printed on a synthetic hex map: tints of the ground that the rules know, and roads from hex to hex."""

from collections.abc import Iterator
from typing import Any

from shapely import Point as Dot
from shapely import Polygon

from rules.box import PrintedMap
from rules.registry import game_named
from table.frame import HexBoard
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from table.snapshot import Snapshot

Ways = tuple[tuple[Hex, ...], ...]


def printed_on(table: Snapshot, game: str, settings: Any) -> tuple[dict[Hex, str], Ways]:
    """Return the kinds of ground by hex and the roads of a completed table: those of its game's map, and its pieces."""
    printed = game_named(game).printed_map
    return _of_map(printed(table, settings, "case")) if printed is not None else (dict(_under_pieces(table)), ())


def _of_map(printed: PrintedMap) -> tuple[dict[Hex, str], Ways]:
    tints = dict.fromkeys(printed.mines, "mines") | dict.fromkeys(printed.airfields, "airfield")
    for kind, places in (("victory", printed.points), ("town", printed.towns)):
        for hexes in places.values():
            tints |= dict.fromkeys(hexes, kind)
    ways = [(here, beside) for here in sorted(printed.roads) for beside in here.neighbours() if here < beside]
    return tints, tuple(way for way in ways if way[1] in printed.roads)


def _under_pieces(table: Snapshot) -> Iterator[tuple[Hex, str]]:
    assert isinstance(table.board, HexBoard)
    for piece in table.pieces:
        polygon = Polygon(piece.polygon)
        for here in hexes_of(table.board):
            if polygon.covers(Dot(*centre_of(table.board, here))):
                yield here, piece.kind
