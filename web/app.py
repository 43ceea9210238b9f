"""The page's application."""

from collections.abc import Collection

from flask import Flask
from flask.typing import ResponseReturnValue

from referee.words.translating import translated
from web.acts import acts_blueprint
from web.desk import Desk
from web.failing import handle_failures
from web.fair import Cup, fair_blueprint
from web.guard import guard
from web.language import asked_language
from web.pages import show_page
from web.roles import REFEREE, keep_roles
from web.watching import watching_blueprint

LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


def create_app(desk: Desk, hosts: Collection[str] = LOCAL_HOSTS) -> Flask:
    """Return the application that shows this desk, answering to these host names."""
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    handle_failures(app)
    guard(app, hosts)
    keep_roles(app, lambda: REFEREE)
    app.register_blueprint(acts_blueprint(desk))
    app.register_blueprint(watching_blueprint(desk))
    if isinstance(desk.die, Cup):
        app.register_blueprint(fair_blueprint(desk, desk.die))

    @app.get("/")
    def page() -> ResponseReturnValue:
        return show_page("page.html", title=translated(desk.occasion.title, asked_language()))

    return app
