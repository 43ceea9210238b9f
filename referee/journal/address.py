"""Where a journal is: a file, or the URL of a PostgreSQL database."""

import sys
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

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
    raise BadInput(f"a journal is a file, or postgresql://USER@HOST/DATABASE: not {url.drivername}://")


def need_driver() -> None:
    """Raise BadInput, saying what to install, where PostgreSQL's driver is not."""
    if find_spec(DRIVER) is None:
        raise BadInput(
            "a journal in PostgreSQL needs psycopg, which is not installed: "
            f'run `"{sys.executable}" -m pip install "psycopg[binary]>=3.2,<4"`'
        )


def name_of(url: URL) -> str:
    """Return what people at the terminal are told a journal is called: never its password, wherever that stands."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.difference_update_query(("password", "sslpassword")).render_as_string(hide_password=True)
