"""An event: something that was written into a match of the club, as other programs hear of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.club.record import SHORT, Club, ClubMatch, reading_match
from referee.club.report import reports
from referee.journal.entry import Entry
from referee.journal.entry_sentences import entry_said
from referee.words.translation import say
from table.errors import VedetteError
from web.hall.positions import Positions
from web.hall.view import HallTable, table_view

SCHEMA = "vedette.event/1"


@dataclass(frozen=True, slots=True)
class ClubEvent:
    """An entry of a match: what happened, in a sentence and as the journal has it, and how its table is now.

    ``id`` is the entry's seal: one that was sent twice has the same. ``kind`` is the entry's (docs/journal.md),
    ``number`` its place in the match, ``at`` its UTC time.
    """

    schema: str
    id: str
    kind: str
    match: str
    place: str
    number: int
    at: str
    said: str
    data: dict[str, object]
    table: HallTable


class ReceiverAway(VedetteError):  # noqa: N818  # like the journal's
    """A receiver of events that cannot be reached now."""


class Receiver(Protocol):
    """Another program that is told of events."""

    @property
    def name(self) -> str:
        """What it is called here, without any password."""

    def send(self, event: ClubEvent) -> None:
        """Tell it; raises ReceiverAway where it cannot be reached now, to be tried again."""

    def close(self) -> None:
        """Let go of it."""


def events_of(club: Club, positions: Positions, match: ClubMatch, after: int, language: str) -> Iterator[ClubEvent]:
    """Yield a match's events after so many; raises VedetteError where they cannot be read."""
    with club.reading() as connection:
        reported = reports(connection, [match.match]).get(match.match)
    titles = {} if reported is None else reported.report.titles
    table = table_view(positions, match, titles, language)
    for entry in club.journal(match.match).entries(after + 1):
        yield _event(entry, match, table, titles, language)


def _event(entry: Entry, match: ClubMatch, table: HallTable, titles: Mapping[str, str], language: str) -> ClubEvent:
    try:
        with reading_match(match.match):
            said = entry_said(match.game, entry, titles=titles, language=language, brief=True)
            data = entry.payload
    except VedetteError:  # the events after it are told all the same
        said, data = say("entries.unreadable", language), {}
    return ClubEvent(
        SCHEMA, entry.seal, entry.kind, match.match[:SHORT], match.place, entry.sequence, entry.time, said, data, table
    )
