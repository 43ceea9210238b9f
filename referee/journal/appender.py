"""Adding entries to a journal: all or none, and never after an entry that nobody here knows of."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from referee.journal.entry import GENESIS, Draft, Entry, payload_text, sealed
from referee.journal.errors import FULL, UNWRITTEN, NotSaved, Overtaken, WriterTaken
from referee.journal.payloads import UNCONFIRMED, Undone, draft
from referee.journal.schema import ENTRY, is_full, newest, row_of, said_by
from referee.journal.writer_lock import WriterLock

STRANGER = "another program has written in this journal: close it here and open it again"


class Appender:
    """The end of a journal that its one writer adds to.

    A database that goes away while it commits leaves open whether it has: such entries are in doubt until it is back.
    Those it has kept after all, though the writer was told that they were not, are taken back by an entry ``undone``.
    """

    def __init__(self, lock: WriterLock, head: Entry | None, now: Callable[[], str]) -> None:
        self.head = head
        self._lock, self._now = lock, now
        self._end = head  # the newest in the database; not the head where it kept what it had seemed to lose
        self._doubtful: list[Entry] = []
        self._overtaken = False

    def append(self, drafts: Sequence[Draft], after: str | None) -> Entry:
        """Add entries, all or none, on disk before this returns; raises Overtaken, NotSaved."""
        if not drafts:
            raise ValueError("nothing to write")
        if after is not None and after != _seal(self.head):
            raise Overtaken("somebody else was quicker: look at the card again")
        self._begin()
        return self._add(self._sealed([*self._taken_back(), *drafts]))

    def copy(self, entries: list[Entry]) -> Entry:
        """Add entries that were sealed elsewhere; raises Overtaken where they do not follow, NotSaved."""
        self._begin()
        if entries[0].previous != _seal(self._end):
            raise Overtaken(STRANGER)
        return self._add(entries)

    def _begin(self) -> None:
        if self._overtaken:
            raise Overtaken(STRANGER)
        try:
            self._settle()
        except (SQLAlchemyError, WriterTaken) as error:
            raise not_saved(error) from None

    def _add(self, entries: list[Entry]) -> Entry:
        try:
            self._write(entries)
        except DBAPIError as error:
            if not error.connection_invalidated or self._doubtful:
                raise not_saved(error) from None
            self._write_again(entries)
        except (SQLAlchemyError, WriterTaken) as error:
            raise not_saved(error) from None
        self._doubtful = []
        self.head = self._end = entries[-1]
        return self.head

    def _write(self, entries: list[Entry]) -> None:
        """Commit entries; what goes wrong is raised only if they are not in, or nobody can tell."""
        try:
            with self._lock.session() as connection:
                self._doubtful = entries
                connection.execute(insert(ENTRY), [row_of(entry) for entry in entries])
        except IntegrityError:
            # Refused before any commit: what stands there is a stranger's, a twin of ours to the letter too.
            self._doubtful, self._overtaken = [], True
            raise Overtaken(STRANGER) from None
        except (SQLAlchemyError, WriterTaken, NotSaved):
            with suppress(SQLAlchemyError, WriterTaken, NotSaved):
                self._settle()
            if self._doubtful or self._end != entries[-1]:
                raise

    def _write_again(self, entries: list[Entry]) -> None:
        """Write what was lost with a connection that had died before: the new one has the lock and found none in."""
        try:
            self._write(entries)
        except (SQLAlchemyError, WriterTaken) as error:
            raise not_saved(error) from None

    def _taken_back(self) -> list[Draft]:
        """Return what takes back the entries that nobody was told are kept."""
        if self._end == self.head:
            return []
        if self.head is None:
            raise Overtaken("the database has kept this journal's beginning after all: open it again")
        return [draft(Undone(act=UNCONFIRMED, to=self.head.sequence))]

    def _sealed(self, drafts: Sequence[Draft]) -> list[Entry]:
        entries: list[Entry] = []
        previous = self._end
        for kind, version, payload in drafts:
            number = previous.sequence + 1 if previous else 1
            previous = sealed(number, self._now(), kind, version, payload_text(payload), _seal(previous))
            entries.append(previous)
        return entries

    def _settle(self) -> None:
        """Find out whether the entries in doubt are in; raises Overtaken where the newest are a stranger's.

        Asked in a session that holds the lock: the one that is gone may have been committing until then.
        """
        if not self._doubtful:
            return
        with self._lock.session() as connection:
            found = newest(connection)
        if _seal(found) == self._doubtful[-1].seal:
            self._end = found
        elif _seal(found) != _seal(self._end):
            self._overtaken = True
            raise Overtaken(STRANGER)
        self._doubtful = []


def _seal(entry: Entry | None) -> str:
    return GENESIS if entry is None else entry.seal


def not_saved(error: SQLAlchemyError | WriterTaken) -> NotSaved:
    """Return what people are told when a database refuses; its own words are for the referee's terminal."""
    said = said_by(error) if isinstance(error, SQLAlchemyError) else str(error)
    return NotSaved(FULL if is_full(error) else UNWRITTEN, said)
