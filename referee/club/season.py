"""A season out of the club's database: what every finished match came to, who played it, and the ranking of both."""

import threading
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from sqlalchemy import and_, func, select

from referee.club.people import STAMP
from referee.club.rating import Played, Ranking, rank
from referee.club.record import Club
from referee.club.schema import MATCH, PLAYER, RESULT, SEAT, SETTING

KEPT = 8
"""So many seasons are kept in memory."""
LEAST_OF_SCENARIO, LEAST_OF_ARMY, MOST_OF_A_KIND = 8, 3, 100
"""What is played less often, and what is not among the most played, is not in the model."""
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


Sides = tuple[SeasonSide, SeasonSide]


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


@dataclass(frozen=True)
class Season:
    """A year of a club's finished matches, those first that began first, with the ranking of who played them.

    ``of_player`` and ``of_army`` are each one's sides with the other side's, ``years`` those that there are, ``rated``
    is how many matches count for the ranking.
    """

    year: int
    years: tuple[int, ...]
    matches: tuple[SeasonMatch, ...]
    names: Mapping[Hashable, str]
    rated: int
    ranking: Ranking | None
    of_player: Mapping[Hashable, Sequence[Sides]]
    of_army: Mapping[Hashable, Sequence[Sides]]


class Seasons:
    """The seasons of a club: each is read once, and again only when a result, a seat or a name has changed."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._lock = threading.Lock()
        self._stamp: str | None = None
        self._known: dict[int, Season] = {}
        self._years: tuple[int, ...] = ()

    def of(self, year: int | None = None) -> Season:
        """Return a season, the newest without a year."""
        with self._club.reading() as connection:
            stamp = connection.execute(select(SETTING.c.value).where(SETTING.c.name == STAMP)).scalar() or ""
        with self._lock:
            if stamp != self._stamp or len(self._known) > KEPT:
                self._years, self._known = tuple(years_of(self._club)), {}
                self._stamp = stamp
            year = year if year is not None else self._years[0] if self._years else 0
            if year not in self._known:
                self._known[year] = self._read(year)
            return self._known[year]

    def _read(self, year: int) -> Season:
        within = _M.opened.between(f"{year:04}", f"{year:04}~")
        with self._club.reading() as connection:
            rows = [SeasonSide(*list(row)) for row in connection.execute(_SIDES.where(within))]
            names = {row.player: row.name for row in connection.execute(select(PLAYER))}
        pairs = (list(sides) for _, sides in groupby(rows, key=lambda side: side.match))
        matches = tuple(SeasonMatch(*pair) for pair in pairs if len(pair) == 2)
        rated = rated_in(matches)
        of_player, of_army = _by(matches, "player"), _by(matches, "army")
        return Season(year, self._years, matches, names, len(rated), rank(rated), of_player, of_army)


def _by(matches: Sequence[SeasonMatch], what: Literal["player", "army"]) -> dict[Hashable, Sequence[Sides]]:
    """Return the sides that each player, or army, had, with the other sides."""
    found: dict[Hashable, list[Sides]] = defaultdict(list)
    for match in matches:
        for sides in ((match.first, match.other), (match.other, match.first)):
            if name := sides[0].player if what == "player" else sides[0].army:
                found[name].append(sides)
    return {name: tuple(sides) for name, sides in found.items()}


def rated_in(matches: Sequence[SeasonMatch]) -> tuple[Played, ...]:
    """Return the matches that a ranking can be made of.

    What is seldom played, a scenario or an army, tells nothing of its own: its matches count as any of that game.
    """
    rated = [played for match in matches if (played := match.rated) is not None]
    scenarios = _often((played.scenario for played in rated), LEAST_OF_SCENARIO)
    armies = _often((army for played in rated for army in played.armies if army is not None), LEAST_OF_ARMY)
    return tuple(
        replace(
            played,
            armies=(_if_in(played.armies[0], armies), _if_in(played.armies[1], armies)),
            scenario=played.scenario if played.scenario in scenarios else None,
        )
        for played in rated
    )


def _often(names: Iterable[Hashable], least: int) -> set[Hashable]:
    return {name for name, count in Counter(names).most_common(MOST_OF_A_KIND) if count >= least}


def _if_in(name: Hashable | None, known: set[Hashable]) -> Hashable | None:
    return name if name in known else None


def years_of(club: Club) -> list[int]:
    """Return the years in which a club's finished matches began, the newest first."""
    year = func.substr(_M.opened, 1, 4).label("year")
    with club.reading() as connection:
        rows = connection.execute(select(year).where(_M.match.in_(select(_R.match))).distinct())
        return sorted((int(row.year) for row in rows if row.year.isdecimal()), reverse=True)
