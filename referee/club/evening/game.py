"""What pairings are made of: who takes part in an evening, and who met whom at which table."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Form = Literal["swiss", "round-robin", "rota"]
Outcome = Literal["first", "second", "draw", "open"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of an evening: his number in the club, his place in the order in which they came.

    He is paired from round ``since`` on, and from round ``left`` on no more.
    """

    player: int
    seed: int
    since: int = 1
    left: int | None = None

    def plays_in(self, number: int) -> bool:
        """Say whether he is to be paired in a round."""
        return self.since <= number and (self.left is None or number < self.left)


@dataclass(frozen=True, slots=True)
class Game:
    """Two players at a table in a round: the first plays the side that begins. Without a table it is a bye.

    In a demo's rota somebody may sit at a table alone: then ``second`` is None; who waits has no table.
    """

    first: int
    second: int | None
    table: str | None = None
    outcome: Outcome = "open"

    @property
    def is_bye(self) -> bool:
        """Whether somebody has nobody to play against."""
        return self.second is None and self.table is None

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays: one or two."""
        return (self.first,) if self.second is None else (self.first, self.second)


Rounds = tuple[tuple[Game, ...], ...]
"""The games of the rounds that were paired so far."""


def games_of(player: int, rounds: Rounds) -> Iterable[Game]:
    """Yield the games of a player, byes among them."""
    return (game for games in rounds for game in games if player in game.players)


def times_met(rounds: Rounds) -> dict[frozenset[int], int]:
    """Return how often two players have met."""
    met: dict[frozenset[int], int] = {}
    for games in rounds:
        for game in games:
            if game.second is not None:
                met[frozenset(game.players)] = met.get(frozenset(game.players), 0) + 1
    return met
