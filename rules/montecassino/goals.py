"""What wins a battle of Montecassino: the enemy's infantry off the board, or one man on his first line (M4.1)."""

from collections.abc import Iterator

from rules.goal import Goal, other_side
from rules.montecassino.fields import FIRST, field_of, line_from
from rules.montecassino.position import position_of
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.side import MontecassinoSide, soldier_count
from rules.state import State
from table.snapshot import Snapshot


def goals(snapshot: Snapshot, state: State, settings: MontecassinoSettings) -> Iterator[Goal]:
    """Yield for each side the enemies taken or shot of all of them, and the foremost line it has come to.

    The other two ways, an enemy who cannot move and one who gives up, cannot be counted.
    """
    position = position_of(snapshot, settings.doubt)
    for side in state.sides:
        enemy = other_side(side, state.sides)
        known = MontecassinoSide.read(state.known.get(str(enemy), {}), key=f"side.{enemy}")
        if enemy is not None and known.started:
            gone = max(known.started - soldier_count(snapshot, enemy), 0)
            detail = {"enemy": enemy}
            yield Goal(side, "M4.1", "goal_infantry", gone, known.started, detail, reached=gone == known.started)
        field = field_of(side)
        line = max((line_from(field, square) for square, _ in position.of(field)), default=0)
        yield Goal(side, "M4.1", "goal_first_line", line, FIRST, {"enemy": enemy}, reached=line == FIRST)
