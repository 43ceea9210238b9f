"""The page's application."""

from collections.abc import Collection

from flask import Flask
from flask.typing import ResponseReturnValue

from referee.terrain.laying import Save
from referee.words.english_page_placing import PLACING
from referee.words.translating import translated
from web.acts import acts_blueprint
from web.desk import Desk
from web.failing import handle_failures
from web.fair import Cup, fair_blueprint
from web.guard import guard
from web.language import asked_language
from web.pages import show_page
from web.placing import placing_blueprint
from web.roles import REFEREE, keep_roles
from web.terrain import DeskGround, terrain_blueprint
from web.watching import watching_blueprint

LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


def create_app(desk: Desk, hosts: Collection[str] = LOCAL_HOSTS, save_terrain: Save | None = None) -> Flask:
    """Return the application that shows this desk, answering to these host names.

    ``save_terrain`` writes the terrain, whenever it was changed, where it is kept beside the match.
    """
    app = Flask(__name__)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    handle_failures(app)
    guard(app, hosts)
    keep_roles(app, lambda: REFEREE)
    app.register_blueprint(acts_blueprint(desk))
    app.register_blueprint(watching_blueprint(desk))
    app.register_blueprint(placing_blueprint(desk))
    occasion = desk.occasion
    app.register_blueprint(
        terrain_blueprint(DeskGround(desk), lambda: desk.look, occasion.game, occasion.settings, save_terrain)
    )
    if isinstance(desk.die, Cup):
        app.register_blueprint(fair_blueprint(desk, desk.die))

    @app.get("/")
    def page() -> ResponseReturnValue:
        return show_page("page.html", words=(PLACING,), title=translated(desk.occasion.title, asked_language()))

    return app
