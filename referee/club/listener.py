"""Waiting for what tables send: PostgreSQL says so at once; a database that cannot is looked at again after a while."""

import threading
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from referee.club.record import Club

MOST_S = 5.0
"""So long at most until the database is looked at again all the same: a word of it may be lost with its connection."""


class Listener:
    """A connection of its own to the club's database that hears when a match has grown. For one thread."""

    def __init__(self, club: Club, stop: threading.Event) -> None:
        self._club, self._stop = club, stop
        self._connection: Any = None  # psycopg's, which an installation without PostgreSQL has not
        self._lost: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)
        if club.tells:
            from psycopg import Error  # noqa: PLC0415

            self._lost += (Error,)

    def wait(self, look_s: float) -> None:
        """Return when something has come in; where nobody tells, after ``look_s``; or when it is time to stop."""
        if not self._club.tells:
            self._stop.wait(look_s)
            return
        try:
            self._connection = self._connection or self._club.listen()
            waited_s = 0.0
            while waited_s < MOST_S and not self._stop.is_set():
                if list(self._connection.notifies(timeout=look_s, stop_after=1)):
                    return
                waited_s += look_s
        except self._lost:
            self.close()
            self._stop.wait(look_s)

    def close(self) -> None:
        """Let go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*self._lost):
                connection.close()
