"""The frame of cards round a printed board of hexes, and the board of a frame."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from calibration.sheets.frame import frame_of
from calibration.sheets.map_art import MapArt
from rules.registry import game_named, games
from rules.settings import read_settings
from table.board_size import HexSize, SquareSize
from table.errors import BadInput
from table.frame import Banners, Frame, HexBoard, SquareBoard
from table.snapshot import Snapshot
from table.squares import FILES


def mapped_games() -> tuple[str, ...]:
    """Return the games that have maps of their own; raises BadInput where none is installed."""
    found = tuple(game.name for game in games() if game.printed_map is not None)
    if not found:
        raise BadInput("no game with a map of its own is installed")
    return found


def map_counts(game: str, settings: Mapping[str, Any], source: str = "match.toml") -> tuple[int, int] | None:
    """Return the columns and rows of the map that a match's settings have; None for none."""
    the_game = game_named(game, source)
    return the_game.map_size(read_settings(the_game.settings, settings, source))


def printed_ground(
    game: str, board: HexBoard, settings: Mapping[str, Any], source: str = "match.toml"
) -> MapArt | None:
    """Return what lies on the map that a match's settings have; None for a game that has none.

    Raises BadFile for hexes that the board has not.
    """
    the_game = game_named(game, source)
    if the_game.printed_map is None:
        return None
    read = read_settings(the_game.settings, settings, source)
    printed = the_game.printed_map(Snapshot(1.0, 1.0, board=board), read, source)
    named = [*printed.towns.items(), *printed.points.items()]
    return MapArt(
        printed.roads, printed.mines, printed.airfields,
        frozenset(here for hexes in printed.towns.values() for here in hexes),
        frozenset(here for hexes in printed.points.values() for here in hexes),
        tuple((min(hexes), name) for name, hexes in named if hexes),
    )  # fmt: skip


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
    return replace(laid, board=size.squares, banners=banners)


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
    return replace(laid, board=board)


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
