"""How large a printed board is, of squares or of hexes, from what a ruler measures on it."""

import math
from dataclasses import dataclass
from typing import Literal

from table.frame import HexBoard, SquareBoard
from table.squares import FILES, LINES, SQUARE_CM

Offset = Literal["odd", "even"]


@dataclass(frozen=True, slots=True)
class SquareSize:
    """A square's side, the strip behind each first line where the cannon stands, and the border left and right, cm."""

    square_cm: float = SQUARE_CM
    strip_cm: float = 7.0
    border_cm: float = 4.0
    boards: int = 1

    @property
    def width_cm(self) -> float:
        """The play area's width: squares and borders."""
        return FILES * self.boards * self.square_cm + 2 * self.border_cm

    @property
    def depth_cm(self) -> float:
        """The play area's depth: two fields and two strips."""
        return 2 * LINES * self.square_cm + 2 * self.strip_cm

    @property
    def squares(self) -> SquareBoard:
        """The squares on the play area."""
        return SquareBoard((self.border_cm, self.strip_cm), self.square_cm, FILES * self.boards, 2 * LINES)


@dataclass(frozen=True, slots=True)
class HexSize:
    """From one hex's middle to the next's in cm, how many columns and rows, which way they point, which are shifted.

    ``border_cm`` is from the outermost hexes to the board's edge left and right, ``strip_cm`` to its near and far edge.
    """

    apart_cm: float
    columns: int
    rows: int
    pointy: bool = True
    offset: Offset = "odd"
    border_cm: float = 2.0
    strip_cm: float = 2.0

    @property
    def size_cm(self) -> float:
        """From a hex's middle to its corner."""
        return self.apart_cm / math.sqrt(3)

    @property
    def width_cm(self) -> float:
        """The play area's width: hexes and borders."""
        return self._reach(self.columns, self.rows, side_by_side=self.pointy) + 2 * self.border_cm

    @property
    def depth_cm(self) -> float:
        """The play area's depth: hexes and strips."""
        return self._reach(self.rows, self.columns, side_by_side=not self.pointy) + 2 * self.strip_cm

    @property
    def board(self) -> HexBoard:
        """The hexes on the play area."""
        lines = self.rows if self.pointy else self.columns
        first = self.apart_cm * (1.0 if self.offset == "even" and lines > 1 else 0.5)
        x, y = (first, self.size_cm) if self.pointy else (self.size_cm, first)
        origin = (self.border_cm + x, self.strip_cm + y)  # of column 0, row 0, which is shifted where even lines are
        return HexBoard(origin, self.size_cm, self.columns, self.rows, self.pointy, self.offset)

    def _reach(self, count: int, lines: int, *, side_by_side: bool) -> float:
        """Return how far hexes reach that lie side by side, each second line shifted by half, or interlock."""
        if side_by_side:
            return (count + (0.5 if lines > 1 else 0.0)) * self.apart_cm
        return (1.5 * (count - 1) + 2) * self.size_cm
