"""Word of what tables send and of the evening: PostgreSQL tells it, elsewhere the club's database is looked at."""

import threading
import time
from collections.abc import Callable
from secrets import token_hex

from referee.background import Background
from referee.club.calls import Call, open_calls
from referee.club.evening.organising import evening_state
from referee.club.evening.settling import Settling
from referee.club.guests import secrets_of
from referee.club.listener import Listener
from referee.club.record import Club, growth
from referee.club.report import changes, count_fresh
from table.errors import VedetteError
from web.match_session import Versions

LOOK_S, REPORTS_S = 0.25, 5.0
"""Hands come and go over 24 tables all evening: what their cameras say is news so often at most."""


class HallNews(Background):
    """A number that grows with every entry that comes in; pages hear of it by their stream of events.

    ``calls`` are those that were open when it grew last, ``revoked`` the links that were seen to count no more, hashed.
    """

    def __init__(self, club: Club, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__("vedette-hall")
        self._club, self._settling = club, Settling(club)
        self._now_s = now_s
        self._state: object = None
        self.calls: tuple[Call, ...] = ()
        self.revoked: frozenset[str] = frozenset()
        self._secrets: frozenset[str] = frozenset()
        self._due = False  # whether results are still to be taken over
        self._reported, self._told_s = (0, 0), float("-inf")
        self._number, self._run = 0, token_hex(4)
        self._tell: Callable[[], None] = lambda: None
        self._looking = threading.Lock()
        self._listener = Listener(club, self.stop)

    @property
    def versions(self) -> Versions:
        """The number, as streams tell it."""
        return Versions(self._number, 0, self._run)

    @property
    def closed(self) -> bool:
        """Whether the hall is being closed: streams end."""
        return self.stop.is_set()

    def at_change(self, tell: Callable[[], None]) -> None:
        """Call this, from any thread, whenever the number grows: it wakes the server, which tells its streams."""
        self._tell = tell

    def close(self) -> None:
        """Stop listening; open streams end."""
        super().close()
        self._listener.close()

    def look(self) -> None:
        """Look whether something came in, and take results over; while the database is away nothing does."""
        with self._looking:
            self._look()

    def _look(self) -> None:
        try:
            while self._grew() or self._due:  # what comes in meanwhile is looked at too
                self._due = True
                self._settling.settle()  # after everybody was told: an entry does not wait for it
                self._due = False
        except VedetteError:
            return

    def _grew(self) -> bool:
        """Say whether something is otherwise than when this was last asked, and tell it; cameras less often."""
        with self._club.reading() as connection:
            calls, reported = open_calls(connection), (changes(connection), count_fresh(connection))
            secrets, state = secrets_of(connection), (growth(connection), evening_state(connection), calls)
        self.revoked, self._secrets = self.revoked | (self._secrets - secrets), secrets
        now_s = self._now_s()
        grew = state != self._state
        if not grew and (reported == self._reported or now_s - self._told_s < REPORTS_S):
            return False
        self._state, self._reported, self._told_s, self.calls = state, reported, now_s, calls
        self._number += 1
        self._tell()
        return grew

    def work(self) -> None:
        """Look whenever the database says that something has come in, or now and then."""
        while not self.stop.is_set():
            self.look()
            self._listener.wait(LOOK_S)
