"""A season as it is shown: the ranking of its players and armies, and each one's matches, in the reader's language."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from referee.club.people import People
from referee.club.rating import Ranking, Rated
from referee.club.record import SHORT, Club
from referee.club.season import Season, SeasonMatch, SeasonSide, ranking_of, rated_in, years_of
from referee.words import side_said
from referee.words.translation import say, translated

LEAST = 3
"""So few matches make no ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedView:
    """A player or an army: matches, and luck and skill in points, 100 being a whole way to victory.

    Skill is None, and ``low`` to ``high`` 0, where no ranking can be made of his matches. ``said`` holds him against
    the next. ``player`` is a player's number, None for an army.
    """

    player: int | None
    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    luck: float
    skill: float | None
    low: float
    high: float
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """A season: its ranking, best first, and in sentences what that rests on. ``years`` are those there are."""

    year: int
    years: tuple[int, ...]
    matches: int
    unrated: int
    players: tuple[RatedView, ...]
    armies: tuple[RatedView, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonMatchView:
    """A match as one of its sides had it; numbers are points, None where it was broken off.

    ``adjusted`` is the score without what the dice gave. ``expected`` is what the side's throws were to bring it,
    ``gained`` what they brought; luck is its own less the other side's.
    """

    match: str
    opened: str
    place: str
    game: str
    title: str
    side: str
    army: str
    other: str
    result: str
    said: str
    score: float | None
    luck: float
    adjusted: float | None
    expected: float
    gained: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordView:
    """What a player or an army did in a season: the ranking's line, and the matches, the newest first."""

    year: int
    rated: RatedView
    matches: tuple[SeasonMatchView, ...]


def season_view(club: Club, year: int | None, language: str) -> SeasonView:
    """Return a season, the newest without a year."""
    years = years_of(club)
    year = year if year is not None else years[0] if years else 0
    matches = Season(club, year).matches()
    rated = rated_in(matches)
    ranking = ranking_of(rated)
    names: dict[Hashable, str] = {player.player: player.name for player in People(club).players()}
    of_player, of_army = _by(matches, "player"), _by(matches, "army")
    return SeasonView(
        year=year,
        years=tuple(years),
        matches=len(matches),
        unrated=len(matches) - len(rated),
        players=_listed(ranking, of_player, names, language),
        armies=_listed(ranking, of_army, {name: str(name) for name in of_army}, language),
        lines=tuple(_lines(ranking, len(matches) - len(rated), len(rated), language)),
    )


def player_view(club: Club, number: int, year: int | None, language: str) -> RecordView | None:
    """Return what a player did in a season; None for a number that no player has."""
    found = next((player for player in People(club).players() if player.player == number), None)
    if found is None:
        return None
    return _record(club, season_view(club, year, language), number, found.name, language)


def army_view(club: Club, army: str, year: int | None, language: str) -> RecordView:
    """Return what an army did in a season."""
    return _record(club, season_view(club, year, language), None, army, language)


def _record(club: Club, season: SeasonView, player: int | None, name: str, language: str) -> RecordView:
    listed = season.armies if player is None else season.players
    rated = next((it for it in listed if (it.player, it.name) == (player, name)), None) or RatedView(
        player=player, name=name, matches=0, won=0, drawn=0, lost=0, luck=0, skill=None, low=0, high=0, said=""
    )
    of_year = Season(club, season.year)
    matches = of_year.matches_with(name) if player is None else of_year.matches_of(player)
    ranking = of_year.ranking()
    weight = 1.0 if ranking is None or ranking.weight is None else ranking.weight.weight
    names: dict[int | None, str] = {it.player: it.name for it in People(club).players()}
    own = [
        _match(match, side, other, names, weight, language)
        for match in reversed(matches)
        for side, other in ((match.first, match.other), (match.other, match.first))
        if (side.player == player if player is not None else side.army == name)
    ]  # fmt: skip
    return RecordView(year=season.year, rated=rated, matches=tuple(own))


def _match(
    match: SeasonMatch, side: SeasonSide, other: SeasonSide, names: Mapping[int | None, str], weight: float,
    language: str,
) -> SeasonMatchView:  # fmt: skip
    luck = match.luck if side is match.first else -match.luck
    against = names.get(other.player) or say("season.somebody", language)
    result = side.result if side.result != "won" else "won" if side.won else "lost"
    return SeasonMatchView(
        match=side.match[:SHORT],
        opened=side.opened,
        place=side.place,
        game=side.game.capitalize(),
        title=translated(side.title, language),
        side=side_said(side.game, side.side, language=language),
        army=side.army,
        other=against,
        result=result,
        said=say(f"season.{result}", language, other=against),
        score=None if side.score is None else 100 * side.score,
        luck=100 * luck,
        adjusted=None if side.score is None else 100 * (side.score - weight * luck),
        expected=100 * side.expected,
        gained=100 * side.gained,
    )


def _by(matches: Sequence[SeasonMatch], what: str) -> dict[Hashable, list[tuple[SeasonSide, float]]]:
    """Return the sides that each player, or army, had, with their luck in the match."""
    found: dict[Hashable, list[tuple[SeasonSide, float]]] = defaultdict(list)
    for match in matches:
        for side, luck in ((match.first, match.luck), (match.other, -match.luck)):
            name = side.player if what == "player" else side.army
            if name:
                found[name].append((side, luck))
    return found


def _listed(
    ranking: Ranking | None, sides: Mapping[Hashable, list[tuple[SeasonSide, float]]], names: Mapping[Hashable, str],
    language: str,
) -> tuple[RatedView, ...]:  # fmt: skip
    """Return those who played, the best first, then those of whom too little is known to rank them."""
    players = any(isinstance(name, int) for name in sides)
    rated = () if ranking is None else ranking.players if players else ranking.armies
    ranked = [it for it in rated if it.name in sides]
    views = []
    for it, below in zip_longest(ranked, ranked[1:]):
        said = ""
        if ranking is not None and players and below is not None:
            percent = f"{min(99.0, 100 * ranking.better(it.name, below.name)):.0f}"  # never certain
            said = say("season.better", language, other=names[below.name], percent=percent)
        views.append(_rated(it.name, it, sides[it.name], names, said))
    known = {it.name for it in ranked}
    rest = sorted((name for name in sides if name not in known), key=lambda name: names[name].casefold())
    return (*views, *(_rated(name, None, sides[name], names, "") for name in rest))


def _rated(
    name: Hashable, rated: Rated | None, sides: Sequence[tuple[SeasonSide, float]], names: Mapping[Hashable, str],
    said: str,
) -> RatedView:  # fmt: skip
    won = sum(side.won for side, _ in sides)
    drawn = sum(side.result == "draw" for side, _ in sides)
    return RatedView(
        player=name if isinstance(name, int) else None,
        name=names[name],
        matches=len(sides),
        won=won,
        drawn=drawn,
        lost=sum(side.result == "won" for side, _ in sides) - won,
        luck=100 * sum(luck for _, luck in sides),
        skill=None if rated is None else 100 * rated.skill,
        low=0 if rated is None else 100 * rated.low,
        high=0 if rated is None else 100 * rated.high,
        said=said,
    )


def _lines(ranking: Ranking | None, unrated: int, rated: int, language: str) -> list[str]:
    lines = []
    if ranking is None:
        lines.append(say("season.few", language, least=LEAST, count=rated))
    else:
        lines.append(say("season.how", language))
        if (weight := ranking.weight) is not None:
            low, middle, high = (f"{each:.2f}" for each in (weight.low, weight.weight, weight.high))
            percent = f"{100 * weight.explains:.0f}"
            lines.append(say("season.luck_off", language, weight=middle, low=low, high=high, percent=percent))
    if unrated:
        lines.append(say("season.unrated", language, count=unrated))
    return lines
