"""The evening's page and files, for everybody: the clock, the round's pairings, the standings, every result."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from referee.club.evening.evening import Evening
from referee.club.evening.organising import Evenings
from referee.club.evening.results import ResultRow, result_rows, results_csv
from referee.club.evening.standings import BYE, DRAWN, WON
from referee.club.record import Club
from referee.setup.scenario import parse_scenario
from web.answers import json_answer
from web.errors import Refused
from web.hall.evening_acts import evening_acts
from web.hall.evening_view import (
    EveningView,
    evening_view,
    here_in,
    rounds_view,
    scenario_choices,
    scenario_text,
    standings_view,
)
from web.hall.view import anchor_of, newest_of
from web.language import asked_language
from web.marks import cached_while, expensive
from web.pages import show_page
from web.roles import role_now

VALUES = {"won": WON, "drawn": DRAWN, "bye": BYE}


@dataclass(frozen=True, slots=True)
class ResultsView:
    """Every game of the evening, once for each who played it."""

    evening: str
    results: tuple[ResultRow, ...]


def evening_blueprint(
    club: Club, version: Callable[[], Hashable], look: Callable[[], object], place: Callable[[], str | None]
) -> Blueprint:
    """Return the pages and acts of the evening; ``look`` is called after an act, so that ``version`` is another.

    ``place`` returns the address at which others find the hall, for the printed sheets.
    """
    pages, evenings = Blueprint("evening", __name__), Evenings(club)

    def shown() -> EveningView | None:
        evening = evenings.newest()
        return None if evening is None else evening_view(evening, club, asked_language())

    @pages.get("/evening")
    @cached_while(version)
    def page() -> ResponseReturnValue:
        now = evenings.newest()
        tables = [match.place for match in newest_of(club)]
        return show_page(
            "evening.html", ["evening"], evening=shown(), organises=role_now().name == "organiser",
            scenarios=scenario_choices(asked_language()), tables=tables if now is None else now.tables,
            values=VALUES,
            players=[] if now is None else list(now.names.values()),
            entrants=[] if now is None else here_in(now), older=evenings.older(),
        )  # fmt: skip

    @pages.get("/evenings")
    @cached_while(version)
    def older() -> ResponseReturnValue:
        return show_page("evenings.html", ["evening"], older=evenings.older())

    def of(number: int) -> Evening:
        found = evenings.numbered(number)
        if found is None:
            raise Refused("there is no evening {number} in this club", 404, number=number)
        return found

    @pages.get("/evenings/<int:number>")
    @cached_while(version)
    def past(number: int) -> ResponseReturnValue:
        evening = of(number)
        return show_page(
            "evening_past.html", ["evening"], evening=evening, rounds=list(rounds_view(evening)),
            standings=standings_view(evening), values=VALUES,
        )  # fmt: skip

    @pages.get("/evening/results.csv")
    @pages.get("/evenings/<int:number>/results.csv")
    @cached_while(version)
    def results_file(number: int | None = None) -> ResponseReturnValue:
        evening = evenings.newest() if number is None else of(number)
        if evening is None:
            raise Refused("no evening has begun", 404)
        head = {"Content-Disposition": 'attachment; filename="results.csv"'}
        return Response(results_csv(evening), mimetype="text/csv", headers=head)

    @pages.get("/evening/scenario.toml")
    @cached_while(version)
    def scenario_file() -> ResponseReturnValue:
        evening = evenings.newest()
        if evening is None or evening.now is None or not evening.now.scenario:
            raise Refused("no scenario was chosen", 404)
        name = evening.now.scenario.rpartition("/")[2]
        head = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(scenario_text(evening.now.scenario), mimetype="application/toml", headers=head)

    @pages.get("/evening/sheets.pdf")
    @expensive
    def sheets() -> ResponseReturnValue:
        from referee.club.evening.sheet import sheets_pdf  # noqa: PLC0415  (needs fpdf)

        evening, language, here = evenings.newest(), asked_language(), place()
        if evening is None or evening.now is None:
            raise Refused("no round is paired yet", 404)
        chosen = evening.now.scenario
        scenario = parse_scenario(scenario_text(chosen), chosen) if chosen else None

        def link(table: str) -> str | None:
            return None if here is None else f"{here}#{quote(anchor_of(table))}"

        made = sheets_pdf(evening, evening.now, scenario, link, language=language, made=datetime.now(UTC))
        head = {"Content-Disposition": 'inline; filename="sheets.pdf"'}
        return Response(made, mimetype="application/pdf", headers=head)

    @pages.get("/api/evening")
    @cached_while(version)
    @json_answer
    def view() -> EveningView:
        """Return the newest evening: its round, clock, pairings and standings."""
        found = shown()
        if found is None:
            raise Refused("no evening has begun", 404)
        return found

    @pages.get("/api/evening/results")
    @cached_while(version)
    @json_answer
    def results() -> ResultsView:
        """Return every result of the newest evening, for tools that run tournaments."""
        evening = evenings.newest()
        return ResultsView("", ()) if evening is None else ResultsView(evening.name, tuple(result_rows(evening)))

    evening_acts(pages, evenings, look)
    return pages
