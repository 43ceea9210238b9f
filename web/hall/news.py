"""Word of what tables send to the club: PostgreSQL tells it, elsewhere its database is looked at."""

import secrets
import threading
from collections.abc import Callable

from referee.club.listener import Listener
from referee.club.record import Club
from table.errors import VedetteError
from web.match_session import Versions

LOOK_S = 0.25


class HallNews:
    """A number that grows with every entry that comes in; pages hear of it by their stream of events."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._state: object = None
        self._number, self._run = 0, secrets.token_hex(4)
        self._tell: Callable[[], None] = lambda: None
        self._stop = threading.Event()
        self._listener = Listener(club, self._stop)
        self._thread = threading.Thread(target=self._listen, name="vedette-hall", daemon=True)

    @property
    def versions(self) -> Versions:
        """The number, as streams tell it."""
        return Versions(self._number, 0, self._run)

    @property
    def closed(self) -> bool:
        """Whether the hall is being closed: streams end."""
        return self._stop.is_set()

    def at_change(self, tell: Callable[[], None]) -> None:
        """Call this, from any thread, whenever the number grows: it wakes the server, which tells its streams."""
        self._tell = tell

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop listening; open streams end."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(5)
        self._listener.close()

    def look(self) -> None:
        """Look whether something came in; while the database is away nothing does."""
        try:
            state = self._club.state()
        except VedetteError:
            return
        if state != self._state:
            self._state = state
            self._number += 1
            self._tell()

    def _listen(self) -> None:
        while not self._stop.is_set():
            self.look()
            self._listener.wait(LOOK_S)
