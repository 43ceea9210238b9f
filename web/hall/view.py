"""What the hall shows of each table: the match, its turn and score, and what happened last."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.club.record import SHORT, Club, ClubMatch, reading_match
from referee.club.report import Reported
from referee.journal.entry_sentences import entry_said
from referee.match_info import MatchInfo
from referee.ruling_view import capital
from referee.words import side_said
from referee.words.translation import say, say_text, translated
from rules.game import Side
from table.errors import VedetteError
from vision.sources.pictures import natural
from web.hall.positions import MOST, Position, Positions
from web.plan_view import side_title
from web.score import ScoreView, score_of


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table in the hall: where it is, what is played there, whose turn it is, the score, what happened last.

    ``match`` is the beginning of the match's number, ``at`` the UTC time of its newest entry. ``trouble`` says why
    there is no more to be shown of it. ``status`` is what its camera says now, ``good_to`` what its table is good to,
    ``picture`` where a small picture of it is: each "" where nothing was heard of it lately.
    """

    place: str
    match: str
    game: str
    title: str
    at: str
    turn: str = ""
    score: ScoreView | None = None
    last: str = ""
    ended: bool = False
    trouble: str = ""
    status: str = ""
    still: bool = False
    good_to: str = ""
    agrees: bool = True
    picture: str = ""


@dataclass(frozen=True, slots=True)
class HallView:
    """The hall: its tables, by their names."""

    tables: tuple[HallTable, ...]


def anchor_of(place: str) -> str:
    """Return where on the hall's page a table is: its name without spaces."""
    return "-".join(place.split())


def newest_of(club: Club) -> list[ClubMatch]:
    """Return the newest match of each table, by the tables' names as people count: Table 2 before Table 10."""
    return sorted(club.newest(MOST), key=lambda match: natural(match.place))


def table_view(positions: Positions, match: ClubMatch, titles: Mapping[str, str], language: str) -> HallTable:
    """Return what is shown of a table; of a match that cannot be read why, and its neighbours are as they are.

    ``titles`` are what the match calls its sides, of those that it calls otherwise than the game does.
    """
    title = translated(match.title, language)
    shown = HallTable(match.place, match.match[:SHORT], match.game.capitalize(), title, match.last)
    try:
        with reading_match(match.match):
            return _said(positions.of(match), shown, titles, language)
    except VedetteError as error:
        return replace(shown, trouble=capital(say_text(error.template, language, **error.values)))


def with_report(shown: HallTable, reported: Reported | None, language: str) -> HallTable:
    """Return what is shown of a table with what its camera says now."""
    if reported is None or not reported.fresh or shown.ended:
        return shown
    report = reported.report
    return replace(
        shown,
        status=report.said.get(language, ""),
        still=report.still,
        good_to=report.good_to.get(language, ""),
        agrees=report.agrees,
        picture=f"/pictures/{shown.match}-{reported.picture_number}.jpg" if reported.picture_number else "",
    )


def _said(position: Position, shown: HallTable, given: Mapping[str, str], language: str) -> HallTable:
    past, end = position.past, position.end
    game, state = past.point.opened.game, past.point.state
    titles = {name: given.get(name) or side_said(game, name, language=language) for name in state.sides}
    sides = tuple(Side(name, title, title) for name, title in titles.items())
    info = MatchInfo(game=game, title=shown.title, verb="", sides=sides)
    ended = None if end is None else end.ended
    return replace(
        shown,
        turn=say("hall.turn", language, turn=state.turn, side=side_title(info, state.side, language)),
        score=None if past.table is None else score_of(past.table, state, info, language, ended=ended),
        last=entry_said(game, position.last, titles=titles, language=language, brief=True) if position.last else "",
        ended=end is not None,
    )
