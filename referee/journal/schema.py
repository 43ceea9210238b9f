"""The journal's tables and their rows, the same on SQLite and PostgreSQL; what is written there is never changed."""

from typing import Any

from sqlalchemy import DDL, Column, Connection, Integer, MetaData, Row, String, Table, Text, event, select
from sqlalchemy.exc import SQLAlchemyError

from referee.journal.entry import Entry

metadata = MetaData()


def entry_columns() -> tuple[Column[Any], ...]:
    """Return the columns of an entry, for a journal's own table and for one that has many journals' entries."""
    return (
        Column("sequence", Integer, primary_key=True, autoincrement=False),
        Column("time", String(40), nullable=False),
        Column("kind", String(40), nullable=False),
        Column("version", Integer, nullable=False),
        Column("text", Text, nullable=False),
        Column("previous", String(64), nullable=False),
        Column("seal", String(64), nullable=False),
    )


ENTRY = Table("entry", metadata, *entry_columns())
FOLD = Table(
    "fold", metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)  # fmt: skip
"""The state after some entries: only to page quickly, and made anew from the entries whenever it is missing."""

_SQLITE_GUARDS = {
    "update": "BEFORE UPDATE ON entry",
    "delete": "BEFORE DELETE ON entry",
    # REPLACE calls no trigger for what it deletes
    "replace": "BEFORE INSERT ON entry WHEN EXISTS (SELECT 1 FROM entry WHERE sequence = NEW.sequence)",
}
for _act, _when in _SQLITE_GUARDS.items():
    event.listen(
        ENTRY, "after_create",
        DDL(  # type: ignore[no-untyped-call]
            f"CREATE TRIGGER entry_no_{_act} {_when} BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END"
        ).execute_if(dialect="sqlite"),
    )  # fmt: skip
event.listen(
    ENTRY, "after_create",
    DDL(  # type: ignore[no-untyped-call]
        "CREATE OR REPLACE FUNCTION journal_only_added_to() RETURNS trigger AS "
        "$$ BEGIN RAISE EXCEPTION 'a journal is only added to'; END $$ LANGUAGE plpgsql; "
        "CREATE TRIGGER entry_no_change BEFORE UPDATE OR DELETE ON entry "
        "FOR EACH ROW EXECUTE FUNCTION journal_only_added_to(); "
        "CREATE TRIGGER entry_no_truncate BEFORE TRUNCATE ON entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION journal_only_added_to();"
    ).execute_if(dialect="postgresql"),
)  # fmt: skip


def make_tables(connection: Connection) -> None:
    """Make the tables that are not there, with what guards them, in the transaction of a connection."""
    metadata.create_all(connection)


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
