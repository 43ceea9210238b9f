"""A season out of the club's database: what every finished match came to, who played it, and the ranking of both."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from sqlalchemy import ColumnElement, and_, func, select

from referee.club.rating import Played, Ranking, rank
from referee.club.record import Club
from referee.club.schema import MATCH, RESULT, SEAT

KEPT = 8
"""So many seasons' rankings are kept: one is worked out anew only when a result or a seat has changed."""
_R, _M, _S = RESULT.c, MATCH.c, SEAT.c
_SIDES = (
    select(
        _R.match, _R.side, _M.game, _M.title, _M.opened, _M.place, _S.player, func.coalesce(_S.army, ""), _R.result,
        _R.won, _R.score, _R.expected, _R.gained, _R.throws, _R.untried,
    )
    .join(MATCH, _M.match == _R.match)
    .outerjoin(SEAT, and_(_S.match == _R.match, _S.side == _R.side))
    .order_by(_M.opened, _R.match, _R.side)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeasonSide:
    """A side of a finished match: who played it, None where nobody said, with which army, and what it came to.

    Numbers are as ``SideResult`` has them.
    """

    match: str
    side: str
    game: str
    title: str
    opened: str
    place: str
    player: int | None
    army: str
    result: str
    won: bool
    score: float | None
    expected: float
    gained: float
    throws: int
    untried: int

    @property
    def luck(self) -> float:
        """What its dice gave it above expectation."""
        return self.gained - self.expected


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A finished match: its two sides, in the order of their names."""

    first: SeasonSide
    other: SeasonSide

    @property
    def luck(self) -> float:
        """What the dice gave the first side above expectation, less what they gave the other."""
        return self.first.luck - self.other.luck

    @property
    def rated(self) -> Played | None:
        """The match as the ranking sees it; None where it was broken off, or not two players are known."""
        first, other = self.first, self.other
        if first.score is None or first.player is None or other.player is None or first.player == other.player:
            return None
        armies, scenario = (first.army or None, other.army or None), (first.game, first.title)
        return Played((first.player, other.player), first.score, self.luck, armies, scenario)


@lru_cache(KEPT)
def ranking_of(played: tuple[Played, ...]) -> Ranking | None:
    """Return the ranking of matches; the same as before for the same ones."""
    return rank(played)


class Season:
    """A year of a club's matches."""

    def __init__(self, club: Club, year: int) -> None:
        self._club, self.year = club, year
        self._within = _M.opened.between(f"{year:04}", f"{year:04}~")

    def matches(self) -> list[SeasonMatch]:
        """Return its finished matches, those first that began first."""
        return self._matches()

    def matches_of(self, player: int) -> list[SeasonMatch]:
        """Return those that a player played."""
        return self._matches(_R.match.in_(select(_S.match).where(_S.player == player)))

    def matches_with(self, army: str) -> list[SeasonMatch]:
        """Return those that were played with an army."""
        return self._matches(_R.match.in_(select(_S.match).where(_S.army == army)))

    def ranking(self) -> Ranking | None:
        """Return the ranking of its players and armies; None while too few matches tell anything."""
        return ranking_of(rated_in(self.matches()))

    def _matches(self, *those: ColumnElement[bool]) -> list[SeasonMatch]:
        with self._club.reading() as connection:
            rows = [SeasonSide(*list(row)) for row in connection.execute(_SIDES.where(self._within, *those))]
        pairs = (list(sides) for _, sides in groupby(rows, key=lambda side: side.match))
        return [SeasonMatch(*pair) for pair in pairs if len(pair) == 2]


def rated_in(matches: Sequence[SeasonMatch]) -> tuple[Played, ...]:
    """Return the matches that a ranking can be made of."""
    return tuple(rated for match in matches if (rated := match.rated) is not None)


def years_of(club: Club) -> list[int]:
    """Return the years in which a club's finished matches began, the newest first."""
    year = func.substr(_M.opened, 1, 4).label("year")
    with club.reading() as connection:
        rows = connection.execute(select(year).where(_M.match.in_(select(_R.match))).distinct())
        return sorted((int(row.year) for row in rows if row.year.isdecimal()), reverse=True)
