"""A number beside each table's small picture: who only wants to know whether there is another reads no picture."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add it; what was reported before is older than a minute, or is reported again."""
    op.execute("DELETE FROM club_report")
    op.add_column("club_report", sa.Column("picture_number", sa.Integer, nullable=False))
