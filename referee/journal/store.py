"""A journal in a database: SQLite by default, PostgreSQL by URL; entries are added, read and never changed."""

import shutil
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

from sqlalchemy import func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from referee.journal.appender import Appender
from referee.journal.engines import engine_of, name_of, url_of
from referee.journal.entry import Draft, Entry
from referee.journal.errors import NotSaved, WriterTaken
from referee.journal.payloads import Payload, draft
from referee.journal.reader import PAGE, JournalReader, understood
from referee.journal.schema import ENTRY, FOLD, newest
from referee.journal.writer_lock import DatabaseLock, FileLock, WriterLock
from table.errors import BadFile, BadInput


def utc_now() -> str:
    """Return the time as entries have it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal(JournalReader):
    """An open journal; with ``write`` it is this program's alone until it is closed."""

    trouble: str | None = None
    """What the referee should know of it, in English: a mirror that is not written."""

    def __init__(self, where: str | Path, *, write: bool = False, now: Callable[[], str] = utc_now) -> None:
        """Open a journal, and make it if it is to be written and is not there.

        Raises BadInput where there is none to read or no database, Taken where another program writes it.
        """
        self.url = url_of(where)
        name = name_of(self.url)
        self.file = Path(str(self.url.database)) if self.url.get_backend_name() == "sqlite" else None
        if self.file is not None and not write and not self.file.is_file():
            raise BadInput("{path}: no such journal", path=self.file)
        with understood(name, self.file):
            super().__init__(engine_of(self.url, write), name, ENTRY)
        self._lock: WriterLock = DatabaseLock(self._engine) if self.file is None else FileLock(self.file, self._engine)
        self._appender: Appender | None = None
        try:
            with understood(self.name, self.file):
                if write:
                    self._lock.take()
                with self._engine.connect() as connection:
                    if not inspect(connection).has_table(ENTRY.name):
                        raise BadFile(self.name, "", "a journal", "a database without one")
                    self._head = newest(connection)
                    self._folded = connection.execute(select(func.max(FOLD.c.sequence))).scalar() or 0
            if write:
                self._appender = Appender(self._lock, self._head, now)
        except BaseException:
            self.close()
            raise
        self._mutex = threading.Lock()

    def close(self) -> None:
        """Let go of the journal."""
        self._lock.give_back()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def head(self) -> Entry | None:
        """The newest entry that this program has written, or that was there when it was opened."""
        return self._appender.head if self._appender is not None else self._head

    @property
    def folded(self) -> int:
        """The number of the newest entry whose state is stored; 0 without one."""
        return self._folded

    @property
    def _writer(self) -> Appender:
        if self._appender is None:
            raise BadInput("{name}: this journal was opened to read", name=self.name)
        return self._appender

    def append(self, *written: Payload | Draft, after: str | None = None) -> Entry:
        """Add entries, all or none, on disk before this returns; return the last.

        ``after`` is the seal they must follow. Raises Overtaken where another came first, NotSaved where the database
        cannot take them: then nothing has happened.
        """
        with self._mutex:
            return self._writer.append([draft(w) if isinstance(w, Payload) else w for w in written], after)

    def copy(self, entries: Sequence[Entry]) -> Entry:
        """Add entries that were sealed in another journal of this match; raises Overtaken, NotSaved."""
        with self._mutex:
            return self._writer.copy(list(entries))

    def fold_before(self, sequence: int) -> tuple[int, str] | None:
        """Return the newest stored state up to an entry, with that entry's number; None without one."""
        with self._reading() as connection:
            wanted = select(FOLD).where(FOLD.c.sequence <= sequence).order_by(FOLD.c.sequence.desc()).limit(1)
            row = connection.execute(wanted).first()
        return None if row is None else (int(row.sequence), str(row.text))

    def folds(self) -> Iterator[tuple[int, str]]:
        """Yield all stored states with the numbers of their entries, in their order."""
        after = -1
        while True:
            with self._reading() as connection:
                wanted = select(FOLD).where(FOLD.c.sequence > after).order_by(FOLD.c.sequence).limit(PAGE)
                page = connection.execute(wanted).all()
            for row in page:
                yield int(row.sequence), str(row.text)
            if len(page) < PAGE:
                return
            after = page[-1].sequence

    def store_fold(self, sequence: int, text: str) -> None:
        """Keep the state after an entry, to page quickly; one that cannot be kept is no loss."""
        _ = self._writer
        try:
            with self._mutex, self._lock.session() as connection:
                connection.execute(insert(FOLD), {"sequence": sequence, "text": text})
        except (SQLAlchemyError, WriterTaken, NotSaved):
            return
        self._folded = sequence


class TemporaryJournal(Journal):
    """A journal in a folder of its own that goes when it is closed, or when nobody has the journal any more."""

    lasting = False

    def __init__(self) -> None:
        # A file, not SQLite in memory: the page's threads read with connections of their own.
        folder = mkdtemp(prefix="vedette-")
        self._sweep = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(f"{folder}/match.sqlite", write=True)
        weakref.finalize(self, self._lock.give_back)

    def close(self) -> None:
        """Let go of the journal, and of its folder."""
        super().close()
        self._sweep()
