"""The position agreed on: in a game on a board the match has it from its acts, the camera only tells what was done."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from rules.board_cells import AnyBoard, cells_of, reading_of
from rules.board_play import BoardPlay
from rules.registry import game_named
from rules.state import State
from table.board_size import SquareSize
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point


def play_of(game: str) -> BoardPlay:
    """Return what a game tells of a turn on its board; raises BadInput for one that is on none."""
    if (play := game_named(game).board_play) is None:
        raise BadInput("{game} is not played on a board", game=game)
    return play


def board_kind(game: str) -> Literal["squares", "hexes"] | None:
    """Return what a game is played on: squares or hexes; None where that is open ground."""
    the_game = game_named(game)
    if the_game.board_play is None:
        return None
    return "squares" if isinstance(the_game.board, SquareSize) else "hexes"


def agreed(measured: Snapshot, memory: State) -> Snapshot:
    """Return the table as the game has it: on a board everybody in the middle of the cell he was agreed to stand on.

    Somebody whose cell was never agreed on stands where he is measured; a table without a board is as measured.
    """
    board = measured.board
    if board is None:
        return measured
    return replace(measured, stands=tuple(_placed(stand, board, memory) for stand in measured.stands))


def unsettled(measured: Snapshot, memory: State) -> tuple[str, ...]:
    """Return the stands whose cells were never agreed on, in table order; none on a table without a board."""
    board = measured.board
    if board is None:
        return ()
    return tuple(stand.name for stand in measured.stands if _agreed_place(stand.name, board, memory) is None)


def starts_on(board: AnyBoard | None, stands: Iterable[Stand]) -> dict[str, Point]:
    """Return the middles of the cells that stands are on; those between cells are on none yet."""
    if board is None:
        return {}
    cells = cells_of(board)
    read = {stand.name: reading_of(board, stand).cell for stand in stands}
    return {name: cells[cell].centre for name, cell in read.items() if cell is not None}


def settled(memory: State, measured: Snapshot) -> State:
    """Return what is known once everybody is agreed to stand on the cell he is measured on."""
    starts = {**memory.starts, **memory.places, **starts_on(measured.board, measured.stands)}
    return replace(memory, starts=starts, places={})


def _placed(stand: Stand, board: AnyBoard, memory: State) -> Stand:
    place = _agreed_place(stand.name, board, memory)
    return stand if place is None else replace(stand, x=place[0], y=place[1], sigma_cm=0.0)


def _agreed_place(name: str, board: AnyBoard, memory: State) -> Point | None:
    place = memory.places.get(name, memory.starts.get(name))
    if place is None:
        return None
    return place if _rounded(place) in _middles(board) else None


@lru_cache(maxsize=8)
def _middles(board: AnyBoard) -> frozenset[Point]:
    return frozenset(_rounded(cell.centre) for cell in cells_of(board).values())


def _rounded(place: Point) -> Point:
    return (round(place[0], 3), round(place[1], 3))
