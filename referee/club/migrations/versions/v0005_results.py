"""What finished matches came to, worked out from their entries; and matches found by the time they began."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table, and the index that a season needs."""
    op.create_table(
        "club_result",
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("result", sa.String(20), nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.Float),
        sa.Column("expected", sa.Float, nullable=False),
        sa.Column("gained", sa.Float, nullable=False),
        sa.Column("throws", sa.Integer, nullable=False),
        sa.Column("untried", sa.Integer, nullable=False),
        sa.Column("dice", sa.Text, nullable=False),
    )
    op.create_index("club_match_by_opened", "club_match", ["opened"])
