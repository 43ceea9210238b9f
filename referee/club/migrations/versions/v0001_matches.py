"""Matches and their entries, guarded against every change but a new entry."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_SQLITE = {
    "update": "BEFORE UPDATE ON club_entry",
    "delete": "BEFORE DELETE ON club_entry",
    # REPLACE calls no trigger for what it deletes
    "replace": "BEFORE INSERT ON club_entry WHEN EXISTS "
    "(SELECT 1 FROM club_entry WHERE match = NEW.match AND sequence = NEW.sequence)",
}
_POSTGRES = (
    "CREATE SEQUENCE club_growth",
    "CREATE FUNCTION club_only_added_to() RETURNS trigger AS "
    "$$ BEGIN RAISE EXCEPTION 'a journal is only added to'; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER club_entry_no_change BEFORE UPDATE OR DELETE ON club_entry "
    "FOR EACH ROW EXECUTE FUNCTION club_only_added_to()",
    "CREATE TRIGGER club_entry_no_truncate BEFORE TRUNCATE ON club_entry "
    "FOR EACH STATEMENT EXECUTE FUNCTION club_only_added_to()",
)


def upgrade() -> None:
    """Make both tables, and what counts their growth."""
    op.create_table(
        "club_match",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("opened", sa.String(40), nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("last", sa.String(40), nullable=False),
        sa.Column("grown", sa.Integer, nullable=False),
    )
    op.create_index("club_match_by_grown", "club_match", ["grown"])
    op.create_table(
        "club_entry",
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("seal", sa.String(64), nullable=False),
    )
    if op.get_context().dialect.name == "postgresql":
        for statement in _POSTGRES:
            op.execute(statement)
        return
    for act, when in _SQLITE.items():
        op.execute(
            f"CREATE TRIGGER club_entry_no_{act} {when} BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END"
        )
