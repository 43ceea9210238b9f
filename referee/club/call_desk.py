"""The calls of one table as its own page shows them: what its journal says, and what the hall has answered."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from referee.club.calls import CALL_CLOSED, CALL_KINDS, told_by
from referee.club.outbox import Hall
from referee.journal.payloads import Appealed
from referee.journal.store import Journal
from table.errors import VedetteError

ASKED_EVERY = 4
"""While a call is open, every so many looks the hall is asked whether somebody comes."""
State = Literal["none", "unsent", "waits", "coming"]


@dataclass(frozen=True, slots=True)
class CallNow:
    """A table's call at this moment: whether it waits to be sent, or for somebody to take it, or who comes."""

    state: State = "none"
    name: str = ""
    about: str = ""
    appeal: int | None = None


class CallDesk:
    """Follows the newest call of a journal; ``look`` is for the one thread that sends it on, ``read`` for any."""

    def __init__(self, journal: Journal, hall: Hall) -> None:
        self._journal, self._hall = journal, hall
        self._seen, self._number, self._looks = 0, 0, 0
        self._match, self._lock = "", threading.Lock()
        self.now = CallNow()
        self.at_news: Callable[[], None] = lambda: None

    def look(self, there: int) -> None:
        """Look at what was written since, and ask the hall about a call that is open; ``there`` entries are there."""
        before = self.now
        self.read()
        if self.now.state != "none" and there >= self._number:
            if self._looks % ASKED_EVERY == 0:
                self._ask()
            self._looks += 1
        if self.now != before:
            self.at_news()

    def read(self) -> CallNow:
        """Take in what was written since, and return the call of this moment."""
        with self._lock:
            newest = self._journal.head
            if newest is not None and newest.sequence > self._seen:
                self._follow(newest.sequence)
            return self.now

    def _follow(self, newest: int) -> None:
        found = self._journal.some(self._seen + 1, newest, CALL_KINDS, ALL)
        self._seen = newest
        for entry in found:  # the newest first
            told = told_by(entry)
            if told is None:
                continue
            self._number, self._looks = entry.sequence, 0
            if isinstance(told, Appealed):
                self.now = CallNow("unsent", appeal=told.of)
            else:
                self.now = CallNow() if told.about == CALL_CLOSED else CallNow("unsent", about=told.text)
            return

    def _ask(self) -> None:
        self._match = self._match or self._journal.at(1).seal
        try:
            call = self._hall.call(self._match)
        except VedetteError:
            return
        with self._lock:  # not while the hall is asked: who writes a call never waits for it
            if call is None or call.number != self._number or self.now.state == "none":
                return
            if call.open:
                self.now = replace(self.now, state="coming" if call.taken else "waits", name=call.taken)
            else:
                self.now = CallNow()


ALL = 1_000
"""So many notes are looked through at the start: more than a long evening writes."""
