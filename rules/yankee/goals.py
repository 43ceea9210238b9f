"""What wins a battle of Yankee: at the end of a turn, half the enemy's bases lost (Y12.1)."""

from collections.abc import Iterable, Iterator
from math import ceil

from rules.goal import Goal, other_side
from rules.state import State
from rules.yankee.settings import YankeeSettings
from rules.yankee.state import YankeeSide
from rules.yankee.troops import arm_of
from rules.yankee.victory import HALF
from table.snapshot import Snapshot
from table.stand import Stand


def goals(snapshot: Snapshot, state: State, _settings: YankeeSettings) -> Iterator[Goal]:
    """Yield for each side how many bases its enemy has lost, of the half that beats him; generals' are no bases."""
    for side in state.sides:
        enemy = other_side(side, state.sides)
        known = YankeeSide.read(state.known.get(str(enemy), {}), key=f"side.{enemy}")
        if enemy is None:
            continue
        left = _bases(enemy, snapshot.stands)
        # Where nobody wrote down what it started with, those that fell are those it has lost.
        started = known.started or left + _bases(enemy, state.fallen.values())
        lost, need = max(started - left, 0), ceil(started * HALF)
        detail = {"enemy": enemy, "started": started}
        yield Goal(side, "Y12.1", "goal_half_lost", lost, need, detail, reached=lost >= need > 0)


def _bases(side: str, stands: Iterable[Stand]) -> int:
    return sum(stand.side == side and arm_of(stand) != "general" for stand in stands)
