"""Who sits at which table: where he sat least often; and a demo's rota, where visitors take turns at all tables."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from referee.club.evening.game import Entrant, Game, Rounds
from referee.club.evening.pairings import Pair
from table.errors import BadInput

WAITED, SAT = 1_000_000, 1_000
SEATS = 2


def seated(pairs: Sequence[Pair], tables: Sequence[str], rounds: Rounds) -> tuple[Game, ...]:
    """Return a round's games, each at a table where both sat least often; raises BadInput for too few tables."""
    playing = [(first, second) for first, second in pairs if second is not None]
    if len(playing) > len(tables):
        raise BadInput(
            "{games} games need as many tables, and this evening has {tables}", games=len(playing), tables=len(tables)
        )
    sat = _sat(rounds)
    costs = [[sum(sat[one, table] ** 2 for one in pair) for table in tables] for pair in playing]
    chosen = _assigned(costs)
    games = [Game(first, second, tables[k]) for (first, second), k in zip(playing, chosen, strict=True)]
    byes = [Game(first, None) for first, second in pairs if second is None]
    return (*sorted(games, key=lambda game: tables.index(game.table or "")), *byes)


def rota(entrants: Sequence[Entrant], tables: Sequence[str], rounds: Rounds) -> tuple[Game, ...]:
    """Return a demo's next round: two visitors a table, each where he has not been; who waits has waited least."""
    here = [one.player for one in sorted(entrants, key=lambda one: one.seed) if one.plays_in(len(rounds) + 1)]
    sat = _sat(rounds)
    waited = Counter(game.first for games in rounds for game in games if game.is_bye)
    wanted = sorted(tables, key=lambda table: -sum(not sat[one, table] for one in here))
    used = sorted(wanted[: -(-len(here) // SEATS)], key=tables.index)
    seats: list[str | None] = [table for _ in range(SEATS) for table in used]
    places = seats + [None] * max(0, len(here) - len(seats))
    costs = [
        [sat[one, table] ** 2 * SAT + k if table else waited[one] * WAITED for k, table in enumerate(places)]
        for one in here
    ]
    chosen = [(one, places[k]) for one, k in zip(here, _assigned(costs), strict=True)]
    at = [(table, [one for one, place in chosen if place == table]) for table in used]
    games = [Game(sitting[0], sitting[1] if len(sitting) > 1 else None, table) for table, sitting in at if sitting]
    return (*games, *(Game(one, None) for one, place in chosen if place is None))


def _sat(rounds: Rounds) -> Counter[tuple[int, str]]:
    """Return how often who sat at which table."""
    return Counter((one, game.table) for games in rounds for game in games if game.table for one in game.players)


def _assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row, no column twice, at the least cost."""
    return [] if not costs else [int(k) for k in linear_sum_assignment(np.array(costs))[1]]
