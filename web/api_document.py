"""The whole API's document, of a match and of the set-up, for tools; the same code writes the same bytes.

python -m web.api_document             all of it
python -m web.api_document --hall      that of a club's hall
python -m web.api_document --schemas   both without the routes: web/static/api.d.ts is made of that (`npm run types`)
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referee.clock import WallClock
from referee.club.record import Club
from referee.observation import Observation, TableStatus
from referee.setup.shelf import Shelf
from simulation.rehearsal.demos import demo_games, demo_scene
from web.app import create_app
from web.document import document_of
from web.fair import Cup
from web.hall.app import create_hall_app
from web.hall.news import HallNews
from web.setup.routes import setup_blueprint
from web.setup.session import SetupSession
from web.stage import session_of


def api_document() -> dict[str, Any]:
    """Return the document of matches of every game that has a demo, each begun from a set-up: it has every route."""
    documents = [document_of_game(game) for game in demo_games()]
    whole = documents[0]
    for other in documents[1:]:
        whole["paths"] |= other["paths"]
        for kind, named in other["components"].items():
            whole["components"].setdefault(kind, {}).update(named)
    return whole


def document_of_game(game: str) -> dict[str, Any]:
    """Return the document of one game's match."""
    scene, clock = demo_scene(game), WallClock()
    observation = Observation(scene.truth(), TableStatus("still"))
    session = session_of(scene, scene.roster, observation, Cup(2), clock.now_s, "document")
    with TemporaryDirectory() as folder:
        app = create_app(session)
        app.register_blueprint(setup_blueprint(SetupSession(Shelf(Path(folder)), clock, threads=False)))
        document = document_of(app)
    session.close()
    return document


def hall_document() -> dict[str, Any]:
    """Return the document of a club's hall, whose routes have in part the names of a table's."""
    with TemporaryDirectory() as folder, Club(Path(folder) / "club.sqlite") as club:
        return document_of(create_hall_app(club, HallNews(club)))


def schemas() -> dict[str, Any]:
    """Return both documents without their routes; raises ValueError where a name means two things."""
    table, hall = api_document(), hall_document()
    named, more = (document["components"]["schemas"] for document in (table, hall))
    twice = [name for name, schema in more.items() if named.get(name, schema) != schema]
    if twice:
        raise ValueError(f"of a table and of a hall, not alike: {', '.join(twice)}")
    named.update(more)
    return {**table, "paths": {}}


if __name__ == "__main__":
    made = {"": api_document, "--hall": hall_document, "--schemas": schemas}["".join(sys.argv[1:])]()
    json.dump(made, sys.stdout, indent=1, sort_keys=True, ensure_ascii=False)
    print()
