"""A thread that sends a match on to the club while it is played: to its hall's page, or to its database."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from referee.background import Background
from referee.club.call_desk import CallDesk
from referee.club.calls import newest_call
from referee.club.http_hall import HttpHall, TurnedAway, is_link
from referee.club.outbox import CallAnswer, Hall, Outbox, Sent, keep_sending
from referee.club.record import Club
from referee.club.report import TableReport, keep_report
from referee.club.report_desk import ReportDesk
from referee.journal.entry import Entry
from referee.journal.errors import Overtaken
from referee.journal.store import Journal
from table.errors import VedetteError


class DatabaseHall:
    """The club's database as a hall: opened when it is first needed, and anew after whatever went wrong."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._club: Club | None = None

    def length(self, match: str) -> int:
        """Return how many entries of a match are there."""
        with self._opened() as club:
            return club.length(match)

    def send(self, place: str, match: str, entries: Sequence[Entry]) -> int:
        """Send entries; return how many are there then."""
        with self._opened() as club:
            return club.take(place, entries, match).length

    def call(self, match: str) -> CallAnswer | None:
        """Return what became of a match's newest call."""
        with self._opened() as club, club.reading() as connection:
            call = newest_call(connection, match)
        return None if call is None else CallAnswer(call.number, call.taken, call.open)

    def report(self, place: str, match: str, report: TableReport) -> None:
        """Keep what the match's camera says now."""
        with self._opened() as club:
            club.need_place(match, place)
            with club.writing() as connection:
                keep_report(connection, match, report)

    def close(self) -> None:
        """Let go of the database."""
        if self._club is not None:
            self._club.close()
        self._club = None

    @contextmanager
    def _opened(self) -> Iterator[Club]:
        self._club = self._club or Club(self._where)
        try:
            yield self._club
        except Overtaken:
            raise
        except VedetteError:
            self.close()
            raise


def hall_of(where: str) -> Hall:
    """Return the hall that a table sends to: by its link, or the club's database itself; raises BadInput."""
    return HttpHall(where) if is_link(where) else DatabaseHall(where)


class OutboxRelay(Background):
    """A thread that sends a match on while it is played; ``close`` sends what is left, for a few seconds at most.

    What is left then stays in the journal.
    """

    def __init__(self, journal: Journal, where: str, place: str) -> None:
        super().__init__("vedette-club")
        self._journal, self._hall = journal, hall_of(where)
        self.outbox = Outbox(journal, self._hall, place)
        self.desk, self.reports = CallDesk(journal, self._hall), ReportDesk(self._hall, place, time.monotonic)

    @property
    def sent(self) -> Sent:
        """How far it is."""
        return self.outbox.sent

    def work(self) -> None:
        """Send until told to stop, and then what is left."""

        def length() -> int:
            return 0 if self._journal.head is None else self._journal.head.sequence

        def look(there: int) -> None:
            self.desk.look(there)
            error = self.reports.look(self.outbox.match) if there and not self.sent.refused else None
            if isinstance(error, Overtaken | TurnedAway):  # a table hears it before anything is played again
                self.outbox.hear(error)

        keep_sending(self.outbox, length, self.stop, look)
        self._hall.close()
