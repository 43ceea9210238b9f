"""Montecassino's turn put together step by step: three squares, captures, freeing, retreat, giving up (M2-M4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rules.board_cells import AnyBoard, label_of
from rules.board_play import Act, Going, Mark, Position, SeenTurn, Turn
from rules.board_play import Step as Written
from rules.montecassino.fields import BASE, field_of
from rules.montecassino.inference import infer_moves
from rules.montecassino.legal_turns import MOST_FREED, destinations
from rules.montecassino.position import Position as Squares
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.side import shells_left
from rules.montecassino.steps import MOST, Step, legal_steps
from rules.montecassino.steps import Turn as Steps
from rules.montecassino.troops import completed, is_soldier
from rules.settings import read_settings
from table.errors import BadInput
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import LINES, Square


class MontecassinoPlay:
    """What Montecassino tells of a turn."""

    squares = MOST

    def turn(self, now: Position, steps: Sequence[Written], at: str | None, to: str | None) -> Turn:
        """Return the turn after these steps; raises BadInput for cells that the board has not, or nobody on them."""
        so_far = Steps(_squares(now), field_of(now.memory.side))
        named = dict(_names(so_far.position))
        for step in steps:
            so_far = _after(so_far, _step(step))
        written = tuple(_step(step).as_action() for step in steps)
        action = {"type": "move", "steps": list(written)} if written else None
        left = dict(_names(so_far.position))
        taken = {name: str(square) for name, square in named.items() if name not in left}
        found = Turn(
            written, None, (), so_far.left, action,
            {walk.name: str(walk.at) for walk in so_far.walks}, taken, _movable(so_far),
        )  # fmt: skip
        if at is None:
            return found
        here = Square.parse(at)
        man = so_far.position.on(here)
        if man is None or man.field != so_far.owner:
            raise BadInput("nobody who may move stands on {square}", square=str(here))
        goings = tuple(_goings(so_far, here))
        if not goings and written and to is None:  # he has gone as far as he may
            return found
        found = replace(found, at=str(here), goings=goings, acts=_frees(now, here, bool(written)))
        if to is not None:
            return replace(found, refused=_refusal(now, written, here, Square.parse(to)))
        return found

    def acts(self, now: Position) -> tuple[Act, ...]:
        """Return what the side that plays may do besides stepping."""
        side = now.memory.side
        listed = ({"type": verb, "side": side} for verb in ("retreat", "give_up"))
        return tuple(Act(action, now.ruled(action)) for action in listed)

    def seen(self, before: Position, after: Snapshot) -> tuple[SeenTurn, ...]:
        """Return the turns that may have led from one table to another, the likeliest first."""
        settings = read_settings(MontecassinoSettings, before.settings, "table")
        moves = infer_moves(before.table, after, settings)
        actions = [action for move in moves for action in (move.action, *move.others)]
        return tuple(SeenTurn(action, before.ruled(action)) for action in actions)

    def marks(self, board: AnyBoard, language: str) -> tuple[Mark, ...]:
        """Return the line where the fields meet, those before the bases, and the fields' letters."""
        assert isinstance(board, SquareBoard)
        (left, near), cm = board.origin, board.square_cm
        wide, deep = board.files * cm, board.ranks * cm
        lines = (("meeting", LINES), ("base", BASE), ("base", board.ranks - BASE))
        across = tuple(Mark(kind, ((left, near + line * cm), (left + wide, near + line * cm))) for kind, line in lines)
        letters = tuple(
            Mark("letter", ((x, near + deep * share),), label_of(letter, language))
            for letter, share in (("A", 0.25), ("G", 0.75))
            for x in (left - cm * 0.42, left + wide + cm * 0.42)
        )
        return (*across, *letters)

    def tally(self, now: Position, side: str) -> Mapping[str, int]:
        """Return what a side's score is made of: enemies left, taken and shot, shells left, whether it retreated."""
        known, enemies = now.memory.known, [other for other in now.memory.sides if other != side]
        left = sum(1 for stand in now.table.stands if stand.side in enemies and is_soldier(stand))
        taken = [name for other in enemies for name in known.get(other, {}).get("prisoners") or ()]
        fallen = [name for name, stand in now.memory.fallen.items() if stand.side in enemies and is_soldier(stand)]
        settings = MontecassinoSettings.model_validate(dict(now.settings))
        found = {"enemies": left, "prisoners": len(taken), "shot": len(set(fallen) - set(taken))}
        if not settings.infantry_only:
            found["shells"] = shells_left(known, side, settings)
        if known.get(side, {}).get("retreated"):
            found["retreated"] = 1
        return found


def _squares(now: Position) -> Squares:
    return position_of(completed(now.table, "table"))


def _names(position: Squares) -> Iterator[tuple[str, Square]]:
    return ((man.name, square) for square, man in position.men.items())


def _step(step: Written) -> Step:
    return Step(Square.parse(step["from"]), Square.parse(step["to"]))


def _after(turn: Steps, step: Step) -> Steps:
    if turn.position.on(step.start) is None:
        raise BadInput("nobody stands on {square}", square=str(step.start))
    return turn.after(step)


def _movable(turn: Steps) -> tuple[str, ...]:
    """Return the squares of soldiers that may make a step now."""
    if not turn.left:
        return ()
    return tuple(str(square) for square, _ in turn.position.of(turn.owner) if any(legal_steps(turn, square)))


def _goings(turn: Steps, here: Square) -> Iterator[Going]:
    """Yield where a soldier may go with what is left of the turn, the nearest first."""
    for to in sorted(destinations(turn, here), key=lambda to: len(to.steps)):
        steps = tuple(step.as_action() for step in to.steps)
        yield Going(str(to.square), "capture" if to.takes else "move", steps, len(steps))


def _frees(now: Position, here: Square, under_way: bool) -> tuple[Act, ...]:
    """Return the freeing of comrades, as many as may be (M3.2): it takes the whole turn."""
    if under_way:
        return ()
    listed = [{"type": "free", "actor": str(here), "comrades": count} for count in range(MOST_FREED, 0, -1)]
    tried = [Act(action, now.ruled(action)) for action in listed]
    return tuple([act for act in tried if act.allowed][:1])


def _refusal(now: Position, steps: Sequence[Written], here: Square, there: Square) -> Act | None:
    """Return why a soldier may not go to a square that somebody tapped; None where he may."""
    action = {"type": "move", "steps": [*steps, {"from": str(here), "to": str(there)}]}
    act = Act(action, now.ruled(action))
    return None if act.allowed else act
