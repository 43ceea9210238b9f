"""A side's combat chart: its turns as rows, for games whose book asks the players to keep one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.action import Action
from rules.ruling import Effect
from table.snapshot import Snapshot
from table.squares import Square

Arm = Literal["infantry", "artillery", "none"]
Deed = Literal["move", "free", "retreat", "shot", "give_up"]


@dataclass(frozen=True, slots=True)
class Loss:
    """One soldier lost to the cannon: where he stood, and whether he was one of the shooter's own."""

    square: Square
    own: bool = False


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One row: ``number`` of the side's turn (None: the same turn as the row above), and the book's columns.

    ``start`` and ``end`` are from and to, ``taken`` the prisoner's square, ``freed`` how many comrades, ``losses``
    those to the cannon, ``enemies`` how many are left on the field. ``deed`` tells what the book's columns cannot: a
    retreat. ``note`` is the key of a remark.
    """

    number: int | None
    arm: Arm
    start: Square | None = None
    end: Square | None = None
    taken: Square | None = None
    freed: int = 0
    losses: tuple[Loss, ...] = ()
    enemies: int = 0
    deed: Deed = "move"
    note: str | None = None

    @property
    def enemies_lost(self) -> int:
        """How many enemies the shot cost: the book's column."""
        return sum(not loss.own for loss in self.losses)


@dataclass(frozen=True, slots=True)
class Played:
    """One confirmed action of a match: the turn, whose, the action, its effects, and the table it was ruled on."""

    turn: int
    side: str
    action: Action
    effects: Sequence[Effect]
    table: Snapshot


@dataclass(frozen=True, slots=True)
class CombatChart:
    """How a game keeps its chart: ``rows`` of what was played and a side, and the book's own ``example``."""

    rows: Callable[[Iterable[Played], str], tuple[ChartRow, ...]]
    example: Callable[[], tuple[ChartRow, ...]]
