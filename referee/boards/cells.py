"""The cells of a board, squares or hexes: their names, where they lie, and which one a stand is on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from table.errors import BadInput
from table.frame import HexBoard, SquareBoard
from table.squares import Square, centre_of, corners_of, read_square, squares_of
from table.stand import Stand
from table.terrain import Point
from table.verdict import Verdict

AnyBoard = SquareBoard | HexBoard
ITALIAN = "it"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its name in actions (A-25), its middle in table cm, its corners as seen from there, its number."""

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
    """Return the cells of a board by name, in reading order of the board; raises BadInput for a board without any."""
    if not isinstance(board, SquareBoard):
        raise BadInput("no game on hexes can be played yet")
    found = {}
    for square in squares_of(board):
        x, y = centre_of(board, square)
        corners = tuple((cx - x, cy - y) for cx, cy in corners_of(board, square))
        found[str(square)] = Cell(str(square), (x, y), corners, f"{square.number}")
    return found


def cell_named(board: AnyBoard, text: str) -> Cell:
    """Return the cell that somebody wrote; raises BadInput for one that this board has not."""
    found = cells_of(board).get(str(Square.parse(text)))
    if found is None:
        raise BadInput("there is no square {square} on this board", square=text)
    return found


def reading_of(board: AnyBoard, stand: Stand) -> CellReading:
    """Return which cell a stand is on, judged three-way like any limit."""
    if not isinstance(board, SquareBoard):
        raise BadInput("no game on hexes can be played yet")
    read = read_square(board, stand.x, stand.y, stand.sigma_cm)
    if read.verdict is Verdict.IN:
        return CellReading("on", (str(read.square),))
    among = tuple(str(square) for square, _ in read.among if square is not None)
    return CellReading("between" if read.verdict is Verdict.CLOSE else "off", among)


def label_of(cell: str, language: str = "en") -> str:
    """Return a cell as it is printed: the German field is T in Italian."""
    return cell.replace("G", "T") if language == ITALIAN else cell


def cell_cm(board: AnyBoard) -> float:
    """Return how wide a cell is, cm."""
    return board.square_cm if isinstance(board, SquareBoard) else board.size_cm * 3**0.5
