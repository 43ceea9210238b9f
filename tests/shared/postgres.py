"""A PostgreSQL of the tests' own: in a temporary folder, on a socket of its own, gone with them."""

import os
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql@*/bin")


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL's initdb and pg_ctl."""
    found = [place for pattern in PLACES for place in Path("/").glob(pattern[1:]) if (place / "initdb").exists()]
    on_path = shutil.which("initdb")
    newest = max(found, key=lambda place: (len(str(place)), str(place)), default=None)
    return newest or (Path(on_path).resolve().parent if on_path else None)


class Cluster:
    """One PostgreSQL server; PostgreSQL refuses to be root, so root starts it as Debian's user ``postgres``."""

    def __init__(self, binaries: Path) -> None:
        self._binaries = binaries
        self.folder = Path(tempfile.mkdtemp(prefix="vedette-pg-"))
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._as = ["runuser", "-u", "postgres", "--"] if root else []
        if root:
            shutil.chown(self.folder, "postgres", "postgres")
        self._numbers = count(1)
        self._run(
            "initdb", "-D", f"{self.folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"
        )
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        # What a killed server has written is with the system: only a power cut, which no test makes, needs fsync, and
        # recovering without takes a tenth of the time.
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c shared_buffers=16MB -c fsync=off"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: ``immediate`` is as if it was killed."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", how, "-w", "stop")

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new(self) -> str:
        """Make an empty database and return its URL."""
        name = f"match{next(self._numbers)}"
        engine = create_engine(self.raw_url("postgres"), isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        return self.url(name)

    def raw_url(self, database: str) -> str:
        """Return the URL of a database as SQLAlchemy takes it."""
        return self.url(database).replace("postgresql://", "postgresql+psycopg://")

    def remove(self) -> None:
        """Stop the server and delete everything."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._binaries / program), *arguments]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        subprocess.run(command, cwd="/", check=True, timeout=60, **quiet)  # type: ignore[call-overload]
