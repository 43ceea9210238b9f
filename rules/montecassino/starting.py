"""START: who begins, and whether both sides stand as the battle begins (M1.3, M2.1, M8.1)."""

from collections.abc import Mapping
from typing import Any

from rules.action import check_keys
from rules.initiative import begins
from rules.montecassino.ending import sides_on
from rules.montecassino.fields import base_squares
from rules.montecassino.position import position_of
from rules.montecassino.settings import Builder
from rules.montecassino.side import named_side
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import Field, Square, boards_of


def opening(owner: Field, rows: int = 3, boards: int = 1) -> tuple[Square, ...]:
    """Return the squares a side's soldiers begin on: 1 to 24, or those of fewer lines, on every board (M1.3, M8.1)."""
    return base_squares(owner, boards, rows)


def start(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``start``: lots decide who begins. ``side`` says on whom the lot fell; else each throws a die, high begins.

    Both sides' soldiers stand on the squares they begin on, all of them and nobody elsewhere.
    """
    check_keys(action, ("side", "sides"), source)
    settings, board = builder.settings, snapshot.board
    assert isinstance(board, SquareBoard)
    position, clause = position_of(snapshot, settings.doubt, source), "M1.3" if settings.starting_rows == 3 else "M8.1"
    for field, side in sorted(sides_on(snapshot, {}, source).items()):
        places = set(opening(field, settings.starting_rows, boards_of(board)))
        there = {square for square, _ in position.of(field)}
        told = {"side": side, "rows": settings.starting_rows, "count": len(places)}
        builder.condition(clause, "stands_to_begin", there == places, **told, held=len(there & places))
    if boards_of(board) > 1:
        builder.modifying("M8.1", "two_boards", count=boards_of(board))
    if "side" in action:
        side = named_side(snapshot, action, builder, source)
        builder.modifying("M2.1", "begins", side=side)
        builder.outcome = "begins"
        builder.effect("begins", None, side=side)
    elif builder.verdict == "allowed":
        begins(snapshot, action, builder, source, "M2.1")
