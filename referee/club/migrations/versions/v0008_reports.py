"""What each table's camera says now."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "club_report",
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("picture", sa.LargeBinary, nullable=False),
        sa.Column("heard_s", sa.Float, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
    )
