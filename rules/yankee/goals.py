"""What wins a battle of Yankee: at the end of a turn, half the enemy's bases lost (Y12.1)."""

from collections.abc import Iterator
from math import ceil

from rules.goal import Goal, other_side
from rules.state import State
from rules.yankee.settings import YankeeSettings
from rules.yankee.state import YankeeSide
from rules.yankee.troops import arm_of
from rules.yankee.victory import HALF
from table.snapshot import Snapshot


def goals(snapshot: Snapshot, state: State, _settings: YankeeSettings) -> Iterator[Goal]:
    """Yield for each side how many bases its enemy has lost, of the half that beats him; generals' are no bases."""
    for side in state.sides:
        enemy = other_side(side, state.sides)
        known = YankeeSide.read(state.known.get(str(enemy), {}), key=f"side.{enemy}")
        if enemy is None or known.started is None:
            continue
        left = sum(stand.side == enemy and arm_of(stand) != "general" for stand in snapshot.stands)
        lost, need = max(known.started - left, 0), ceil(known.started * HALF)
        detail = {"enemy": enemy, "started": known.started}
        yield Goal(side, "Y12.1", "goal_half_lost", lost, need, detail, reached=lost >= need)
