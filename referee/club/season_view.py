"""A season as it is shown: the ranking of its players and armies, and each one's matches, in the reader's language."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from referee.club.rating import Ranking, Rated
from referee.club.record import SHORT
from referee.club.season import Season, SeasonSide, Sides
from referee.club.season_table import TableYear
from referee.luck.cannon_text import cannon_said
from referee.luck.goodness_of_fit import FairnessTest
from referee.luck.passport_text import group_said
from referee.luck.passport_view import CannonHistoryView, DiceGroupView
from referee.words import side_said
from referee.words.translation import say, translated
from rules.registry import game_names
from vision.sources.pictures import natural

LEAST = 3
"""So few matches make no ranking."""
MOST = 200
"""So many matches of one are shown, the newest."""


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
    tables: tuple[str, ...]
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
    """What a player or an army did in a season: the ranking's line, and the matches, the newest first.

    ``dice`` are a player's, held against fair ones.
    """

    year: int
    rated: RatedView
    matches: tuple[SeasonMatchView, ...]
    dice: tuple[DiceGroupView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableYearView:
    """A table's year: its dice held against fair ones, and its cannons' histories."""

    place: str
    year: int
    dice: tuple[DiceGroupView, ...]
    cannons: tuple[CannonHistoryView, ...]


def season_view(season: Season, language: str) -> SeasonView:
    """Return a season."""
    unrated = len(season.matches) - season.rated
    return SeasonView(
        year=season.year,
        years=season.years,
        matches=len(season.matches),
        unrated=unrated,
        players=_listed(season.ranking, season.of_player, season.names, language),
        armies=_listed(season.ranking, season.of_army, {army: str(army) for army in season.of_army}, language),
        tables=tuple(sorted({match.first.place for match in season.matches}, key=natural)),
        lines=tuple(_lines(season.ranking, unrated, season.rated, language)),
    )


def player_view(season: Season, number: int, dice: Sequence[FairnessTest], language: str) -> RecordView:
    """Return what a player of the club did in a season, with these dice."""
    listed, sides = season_view(season, language).players, season.of_player.get(number, ())
    record = _record(season, listed, sides, number, season.names[number], language)
    return replace(record, dice=tuple(group_said(group, {}, language) for group in dice))


def army_view(season: Season, army: str, language: str) -> RecordView:
    """Return what an army did in a season."""
    listed = season_view(season, language).armies
    return _record(season, listed, season.of_army.get(army, ()), None, army, language)


def table_view(table: TableYear, language: str) -> TableYearView:
    """Return what was thrown and fired at a table in a year."""
    return TableYearView(
        place=table.place,
        year=table.year,
        dice=tuple(group_said(group, {}, language) for group in table.dice),
        cannons=tuple(
            cannon_said(cannon, {cannon.side: side_said(game, cannon.side, language=language)}, language)
            for game, cannon in table.cannons
        ),
    )


def _record(
    season: Season, listed: Sequence[RatedView], sides: Sequence[Sides], player: int | None, name: str, language: str
) -> RecordView:  # fmt: skip
    rated = next((it for it in listed if (it.player, it.name) == (player, name)), None) or RatedView(
        player=player, name=name, matches=0, won=0, drawn=0, lost=0, luck=0, skill=None, low=0, high=0, said=""
    )
    ranking = season.ranking
    weight = 1.0 if ranking is None or ranking.weight is None else ranking.weight.weight
    matches = (_match(side, other, season.names, weight, language) for side, other in reversed(sides))
    return RecordView(year=season.year, rated=rated, matches=tuple(islice(matches, MOST)))


def _match(
    side: SeasonSide, other: SeasonSide, names: Mapping[Hashable, str], weight: float, language: str
) -> SeasonMatchView:  # fmt: skip
    luck = side.luck - other.luck
    against = say("season.somebody", language) if other.player is None else names[other.player]
    result = side.result if side.result != "won" else "won" if side.won else "lost"
    return SeasonMatchView(
        match=side.match[:SHORT],
        opened=side.opened,
        place=side.place,
        game=side.game.capitalize(),
        title=translated(side.title, language),
        # A season still tells of games that are no longer installed.
        side=side_said(side.game, side.side, language=language) if side.game in game_names() else side.side,
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


def _listed(
    ranking: Ranking | None, sides: Mapping[Hashable, Sequence[Sides]], names: Mapping[Hashable, str],
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
    name: Hashable, rated: Rated | None, sides: Sequence[Sides], names: Mapping[Hashable, str],
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
        luck=100 * sum(side.luck - other.luck for side, other in sides),
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
    lines.append(say("season.sent_only", language))
    if unrated:
        lines.append(say("season.unrated", language, count=unrated))
    return lines
