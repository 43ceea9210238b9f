"""Save and Restore on the page: a table and its match as one file, downloaded or sent."""

import io
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, send_file, url_for
from flask.typing import ResponseReturnValue

from referee.kept.match import ENDING, keep_folder, keep_match, restore_match
from referee.setup.folder import SetUp
from web.answers import json_answer
from web.bodies import json_body
from web.errors import Refused
from web.marks import referee_only
from web.setup.session import SetupSession
from web.setup.upload import PartBody

MOST_MB = 150
"""What a page may send; `vedette restore` takes more."""


@dataclass(frozen=True, slots=True)
class RestoredView:
    """The first page of a table that was restored, told with the last part of its file."""

    href: str | None


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
        data = setup_session.upload.take(body, MOST_MB)
        if data is None:
            return RestoredView(None)
        known_id, _ = setup_session.shelf.new(lambda folder: restore_match(data, body.name, folder))
        return RestoredView(url_for("setup.first", known_id=known_id))


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

    return played


def _kept(setup_session: SetupSession, setup: SetUp, known_id: str) -> ResponseReturnValue:
    now, session = datetime.now(UTC), setup_session.session
    with TemporaryDirectory(prefix="vedette-") as folder:
        file = Path(folder, f"kept{ENDING}")
        if session is not None and known_id == setup_session.current:  # wherever it is written
            listed = keep_match(setup, session.journal, file, now.isoformat(timespec="seconds"))
        else:
            listed = keep_folder(setup, file, now.isoformat(timespec="seconds"))
        data = io.BytesIO(file.read_bytes())
    title = " ".join(re.findall(r"[\w-]+", listed.title))
    # Not as a zip: browsers would unpack it.
    return send_file(data, "application/octet-stream", as_attachment=True, download_name=f"{title}{ENDING}")
