"""Who may come back to the base: its free squares, and from where comrades may be freed (M3.2, M4.2)."""

from rules.montecassino.fields import FORTIFICATION, base_squares, line_from, other_field
from rules.montecassino.position import Position
from rules.montecassino.steps import ahead_of
from table.squares import Field, Square

MOST_FREED = 2


def free_base(position: Position, owner: Field) -> tuple[Square, ...]:
    """Return the free squares of a base, the first line from its owner's left, then the second and the third."""
    return tuple(square for square in base_squares(owner, position.boards) if position.on(square) is None)


def defending(start: Square, boards: int, ahead_too: bool) -> list[Square]:
    """Return the squares from which the one a freer stands on is defended: diagonally before him (M3.2).

    With ``ahead_too`` straight before him as well.
    """
    rank, files = start.rank + ahead_of(other_field(start.field)), 8 * boards
    columns = [start.column - 1, start.column + 1, *([start.column] if ahead_too else [])]
    return [Square.at(column, rank) for column in columns if 0 <= column < files and 0 <= rank < 18]


def may_free(position: Position, owner: Field, ahead_too: bool) -> bool:
    """Say whether a side has a soldier on the enemy's third line who is free to free, and room in its base."""
    for start, man in position.of(owner):
        if line_from(owner, start) == FORTIFICATION:
            others = (position.on(square) for square in defending(start, position.boards, ahead_too))
            if all(other is None or other.field == man.field for other in others):
                return len(free_base(position.without(start), owner)) > 1
    return False
