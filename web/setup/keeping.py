"""Save and Restore on the page: a table and its match as one file, downloaded or sent."""

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from flask import Blueprint, Response, send_file, url_for
from flask.typing import ResponseReturnValue
from pydantic import Field

from referee.kept.match import ENDING, keep_folder, keep_match, restore_match
from referee.setup.folder import SetUp
from referee.setup.scenario import open_scenario, scenario_of, shipped
from table.errors import BadFile, BadInput
from web.answers import json_answer
from web.bodies import Body, json_body
from web.errors import Refused
from web.language import asked_language
from web.marks import referee_only
from web.setup.bodies import Game
from web.setup.session import SetupSession
from web.setup.upload import PartBody

MOST_MB = 150
"""What a page may send; `vedette restore` takes more."""


@dataclass(frozen=True, slots=True)
class RestoredView:
    """The first page of a table that was restored, told with the last part of its file."""

    href: str | None


class ScenarioBody(Body):
    """A scenario that comes with a game, by the name of its file."""

    game: Game
    name: Annotated[str, Field(max_length=80)]


def keeping_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    """Add Save and Restore to the set-up's pages."""

    @setup.get("/setup/<known_id>/keep.vedette")
    @referee_only
    def keep(known_id: str) -> ResponseReturnValue:
        return _kept(setup_session, setup_session.shelf.get(known_id), known_id)

    @setup.post("/api/setup/restore")
    @json_body(PartBody)
    @json_answer
    def restore(body: PartBody) -> RestoredView:
        """Put a table and its match on the shelf, out of a file that was saved."""
        setup_session.let_another_in()
        data = setup_session.upload.take(body, MOST_MB)
        if data is None:
            return RestoredView(None)
        if body.name.endswith(".toml"):
            text, language = _text(data, body.name), asked_language()
            return _opened(setup_session, lambda folder: open_scenario(text, body.name, folder, language))
        return _opened(setup_session, lambda folder: restore_match(data, body.name, folder))

    @setup.post("/api/setup/scenario")
    @json_body(ScenarioBody)
    @json_answer
    def scenario(body: ScenarioBody) -> RestoredView:
        """Begin a table with a scenario that comes with its game."""
        setup_session.let_another_in()
        text, language = shipped(body.game).get(body.name), asked_language()
        if text is None:
            raise BadInput("this scenario is not here any more: choose one of the list")
        return _opened(setup_session, lambda folder: open_scenario(text, body.name, folder, language))


def played_blueprint(setup_session: SetupSession) -> Blueprint:
    """Return the route that saves the match that is played."""
    played = Blueprint("played", __name__)

    @played.get("/match.vedette")
    @referee_only
    def keep() -> ResponseReturnValue:
        known_id = setup_session.current
        if known_id is None:
            raise Refused("there is nothing at {path}", 404, path="/match.vedette")
        return _kept(setup_session, setup_session.shelf.get(known_id), known_id)

    @played.get("/scenario.toml")
    @referee_only
    def scenario() -> ResponseReturnValue:
        session, known_id = setup_session.session, setup_session.current
        if session is None or known_id is None:
            raise Refused("there is nothing at {path}", 404, path="/scenario.toml")
        kept = scenario_of(setup_session.shelf.get(known_id), session.reading().table)
        head = {"Content-Disposition": f'attachment; filename="{_named(kept.title)}.toml"'}
        return Response(kept.text, mimetype="application/toml", headers=head)

    return played


def _opened(setup_session: SetupSession, fill: Callable[[Path], object]) -> RestoredView:
    known_id, _ = setup_session.shelf.new(fill)
    return RestoredView(url_for("setup.first", known_id=known_id))


def _text(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(file, "", "a text file in UTF-8", "other bytes (a picture?)") from None


def _named(title: str) -> str:
    """Return a title as a file can be called anywhere."""
    return " ".join(re.findall(r"[A-Za-z0-9_-]+", title)) or "vedette"


def _kept(setup_session: SetupSession, setup: SetUp, known_id: str) -> ResponseReturnValue:
    now, session = datetime.now(UTC), setup_session.session
    with TemporaryDirectory(prefix="vedette-") as folder:
        file = Path(folder, f"kept{ENDING}")
        if session is not None and known_id == setup_session.current:  # wherever it is written
            listed = keep_match(setup, session.journal, file, now.isoformat(timespec="seconds"))
        else:
            listed = keep_folder(setup, file, now.isoformat(timespec="seconds"))
        data = io.BytesIO(file.read_bytes())
    # Not as a zip: browsers would unpack it.
    return send_file(
        data, "application/octet-stream", as_attachment=True, download_name=f"{_named(listed.title)}{ENDING}"
    )
