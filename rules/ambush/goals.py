"""What wins an ambush: the book names only surrender; a side that has lost half may, as a die decides (A5.1)."""

from collections.abc import Iterator
from math import ceil

from rules.ambush.morale import HALF, figures_left
from rules.ambush.settings import AmbushSettings
from rules.ambush.state import AmbushSide
from rules.goal import Goal, other_side
from rules.state import State
from table.snapshot import Snapshot


def goals(snapshot: Snapshot, state: State, settings: AmbushSettings) -> Iterator[Goal]:
    """Yield for each side how many figures its enemy has lost, and how many losses may make him surrender.

    Nobody has won by that alone: the die decides, or the players do, unless the enemy has nobody left.
    """
    for side in state.sides:
        enemy = other_side(side, state.sides)
        known = AmbushSide.read(state.known.get(str(enemy), {}), key=f"side.{enemy}")
        if enemy is None:
            continue
        left = figures_left(enemy, snapshot, settings)
        # Where nobody wrote down what it started with, those that fell are those it has lost.
        started = known.started or left + sum(stand.side == enemy for stand in state.fallen.values())
        detail = {"enemy": enemy, "started": started}
        lost = max(started - left, 0)
        yield Goal(side, "A5.1", "goal_half_lost", lost, ceil(started * HALF), detail, reached=lost > 0 and left == 0)
