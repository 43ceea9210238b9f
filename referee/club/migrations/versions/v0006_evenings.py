"""Evenings: their players, rounds with clocks, pairings and results."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the five tables."""
    op.create_table(
        "club_evening",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("form", sa.String(20), nullable=False),
        sa.Column("minutes", sa.Integer, nullable=False),
        sa.Column("reset_minutes", sa.Integer, nullable=False),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("opened", sa.String(40), nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_entrant",
        sa.Column("evening", sa.Integer, sa.ForeignKey("club_evening.evening"), primary_key=True),
        sa.Column("player", sa.Integer, sa.ForeignKey("club_player.player"), primary_key=True),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer),
    )
    op.create_table(
        "club_round",
        sa.Column("evening", sa.Integer, sa.ForeignKey("club_evening.evening"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("length_s", sa.Integer, nullable=False),
        sa.Column("ran_s", sa.Integer, nullable=False),
        sa.Column("since", sa.String(40)),
        sa.Column("over", sa.String(40)),
        sa.Column("scenario", sa.String(120), nullable=False),
        sa.Column("grown", sa.Integer, nullable=False),
    )
    op.create_table(
        "club_pairing",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.String(80)),
        sa.Column("first", sa.Integer, sa.ForeignKey("club_player.player"), nullable=False),
        sa.Column("second", sa.Integer, sa.ForeignKey("club_player.player")),
        sa.Column("match", sa.String(64), sa.ForeignKey("club_match.match")),
        sa.ForeignKeyConstraint(("evening", "round"), ("club_round.evening", "club_round.round")),
    )
    op.create_index("club_pairing_by_match", "club_pairing", ["match"])
    op.create_table(
        "club_outcome",
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("typed_by", sa.String(80)),
        sa.Column("at", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ("evening", "round", "number"), ("club_pairing.evening", "club_pairing.round", "club_pairing.number")
        ),
    )
