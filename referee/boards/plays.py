"""Which games are played on a board, and what each tells of a turn."""

from collections.abc import Mapping

from referee.boards.montecassino import MontecassinoPlay
from referee.boards.play import BoardPlay
from table.errors import BadInput

PLAYS: Mapping[str, BoardPlay] = {"montecassino": MontecassinoPlay()}


def play_of(game: str) -> BoardPlay:
    """Return what a game tells of a turn on its board; raises BadInput for one that is on none."""
    if game not in PLAYS:
        raise BadInput("{game} is not played on a board", game=game)
    return PLAYS[game]
