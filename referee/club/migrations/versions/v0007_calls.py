"""Calls of a referee."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "club_call",
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("about", sa.String(200), nullable=False),
        sa.Column("appeal", sa.Integer),
        sa.Column("wanted", sa.String(80), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("taken", sa.String(80), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_index("club_call_open", "club_call", ["open"])
