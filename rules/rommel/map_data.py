"""A map as a file has it: roads, mines, towns, airfields, victory points, zones; and the practice map (R1.2, R1.3)."""

from functools import cache
from typing import Annotated

from pydantic import Field

from rules.tables import packaged_model
from table.errors import BadFile, BadInput
from table.frame import HexBoard
from table.hex_board import hex_of, offset_of, parse_hex
from table.hexes import Hex
from table.notation.toml import Strict

Area = tuple[str, ...]
"""Labels of hexes; ``"H1:I12"`` are all in the columns and rows from one to the other."""


class Place(Strict):
    """A named place: a town or a victory point, and the hexes it covers."""

    name: Annotated[str, Field(min_length=1)]
    hexes: Annotated[Area, Field(min_length=1)]


class Zones(Strict):
    """Where each side may place its counters: the Axis to the minefield, the Allies to the screen (R1.2)."""

    axis: Area = ()
    allied: Area = ()


class MapData(Strict):
    """All of a map's file. ``town`` are those of the Allies, ``point`` the victory points in the zone of the Axis."""

    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]
    roads: Area = ()
    mines: Area = ()
    airfields: Area = ()
    screen: Area = ()
    town: tuple[Place, ...] = ()
    point: tuple[Place, ...] = ()
    zone: Zones = Zones()


@cache
def practice_map() -> MapData:
    """Return our own practice map."""
    return packaged_model(__package__, "practice.toml", MapData)


def hexes_of_area(area: Area, board: HexBoard, key: str, source: str) -> tuple[Hex, ...]:
    """Return the hexes of an area on a board, in the order written; raises BadFile naming the label."""
    found: dict[Hex, None] = {}
    for k, text in enumerate(area):
        try:
            found |= dict.fromkeys(_between(board, text))
        except BadInput as error:
            raise BadFile(source, f"{key}[{k + 1}]", "hexes of the board, such as D5 or H1:I12", str(error)) from None
    return tuple(found)


def _between(board: HexBoard, text: str) -> tuple[Hex, ...]:
    first, colon, last = text.partition(":")
    start = offset_of(board, parse_hex(board, first))
    end = offset_of(board, parse_hex(board, last if colon else first))
    columns, rows = (range(min(a, b), max(a, b) + 1) for a, b in zip(start, end, strict=True))
    return tuple(hex_of(board, column, row) for row in rows for column in columns)
