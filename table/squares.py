"""Squares of a board of two fields that meet: their numbers, their centres, and which one a stand is on (M1.1)."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import total_ordering
from typing import Literal, get_args

from table.board_reading import BoardReading
from table.errors import BadGeometry, BadInput
from table.frame import Frame, SquareBoard
from table.stand import Stand
from table.terrain import Point
from table.verdict import DOUBT, SLACK

Field = Literal["A", "G"]
FIELDS: tuple[Field, Field] = get_args(Field)
FILES, LINES = 8, 9
"""A field is so wide and so deep, in squares."""
SQUARE_CM = 4.5
"""A square's side where nobody measured the board."""
_WRITTEN = re.compile(r"(\d?)([AGT])-?(\d{1,2})")


@total_ordering
@dataclass(frozen=True, slots=True)
class Square:
    """One square: its field (A near, G far), its number there (1-72), and its board where several stand abreast.

    Boards are counted from 1 along +x. Raises BadInput for a field or a number there is not.
    """

    field: Field
    number: int
    board: int = 1

    def __post_init__(self) -> None:
        if self.field not in FIELDS or not 1 <= self.number <= FILES * LINES or not 1 <= self.board <= 9:
            raise BadInput("there is no square {square}: A or G, and a number from 1 to 72", square=str(self))

    @classmethod
    def parse(cls, text: str) -> "Square":
        """Read ``A-25``; T is G in Italian, a digit before the letter is the board: ``2A-25``. Raises BadInput."""
        found = _WRITTEN.fullmatch(text.strip().upper())
        if found is None:
            raise BadInput("{text} is no square: write it as A-25", text=repr(text))
        board, letter, number = found.groups()
        return cls("A" if letter == "A" else "G", int(number), int(board or 1))

    def __str__(self) -> str:
        return self.written()

    def written(self, far: str = "G") -> str:
        """Return the square as a chart has it; ``far`` is the far field's letter (T in Italian)."""
        letter = far if self.field == "G" else self.field
        return f"{self.board if self.board > 1 else ''}{letter}-{self.number:02d}"

    def __lt__(self, other: "Square") -> bool:
        return (self.field, self.board, self.number) < (other.field, other.board, other.number)

    @property
    def line(self) -> int:
        """The line as its owner counts them, 1 nearest to him."""
        return (self.number - 1) // FILES + 1

    @property
    def column(self) -> int:
        """The column of the whole table from the left (+x), from 0."""
        from_owners_left = (self.number - 1) % FILES
        here = from_owners_left if self.field == "A" else FILES - 1 - from_owners_left
        return here + FILES * (self.board - 1)

    @property
    def rank(self) -> int:
        """The rank of the whole table from its near edge, 0 to 17."""
        return self.line - 1 if self.field == "A" else 2 * LINES - self.line

    @classmethod
    def at(cls, column: int, rank: int) -> "Square":
        """Return the square of a column and a rank of the whole table; raises BadInput off every board."""
        if column < 0 or not 0 <= rank < 2 * LINES:
            raise BadInput("there is no square in column {column}, rank {rank}", column=column, rank=rank)
        board, here = divmod(column, FILES)
        if rank < LINES:
            return cls("A", FILES * rank + here + 1, board + 1)
        return cls("G", FILES * (2 * LINES - 1 - rank) + FILES - here, board + 1)


SquareReading = BoardReading[Square]


def default_board(width_cm: float, depth_cm: float, boards: int = 1) -> SquareBoard:
    """Return a board in the middle of a table, its squares 4.5 cm or as large as fit."""
    files, ranks = FILES * boards, 2 * LINES
    side_cm = min(SQUARE_CM, width_cm / files, depth_cm / ranks)
    origin = ((width_cm - files * side_cm) / 2, (depth_cm - ranks * side_cm) / 2)
    return SquareBoard(origin, side_cm, files, ranks)


def boards_of(board: SquareBoard) -> int:
    """Return how many boards stand abreast; raises BadGeometry for one that is not 8 (16, ...) by 18 squares."""
    boards, odd = divmod(board.files, FILES)
    if odd or not 1 <= boards <= 9 or board.ranks != 2 * LINES:
        raise BadGeometry(
            f"a board of two fields has 8 files (16: two boards) and 18 ranks, got {board.files} x {board.ranks}"
        )
    return boards


def squares_of(board: SquareBoard) -> Iterator[Square]:
    """Yield every square of a board, by rank from the near edge and from the left."""
    for rank in range(2 * LINES):
        for column in range(FILES * boards_of(board)):
            yield Square.at(column, rank)


def centre_of(board: SquareBoard, square: Square) -> Point:
    """Return a square's centre in table cm; raises BadInput for a square of a board that is not there."""
    if square.board > boards_of(board):
        raise BadInput("there is no square {square}: there is one board", square=str(square))
    x, y = board.origin
    return (x + (square.column + 0.5) * board.square_cm, y + (square.rank + 0.5) * board.square_cm)


def corners_of(board: SquareBoard, square: Square) -> tuple[Point, Point, Point, Point]:
    """Return a square's corners in table cm, counter-clockwise from the near left one."""
    (x, y), half = centre_of(board, square), board.square_cm / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def read_square(board: SquareBoard, x: float, y: float, sigma_cm: float = 0.0, doubt: float = DOUBT) -> SquareReading:
    """Return which square a place in table cm is on, with one standard deviation per axis; three-way like any limit.

    It is one square when it is on any other with at most ``doubt``. A place on a line between two, known exactly, is
    between them.
    """
    files, ranks = FILES * boards_of(board), 2 * LINES
    columns = _shares((x - board.origin[0]) / board.square_cm, files, sigma_cm / board.square_cm, board.square_cm)
    rows = _shares((y - board.origin[1]) / board.square_cm, ranks, sigma_cm / board.square_cm, board.square_cm)
    on: dict[Square | None, float] = {
        Square.at(column, rank): across * along for column, across in columns for rank, along in rows
    }
    off = max(1.0 - sum(on.values()), 0.0)
    if off > SLACK:
        on[None] = off
    found = sorted(on.items(), key=lambda it: (-it[1], str(it[0])))
    return SquareReading.of(found, doubt)


def _shares(place: float, count: int, sigma: float, square_cm: float) -> list[tuple[int, float]]:
    """Return the cells of a row that a place (in cells) may be in, with probabilities that miss what is off the row."""
    slack = SLACK / square_cm
    if sigma == 0.0:
        inside = [k for k in range(count) if k - slack <= place <= k + 1 + slack]
        return [(k, 1.0 / len(inside)) for k in inside]
    below = [0.5 * math.erfc((place - k) / sigma / math.sqrt(2.0)) for k in range(count + 1)]
    return [(k, share) for k in range(count) if (share := below[k + 1] - below[k]) > 1e-9]


def squares_of_stands(
    stands: Iterable[Stand], frame: Frame, doubt: float = DOUBT
) -> Mapping[str, SquareReading]:  # fmt: skip
    """Return each stand's square by its name, from its footprint's centre and sigma; empty without a board of squares.

    A stand that may be on either of several squares by more than ``doubt`` is between them (table/squares.py).
    """
    board = frame.board
    if not isinstance(board, SquareBoard):
        return {}
    return {stand.name: read_square(board, stand.x, stand.y, stand.sigma_cm, doubt) for stand in stands}
