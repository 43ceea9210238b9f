"""Stands to squares, from the frame and the board's grid: one square, between two, or off the board."""

from collections.abc import Iterable, Mapping

from table.frame import Frame, SquareBoard
from table.squares import SquareReading, read_square
from table.stand import Stand
from table.verdict import DOUBT


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
