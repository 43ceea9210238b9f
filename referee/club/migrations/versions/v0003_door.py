"""Who is invited to the hall, and the hall's PIN."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "club_guest",
        sa.Column("role", sa.String(20), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False, unique=True),
    )
    op.create_table(
        "club_setting",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
