"""What a game tells of a turn on its board, of squares or of hexes."""

from typing import Literal

from rules.board_play import BoardPlay
from rules.registry import game_named
from table.board_size import SquareSize
from table.errors import BadInput


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
