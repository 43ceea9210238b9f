"""Which games are played on a board, and what each tells of a turn."""

from collections.abc import Mapping

from referee.boards.ancients import AncientsPlay
from referee.boards.hex_play import HexPlay
from referee.boards.montecassino import MontecassinoPlay
from referee.boards.play import BoardPlay
from referee.boards.rommel import RommelPlay
from table.errors import BadInput

PLAYS: Mapping[str, BoardPlay] = {"montecassino": MontecassinoPlay()}
HEX_PLAYS: Mapping[str, HexPlay] = {"rommel": RommelPlay(), "ancients": AncientsPlay()}


def play_of(game: str) -> BoardPlay:
    """Return what a game tells of a turn on its board of squares; raises BadInput for one that is on none."""
    if game not in PLAYS:
        raise BadInput("{game} is not played on a board", game=game)
    return PLAYS[game]


def hex_play_of(game: str) -> HexPlay:
    """Return what a game tells of a turn on its board of hexes; raises BadInput for one that is on none."""
    if game not in HEX_PLAYS:
        raise BadInput("{game} is not played on a board", game=game)
    return HEX_PLAYS[game]


def board_kind(game: str) -> str | None:
    """Return what a game is played on: squares or hexes; None where that is open ground."""
    return "hexes" if game in HEX_PLAYS else "squares" if game in PLAYS else None
