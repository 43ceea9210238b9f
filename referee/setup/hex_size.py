"""How large a printed hex board is: the frame of a game that is played on hexes, from what a ruler measures."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from calibration.sheets.frame import frame_of
from table.errors import BadInput
from table.frame import Frame, HexBoard

Offset = Literal["odd", "even"]


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


CARD_IDS, CARD_CM = range(240, 248), 5.0
"""The cards round a play area as they usually are: eight hold the camera better than six."""
_DIGITS = 7
HEX_GAMES = frozenset({"rommel", "ancients"})
USUAL: Mapping[str, HexSize] = {"ancients": HexSize(5.5, 13, 9), "rommel": HexSize(4.3, 20, 12)}
"""Boards as they usually are; a ruler says what yours is."""


def frame_with_hexes(size: HexSize, ids: Sequence[int] = CARD_IDS, card_cm: float = CARD_CM) -> Frame:
    """Return the frame of cards round a board of hexes, in round numbers; raises BadInput.

    The set-up's page and ``vedette sheets hexes`` both ask here: what one prints the other must know.
    """
    if size.apart_cm <= 0 or size.columns < 1 or size.rows < 1 or size.border_cm < 0 or size.strip_cm < 0:
        raise BadInput("a board needs hexes of some size, and no border below 0 cm")
    laid = frame_of(round(size.width_cm, 3), round(size.depth_cm, 3), ids, card_cm)
    (x, y), board = size.board.origin, size.board
    board = replace(board, origin=(round(x, _DIGITS), round(y, _DIGITS)), size_cm=round(board.size_cm, _DIGITS))
    return Frame(laid.width_cm, laid.depth_cm, laid.markers, laid.dictionary, None, board)


def hex_size(frame: Frame | None, game: str) -> HexSize:
    """Return the size of a frame's board of hexes, or the game's usual one where it has none."""
    board = frame.board if frame is not None else None
    if frame is None or not isinstance(board, HexBoard):
        return USUAL[game]
    bare = HexSize(board.size_cm * math.sqrt(3), board.columns, board.rows, board.pointy, board.offset, 0.0, 0.0)
    border_cm, strip_cm = (frame.width_cm - bare.width_cm) / 2, (frame.depth_cm - bare.depth_cm) / 2
    return replace(bare, border_cm=max(border_cm, 0.0), strip_cm=max(strip_cm, 0.0))
