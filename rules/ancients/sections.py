"""Left, centre and right as a player sees them, and the hexes that a dotted line cuts, which are of two (C1.1)."""

from rules.ancients.book import Section
from rules.ancients.settings import AncientsSettings
from table.frame import HexBoard
from table.hex_board import ROOT3, has, hex_of, offset_of
from table.hexes import Hex
from table.terrain import Point

_SLACK = 1e-9


def on_board(board: HexBoard, here: Hex, settings: AncientsSettings) -> bool:
    """Say whether a hex is one of the board's: the rows between may be shorter by one, at the end that juts out."""
    if not has(board, here):
        return False
    column, row = offset_of(board, here)
    if (row - board.first[1]) % 2 == 0:
        return True
    short = max(board.columns - settings.odd_row_hexes, 0)
    juts_right = (row % 2 == 1) == (board.offset == "odd")
    from_that_end = board.columns - 1 - (column - board.first[0]) if juts_right else column - board.first[0]
    return from_that_end >= short


def sections_of(board: HexBoard, here: Hex, settings: AncientsSettings, far: bool = False) -> tuple[Section, ...]:
    """Return the sections a hex is of, one or two; ``far``: as the player at the far edge has left and right."""
    middle = _along(here) - _along(_near_left(board))
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
    left = _along(_near_left(board))
    lines = (x + across * (left + line) for line in sorted(settings.dotted_lines))
    return tuple(((at, near), (at, deep)) for at in lines)


def _near_left(board: HexBoard) -> Hex:
    return hex_of(board, *board.first)


def _along(here: Hex) -> float:
    """Return how far along its row a hex's middle lies from that of the board's origin, in hexes."""
    return here.q + here.r / 2
