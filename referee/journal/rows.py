"""Entries as rows of a database, and what a database says when it refuses."""

from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import SQLAlchemyError

from referee.journal.entry import Entry
from referee.journal.schema import ENTRY


def entry_from(row: Row[Any]) -> Entry:
    """Return the entry of a row; what is no text, as somebody may have put there, becomes one that no seal fits."""
    kind, version, text = str(row.kind), row.version, str(row.text)
    return Entry(row.sequence, str(row.time), kind, version, text, str(row.previous), str(row.seal))


def row_of(entry: Entry) -> dict[str, Any]:
    """Return the row of an entry."""
    return {name: getattr(entry, name) for name in ("sequence", "time", "kind", "version", "text", "previous", "seal")}


def newest(connection: Connection) -> Entry | None:
    """Return the newest entry."""
    row = connection.execute(select(ENTRY).order_by(ENTRY.c.sequence.desc()).limit(1)).first()
    return None if row is None else entry_from(row)


def said_by(error: SQLAlchemyError) -> str:
    """Return what a database says, without the statement and its numbers."""
    first = str(getattr(error, "orig", None) or error).strip().splitlines()
    return first[0] if first else type(error).__name__


def is_full(error: Exception) -> bool:
    """Say whether a database refuses because its disk is full."""
    said = getattr(error, "orig", None)
    return getattr(said, "sqlstate", "") == "53100" or getattr(said, "sqlite_errorname", "") == "SQLITE_FULL"
