"""The season's pages in the hall: the ranking, and a page for each player, army and table."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from referee.club.own_data import OwnData, data_of
from referee.club.people import Player
from referee.club.record import Club
from referee.club.season import Season, Seasons
from referee.club.season_dice import dice_of
from referee.club.season_table import table_year
from referee.club.season_view import (
    RatedView,
    RecordView,
    SeasonView,
    TableYearView,
    army_view,
    player_view,
    season_view,
    table_view,
)
from referee.luck.picture import bars_of as bars_of_dice
from referee.luck.picture import target_of
from web.answers import json_answer
from web.errors import Refused
from web.language import asked_language
from web.marks import expensive, mark, organiser_only
from web.pages import show_page

WIDE = 200.0
"""The width of an interval's picture."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Where an interval's picture has its ends, its middle and the skill 0."""

    low: float
    high: float
    skill: float
    zero: float


def season_blueprint(club: Club, seasons: Seasons) -> Blueprint:
    """Return the routes of the season's pages; ``?year=2026`` asks for an older one."""
    pages = Blueprint("season", __name__)

    def asked() -> Season:
        return seasons.of(request.args.get("year", type=int))

    def shown() -> SeasonView:
        return season_view(asked(), asked_language())

    def player(number: int) -> RecordView:
        season = asked()
        if number not in season.names:
            raise Refused("there is no player {number} in this club", 404, number=number)
        return player_view(season, number, dice_of(club, number, season.year), asked_language())

    def army() -> RecordView:
        return army_view(asked(), request.args.get("name", ""), asked_language())

    @pages.get("/season")
    @expensive
    def page() -> ResponseReturnValue:
        said = shown()
        bars = dict(bars_of((*said.players, *said.armies)))
        return show_page("season.html", ["season"], said=said, bars=bars)

    @pages.get("/season/player/<int:number>")
    @expensive
    def player_page(number: int) -> ResponseReturnValue:
        said = player(number)
        bars = [bars_of_dice(group.faces) for group in said.dice]
        return show_page("season_record.html", ["season", "passport"], said=said, bars=bars)

    def table() -> TableYearView:
        name, season = request.args.get("name", ""), asked()
        return table_view(table_year(club, name, season.year), asked_language())

    @pages.get("/season/table")
    @expensive
    def table_page() -> ResponseReturnValue:
        said = table()
        bars = [bars_of_dice(group.faces) for group in said.dice]
        targets = [target_of(cannon) for cannon in said.cannons]
        return show_page("season_table.html", ["season", "passport"], said=said, bars=bars, targets=targets)

    @pages.get("/season/army")
    @expensive
    def army_page() -> ResponseReturnValue:
        return show_page("season_record.html", ["season", "passport"], said=army())

    @pages.get("/api/season")
    @expensive
    @mark(query=("year",))
    @json_answer
    def data() -> SeasonView:
        """Return a season's ranking, the newest season's without ?year=."""
        return shown()

    @pages.get("/api/season/player/<int:number>")
    @expensive
    @mark(query=("year",))
    @json_answer
    def player_data(number: int) -> RecordView:
        """Return what a player did in a season."""
        return player(number)

    @pages.get("/api/season/army")
    @expensive
    @mark(query=("name", "year"))
    @json_answer
    def army_data() -> RecordView:
        """Return what an army did in a season."""
        return army()

    @pages.get("/api/season/table")
    @expensive
    @mark(query=("name", "year"))
    @json_answer
    def table_data() -> TableYearView:
        """Return the dice thrown by hand at a table in a season, and its cannons' histories."""
        return table()

    @pages.get("/api/season/player/<int:number>/own")
    @organiser_only
    @json_answer
    def own_data(number: int) -> OwnData:
        """Return all that the club has of a player, for him to take with him."""
        name = seasons.of().names.get(number)
        if name is None:
            raise Refused("there is no player {number} in this club", 404, number=number)
        return data_of(club, Player(number, name))

    return pages


def bars_of(rated: Sequence[RatedView]) -> list[tuple[RatedView, Bar]]:
    """Return the pictures of the intervals of those who are ranked, all on one scale."""
    ranked = [it for it in rated if it.skill is not None]
    far = max((max(-it.low, it.high) for it in ranked), default=1.0) or 1.0

    def at(points: float) -> float:
        return WIDE * (points / far + 1) / 2

    return [(it, Bar(at(it.low), at(it.high), at(it.skill or 0.0), at(0.0))) for it in ranked]
