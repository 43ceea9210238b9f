"""START: who begins, and whether both sides stand as the battle begins (M1.3, M2.1, M8.1)."""

from dataclasses import dataclass

from rules.action import Asked
from rules.initiative import Opening, begins
from rules.montecassino.fields import base_squares
from rules.montecassino.position import position_of
from rules.montecassino.settings import Builder
from rules.montecassino.side import MontecassinoSide, named_side
from rules.montecassino.troops import board_of
from rules.montecassino.victory import sides_on
from table.snapshot import Snapshot
from table.squares import Field, Square, boards_of


def opening(owner: Field, rows: int = 3, boards: int = 1) -> tuple[Square, ...]:
    """Return the squares a side's soldiers begin on: 1 to 24, or those of fewer lines, on every board (M1.3, M8.1)."""
    return base_squares(owner, boards, rows)


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a battle: where the lot was ``drawn``, ``side`` is on whom it fell; else it goes by dice."""

    opening: Opening
    drawn: bool
    side: object

    @classmethod
    def read(cls, asked: Asked) -> "Start":
        """Read ``side`` and ``sides``; raises BadFile for another key."""
        asked.only("side", "sides")
        return cls(Opening(asked.get("sides")), "side" in asked, asked.get("side"))


def start(snapshot: Snapshot, begun: Start, builder: Builder, source: str) -> None:
    """Rule on who begins, by lot or by a die each, the higher (M2.1).

    Both sides' soldiers stand on the squares they begin on, all of them and nobody elsewhere.
    """
    settings, board = builder.settings, board_of(snapshot)
    sides = [MontecassinoSide.of(side, builder, source) for side in builder.sides]
    builder.condition("M2.1", "not_begun", not any(side.begun or side.shots for side in sides))
    position, clause = position_of(snapshot, settings.doubt, source), "M1.3" if settings.starting_rows == 3 else "M8.1"
    for field, side in sorted(sides_on(snapshot, {}, source).items()):
        places = set(opening(field, settings.starting_rows, boards_of(board)))
        there = {square for square, _ in position.of(field)}
        told = {"side": side, "rows": settings.starting_rows, "count": len(places)}
        builder.condition(clause, "stands_to_begin", there == places, **told, held=len(there & places))
    if boards_of(board) > 1:
        builder.modifying("M8.1", "two_boards", count=boards_of(board))
    if begun.drawn:
        side = named_side(snapshot, begun.side, builder, source)
        if builder.verdict == "refused":
            return
        builder.modifying("M2.1", "begins", side=side)
        builder.outcome = "begins"
        builder.effect("begins", None, side=side)
    elif builder.verdict == "allowed":
        begins(snapshot, begun.opening, builder, source, "M2.1")
