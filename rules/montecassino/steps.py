"""One turn of the infantry, step by step: what each clause says of a step, and the position after it (M2, M3.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from rules.montecassino.fields import in_base, in_fortification, line_from
from rules.montecassino.position import Man, SquarePosition
from table.squares import LINES, Field, Square

Kind = Literal["forward", "sideways", "backward", "diagonal", "none"]
MOST = 3
"""Squares a turn, of all soldiers together (M2.2)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One soldier goes from a square to another."""

    start: Square
    end: Square

    def as_action(self) -> dict[str, str]:
        """Return the step as an action's ``steps`` have it."""
        return {"from": str(self.start), "to": str(self.end)}


@dataclass(frozen=True, slots=True)
class Walk:
    """What one soldier has done this turn: where he began and is, his steps, those aside, and what ended his way."""

    name: str
    start: Square
    at: Square
    steps: int = 0
    sideways: int = 0
    went_back: bool = False
    took: Square | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a clause says of a step."""

    clause: str
    key: str
    passed: bool
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """A turn of ``owner`` under way: the position now, the walks so far in the order they began."""

    position: SquarePosition
    owner: Field
    walks: tuple[Walk, ...] = ()

    @property
    def used(self) -> int:
        """How many squares have been used."""
        return sum(walk.steps for walk in self.walks)

    @property
    def left(self) -> int:
        """How many squares are left."""
        return max(MOST - self.used, 0)

    def walk_of(self, man: Man, at: Square) -> Walk:
        """Return what a soldier who stands there has done this turn."""
        return next((walk for walk in self.walks if walk.name == man.name), Walk(man.name, at, at))

    def after(self, step: Step) -> "Turn":
        """Return the turn after a step, whether it was allowed or not."""
        man = self.position.men[step.start]
        walk, kind = self.walk_of(man, step.start), kind_of(self.owner, step)
        there = self.position.on(step.end)
        gone = replace(
            walk, at=step.end, steps=walk.steps + 1, sideways=walk.sideways + (kind == "sideways"),
            went_back=walk.went_back or kind == "backward",
            took=step.end if kind == "diagonal" and there is not None else walk.took,
        )  # fmt: skip
        if walk in self.walks:
            walks = tuple(gone if other.name == walk.name else other for other in self.walks)
        else:
            walks = (*self.walks, gone)
        return replace(self, position=self.position.moved(step.start, step.end), walks=walks)


def kind_of(owner: Field, step: Step) -> Kind:
    """Return what kind of step it is for a soldier of that field; "none" for one no soldier makes (M2.4)."""
    ahead = line_from(owner, step.end) - line_from(owner, step.start)
    kinds: Mapping[tuple[int, int], Kind] = {
        (1, 0): "forward", (0, 1): "sideways", (-1, 0): "backward", (1, 1): "diagonal",
    }  # fmt: skip
    return kinds.get((ahead, abs(step.end.column - step.start.column)), "none")


def findings(turn: Turn, step: Step) -> Iterator[Finding]:
    """Yield what each clause says of a step of a soldier who stands where it starts; it is legal where all pass."""
    man = turn.position.men[step.start]
    walk, kind, there = turn.walk_of(man, step.start), kind_of(turn.owner, step), turn.position.on(step.end)
    told = {"actor": man.name, "start": str(step.start), "square": str(step.end)}
    yield Finding("M2.4", kind if kind != "none" else "no_such_step", kind != "none", told)
    yield from _of_the_turn(turn, walk, step, told)
    if kind == "sideways":
        yield Finding("M2.4", "one_sideways", walk.sideways == 0, told)
    if kind == "backward":
        own = all(s.field == turn.owner and not in_base(turn.owner, s) for s in (step.start, step.end))
        yield Finding("M2.4", "backward_in_own_field", own, told)
        yield Finding("M2.4", "backward_alone", walk.steps == 0, told)
    elif walk.went_back:
        yield Finding("M2.4", "backward_alone", False, told)
    if kind == "diagonal" and (there is None or there.field != turn.owner):
        yield Finding("M2.4", "diagonal_takes", there is not None, told)
        if there is not None:
            yield Finding("M3.1", "takes_prisoner", True, {**told, "target": there.name})
            yield Finding("M3.1", "not_sideways_before", walk.sideways == 0, told)
    else:
        yield Finding("M2.5", "square_free", there is None, {**told, "target": there.name if there else ""})


def _of_the_turn(turn: Turn, walk: Walk, step: Step, told: Mapping[str, object]) -> Iterator[Finding]:
    """Yield what a soldier's earlier steps of this turn, and where he began, leave him."""
    if walk.took is not None:
        yield Finding("M3.1", "stays_with_prisoner", False, told)
    if line_from(turn.owner, walk.start) <= 2:
        yield Finding("M2.3", "one_from_the_back", walk.steps == 0, told)
    if in_fortification(turn.owner, step.start):
        yield Finding("M2.6", "one_in_fortification", walk.steps == 0, told)


def is_legal(turn: Turn, step: Step) -> bool:
    """Say whether a soldier of the turn's side may make that step now."""
    man = turn.position.on(step.start)
    mine = man is not None and man.field == turn.owner and turn.left > 0
    return mine and all(finding.passed for finding in findings(turn, step))


def ahead_of(owner: Field) -> int:
    """Return which way of the ranks is forward."""
    return 1 if owner == "A" else -1


def neighbours(position: SquarePosition, owner: Field, square: Square) -> Iterator[Square]:
    """Yield the squares a soldier might step to from there: ahead, diagonally ahead, aside, back."""
    ahead = ahead_of(owner)
    for aside, on in ((0, ahead), (-1, ahead), (1, ahead), (-1, 0), (1, 0), (0, -ahead)):
        if position.has(square.column + aside, square.rank + on):
            yield Square.at(square.column + aside, square.rank + on)


def legal_steps(turn: Turn, start: Square) -> Iterator[Step]:
    """Yield the steps that whoever stands on a square may make now."""
    steps = (Step(start, end) for end in neighbours(turn.position, turn.owner, start))
    return (step for step in steps if is_legal(turn, step))


def straight(start: Square, end: Square) -> tuple[Square, ...]:
    """Return the squares between two of one column or line, nearest first; none where they are on neither."""
    across, along = end.column - start.column, end.rank - start.rank
    if (across != 0) == (along != 0):
        return ()
    by = (across > 0) - (across < 0), (along > 0) - (along < 0)
    many = max(abs(across), abs(along))
    assert many < 2 * LINES * 9
    return tuple(Square.at(start.column + k * by[0], start.rank + k * by[1]) for k in range(1, many))
