"""The frame of cards round a printed board of squares, with its banners, and the board of a frame."""

from collections.abc import Sequence

from calibration.sheets.frame import frame_of
from table.board_size import SquareSize
from table.errors import BadInput
from table.frame import Banners, Frame, HexBoard, SquareBoard
from table.squares import FILES

BANNER_IDS = (230, 231, 232, 233)
BANNER_CM, BANNER_HEIGHT_CM = 1.2, 0.21
"""A banner's marker, flat on its foot (M5.2)."""
_SAME_CM = 1e-6


def frame_with_board(size: SquareSize, ids: Sequence[int], card_cm: float) -> Frame:
    """Return the frame of cards round a board, with the board's squares and the four banners; raises BadInput."""
    if size.square_cm <= 0 or size.strip_cm < 0 or size.border_cm < 0:
        raise BadInput("a board needs squares of some size, and no strip below 0 cm")
    laid = frame_of(size.width_cm, size.depth_cm, ids, card_cm)
    banners = Banners(BANNER_IDS, BANNER_CM, BANNER_HEIGHT_CM)
    return Frame(laid.width_cm, laid.depth_cm, laid.markers, laid.dictionary, None, size.squares, banners)


def board_size(frame: Frame | None) -> SquareSize:
    """Return the size of a frame's board, or the usual one where it has none of squares."""
    board = frame.board if frame is not None else None
    if not isinstance(board, SquareBoard):
        return SquareSize()
    return SquareSize(board.square_cm, board.origin[1], board.origin[0], max(board.files // FILES, 1))


def same_table(one: Frame | None, other: Frame) -> bool:
    """Say whether two frames have the same play area, as many cards round it, and the same board on it."""
    if one is None or len(one.markers) != len(other.markers):
        return False
    sizes = [_numbers(frame) for frame in (one, other)]
    return len(sizes[0]) == len(sizes[1]) and all(abs(a - b) < _SAME_CM for a, b in zip(*sizes, strict=True))


def _numbers(frame: Frame) -> list[float]:
    numbers = [frame.width_cm, frame.depth_cm]
    if isinstance(frame.board, SquareBoard):
        numbers += [*frame.board.origin, frame.board.square_cm, frame.board.files, frame.board.ranks]
    if isinstance(frame.board, HexBoard):
        board = frame.board
        numbers += [*board.origin, board.size_cm, board.columns, board.rows, board.pointy, board.offset == "odd"]
    return numbers
