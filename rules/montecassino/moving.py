"""MOVE: one to three squares of up to three soldiers, with the prisoners they take (M2, M3.1)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from rules.action import check_keys
from rules.hearing import Hearing
from rules.montecassino.ending import ends_turn
from rules.montecassino.position import Position
from rules.montecassino.reading import heard_positions, judged_on, square_of
from rules.montecassino.steps import MOST, Step, Turn, findings, is_legal, neighbours, straight
from rules.ruling import Shape
from table.errors import BadFile
from table.frame import SquareBoard
from table.measurement import Measurement
from table.notation.toml import got_words
from table.notation.wording import NOTHING
from table.snapshot import Snapshot
from table.squares import Square, centre_of


def move(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``move``: ``steps`` [{from, to}, ...] in the order made; a diagonal step takes a prisoner.

    A step straight on over several squares is so many steps. ``touched`` is the square of the soldier who was touched
    first without "compongo" (``compongo`` true: it was called); ``group`` names the soldiers and is not read.
    """
    check_keys(action, ("steps", "touched", "compongo", "group"), source)
    steps = steps_of(action, snapshot, source)
    touched = square_of(action["touched"], "action.touched", snapshot, source) if "touched" in action else None
    named = {square for step in steps for square in (step.start, step.end)} | ({touched} if touched else set())
    positions = heard_positions(snapshot, named, hearing, source)

    def judge(position: Position, heard: Hearing) -> None:
        _judge(snapshot, action, steps, touched, position, heard, source)

    judged_on(positions, hearing, judge)


def _judge(
    snapshot: Snapshot, action: Mapping[str, Any], steps: tuple[Step, ...], touched: Square | None,
    position: Position, hearing: Hearing, source: str,
) -> None:  # fmt: skip
    first = position.on(steps[0].start)
    if first is None:
        _nobody(steps[0].start, 1, hearing, position, source)
        return
    turn = walked(Turn(position, first.field), steps, hearing, source)
    hearing.limit("M2.2", "squares", Measurement(len(steps)), MOST, "squares", actor=first.name)
    _moves_who_was_touched(touched, bool(action.get("compongo")), Turn(position, first.field), turn, hearing)
    board = snapshot.board
    assert isinstance(board, SquareBoard)
    for walk in turn.walks:
        hearing.draw(Shape("path", "line", (centre_of(board, walk.start), centre_of(board, walk.at))))
        if walk.took is not None:
            target = position.men[walk.took]
            hearing.effect("capture", target.name, by=walk.name, square=str(walk.took))
        x, y = centre_of(board, walk.at)
        squares = {"start": str(walk.start), "square": str(walk.at), "squares": walk.steps}
        hearing.effect("move", walk.name, **squares, x=x, y=y)
    hearing.outcome = "moved"
    ends_turn(snapshot, turn.position, turn.owner, hearing, source)


def walked(turn: Turn, steps: tuple[Step, ...], hearing: Hearing, source: str) -> Turn:
    """Record what the clauses say of each step, up to the first that is not allowed; return the turn after them."""
    for number, step in enumerate(steps, start=1):
        man = turn.position.on(step.start)
        if man is None:
            _nobody(step.start, number, hearing, turn.position, source)
            return turn
        if man.field != turn.owner:
            hearing.condition("M2.1", "own_soldier", False, actor=man.name, square=str(step.start))
            return turn
        found = list(findings(turn, step))
        for finding in found:
            hearing.condition(finding.clause, finding.key, finding.passed, **finding.detail)
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


def _nobody(square: Square, number: int, hearing: Hearing, position: Position, source: str) -> None:
    """Refuse a step from an empty square where the referee said that nobody stands there; else it makes no sense."""
    if not any(reading.probability(square) for reading in position.between.values()):
        raise BadFile(source, f"action.steps[{number}].from", "a square with a soldier on it", f"'{square}'")
    hearing.condition("M1.1", "somebody_there", False, square=str(square))


def _moves_who_was_touched(
    touched: Square | None, called: bool, before: Turn, after: Turn, hearing: Hearing
) -> None:  # fmt: skip
    """Judge that the soldier touched first moves, unless "compongo" was called or he cannot (M2.1)."""
    man = before.position.on(touched) if touched is not None else None
    if touched is None or man is None or man.field != before.owner:
        return
    told = {"actor": man.name, "square": str(touched)}
    if called:
        hearing.modifying("M2.1", "compongo", **told)
    elif can_step(before, touched):
        hearing.condition("M2.1", "touched_moves", any(walk.name == man.name for walk in after.walks), **told)
    else:
        hearing.modifying("M2.1", "touched_cannot", **told)


def can_step(turn: Turn, square: Square) -> bool:
    """Say whether whoever stands there may make any step."""
    return any(is_legal(turn, Step(square, end)) for end in neighbours(turn.position, turn.owner, square))
