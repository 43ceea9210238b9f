"""What soldiers may do: the squares open to one with what is left of the turn, and who may come back to the base."""

from dataclasses import dataclass

from rules.montecassino.fields import FORTIFICATION, base_squares, line_from, other_field
from rules.montecassino.position import SquarePosition
from rules.montecassino.steps import Step, Turn, ahead_of, legal_steps
from table.squares import Field, Square


@dataclass(frozen=True, slots=True)
class Destination:
    """A square a soldier may go to: by the fewest steps, how many squares the turn has left then, whom he takes."""

    square: Square
    steps: tuple[Step, ...]
    left: int
    takes: str | None = None


def destinations(turn: Turn, start: Square) -> tuple[Destination, ...]:
    """Return the squares a soldier may go to with what is left of a turn, each by its shortest way."""
    found: dict[Square, Destination] = {}
    reached: list[tuple[Turn, tuple[Step, ...]]] = [(turn, ())]
    while reached:
        further = []
        for now, steps in reached:
            here = steps[-1].end if steps else start
            for step in legal_steps(now, here):
                there, after = now.position.on(step.end), now.after(step)
                way = (*steps, step)
                if step.end != start:
                    found.setdefault(
                        step.end, Destination(step.end, way, after.left, there.name if there is not None else None)
                    )
                further.append((after, way))
        reached = further
    return tuple(sorted(found.values(), key=lambda it: it.square))


MOST_FREED = 2


def free_base(position: SquarePosition, owner: Field) -> tuple[Square, ...]:
    """Return the free squares of a base, the first line from its owner's left, then the second and the third."""
    return tuple(square for square in base_squares(owner, position.boards) if position.on(square) is None)


def defending(start: Square, boards: int, ahead_too: bool) -> list[Square]:
    """Return the squares from which the one a freer stands on is defended: diagonally before him (M3.2).

    With ``ahead_too`` straight before him as well.
    """
    rank, files = start.rank + ahead_of(other_field(start.field)), 8 * boards
    columns = [start.column - 1, start.column + 1, *([start.column] if ahead_too else [])]
    return [Square.at(column, rank) for column in columns if 0 <= column < files and 0 <= rank < 18]


def may_free(position: SquarePosition, owner: Field, ahead_too: bool) -> bool:
    """Say whether a side has a soldier on the enemy's third line who is free to free, and room in its base."""
    for start, man in position.of(owner):
        if line_from(owner, start) == FORTIFICATION:
            others = (position.on(square) for square in defending(start, position.boards, ahead_too))
            if all(other is None or other.field == man.field for other in others):
                return len(free_base(position.without(start), owner)) > 1
    return False
