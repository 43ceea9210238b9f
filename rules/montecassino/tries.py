"""What is worth asking for a soldier: one action for each square he might go to, freeing, and his side's other turns."""

from collections.abc import Iterator

from rules.montecassino.fields import FORTIFICATION, field_of, line_from
from rules.montecassino.going import destinations_near
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.troops import is_soldier
from rules.possibility import Try
from table.snapshot import Snapshot
from table.stand import Stand


def tries(snapshot: Snapshot, stand: Stand, settings: MontecassinoSettings) -> Iterator[Try]:
    """Yield the actions that show what a soldier may do: every square near him, then freeing, retreat."""
    if not is_soldier(stand):
        return
    position = position_of(snapshot, settings.doubt)
    square = position.where(stand.name)
    if square is None:
        return
    owner = field_of(stand.side)
    for steps in destinations_near(position, owner, square):
        yield Try("move", {"type": "move", "steps": [step.as_action() for step in steps]}, str(steps[-1].end))
    if line_from(owner, square) == FORTIFICATION:
        yield Try("free", {"type": "free", "actor": stand.name, "comrades": 1})
