"""A number beside each table's small picture: who only wants to know whether there is another reads no picture."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add it; what was reported before is older than a minute, or is reported again.

    What matches came to is worked out anew, too: opportunity fire was booked to the side whose turn it was.
    """
    op.execute("DELETE FROM club_report")
    op.execute("DELETE FROM club_result")
    op.add_column("club_report", sa.Column("picture_number", sa.Integer, nullable=False))
