"""A game's combat chart on the page, as paper and as CSV: one a side, out of the journal."""

from dataclasses import dataclass

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from referee.chart.lines import ChartLine, chart_csv, heads, lines_of, title_of
from referee.chart.rows import Chart, chart_of
from referee.words.translation import translated
from web.answers import json_answer
from web.errors import Refused
from web.language import asked_language
from web.marks import expensive
from web.match_session import MatchSession
from web.pages import show_page
from web.plan_view import side_title


@dataclass(frozen=True, slots=True)
class ChartView:
    """A side's combat chart."""

    title: str
    rows: tuple[ChartLine, ...]


@dataclass(frozen=True, slots=True)
class ChartsView:
    """The combat charts, and the titles of their columns."""

    heads: tuple[str, ...]
    charts: tuple[ChartView, ...]


def chart_blueprint(session: MatchSession) -> Blueprint:
    """Return the chart's page and its files."""
    pages = Blueprint("chart", __name__)

    def asked() -> list[Chart]:
        """Return the charts of the side in the address, of both sides without one."""
        journal, language = session.journal, asked_language()
        side = request.args.get("side")
        sides = [one.name for one in session.info.sides]
        if side is not None and side not in sides:
            raise Refused("there is no side {side}: {sides} play", 404, side=side[:40], sides=", ".join(sides))
        return [
            chart_of(journal, name, side_title(session.info, name, language)) for name in sides if side in (None, name)
        ]

    @pages.get("/chart")
    def page() -> ResponseReturnValue:
        language = asked_language()
        charts = [_view(chart, language) for chart in asked()]
        names = [side.name for side in session.info.sides]
        return show_page("chart.html", ["chart"], charts=charts, sides=names, heads=heads(language=language))

    @pages.get("/api/chart")
    @json_answer
    def rows() -> ChartsView:
        """Return the combat charts, a list of rows a side."""
        language = asked_language()
        return ChartsView(heads(language=language), tuple(_view(chart, language) for chart in asked()))

    @pages.get("/chart.pdf")
    @expensive
    def paper() -> ResponseReturnValue:
        from referee.chart.paper import chart_pdf  # noqa: PLC0415  (needs fpdf)

        return _file(chart_pdf(asked(), language=asked_language()), "application/pdf", "pdf")

    @pages.get("/chart.csv")
    def table() -> ResponseReturnValue:
        charts, language = asked(), asked_language()
        if len(charts) != 1:
            raise Refused("say whose chart: a CSV file holds that of one side", 400)
        return _file(chart_csv(charts[0], language=language).encode(), "text/csv", "csv")

    return pages


def _view(chart: Chart, language: str) -> ChartView:
    title = translated(title_of(chart, language=language), language)
    return ChartView(title, lines_of(chart, language=language))


def _file(content: bytes, mimetype: str, ending: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="combat-chart.{ending}"', "Cache-Control": "no-cache"}
    return Response(content, mimetype=mimetype, headers=headers)
