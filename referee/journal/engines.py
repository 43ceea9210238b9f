"""Where a journal is, a file or a PostgreSQL database, and how SQLAlchemy opens it."""

import os
import shutil
import sqlite3
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from table.errors import BadInput

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
DRIVER = "psycopg"


def url_of(journal: str | Path) -> URL:
    """Return the database URL of a journal given as a file or as a URL; raises BadInput for any other database."""
    text = str(journal)
    if "://" not in text:
        return URL.create("sqlite", database=str(Path(text).absolute()))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadInput("a journal is a file, or postgresql://USER@HOST/DATABASE") from None
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return URL.create("sqlite", database=str(Path(url.database).absolute()))
    raise BadInput("a journal is a file, or postgresql://USER@HOST/DATABASE: not {driver}://", driver=url.drivername)


def need_driver() -> None:
    """Raise BadInput, saying what to install, where PostgreSQL's driver is not."""
    if find_spec(DRIVER) is None:
        raise BadInput(
            'a journal in PostgreSQL needs psycopg, which is not installed: run `"{program}" -m pip install '
            '"psycopg[binary]>=3.2,<4"`',
            program=sys.executable,
        )


def name_of(url: URL) -> str:
    """Return what people at the terminal are told a journal is called: never its password, wherever that stands."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.difference_update_query(("password", "sslpassword")).render_as_string(hide_password=True)


MOST_KEPT = 20
"""So many connections stay open when they are not needed: a hall's guests ask all at once."""
PATIENCE_S = 10
"""How long another program that reads or copies may hold a journal up before an entry is refused."""


def engine_of(url: URL, write: bool) -> Engine:
    """Return the connections of the journal at a URL of ``url_of``; raises BadInput without PostgreSQL's driver."""
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        on_a_mac = "fullfsync=ON"  # where a disk says that it has written before it has
        durable = ("journal_mode=WAL", "synchronous=FULL", on_a_mac)
        return _sqlite(f"{file.as_uri()}?mode=rw", *durable) if write else reading_sqlite(file)
    need_driver()
    return _postgresql(url, write)


def _postgresql(url: URL, write: bool) -> Engine:
    alive = {"connect_timeout": PATIENCE_S, "tcp_user_timeout": 1000 * PATIENCE_S, "client_encoding": "utf8"}
    known = {"application_name": f"process {os.getpid()}"}
    engine = create_engine(url, pool_pre_ping=True, pool_size=MOST_KEPT, connect_args={**alive, **known, **url.query})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = on" if write else "SET default_transaction_read_only = on")
        connection.commit()

    return engine


def _sqlite(uri: str, *pragmas: str) -> Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE_S, check_same_thread=False)
        try:
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:  # the file is no database, say
            connection.close()
            raise
        return connection

    return create_engine("sqlite://", creator=connect, poolclass=QueuePool)


def reading_sqlite(file: Path) -> Engine:
    """Return connections that cannot write; where SQLite may not lay its helpers beside the file, they do without."""
    engine = _sqlite(f"{file.as_uri()}?mode=rw", "query_only=ON")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master").close()
    except DatabaseError as error:
        engine.dispose()
        if not str(getattr(error.orig, "sqlite_errorname", "")).startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
        return _sqlite_still(file)
    return engine


def _sqlite_still(file: Path) -> Engine:
    """Read in a folder that may not be written: the file as it lies there, or a copy where its newest part is apart."""
    log = file.with_name(file.name + "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return _sqlite(f"{file.as_uri()}?immutable=1", "query_only=ON")
    folder = tempfile.TemporaryDirectory(prefix="vedette-")
    copy = Path(folder.name, file.name)
    shutil.copyfile(file, copy)
    shutil.copyfile(log, copy.with_name(log.name))
    engine = _sqlite(copy.as_uri(), "query_only=ON")
    event.listen(engine, "engine_disposed", lambda _: folder.cleanup())
    return engine
