"""How much of each match the receivers of events were told."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "club_told",
        sa.Column("receiver", sa.String(200), primary_key=True),
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
    )
