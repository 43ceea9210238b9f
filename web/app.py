"""The page's application."""

import time
from collections.abc import Callable, Container, Mapping

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from referee.boards.agreed import board_kind
from referee.terrain.agreed_terrain import Save
from referee.words.translation import translated
from rules.registry import game_named
from vision.terrain.height_map import Heights
from web.acts import acts_blueprint
from web.application import Application
from web.audit import audit_blueprint
from web.board import board_blueprint
from web.cache_middleware import SESSION_COOKIE
from web.calling import calling_blueprint
from web.cannon import cannon_blueprint
from web.chart import chart_blueprint
from web.declarations import declaring_blueprint
from web.document import document_blueprint
from web.doors.door import Door
from web.doors.flood import stem_floods
from web.doors.routes import doors_blueprint
from web.errors import handle_failures
from web.evidence import evidence_blueprint
from web.fair import Cup, fair_blueprint
from web.film import film_blueprint
from web.guard import guard
from web.hand_placement import placing_blueprint
from web.journal_page import journal_blueprint
from web.language import asked_language
from web.match_session import MatchSession
from web.measure import measure_blueprint
from web.network import LOCAL_HOSTS
from web.pages import error_page, show_page
from web.passport import aiming_blueprint, passport_blueprint
from web.privacy import Save as SavePrivacy
from web.putting_back import putting_back_blueprint
from web.reach import reach_blueprint
from web.result import result_blueprint
from web.roles import AT_THE_TABLE, RoleName, keep_roles, role_now
from web.spectators import watch_blueprint
from web.table_number import tell_number
from web.terrain import terrain_blueprint
from web.terrain_stores import MatchTerrain
from web.unseen_routes import unseen_blueprint
from web.view_routes import watching_blueprint


def create_app(
    session: MatchSession, hosts: Container[str] = LOCAL_HOSTS, door: Door | None = None,
    save_terrain: Save | None = None,
    save_privacy: SavePrivacy = lambda _: None, heights: Callable[[], Heights | None] = lambda: None,
) -> Application:  # fmt: skip
    """Return the application that shows this session, answering to these host names, with its door.

    ``save_terrain`` writes the terrain, whenever it was changed, where it is kept beside the match, ``save_privacy``
    what was chosen of the pictures; ``heights`` reads what was measured of the table in its set-up.
    """
    door = door or Door({side.name: side.title for side in session.info.sides}, time.monotonic)
    app = guarded_app(hosts, door)
    tell_number(app, session.number)
    app.register_blueprint(acts_blueprint(session))
    app.register_blueprint(calling_blueprint(session, door))
    app.register_blueprint(watching_blueprint(session, door))
    app.register_blueprint(unseen_blueprint(session))
    app.register_blueprint(declaring_blueprint(session))
    app.register_blueprint(reach_blueprint(session))
    app.register_blueprint(board_blueprint(session))
    app.register_blueprint(measure_blueprint(session))
    app.register_blueprint(evidence_blueprint(session, door.place))
    app.register_blueprint(placing_blueprint(session))
    info = session.info
    app.register_blueprint(terrain_blueprint(MatchTerrain(session), info.game, info.settings, save_terrain, heights))
    app.register_blueprint(putting_back_blueprint(session))
    app.register_blueprint(cannon_blueprint(session))
    app.register_blueprint(journal_blueprint(session))
    app.register_blueprint(passport_blueprint(session))
    app.register_blueprint(result_blueprint(session))
    app.register_blueprint(film_blueprint(session))
    app.register_blueprint(audit_blueprint(session))
    app.register_blueprint(aiming_blueprint(session))
    app.register_blueprint(watch_blueprint(session, door))
    if game_named(info.game).chart is not None:
        app.register_blueprint(chart_blueprint(session))
    if isinstance(session.die, Cup):
        app.register_blueprint(fair_blueprint(session, session.die))

    app.register_blueprint(doors_blueprint(door, session, save_privacy))
    app.register_blueprint(document_blueprint(app))

    @app.get("/")
    def page() -> ResponseReturnValue:
        if role_now().name == "spectator":
            return redirect(url_for("watch.page"))  # what they may do is all there
        title, cannons = translated(info.title, asked_language()), session.shots is not None
        words = ("put_back", "placing", "tools", "squares", "hexes", "cannon_page", "unseen", "watch", "result")
        calls = session.relay is not None
        return show_page("page.html", words, title=title, cannons=cannons, board=board_kind(info.game), calls=calls)

    return app


def guarded_app(hosts: Container[str], door: Door, refusals: Mapping[RoleName, str] = AT_THE_TABLE) -> Application:
    """Return an application without pages: it fails in clear lines, answers to these hosts, and keeps the roles."""
    app = Application(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    handle_failures(app, error_page)
    guard(app, hosts, door.embed)
    app.secret_key = door.secret
    app.config.update(SESSION_COOKIE_NAME=SESSION_COOKIE, SESSION_COOKIE_SAMESITE="Lax")
    app.config["SESSION_COOKIE_SECURE"] = door.proxied
    stem_floods(app, door)
    keep_roles(app, door.who, refusals)
    return app
