"""The hall's application: one page, its view as JSON, word of every change."""

import time
from collections.abc import Container, Sequence
from functools import lru_cache

from flask import Response
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from referee.club.guests import GuestList
from referee.club.record import Club, ClubMatch
from referee.club.report import picture_of, reports
from referee.club.season import Seasons
from web.answers import json_answer
from web.app import guarded_app
from web.application import Application
from web.document import document_blueprint
from web.doors.flood import Streams
from web.hall.calling import OpenCalls, calling_blueprint
from web.hall.coming_in import coming_in_blueprint
from web.hall.door import REFUSALS, HallDoor
from web.hall.evening import evening_blueprint
from web.hall.events_out.publisher import Publisher
from web.hall.metrics import metrics_blueprint
from web.hall.news import HallNews
from web.hall.positions import Positions
from web.hall.season import season_blueprint
from web.hall.sending import sending_blueprint
from web.hall.view import HallTable, HallView, anchor_of, newest_of, table_view, with_report
from web.language import asked_language
from web.marks import answers, cached_while, strangers_too, without_worker
from web.network import LOCAL_HOSTS
from web.pages import show_page
from web.roles import may_open, role_now
from web.view import VersionsView, versions_view
from web.view_routes import stream_answer

KEPT = 400
"""So many tables' views are kept: 24 tables in three languages, and a few moments of each."""


def create_hall_app(
    club: Club,
    news: HallNews,
    hosts: Container[str] = LOCAL_HOSTS,
    door: HallDoor | None = None,
    publishers: Sequence[Publisher] = (),
    seasons: Seasons | None = None,
    positions: Positions | None = None,
) -> Application:
    """Return the application that shows a club's tables; what else its guests may do there their roles say.

    Blueprints of the hall mark their acts with ``organiser_only``, ``players_too`` or ``anyone`` (web/marks.py); a post
    without a mark is for referees and the organiser.
    """
    door = door or HallDoor(GuestList(club), time.monotonic)
    app, streams = guarded_app(hosts, door, REFUSALS), Streams()
    strangers_too(app.view_functions["static"])
    calls, known = OpenCalls(club, news), positions or Positions(club)

    @lru_cache(maxsize=KEPT)
    def shown(match: ClubMatch, titles: tuple[tuple[str, str], ...], language: str) -> HallTable:
        """Return a table's view; as long as no entry comes in it is the same."""
        return table_view(known, match, dict(titles), language)

    def hall() -> HallView:
        language = asked_language()
        matches = newest_of(club)
        with club.reading() as connection:
            told = reports(connection, [match.match for match in matches])

        def table(match: ClubMatch) -> HallTable:
            reported = told.get(match.match)
            titles = () if reported is None else tuple(sorted(reported.report.titles.items()))
            return with_report(shown(match, titles, language), reported, language)

        return HallView(tuple(map(table, matches)))

    def version() -> object:
        return news.versions.of_table, door.pinned

    @app.get("/", endpoint="hall")
    @strangers_too
    @cached_while(version)
    def page() -> ResponseReturnValue:
        if role_now().name == "stranger":
            return show_page("pin.html", ["doors"], title="hall_pin_title", how="hall_pin_how")
        waiting = calls.now(asked_language()) if may_open(app.view_functions["calling.calls"]) else ()
        return show_page(
            "hall.html",
            ["hall", "watch"],
            tables=hall().tables,
            calls=waiting,
            place=door.place(),
            anchor_of=anchor_of,
        )

    @app.get("/api/hall")
    @cached_while(version)
    @json_answer
    def view() -> HallView:
        """Return every table of the hall, for programs."""
        return hall()

    @app.get("/pictures/<match>-<int:number>.jpg")
    @answers("image/jpeg")
    def picture(match: str, number: int) -> ResponseReturnValue:  # noqa: ARG001  # so that no browser shows an old one
        """Return the small picture of the table where a match is played."""
        with club.reading() as connection:
            found = picture_of(connection, club.named(match).match)
        if not found:
            raise NotFound
        return Response(found, mimetype="image/jpeg")

    @app.get("/api/versions")
    @without_worker
    @json_answer
    def versions() -> VersionsView:
        """Return the number that grows with every change."""
        return versions_view(news.versions)

    @app.get("/api/events")
    @without_worker
    @answers("text/event-stream", VersionsView)
    def events() -> ResponseReturnValue:
        """Tell of every change, as server-sent events with version numbers."""
        return stream_answer(news, streams, door, door.stays(lambda: news.revoked))

    app.register_blueprint(calling_blueprint(club, news, calls))
    app.register_blueprint(sending_blueprint(club, news))
    app.register_blueprint(coming_in_blueprint(door, news.look))
    app.register_blueprint(metrics_blueprint(club, publishers))
    app.register_blueprint(evening_blueprint(club, version, news.look, door.place))
    app.register_blueprint(season_blueprint(club, seasons or Seasons(club)))
    app.register_blueprint(document_blueprint(app))
    return app
