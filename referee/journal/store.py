"""A journal in a database: SQLite by default, PostgreSQL by URL; entries are added, read and never changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Row, create_engine, event, insert, make_url, select
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from referee.journal.entry import GENESIS, Entry, payload_text, sealed
from referee.journal.failing import NotSaved, Overtaken
from referee.journal.schema import ENTRY, FOLD, metadata
from referee.journal.writing import DatabaseLock, FileLock
from table.errors import BadFile, BadInput

PAGE = 500
Draft = tuple[str, int, Mapping[str, Any]]
"""An entry to be: kind, version, payload."""


def utc_now() -> str:
    """Return the time as entries have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def url_of(journal: str | Path) -> URL:
    """Return the database URL of a journal given as a file or as a URL."""
    text = str(journal)
    return make_url(text) if "://" in text else URL.create("sqlite", database=text)


class Journal:
    """An open journal; with ``write`` it is this program's alone until it is closed."""

    def __init__(self, where: str | Path, *, write: bool = False, now: Callable[[], str] = utc_now) -> None:
        """Open a journal, and make it if it is to be written and is not there.

        Raises BadInput where there is none to read or no database, Taken where another program writes it.
        """
        self.url, self._now, self._write = url_of(where), now, write
        self.file = Path(self.url.database) if self.url.get_backend_name() == "sqlite" and self.url.database else None
        if self.file is not None and not write and not self.file.is_file():
            raise BadInput(f"{self.file}: no such journal")
        self._engine = _engine(self.url, write)
        self._lock = FileLock(self.file) if self.file is not None else DatabaseLock(self._engine)
        try:
            if write:
                self._lock.take()
                metadata.create_all(self._engine)
            self._head = self._read_head()
        except SQLAlchemyError as error:
            self.close()
            raise BadFile(str(self.url.render_as_string(hide_password=True)), "", "a journal", _said(error)) from None
        self._inode = self.file.stat().st_ino if self.file is not None else None

    def close(self) -> None:
        """Let go of the journal."""
        if self._write:
            self._lock.give_back()
        self._engine.dispose()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def head(self) -> Entry | None:
        """The newest entry that this program has written or seen."""
        return self._head

    def append(self, *drafts: Draft, after: str | None = None) -> Entry:
        """Add entries, all or none, on disk before this returns; return the last.

        ``after`` is the seal they must follow. Raises Overtaken where another came first, NotSaved where the database
        cannot take them: then nothing was written.
        """
        previous = self._head
        if after is not None and after != (previous.seal if previous else GENESIS):
            raise Overtaken("somebody else was quicker: look at the card again")
        if self.file is not None and (not self.file.exists() or self.file.stat().st_ino != self._inode):
            raise NotSaved(f"the journal {self.file} is gone: nothing is saved until it is back; export the match now")
        entries = []
        for kind, version, payload in drafts:
            sequence, seal = (previous.sequence + 1, previous.seal) if previous else (1, GENESIS)
            previous = sealed(sequence, self._now(), kind, version, payload_text(payload), seal)
            entries.append(previous)
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(ENTRY), [_row(entry) for entry in entries])
        except DatabaseError as error:
            self._head = self._read_again()
            raise NotSaved(f"the journal could not be written ({_said(error)}): nothing has happened") from None
        self._head = previous
        return entries[-1]

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Yield the entries from one number to another, in their order, a page at a time."""
        while last is None or first <= last:
            with self._engine.connect() as connection:
                page = _page(connection, first, last)
            yield from page
            if len(page) < PAGE:
                return
            first = page[-1].sequence + 1

    def at(self, sequence: int) -> Entry:
        """Return one entry; raises BadInput where there is none of that number."""
        found = next(self.entries(sequence, sequence), None)
        if found is None:
            raise BadInput(f"there is no entry {sequence} in this journal")
        return found

    def newest(self) -> Entry | None:
        """Return the newest entry in the database, whoever wrote it."""
        return self._read_head()

    def fold_before(self, sequence: int) -> tuple[int, str] | None:
        """Return the newest stored state up to an entry, with that entry's number; None without one."""
        with self._engine.connect() as connection:
            wanted = select(FOLD).where(FOLD.c.sequence <= sequence).order_by(FOLD.c.sequence.desc()).limit(1)
            row = connection.execute(wanted).first()
        return None if row is None else (int(row.sequence), str(row.text))

    def store_fold(self, sequence: int, text: str) -> None:
        """Keep the state after an entry, to page quickly; one that cannot be kept is no loss."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(FOLD), {"sequence": sequence, "text": text})
        except DatabaseError:
            return

    def _read_head(self) -> Entry | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(ENTRY).order_by(ENTRY.c.sequence.desc()).limit(1)).first()
        return None if row is None else _entry(row)

    def _read_again(self) -> Entry | None:
        try:
            return self._read_head()
        except SQLAlchemyError:
            return self._head


def _engine(url: URL, write: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _pragmas(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        if write:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
        else:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    return engine


def _page(connection: Connection, first: int, last: int | None) -> Sequence[Entry]:
    wanted = select(ENTRY).where(ENTRY.c.sequence >= first).order_by(ENTRY.c.sequence).limit(PAGE)
    if last is not None:
        wanted = wanted.where(ENTRY.c.sequence <= last)
    return [_entry(row) for row in connection.execute(wanted)]


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.sequence, row.time, row.kind, row.version, row.text, row.previous, row.seal)


def _row(entry: Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in ("sequence", "time", "kind", "version", "text", "previous", "seal")}


def _said(error: SQLAlchemyError) -> str:
    """Return what a database says, without the statement and its numbers."""
    first = str(getattr(error, "orig", None) or error).strip().splitlines()
    return first[0] if first else type(error).__name__
