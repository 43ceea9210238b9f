"""One writer a journal: a lock that the operating system, or the database, takes back when the program dies."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from referee.journal.errors import WriterTaken
from referee.journal.file_watch import FileWatch
from referee.journal.schema import make_tables
from table.errors import BadInput

PG_KEY = 0x56_45_44_45  # "VEDE"; with the schema, so that a URL with another search_path is another journal
PG_PATIENCE = "1s"  # a killed writer's session may still be finishing its last commit
LOCKED = "55P03"
FAR = 1 << 30  # Windows lets nobody read a locked byte: one that is none of the file's


class FileLock:
    """The right to write a SQLite journal: a lock on a file beside it."""

    def __init__(self, journal: Path, engine: Engine) -> None:
        self.path = journal.with_name(journal.name + ".lock")
        self.watch = FileWatch(journal, engine)
        self._engine = engine
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Take the lock; raises Taken, naming the process that holds it, BadInput where there can be none."""
        try:
            self._take()
        except OSError as error:
            raise BadInput("{path}: cannot be written ({reason})", path=self.path, reason=error.strerror) from None
        self.watch.open()

    def _take(self) -> None:
        file = self.path.open("a+b")
        try:
            lock_file(file)
        except OSError:
            file.seek(0)
            holder = file.read(80).decode("utf-8", "replace").strip() or "another program"
            file.close()
            raise WriterTaken(
                f"{self.path.name.removesuffix('.lock')}: {holder} is writing it; close that first"
            ) from None
        self._file = file
        file.truncate(0)
        file.write(f"process {os.getpid()}".encode())
        file.flush()
        self.watch.file.touch()

    @contextmanager
    def session(self) -> Iterator[Connection]:
        """Lend a transaction; raises NotSaved where a file of the journal is not as it was left."""
        with self.watch.session() as connection:
            yield connection

    def give_back(self) -> None:
        """Let the next writer in."""
        self.watch.close()
        self._engine.dispose()
        if self._file is not None:
            with suppress(OSError):  # what a full disk did not take is flushed once more
                self._file.close()
            self._file = None


def lock_file(file: IO[bytes]) -> None:
    """Lock a file for this process; raises OSError where another has."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseLock:
    """The right to write one in PostgreSQL: an advisory lock of the very session that writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._session: Connection | None = None

    def take(self) -> None:
        """Take the lock, and make the tables that are not there; raises Taken, naming the process that holds it."""
        session = self._engine.connect()
        try:
            with session.begin():
                session.execute(text(f"SET LOCAL lock_timeout = '{PG_PATIENCE}'"))
                session.execute(text(f"SELECT pg_advisory_lock({_KEY})"))
        except BaseException as error:
            locked = isinstance(error, OperationalError) and getattr(error.orig, "sqlstate", "") == LOCKED
            holder = _holder(session) if locked else ""
            _shut(session)
            if not locked:
                raise
            raise WriterTaken(f"{self._engine.url.database}: {holder} is writing it; close that first") from None
        self._session = session
        with session.begin():
            make_tables(session)

    @contextmanager
    def session(self) -> Iterator[Connection]:
        """Lend a transaction of the session that holds the lock; one that broke is taken anew, as the lock is."""
        if self._session is None:
            self.take()
        session = self._session
        assert session is not None
        try:
            with session.begin():
                yield session
        except SQLAlchemyError:
            if session.invalidated:
                self._session = None
                _shut(session)
            raise

    def give_back(self) -> None:
        """Let the next writer in."""
        if self._session is not None:
            with suppress(SQLAlchemyError), self._session.begin():
                self._session.execute(text(f"SELECT pg_advisory_unlock({_KEY})"))
            _shut(self._session)
            self._session = None
        self._engine.dispose()


WriterLock = FileLock | DatabaseLock
_KEY = f"{PG_KEY}, hashtext(coalesce(current_schema(), ''))"
_HOLDER = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted "
    f"AND classid = {PG_KEY} AND objid = hashtext(coalesce(current_schema(), ''))::bit(32)::bigint::oid"
)


def _holder(session: Connection) -> str:
    found: Any = None
    with suppress(SQLAlchemyError), session.begin():
        found = session.execute(_HOLDER).scalar()
    return found or "another program"


def _shut(session: Connection) -> None:
    """Close a session for good, so that the database takes its lock back."""
    with suppress(SQLAlchemyError):
        session.invalidate()
    with suppress(SQLAlchemyError):
        session.close()
