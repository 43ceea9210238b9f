"""The journal's tables, the same on SQLite and PostgreSQL; what is written there is never changed."""

from sqlalchemy import DDL, Column, Connection, Integer, MetaData, String, Table, Text, event

metadata = MetaData()

ENTRY = Table(
    "entry", metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("time", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
)  # fmt: skip
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
