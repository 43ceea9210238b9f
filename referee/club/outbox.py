"""A table's outbox: what its journal has and the club has not, sent on in its order; the match never waits for it."""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from referee.journal.entry import Entry
from referee.journal.errors import Overtaken
from referee.journal.reader import JournalReader, batches
from table.errors import BadInput, VedetteError
from table.names import MOST

if TYPE_CHECKING:
    from referee.club.call_desk import CallDesk
    from referee.club.report import TableReport
    from referee.club.report_desk import ReportDesk

AT_ONCE = 100
LOOK_S, MOST_WAIT_S = 0.1, 5.0
"""A journal is looked at so often; a hall that does not answer is tried again after 1, 2, 4 and then so many."""
log = logging.getLogger(__name__)


def read_place(name: str) -> str:
    """Return what a club calls a table; raises BadInput for a name that its database has no room for."""
    place = name.strip()
    if not 0 < len(place) <= MOST:
        raise BadInput("--place: 1 to {most} letters", most=MOST)
    return place


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """What the hall says of a match's newest call: the number of its entry, who comes ("" nobody yet), whether open."""

    number: int
    taken: str
    open: bool


class Hall(Protocol):
    """What takes entries in: the club's database, or the hall's page over the network."""

    def length(self, match: str) -> int:
        """Return how many entries of a match are there; raises VedetteError where it cannot be asked."""

    def send(self, place: str, match: str, entries: Sequence[Entry]) -> int:
        """Send entries, all or none, and return how many are there then.

        Raises Overtaken where the match is another table's by now, any other VedetteError where they could not be sent.
        """

    def call(self, match: str) -> CallAnswer | None:
        """Return what became of a match's newest call, None where there is none; raises VedetteError."""

    def report(self, place: str, match: str, report: "TableReport") -> None:
        """Say what the match's camera says now; raises Overtaken where it is another table's, VedetteError."""

    def close(self) -> None:
        """Let go of it."""


@dataclass(frozen=True, slots=True)
class Sent:
    """How far an outbox is: so many entries are in the hall, so many wait, and what is in the way.

    ``refused`` where the hall will never take the rest: the match is played at another table.
    """

    there: int = 0
    waiting: int = 0
    trouble: VedetteError | None = None
    refused: bool = False


class Relay(Protocol):
    """What sends a match on while it is played, and tells the table of its calls."""

    @property
    def desk(self) -> "CallDesk":
        """The calls of this table."""

    @property
    def reports(self) -> "ReportDesk":
        """What is told of this table's camera."""

    @property
    def sent(self) -> Sent:
        """How far it is."""

    def start(self) -> None:
        """Begin to send."""

    def close(self) -> None:
        """Send what is left, for a few seconds at most, and stop."""


class Outbox:
    """What sends a journal's entries to a hall. The journal itself is the outbox: nothing is written down twice.

    The hall says how far it is, so that what it confirmed while the network went away is not sent again, or is passed
    over there. ``journal`` is read on connections of its own.
    """

    def __init__(self, journal: JournalReader, hall: Hall, place: str) -> None:
        self._journal, self._hall, self._place = journal, hall, place
        self._match: str | None = None
        self._known = False
        self.sent = Sent()

    @property
    def match(self) -> str:
        """The match's number; "" before its first entry was read."""
        return self._match or ""

    def send(self) -> bool:
        """Send all that is waiting; say whether the hall has everything now. Never raises for a hall that is away."""
        if self.sent.refused:
            return False
        away = self.sent.trouble is not None
        try:
            self._send()
        except VedetteError as error:
            self.hear(error)
            return False
        if away:
            log.warning("the hall is told of this match again: entries that are there: %d", self.sent.there)
        return True

    def hear(self, error: VedetteError) -> None:
        """Take in why the hall was not told of something: where it refuses the match nothing more is sent."""
        refused = isinstance(error, Overtaken)
        if refused:
            log.error("the hall refuses this match: %s", error)
        elif self.sent.trouble is None:
            log.warning("the hall is not told of this match: %s; it goes on, and what is played is sent later", error)
        self._known = False
        self.sent = Sent(self.sent.there, self._waiting(), error, refused=refused)

    def _send(self) -> None:
        if self._match is None:
            first = next(self._journal.entries(1, 1), None)
            if first is None:
                return
            self._match = first.seal
        if not self._known:
            self.sent = Sent(self._hall.length(self._match))
            self._known = True
        for batch in batches(self._journal.entries(self.sent.there + 1), AT_ONCE):
            self.sent = Sent(self._hall.send(self._place, self._match, batch))

    def _waiting(self) -> int:
        try:
            return max(0, self._journal.length - self.sent.there)
        except VedetteError:
            return 0


def keep_sending(
    outbox: Outbox, length: Callable[[], int], stop: threading.Event, look: Callable[[int], None] = lambda _: None
) -> None:  # fmt: skip
    """Send what is written, as soon as it is, until told to stop; then once more. ``length`` is the journal's, cheap.

    After each turn ``look`` is told how many entries are there.

    A hall that is away is tried again after a second, then after twice as long.
    """
    wait_s = 0.0
    while not stop.wait(max(LOOK_S, wait_s)):
        if wait_s or length() > outbox.sent.there:
            wait_s = 0.0 if outbox.send() else min(MOST_WAIT_S, 2 * wait_s or 1.0)
        look(outbox.sent.there)
    outbox.send()
