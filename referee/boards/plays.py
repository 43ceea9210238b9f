"""What a game tells of a turn on its board, of squares or of hexes."""

from rules.board_play import BoardPlay
from rules.hex_play import HexPlay
from rules.registry import game_named
from table.errors import BadInput


def play_of(game: str) -> BoardPlay:
    """Return what a game tells of a turn on its board of squares; raises BadInput for one that is on none."""
    if (play := game_named(game).on_squares) is None:
        raise BadInput("{game} is not played on a board", game=game)
    return play


def hex_play_of(game: str) -> HexPlay:
    """Return what a game tells of a turn on its board of hexes; raises BadInput for one that is on none."""
    if (play := game_named(game).on_hexes) is None:
        raise BadInput("{game} is not played on a board", game=game)
    return play


def board_kind(game: str) -> str | None:
    """Return what a game is played on: squares or hexes; None where that is open ground."""
    the_game = game_named(game)
    return "hexes" if the_game.on_hexes else "squares" if the_game.on_squares else None
