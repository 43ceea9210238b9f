"""Players, and who played which side of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "club_player",
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False, unique=True),
    )
    op.create_table(
        "club_seat",
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match"), primary_key=True),
        sa.Column("side", sa.String(80), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("club_player.player"), nullable=False),
        sa.Column("army", sa.String(80), nullable=False),
    )
    op.create_index("club_seat_by_player", "club_seat", ["player"])
