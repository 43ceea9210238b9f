"""The site that `vedette serve` shows: the set-up's pages, those of the match, and the switch between."""

import threading
import time
from collections.abc import Callable, Container, Iterable
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from referee.capture_loop import CaptureLoop
from referee.club.outbox import Relay
from referee.evidence.frames import LIMIT_BYTES, frames_of
from referee.journal.mirrored_journal import journal_to_write
from referee.journal.store import Journal, TemporaryJournal
from referee.privacy import Privacy
from referee.setup.folder import SetUp
from referee.setup.table_number import TableNumber, number_of
from table.errors import BadInput
from table.terrain import Piece
from web.app import create_app, guarded_app
from web.application import Application
from web.calling import send_by
from web.doors.door import Door
from web.fair import Cup
from web.match_session import Die, MatchSession
from web.network import LOCAL_HOSTS
from web.privacy import begin_private
from web.response_cache import CachedResponse
from web.setup.keeping import played_blueprint
from web.setup.routes import setup_blueprint
from web.setup.session import SetupSession
from web.table_number import tell_number
from web.table_stage import open_table
from web.terrain import terrain_blueprint
from web.terrain_stores import SetupTerrain
from web.visualiser import Visualiser


class AppSwitch:
    """Hands every request to the application that is open now; ``close`` lets its streams go."""

    def __init__(self) -> None:
        self._app: Application | None = None
        self._close: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    @property
    def app(self) -> Application | None:
        """The application that answers now."""
        return self._app

    def open(self, app: Application, close: Callable[[], None] = lambda: None) -> None:
        """Let this application answer from now on; the one before is closed."""
        with self._lock:
            before, self._app, self._close = self._close, app, close
        before()

    def close(self) -> None:
        """Let every waiting page go."""
        with self._lock:
            before, self._close = self._close, lambda: None
        before()

    @property
    def busy(self) -> bool:
        """Whether the application computes something for the referee or a player."""
        return self._app is not None and self._app.busy

    def find_answer(self, environ: dict[str, Any]) -> CachedResponse | None:
        """Return what the application has an answer to already."""
        app = self._app
        return app.find_answer(environ) if app is not None else None

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request (WSGI)."""
        with self._lock:
            app = self._app
        assert app is not None, "an application is opened before it is served"
        return app.wsgi_app(environ, start_response)


class Site:
    """Shows the set-up's pages, and the match beside them once it is played; ``app_switch`` is what a server serves.

    ``journal`` is where the match is written down, by default in its folder, or with ``temporary`` nowhere that
    outlives the program; ``shown_s`` how long each picture of a folder is shown in play; ``door`` keeps the roles
    before and in play, ``frames_bytes`` is the room for the pictures of rulings, ``asked`` what the command line asks
    of their privacy, ``mirror`` where a second copy of the journal is written, ``sending`` sends it on to a club,
    ``visualiser`` is the address that is told where stands are.
    """

    def __init__(
        self, hosts: Container[str] = LOCAL_HOSTS, door: Door | None = None, journal: str | None = None,
        shown_s: float | None = None, die: Callable[[int], Die] = Cup, frames_bytes: int = LIMIT_BYTES,
        temporary: bool = False, asked: Callable[[Privacy], Privacy] = lambda privacy: privacy,
        mirror: str | None = None, sending: Callable[[Journal], Relay] | None = None,
        visualiser: tuple[str, int] | None = None,
    ) -> None:  # fmt: skip
        self.app_switch = AppSwitch()
        self._door = door or Door({}, time.monotonic)
        self._hosts, self._journal, self._shown_s, self._die = hosts, journal, shown_s, die
        self._frames_bytes, self._temporary, self._asked, self._mirror = frames_bytes, temporary, asked, mirror
        self._kept: Journal | None = None
        self._sending = sending
        self._relay: Relay | None = None
        self._told_at = visualiser
        self._visualiser: Visualiser | None = None
        self._setup_session: SetupSession | None = None

    def open(self, setup_session: SetupSession) -> None:
        """Show the pages of this set-up."""
        self._setup_session = setup_session
        self.app_switch.open(create_setup_app(setup_session, self._hosts, self._door))

    def begin(self, setup_session: SetupSession, setup: SetUp, capture_loop: CaptureLoop) -> MatchSession:
        """Let a match begin, or go on where its journal ends; its pages are shown from now on.

        Raises BadInput where the set-up is not finished.
        """
        match = setup.match
        if match is None:
            raise BadInput("say first which game is played")
        privacy = self._asked(setup.privacy or Privacy())
        where = self._journal or str(setup.journal)
        kept = (
            TemporaryJournal() if self._temporary and self._journal is None else journal_to_write(where, self._mirror)
        )
        try:
            session = open_table(
                setup, capture_loop, self._die(len(match.sides)), kept, frames_of(kept, limit_bytes=self._frames_bytes)
            )
        except BaseException:
            kept.close()
            raise
        self._kept = kept
        if self._relay is not None:
            self._relay.close()
        if self._sending is not None:
            self._relay = relay = self._sending(kept)
            send_by(session, relay)
            relay.start()
        if self._visualiser is not None:
            self._visualiser.close()
        if self._told_at is not None:
            self._visualiser = Visualiser.of(session, setup.roster, self._told_at)
            self._visualiser.start()
        capture_loop.feed.shown_s = self._shown_s
        self._door.seat({side.name: side.title for side in match.sides})

        def save_terrain(pieces: tuple[Piece, ...]) -> None:
            setup.terrain = pieces

        def save_privacy(privacy: Privacy) -> None:
            setup.privacy = privacy

        begin_private(session, privacy)
        heights = setup.measured_heights
        app = create_app(session, self._hosts, self._door, save_terrain, save_privacy, heights)
        app.register_blueprint(setup_blueprint(setup_session))
        app.register_blueprint(played_blueprint(setup_session))
        tell_number(
            app, lambda: number_of(setup), lambda: setup_session.current,
            lambda: setup_session.difference(setup) is not None,
        )  # fmt: skip

        @app.context_processor
        def pages() -> dict[str, str | None]:
            """Tell the page where a folder's pictures are turned; nothing where a camera looks."""
            looking = setup_session.capture_loop
            turns = looking is not None and looking.reading.single
            return {"turns": f"/api/setup/{setup_session.current}/turn" if turns else None}

        self.app_switch.open(app, session.close)
        return session

    def close(self) -> None:
        """Let pages, camera and journal go."""
        self.app_switch.close()
        if self._setup_session is not None:
            self._setup_session.close()
        for thread in (self._relay, self._visualiser):
            if thread is not None:
                thread.close()
        if self._kept is not None:
            self._kept.close()


def create_setup_app(
    setup_session: SetupSession, hosts: Container[str] = LOCAL_HOSTS, door: Door | None = None
) -> Application:
    """Return the application that shows the set-up's pages only: no match is played yet."""
    app = guarded_app(hosts, door or Door({}, time.monotonic))
    app.register_blueprint(setup_blueprint(setup_session))

    def number() -> TableNumber | None:
        known_id = setup_session.current
        return number_of(setup_session.shelf.get(known_id)) if known_id is not None else None

    def another_camera() -> bool:
        known_id = setup_session.current
        return known_id is not None and setup_session.difference(setup_session.shelf.get(known_id)) is not None

    tell_number(app, number, lambda: setup_session.current, another_camera)
    ground = SetupTerrain(setup_session)
    app.register_blueprint(terrain_blueprint(ground, ground.game, heights=ground.heights))

    @app.get("/")
    def home() -> ResponseReturnValue:
        return redirect(url_for("setup.page"))

    return app
