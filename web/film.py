"""The film of the evening, for the result page and the journal's: made beside the match, kept while nothing happens."""

import threading
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, send_file
from flask.typing import ResponseReturnValue

from referee.film.drawing import pictures_of
from referee.film.scenes import story_of
from referee.film.stills import length_of
from referee.film.writing import FPS, endings, write_film
from referee.journal.history import standing
from referee.journal.match_end import end_in
from referee.journal.payloads import RULED
from referee.setup.lens import Progress
from referee.words.translation import say_text
from table.errors import BadInput
from web.answers import json_answer
from web.errors import Refused
from web.language import asked_language
from web.marks import anyone, expensive
from web.match_session import MatchSession
from web.privacy import rounder_for
from web.roles import role_now
from web.work import Work

SECONDS = 60.0
Moment = tuple[int, str]
"""The newest ruling or turn that stands, and a language: a film stays the film of it while that is so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmView:
    """How far the film is; ``ready``: it may be fetched, of all that happened; ``said`` is why there is none."""

    running: bool
    done: int
    of: int
    ready: bool
    said: str


class Filming:
    """One film at a time; whoever asks meanwhile sees how far it is. ``film`` is the newest, in a file's bytes."""

    def __init__(self, session: MatchSession, work: Work[Moment] | None = None) -> None:
        self._session, self._work = session, work or Work[Moment]()
        self._of: Moment | None = None
        self.film: bytes | None = None
        self._over = threading.Event()
        session.at_close(self._over.set)

    def start(self, language: str, again: bool) -> None:
        """Begin a film, where none of this moment is kept or begun; without ``again`` only where none was ever made."""
        moment = self._moment(language)
        if self._work.status.running or self._of == moment or (self.film is not None and not again):
            return
        self._work.start("film", partial(self._make, moment))

    def view(self, language: str) -> FilmView:
        """Return how far it is, in words."""
        told, ready = self._work.status, self._of == self._moment(language)
        error = None if told.error is None else say_text(told.error.template, language, **told.error.values)
        return FilmView(running=told.running, done=told.done, of=told.of, ready=ready, said=error or "")

    def _make(self, moment: Moment, progress: Progress) -> Moment:
        fps, frames = FPS[endings()[0]], 0
        titles = {side.name: side.title for side in self._session.info.sides}
        story = story_of(self._session.journal, SECONDS, titles, moment[1])
        whole = length_of(story, fps)

        def done(count: int) -> None:
            nonlocal frames
            frames += count
            progress(frames, whole)
            if self._over.is_set():
                raise BadInput("Vedette is being stopped")

        with TemporaryDirectory(prefix="vedette-film-") as folder:
            file = Path(folder) / f"evening{endings()[0]}"
            write_film(file, pictures_of(story, fps), done)
            self.film, self._of = file.read_bytes(), moment
        return moment

    def _moment(self, language: str) -> Moment:
        newest = next(standing(self._session.journal, (*RULED, "turn_ended", "match_ended")), None)
        return 0 if newest is None else newest.sequence, language


def film_blueprint(session: MatchSession, filming: Filming | None = None) -> Blueprint:
    """Return the routes of the film."""
    pages, film = Blueprint("film", __name__), filming or Filming(session)

    def need_open() -> None:
        """Raise Refused where a film would tell places that who asks may not know."""
        if rounder_for(session) is not None and end_in(session.journal) is None:
            raise Refused("while distances are hidden the referee alone may film", 403)

    @pages.get("/api/film")
    @expensive
    @json_answer
    def status() -> FilmView:
        """Tell how far the film of the match is."""
        return film.view(asked_language())

    @pages.post("/api/film")
    @anyone
    @json_answer
    def start() -> FilmView:
        """Begin a film of the match; spectators begin the first only."""
        need_open()
        film.start(asked_language(), role_now().name != "spectator")
        return film.view(asked_language())

    @pages.get("/film")
    @expensive
    def fetch() -> ResponseReturnValue:
        need_open()
        if film.film is None:
            raise Refused("there is no film yet", 404)
        name = f"vedette-evening{endings()[0]}"
        return send_file(BytesIO(film.film), as_attachment=True, download_name=name, conditional=True, max_age=0)

    return pages
