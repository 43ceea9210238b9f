"""MOVE: one to three squares of up to three soldiers, with the prisoners they take (M2, M3.1)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rules.action import check_keys
from rules.montecassino.ending import ends_turn
from rules.montecassino.position import Position
from rules.montecassino.reading import heard_positions, judged_on, square_of
from rules.montecassino.settings import Builder
from rules.montecassino.steps import MOST, Step, Turn, findings, is_legal, neighbours, straight
from rules.ruling import Shape
from table.errors import BadFile
from table.frame import SquareBoard
from table.measurement import Measurement
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.squares import Square, centre_of


def move(snapshot: Snapshot, action: Mapping[str, Any], builder: Builder, source: str) -> None:
    """Hear ``move``: ``steps`` [{from, to}, ...] in the order made; a diagonal step takes a prisoner.

    A step straight on over several squares is so many steps. ``touched`` is the square of the soldier who was touched
    first without "compongo" (``compongo`` true: it was called); ``group`` names the soldiers and is not read.
    """
    check_keys(action, ("steps", "touched", "compongo", "group"), source)
    steps = steps_of(action, snapshot, source)
    touched = square_of(action["touched"], "action.touched", snapshot, source) if "touched" in action else None
    named = {square for step in steps for square in (step.start, step.end)} | ({touched} if touched else set())
    positions = heard_positions(snapshot, named, builder, source)

    def judge(position: Position, heard: Builder) -> None:
        _judge(snapshot, action, steps, touched, position, heard, source)

    judged_on(positions, builder, judge)


def _judge(
    snapshot: Snapshot, action: Mapping[str, Any], steps: tuple[Step, ...], touched: Square | None,
    position: Position, builder: Builder, source: str,
) -> None:  # fmt: skip
    first = position.on(steps[0].start)
    if first is None:
        _nobody(steps[0].start, 1, builder, position, source)
        return
    turn = walked(Turn(position, first.field), steps, builder, source)
    builder.limit("M2.2", "squares", Measurement(len(steps)), MOST, "squares", actor=first.name)
    _moves_who_was_touched(touched, bool(action.get("compongo")), Turn(position, first.field), turn, builder)
    board = snapshot.board
    assert isinstance(board, SquareBoard)
    for walk in turn.walks:
        builder.draw(Shape("path", "line", (centre_of(board, walk.start), centre_of(board, walk.at))))
        if walk.took is not None:
            target = position.men[walk.took]
            builder.effect("capture", target.name, by=walk.name, square=str(walk.took))
        x, y = centre_of(board, walk.at)
        squares = {"start": str(walk.start), "square": str(walk.at), "squares": walk.steps}
        builder.effect("move", walk.name, **squares, x=x, y=y)
    builder.outcome = "moved"
    ends_turn(snapshot, turn.position, turn.owner, builder, source)


def walked(turn: Turn, steps: tuple[Step, ...], builder: Builder, source: str) -> Turn:
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


def steps_of(action: Mapping[str, Any], snapshot: Snapshot, source: str) -> tuple[Step, ...]:
    """Return an action's steps, one square each; raises BadFile for what are no steps on the board."""
    given = action.get("steps")
    if not isinstance(given, list | tuple) or not given:
        got = NOTHING if given is None else got_words(given)
        raise BadFile(source, "action.steps", 'one or more steps [{from = "A-25", to = "A-33"}, ...]', got)
    return tuple(
        single for k, each in enumerate(given) for single in _singles(each, f"action.steps[{k + 1}]", snapshot, source)
    )


def _singles(given: Any, key: str, snapshot: Snapshot, source: str) -> Iterator[Step]:
    if not isinstance(given, Mapping) or set(given) != {"from", "to"}:
        raise BadFile(source, key, 'a step {from = "A-25", to = "A-33"}', got_words(given))
    start, end = (square_of(given[word], f"{key}.{word}", snapshot, source) for word in ("from", "to"))
    if start == end:
        raise BadFile(source, f"{key}.to", "another square than the one it starts from", repr(given["to"]))
    way = (start, *straight(start, end), end)
    yield from (Step(here, there) for here, there in pairwise(way))


def _nobody(square: Square, number: int, builder: Builder, position: Position, source: str) -> None:
    """Refuse a step from an empty square where the referee said that nobody stands there; else it makes no sense."""
    if not any(reading.probability(square) for reading in position.between.values()):
        raise BadFile(source, f"action.steps[{number}].from", "a square with a soldier on it", f"'{square}'")
    builder.condition("M1.1", "somebody_there", False, square=str(square))


def _moves_who_was_touched(
    touched: Square | None, called: bool, before: Turn, after: Turn, builder: Builder
) -> None:  # fmt: skip
    """Judge that the soldier touched first moves, unless "compongo" was called or he cannot (M2.1)."""
    man = before.position.on(touched) if touched is not None else None
    if touched is None or man is None or man.field != before.owner:
        return
    told = {"actor": man.name, "square": str(touched)}
    if called:
        builder.modifying("M2.1", "compongo", **told)
    elif can_step(before, touched):
        builder.condition("M2.1", "touched_moves", any(walk.name == man.name for walk in after.walks), **told)
    else:
        builder.modifying("M2.1", "touched_cannot", **told)


def can_step(turn: Turn, square: Square) -> bool:
    """Say whether whoever stands there may make any step."""
    return any(is_legal(turn, Step(square, end)) for end in neighbours(turn.position, turn.owner, square))
