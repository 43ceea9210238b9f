"""Montecassino's turn put together step by step: three squares, captures, freeing, retreat, giving up (M2-M4)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.action import Action
from rules.board_play import BoardPlay, BoardPosition, Choice, Chosen, Destination, LegalAct, Mark, Said, Turn
from rules.board_play import Step as Written
from rules.montecassino.fields import BASE, field_of
from rules.montecassino.inference import infer_moves
from rules.montecassino.legal_turns import MOST_FREED, destinations
from rules.montecassino.position import SquarePosition, position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.side import MontecassinoSide, shells_left
from rules.montecassino.steps import MOST, Step, legal_steps
from rules.montecassino.steps import Turn as Steps
from rules.montecassino.troops import board_of, completed, is_soldier
from rules.on_board import act, fact, seen_acts
from rules.settings import read_settings
from table.errors import BadInput
from table.snapshot import Snapshot
from table.squares import LINES, Square


class MontecassinoPlay(BoardPlay):
    """What Montecassino tells of a turn."""

    steps_a_turn = MOST

    def choice(self, now: BoardPosition, chosen: Chosen) -> Choice:
        """Return the turn after the steps so far, and where the soldier chosen by his square may go.

        Raises BadInput for squares that the board has not, or nobody on them.
        """
        so_far = Steps(_squares(now), field_of(now.memory.side))
        named = dict(_names(so_far.position))
        for step in chosen.steps:
            so_far = _after(so_far, _step(step))
        written = tuple(_step(step).as_action() for step in chosen.steps)
        left = dict(_names(so_far.position))
        taken = {name: str(square) for name, square in named.items() if name not in left}
        moved = {walk.name: str(walk.at) for walk in so_far.walks}
        touched = _touched(chosen)
        action = _move(written, **touched) if written else None
        found = Choice(
            "", "", turn=Turn(written, so_far.left, action, moved, taken, _movable(so_far)),
            facts=tuple(_said_of_touched(chosen)), refused=_unmoved(now, so_far, action),
        )  # fmt: skip
        if not chosen.actor:
            return found
        here = Square.parse(chosen.actor)
        man = so_far.position.on(here)
        if man is None or man.field != so_far.owner:
            raise BadInput("nobody who may move stands on {square}", square=str(here))
        open_to_him = tuple(_destinations(so_far, here, written))
        if not open_to_him and written and chosen.to is None:  # he has gone as far as he may
            return found
        refused = found.refused
        if chosen.to is not None:
            refused = _refused(now, _move((*written, Step(here, Square.parse(chosen.to)).as_action()), **touched))
        acts = () if written else _frees(now, here)
        return replace(found, actor=man.name, at=str(here), destinations=open_to_him, acts=acts, refused=refused)

    def acts(self, now: BoardPosition) -> tuple[LegalAct, ...]:
        """Return what the side that plays may do besides stepping."""
        return tuple(act(now, type=verb, side=now.memory.side) for verb in ("retreat", "give_up"))

    def seen(self, before: BoardPosition, after: Snapshot) -> tuple[LegalAct, ...]:
        """Return the turns that may have led from one table to another, the likeliest first."""
        settings = read_settings(MontecassinoSettings, before.settings, "table")
        return seen_acts(before, infer_moves(before.table, after, settings))

    def marks(self, now: BoardPosition) -> tuple[Mark, ...]:
        """Return the line where the fields meet, those before the bases, and the fields' letters."""
        board = board_of(now.table)
        (left, near), cm = board.origin, board.square_cm
        wide, deep = board.files * cm, board.ranks * cm
        lines = (("meeting", LINES), ("base", BASE), ("base", board.ranks - BASE))
        across = tuple(Mark(kind, ((left, near + line * cm), (left + wide, near + line * cm))) for kind, line in lines)
        letters = tuple(
            Mark("letter", ((x, near + deep * share),), letter)
            for letter, share in (("A", 0.25), ("G", 0.75))
            for x in (left - cm * 0.42, left + wide + cm * 0.42)
        )
        return (*across, *letters)

    def tally(self, now: BoardPosition, side: str) -> Mapping[str, int]:
        """Return what a side's score is made of: enemies left, taken and shot, shells left, whether it retreated."""
        known, enemies = now.memory.known, [other for other in now.memory.sides if other != side]
        left = sum(1 for stand in now.table.stands if stand.side in enemies and is_soldier(stand))
        held = [MontecassinoSide.read(known.get(other, {})).prisoners for other in enemies]
        taken = [name for names in held if isinstance(names, tuple) for name in names]
        fallen = [name for name, stand in now.memory.fallen.items() if stand.side in enemies and is_soldier(stand)]
        settings = MontecassinoSettings.model_validate(dict(now.settings))
        found = {"enemies": left, "prisoners": len(taken), "shot": len(set(fallen) - set(taken))}
        if not settings.infantry_only:
            found["shells"] = shells_left(known, side, settings)
        if MontecassinoSide.read(known.get(side, {})).retreated:
            found["retreated"] = 1
        return found


def _squares(now: BoardPosition) -> SquarePosition:
    return position_of(completed(now.table, "table"))


def _names(position: SquarePosition) -> Iterator[tuple[str, Square]]:
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


def _destinations(turn: Steps, here: Square, written: tuple[Written, ...]) -> Iterator[Destination]:
    """Yield where a soldier may go with what is left of the turn, the nearest first."""
    for to in sorted(destinations(turn, here), key=lambda to: len(to.steps)):
        action = _move((*written, *(step.as_action() for step in to.steps)))
        path = (str(here), *(str(step.end) for step in to.steps))
        yield Destination(path[-1], len(to.steps), path, action, kind="capture" if to.takes else "move")


def _frees(now: BoardPosition, here: Square) -> tuple[LegalAct, ...]:
    """Return the freeing of comrades, as many as may be (M3.2): it takes the whole turn."""
    tried = (act(now, type="free", actor=str(here), comrades=count) for count in range(MOST_FREED, 0, -1))
    return tuple([each for each in tried if each.allowed][:1])


def _refused(now: BoardPosition, action: Action) -> LegalAct | None:
    """Return why a turn may not be made so; None where it may."""
    tried = act(now, **action)
    return None if tried.allowed else tried


def _unmoved(now: BoardPosition, turn: Steps, action: Action | None) -> LegalAct | None:
    """Return why a turn with nothing left of it is refused all the same: who was touched has not moved (M2.1)."""
    return _refused(now, action) if action is not None and "touched" in action and not turn.left else None


def _touched(chosen: Chosen) -> dict[str, object]:
    """Return what an action says of who was touched first, and of what was called before (M2.1)."""
    if chosen.touched is None:
        return {}
    return {"touched": str(Square.parse(chosen.touched)), **({"compongo": True} if chosen.put_straight else {})}


def _said_of_touched(chosen: Chosen) -> Iterator[Said]:
    if chosen.touched is not None:
        key = "touched_compongo" if chosen.put_straight else "touched_moves"
        yield fact(key, cell=str(Square.parse(chosen.touched)))


def _move(steps: tuple[Written, ...], **touched: object) -> dict[str, object]:
    return {"type": "move", "steps": list(steps), **touched}
