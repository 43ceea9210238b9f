"""Where each match of the hall stands: read once, then played on by what comes in."""

import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from referee.club.record import Club, ClubMatch, reading_match
from referee.journal.entry import Entry
from referee.journal.history import Past, folded, past_of, point_at
from referee.journal.match_end import MatchEnd, end_in
from referee.journal.reader import JournalReader
from table.errors import VedetteError

NEWS = ("confirmed", "turn_ended", "undone", "redone", "match_ended")
MOST = 48
"""So many tables are shown, the newest match of each; the positions of so many matches are kept."""


@dataclass(frozen=True, slots=True)
class Position:
    """A match after its newest entry: what is known, how it ended if it has, and the entry that is told as the last."""

    past: Past
    end: MatchEnd | None
    last: Entry | None


class _MatchPosition:
    """The newest position of one match; one thread at a time plays it on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._position: Position | None = None

    def at(self, journal: JournalReader, length: int) -> Position:
        """Return the position after so many entries; raises VedetteError for a match that cannot be read."""
        with self._lock:
            if self._position is None or self._position.past.point.sequence != length:
                self._position = self._played_on(journal, length)
            return self._position

    def _played_on(self, journal: JournalReader, length: int) -> Position:
        known = None if self._position is None else self._position.past.point
        if known is None or known.sequence > length:
            known = point_at(journal, length)
        for entry in journal.entries(known.sequence + 1, length):
            known = folded(known, entry, journal)
        last = journal.some(1, length, NEWS, 1)
        return Position(past_of(journal, journal.at(length), known), end_in(journal), last[0] if last else None)


class Positions:
    """The positions of a club's matches, for any thread: one that has grown is played on, not from its beginning."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._kept = lru_cache(MOST)(lambda _: _MatchPosition())

    def of(self, match: ClubMatch) -> Position:
        """Return where a match stands; raises VedetteError where it cannot be read."""
        with reading_match(match.match):
            return self._kept(match.match).at(self._club.journal(match.match), match.length)

    def read(self, matches: Iterable[ClubMatch]) -> None:
        """Read where these matches stand before anybody asks; what cannot be read now is read when it is shown."""
        for match in matches:
            with suppress(VedetteError):
                self.of(match)
