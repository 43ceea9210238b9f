"""An action that names squares, with the soldiers on them named as well; and the squares open to one of them."""

from collections.abc import Mapping, Sequence

from rules.action import Action
from rules.montecassino.fields import field_of
from rules.montecassino.legal_turns import destinations as squares_open
from rules.montecassino.move import steps_of
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.steps import Turn
from rules.montecassino.troops import board_of, is_soldier
from rules.montecassino.turn_notation import format_turn, noted
from rules.possibility import Space
from rules.ruling import Effect
from table.errors import BadFile, BadInput
from table.frame import SquareBoard
from table.snapshot import Snapshot
from table.squares import Square, centre_of
from table.stand import Stand

SOURCE = "action"


def notation(action: Action, effects: Sequence[Effect], language: str) -> str:
    """Return how the chart notes an allowed action: ``A-72 -> G-49``, in Italian ``A-72 -> T-49``; a start is not."""
    if action.get("type") == "start":
        return ""
    return format_turn(noted(action, effects), language)


def resolve_names(snapshot: Snapshot, action: Action) -> Action:
    """Return a move with its soldiers as ``group``, whatever was said there, a freeing with its soldier as ``actor``.

    What makes no sense stays as it is: `rule` says what is wrong with it.
    """
    if not isinstance(snapshot.board, SquareBoard):
        return action
    position = position_of(snapshot)
    if action.get("type") == "free" and str(action.get("actor")) not in snapshot:
        try:
            man = position.on(Square.parse(str(action.get("actor"))))
        except BadInput:
            return action
        return {**action, "actor": man.name} if man is not None else action
    if action.get("type") != "move":
        return action
    try:
        steps = steps_of(action.get("steps"), snapshot, SOURCE)
    except BadFile:
        return action
    men = [position.men[step.start].name for step in steps if step.start in position.men]
    return {**action, "group": list(dict.fromkeys(men))} if men else action


def destinations(
    snapshot: Snapshot, stand: Stand, done: Sequence[Action], settings: MontecassinoSettings,
    _: Mapping[str, object] | None = None,
) -> tuple[Space, ...]:  # fmt: skip
    """Return the squares a soldier may go to, once the ``done`` steps of this turn have been made; raises BadFile.

    The steps of each are its own; the turn's are those done and these.
    """
    if not is_soldier(stand):
        return ()
    board, turn = board_of(snapshot), Turn(position_of(snapshot, settings.doubt), field_of(stand.side))
    for step in steps_of(list(done), snapshot, SOURCE) if done else ():
        turn = turn.after(step)
    start = turn.position.where(stand.name)
    if start is None:
        return ()
    return tuple(
        Space(
            str(to.square), centre_of(board, to.square), to.left, tuple(step.as_action() for step in to.steps), to.takes
        )
        for to in squares_open(turn, start)
    )
