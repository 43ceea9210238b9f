"""The cells of a board, squares or hexes: their names, where they lie, and which one a stand is on."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from table.errors import BadInput
from table.frame import HexBoard, SquareBoard
from table.hex_board import centre_of as hex_centre
from table.hex_board import corners_of as hex_corners
from table.hex_board import hex_of_stand, hexes_of, parse_hex
from table.hex_board import label_of as hex_label
from table.hexes import Hex
from table.once import computed_once
from table.squares import Square, centre_of, corners_of, read_square, squares_of
from table.stand import Stand
from table.terrain import Point
from table.verdict import DOUBT, Verdict

AnyBoard = SquareBoard | HexBoard
ITALIAN = "it"
_GERMAN = re.compile(r"^([0-9]*)G(?=-|$)")  # G, G-12, on a second board 2G-12


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its name in actions (A-25, D5), its middle in table cm, its corners as seen from there, its number."""

    id: str
    centre: Point
    corners: tuple[Point, ...]
    number: str

    def label(self, language: str = "en") -> str:
        """Return the cell as it is printed in a language."""
        return label_of(self.id, language)


@dataclass(frozen=True, slots=True)
class CellReading:
    """Where a stand is: on one cell, between the likeliest ones, or off the board (and then on none)."""

    state: Literal["on", "between", "off"]
    cells: tuple[str, ...]

    @property
    def cell(self) -> str | None:
        """The one cell it is on."""
        return self.cells[0] if self.state == "on" else None


@lru_cache(maxsize=8)
def cells_of(board: AnyBoard) -> Mapping[str, Cell]:
    """Return the cells of a board by name, in reading order of the board."""
    if isinstance(board, HexBoard):
        return {cell.id: cell for cell in (_hex_cell(board, here) for here in hexes_of(board))}
    found = {}
    for square in squares_of(board):
        x, y = centre_of(board, square)
        corners = tuple((cx - x, cy - y) for cx, cy in corners_of(board, square))
        found[str(square)] = Cell(str(square), (x, y), corners, f"{square.number}")
    return found


def _hex_cell(board: HexBoard, here: Hex) -> Cell:
    x, y = hex_centre(board, here)
    corners = tuple((cx - x, cy - y) for cx, cy in hex_corners(board, here))
    label = hex_label(board, here)
    return Cell(label, (x, y), corners, label)


def cell_named(board: AnyBoard, text: str) -> Cell:
    """Return the cell that somebody wrote; raises BadInput for one that this board has not."""
    if isinstance(board, HexBoard):
        return cells_of(board)[hex_label(board, parse_hex(board, text))]
    found = cells_of(board).get(str(Square.parse(text)))
    if found is None:
        raise BadInput("there is no square {square} on this board", square=text)
    return found


@computed_once
def reading_of(board: AnyBoard, stand: Stand, doubt: float = DOUBT) -> CellReading:
    """Return which cell a stand is on, judged three-way like any limit; ``doubt`` is of the match's settings."""
    if isinstance(board, HexBoard):
        at = hex_of_stand(stand, board, doubt)
        return _reading(at.verdict, tuple(hex_label(board, here) for here, _ in at.among if here is not None))
    read = read_square(board, stand.x, stand.y, stand.sigma_cm, doubt)
    return _reading(read.verdict, tuple(str(square) for square, _ in read.among if square is not None))


def _reading(verdict: Verdict, among: tuple[str, ...]) -> CellReading:
    if verdict is Verdict.IN:
        return CellReading("on", among[:1])
    return CellReading("between" if verdict is Verdict.CLOSE else "off", among)


def label_of(cell: str, language: str = "en") -> str:
    """Return a cell as it is printed: the German field is T in Italian. A hex (D5, G7) is the same in all."""
    return _GERMAN.sub(r"\1T", cell) if language == ITALIAN else cell


def cell_cm(board: AnyBoard) -> float:
    """Return how wide a cell is, cm."""
    return board.square_cm if isinstance(board, SquareBoard) else board.size_cm * 3**0.5
