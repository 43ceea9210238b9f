"""Reading a journal's entries out of a database: forwards, backwards, a page at a time, never all at once."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy.exc import SQLAlchemyError

from referee.journal.entry import Entry
from referee.journal.errors import UNREAD, Unread
from referee.journal.schema import entry_from, said_by
from table.errors import BadFile, BadInput

PAGE = 500


def batches(entries: Iterable[Entry], size: int = PAGE) -> Iterator[list[Entry]]:
    """Yield entries in lists of so many; the last may be shorter."""
    left = iter(entries)
    while batch := list(islice(left, size)):
        yield batch


class JournalReader:
    """The entries of one match in a table of a database; ``match`` says of which, where the table has several's."""

    lasting = True
    """Whether it is still there when the program has ended."""
    torn = 0
    """So many entries are half written: none ever, in a database."""

    def __init__(self, engine: Engine, name: str, table: Table, match: str | None = None) -> None:
        self.name = name
        self._engine = engine
        self._columns = table.c
        self._rows = select(table) if match is None else select(table).where(table.c.match == match)

    @property
    def folded(self) -> int:
        """The number of the newest entry whose state is stored; 0 without one."""
        return 0

    def fold_before(self, sequence: int) -> tuple[int, str] | None:  # noqa: ARG002
        """Return the newest stored state up to an entry, with that entry's number; None without one."""
        return None

    @property
    def length(self) -> int:
        """How many entries there are now, whoever wrote them."""
        head = self.newest()
        return 0 if head is None else head.sequence

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Yield the entries from one number to another, in their order, a page at a time."""
        wanted = self._rows.order_by(self._columns.sequence).limit(PAGE)
        if last is not None:
            wanted = wanted.where(self._columns.sequence <= last)
        while last is None or first <= last:
            with self._reading() as connection:
                page = [entry_from(row) for row in connection.execute(wanted.where(self._columns.sequence >= first))]
            yield from page
            if len(page) < PAGE:
                return
            first = page[-1].sequence + 1

    def back(self, last: int, first: int, without: tuple[str, ...]) -> Iterator[Entry]:
        """Yield the entries from one number back to an earlier one, without those of some kinds, a page at a time."""
        wanted = self._rows.where(self._columns.kind.not_in(without), self._columns.sequence >= first)
        wanted = wanted.order_by(self._columns.sequence.desc())
        size = 20  # it is an undo more often than not that ends the way back
        while first <= last:
            with self._reading() as connection:
                rows = connection.execute(wanted.where(self._columns.sequence <= last).limit(size))
                page = [entry_from(row) for row in rows]
            yield from page
            if len(page) < size:
                return
            last, size = page[-1].sequence - 1, PAGE

    def some(self, first: int, last: int, kinds: Sequence[str], count: int, *, newest: bool = True) -> list[Entry]:
        """Return at most so many entries of some kinds between two numbers, the newest first or the oldest."""
        order = self._columns.sequence.desc() if newest else self._columns.sequence
        between = self._columns.sequence.between(first, last), self._columns.kind.in_(kinds)
        with self._reading() as connection:
            rows = connection.execute(self._rows.where(*between).order_by(order).limit(count))
            return [entry_from(row) for row in rows]

    def at(self, sequence: int) -> Entry:
        """Return one entry; raises BadInput where there is none of that number."""
        found = next(self.entries(sequence, sequence), None)
        if found is None:
            raise BadInput("there is no entry {number} in this journal", number=sequence)
        return found

    def newest(self) -> Entry | None:
        """Return the newest entry in the database, whoever wrote it."""
        wanted = self._rows.order_by(self._columns.sequence.desc()).limit(1)
        with self._reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else entry_from(row)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            if "decode" in said_by(error):  # it is there, and is no text
                raise BadFile(self.name, "", "a journal", said_by(error)) from None
            raise Unread(UNREAD, f"{self.name}: {said_by(error)}") from None


@contextmanager
def understood(name: str, file: Path | None) -> Iterator[None]:
    """Say in one line what a database has against being opened: where it is a server, to the terminal only."""
    try:
        yield
    except SQLAlchemyError as error:
        if file is None:
            raise Unread(UNREAD, f"{name}: {said_by(error)}") from None
        raise BadFile(name, "", "a journal", said_by(error)) from None
