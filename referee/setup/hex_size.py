"""The frame of cards round a printed board of hexes, and the board of a frame."""

import math
from collections.abc import Sequence
from dataclasses import replace

from calibration.sheets.frame import frame_of
from rules.registry import game_named, games
from table.board_size import HexSize
from table.errors import BadInput
from table.frame import Frame, HexBoard

CARD_IDS, CARD_CM = range(240, 248), 5.0
"""The cards round a play area as they usually are: eight hold the camera better than six."""
_DIGITS = 7


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


def hex_games() -> tuple[str, ...]:
    """Return the names of the games that are played on hexes."""
    return tuple(game.name for game in games() if isinstance(game.board, HexSize))


def usual_hexes(game: str) -> HexSize | None:
    """Return the board of hexes that a game is usually played on; None where it is played on none, or game is ""."""
    board = game_named(game).board if game else None
    return board if isinstance(board, HexSize) else None


def hex_size(frame: Frame | None, game: str) -> HexSize:
    """Return the size of a frame's board of hexes, or the game's usual one where it has none."""
    board = frame.board if frame is not None else None
    if frame is None or not isinstance(board, HexBoard):
        usual = usual_hexes(game)
        assert usual is not None
        return usual
    bare = HexSize(board.size_cm * math.sqrt(3), board.columns, board.rows, board.pointy, board.offset, 0.0, 0.0)
    border_cm, strip_cm = (frame.width_cm - bare.width_cm) / 2, (frame.depth_cm - bare.depth_cm) / 2
    return replace(bare, border_cm=max(border_cm, 0.0), strip_cm=max(strip_cm, 0.0))
