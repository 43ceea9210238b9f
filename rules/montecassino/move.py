"""MOVE: one to three squares of up to three soldiers, with the prisoners they take (M2, M3.1)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules.action import Asked
from rules.montecassino.position import SquarePosition, possible_positions, rule_on_positions, square_of
from rules.montecassino.settings import Builder
from rules.montecassino.steps import MOST, Step, Turn, findings, legal_steps, straight
from rules.montecassino.troops import board_of
from rules.montecassino.victory import end_turn
from rules.ruling import Shape
from table.errors import BadFile
from table.measurement import Measurement
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.squares import Square, centre_of


@dataclass(frozen=True, slots=True)
class Move:
    """A move of soldiers, step by step in the order made; a diagonal step takes a prisoner.

    ``touched`` is the square of the soldier who was touched first, ``compongo`` whether "compongo" was called.
    """

    steps: tuple[Step, ...]
    touched: Square | None
    compongo: bool

    @classmethod
    def read(cls, asked: Asked) -> "Move":
        """Read ``steps`` [{from, to}, ...], ``touched`` and ``compongo``, not ``group``; raises BadFile."""
        asked.only("steps", "touched", "compongo", "group")
        steps = steps_of(asked.get("steps"), asked.snapshot, asked.source)
        touched = asked.get("touched")
        square = square_of(touched, "action.touched", asked.snapshot, asked.source) if "touched" in asked else None
        return cls(steps, square, bool(asked.get("compongo")))


def move(snapshot: Snapshot, moved: Move, builder: Builder, source: str) -> None:
    """Rule on a move, wherever those on its squares may stand (M2)."""
    named = {square for step in moved.steps for square in (step.start, step.end)}
    positions = possible_positions(snapshot, named | ({moved.touched} if moved.touched else set()), builder, source)
    rule_on_positions(positions, builder, lambda position, trial: _judge(snapshot, moved, position, trial, source))


def _judge(snapshot: Snapshot, moved: Move, position: SquarePosition, builder: Builder, source: str) -> None:
    steps = moved.steps
    first = position.on(steps[0].start)
    if first is None:
        _nobody(steps[0].start, 1, builder, position, source)
        return
    turn = judge_steps(Turn(position, first.field), steps, builder, source)
    builder.limit("M2.2", "squares", Measurement(len(steps)), MOST, "squares", actor=first.name)
    _judge_touched(moved, Turn(position, first.field), turn, builder)
    board = board_of(snapshot)
    for walk in turn.walks:
        builder.draw(Shape("path", "line", (centre_of(board, walk.start), centre_of(board, walk.at))))
        if walk.took is not None:
            target = position.men[walk.took]
            builder.effect("capture", target.name, by=walk.name, square=str(walk.took))
        x, y = centre_of(board, walk.at)
        squares = {"start": str(walk.start), "square": str(walk.at), "squares": walk.steps}
        builder.effect("move", walk.name, **squares, x=x, y=y)
    made = sum(walk.steps for walk in turn.walks)
    for step in steps[made : made + 1]:  # the one that is refused: whoever reads the ruling looks for its square
        builder.draw(Shape("path", "line", (centre_of(board, step.start), centre_of(board, step.end))))
    builder.outcome = "moved"
    end_turn(snapshot, turn.position, turn.owner, builder, source)


def judge_steps(turn: Turn, steps: tuple[Step, ...], builder: Builder, source: str) -> Turn:
    """Record what the clauses say of each step, up to the first that is not allowed; return the turn after them."""
    for number, step in enumerate(steps, start=1):
        man = turn.position.on(step.start)
        if man is None:
            _nobody(step.start, number, builder, turn.position, source)
            return turn
        if man.field != turn.owner:
            builder.condition("M2.1", "own_soldier", False, actor=man.name, square=str(step.start))
            return turn
        found = list(findings(turn, step))
        for finding in found:
            builder.condition(finding.clause, finding.key, finding.passed, **finding.detail)
        if not all(finding.passed for finding in found):
            return turn
        turn = turn.after(step)
    return turn


def steps_of(given: object, snapshot: Snapshot, source: str) -> tuple[Step, ...]:
    """Return an action's ``steps``, one square each: a step straight on over several is so many; raises BadFile."""
    if not isinstance(given, list | tuple) or not given:
        got = NOTHING if given is None else got_words(given)
        raise BadFile(source, "action.steps", 'one or more steps [{from = "A-25", to = "A-33"}, ...]', got)
    return tuple(
        single for k, each in enumerate(given) for single in _singles(each, f"action.steps[{k + 1}]", snapshot, source)
    )


def _singles(given: object, key: str, snapshot: Snapshot, source: str) -> Iterator[Step]:
    if not isinstance(given, Mapping) or set(given) != {"from", "to"}:
        raise BadFile(source, key, 'a step {from = "A-25", to = "A-33"}', got_words(given))
    start, end = (square_of(given[word], f"{key}.{word}", snapshot, source) for word in ("from", "to"))
    if start == end:
        raise BadFile(source, f"{key}.to", "another square than the one it starts from", repr(given["to"]))
    way = (start, *straight(start, end), end)
    yield from (Step(here, there) for here, there in pairwise(way))


def _nobody(square: Square, number: int, builder: Builder, position: SquarePosition, source: str) -> None:
    """Refuse a step from an empty square where the referee said that nobody stands there; else it makes no sense."""
    if not any(reading.probability(square) for reading in position.between.values()):
        raise BadFile(source, f"action.steps[{number}].from", "a square with a soldier on it", f"'{square}'")
    builder.condition("M1.1", "somebody_there", False, square=str(square))


def _judge_touched(moved: Move, before: Turn, after: Turn, builder: Builder) -> None:
    """Judge that the soldier touched first moves, unless "compongo" was called or he cannot (M2.1)."""
    touched = moved.touched
    man = before.position.on(touched) if touched is not None else None
    if touched is None or man is None or man.field != before.owner:
        return
    told = {"actor": man.name, "square": str(touched)}
    if moved.compongo:
        builder.modifying("M2.1", "compongo", **told)
    elif any(legal_steps(before, touched)):
        builder.condition("M2.1", "touched_moves", any(walk.name == man.name for walk in after.walks), **told)
    else:
        builder.modifying("M2.1", "touched_cannot", **told)
