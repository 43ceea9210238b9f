"""Left, centre and right as a player sees them, and the hexes that a dotted line cuts, which are of two (C1.1)."""

from rules.ancients.book import Section
from rules.ancients.settings import AncientsSettings
from table.frame import HexBoard
from table.hex_board import ROOT3, has, offset_of
from table.hexes import Hex
from table.terrain import Point

_SLACK = 1e-9


def on_board(board: HexBoard, here: Hex, settings: AncientsSettings) -> bool:
    """Say whether a hex is one of the board's: the rows between may be shorter by one."""
    column, row = offset_of(board, here)
    row_from_edge, wide = row - board.first[1], board.columns
    if row_from_edge % 2:
        wide = min(wide, settings.odd_row_hexes)
    return has(board, here) and column - board.first[0] < wide


def sections_of(board: HexBoard, here: Hex, settings: AncientsSettings, far: bool = False) -> tuple[Section, ...]:
    """Return the sections a hex is of, one or two; ``far``: as the player at the far edge has left and right."""
    middle = here.q + here.r / 2 - board.first[0]
    west, east = (line for line in sorted(settings.dotted_lines))
    found: list[Section] = []
    if middle - 0.5 < west - _SLACK:
        found.append("right" if far else "left")
    if middle + 0.5 > west + _SLACK and middle - 0.5 < east - _SLACK:
        found.append("centre")
    if middle + 0.5 > east + _SLACK:
        found.append("left" if far else "right")
    return tuple(found)


def dotted_lines(board: HexBoard, settings: AncientsSettings) -> tuple[tuple[Point, Point], ...]:
    """Return the two dotted lines as drawn, from the near edge to the far one, in table cm."""
    (x, y), across, along = board.origin, ROOT3 * board.size_cm, 1.5 * board.size_cm
    near = y + along * board.first[1] - board.size_cm
    deep = near + along * (board.rows - 1) + 2 * board.size_cm
    lines = (x + across * (board.first[0] + line) for line in sorted(settings.dotted_lines))
    return tuple(((at, near), (at, deep)) for at in lines)
