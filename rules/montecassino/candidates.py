"""What is worth asking for a soldier or a cannon: one action for each verb."""

from collections.abc import Iterator

from rules.montecassino.fields import FORTIFICATION, field_of, in_base, line_from
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.steps import Step, Turn, is_legal, neighbours
from rules.montecassino.troops import is_cannon
from rules.possibility import CandidateAction
from table.snapshot import Snapshot
from table.squares import Square
from table.stand import Stand


def candidate_actions(snapshot: Snapshot, stand: Stand, settings: MontecassinoSettings) -> Iterator[CandidateAction]:
    """Yield the actions that show what a soldier may do: a step, freeing, his side's retreat; a cannon's: a shot."""
    if is_cannon(stand):
        yield CandidateAction("shot", {"type": "shot", "side": stand.side})
        return
    position = position_of(snapshot, settings.doubt)
    square = position.where(stand.name)
    if square is None:
        return
    owner = field_of(stand.side)
    for step in candidate_steps(Turn(position, owner), square):
        yield CandidateAction("move", {"type": "move", "group": [stand.name], "steps": [step.as_action()]})
    if line_from(owner, square) == FORTIFICATION:
        yield CandidateAction("free", {"type": "free", "actor": stand.name, "comrades": 1})
    if not in_base(owner, square):
        yield CandidateAction("retreat", {"type": "retreat", "side": stand.side})


def candidate_steps(turn: Turn, square: Square) -> Iterator[Step]:
    """Yield one step a soldier may make; where he may make none, those that say why."""
    steps = [Step(square, end) for end in neighbours(turn.position, turn.owner, square)]
    legal = [step for step in steps if is_legal(turn, step)]
    yield from legal[:1] or steps
