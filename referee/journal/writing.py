"""One writer a journal: a lock that the operating system, or the database, takes back when the program dies."""

import os
import sys
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, text

from referee.journal.failing import Taken

PG_KEY = 0x56_45_44_45  # "VEDE": of the database the URL names


class FileLock:
    """A lock on a file beside a SQLite journal."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ".lock")
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Take the lock; raises Taken, naming the process that holds it."""
        file = self.path.open("a+", encoding="utf-8")
        try:
            _lock(file)
        except OSError:
            file.seek(0)
            holder = file.read(80).strip() or "another program"
            file.close()
            raise Taken(f"{self.path.name.removesuffix('.lock')}: {holder} is writing it; close that first") from None
        file.seek(0)
        file.truncate()
        file.write(f"process {os.getpid()}")
        file.flush()
        self._file = file

    def give_back(self) -> None:
        """Let the next writer in."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseLock:
    """An advisory lock that a PostgreSQL session holds as long as it lives."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._session: Connection | None = None

    def take(self) -> None:
        """Take the lock; raises Taken."""
        session = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        granted: Any = session.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": PG_KEY}).scalar()
        if not granted:
            session.close()
            raise Taken(f"{self._engine.url.database}: another program is writing this journal; close that first")
        self._session = session

    def give_back(self) -> None:
        """Let the next writer in."""
        if self._session is not None:
            self._session.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": PG_KEY})
            self._session.close()
            self._session = None
