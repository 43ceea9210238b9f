"""Where soldiers may go: the squares open to one of them with what is left of the turn, and every turn there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.montecassino.position import Position
from rules.montecassino.steps import Step, Turn, legal_steps
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


def turns(position: Position, owner: Field, begun: Turn | None = None) -> Iterator[tuple[Step, ...]]:
    """Yield every turn of the infantry as its steps in order, those of one square first; each order is one."""
    reached: list[tuple[Turn, tuple[Step, ...]]] = [(begun or Turn(position, owner), ())]
    while reached:
        further = []
        for now, steps in reached:
            for square, _ in list(now.position.of(owner)):
                for step in legal_steps(now, square):
                    yield (*steps, step)
                    further.append((now.after(step), (*steps, step)))
        reached = further
