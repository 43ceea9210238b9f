"""What is printed on a synthetic hex map: tints of the ground that the rules know, and roads from hex to hex."""

from collections.abc import Iterator
from typing import Any

from shapely import Point as Dot
from shapely import Polygon

from rules.rommel.ground import Ground, ground_of
from rules.rommel.settings import RommelSettings
from table.frame import HexBoard
from table.hex_board import centre_of, hexes_of
from table.hexes import Hex
from table.snapshot import Snapshot

Ways = tuple[tuple[Hex, ...], ...]


def printed_on(table: Snapshot, settings: Any) -> tuple[dict[Hex, str], Ways]:
    """Return the kinds of ground by hex and the roads of a completed table: those of its game's map, and its pieces."""
    if isinstance(settings, RommelSettings):
        return _of_ground(ground_of(table, settings))
    return dict(_under_pieces(table)), ()


def _of_ground(ground: Ground) -> tuple[dict[Hex, str], Ways]:
    tints = dict.fromkeys(ground.mines - ground.cleared, "mines") | dict.fromkeys(ground.airfields, "airfield")
    for kind, places in (("victory", ground.points), ("town", ground.towns)):
        for hexes in places.values():
            tints |= dict.fromkeys(hexes, kind)
    ways = [(here, beside) for here in sorted(ground.roads) for beside in here.neighbours() if here < beside]
    return tints, tuple(way for way in ways if way[1] in ground.roads)


def _under_pieces(table: Snapshot) -> Iterator[tuple[Hex, str]]:
    assert isinstance(table.board, HexBoard)
    for piece in table.pieces:
        polygon = Polygon(piece.polygon)
        for here in hexes_of(table.board):
            if polygon.covers(Dot(*centre_of(table.board, here))):
                yield here, piece.kind
