"""A turn put together step by step on a board: what the page asks, what the play of any game on one answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from rules.action import Action
from rules.board_cells import AnyBoard
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import rule_in_turn
from table.snapshot import Snapshot
from table.terrain import Point

Step = Mapping[str, str]
"""One step from cell to cell: ``from`` and ``to``, as a move's action has it."""
GoingKind = Literal["move", "capture", "free"]


@dataclass(frozen=True, slots=True)
class Position:
    """The board as the game has it: the game and its options, the table agreed on, what the match remembers."""

    game: str
    settings: Mapping[str, object]
    table: Snapshot
    memory: State

    def ruled(self, action: Action) -> Ruling:
        """Return what would be ruled of an action in this turn."""
        return rule_in_turn(self.game, self.table, action, (), self.settings, {}, "action", self.memory)


@dataclass(frozen=True, slots=True)
class Going:
    """A cell the chosen soldier may go to: how, the steps there, how many cells of the turn they take."""

    cell: str
    kind: GoingKind
    steps: tuple[Step, ...] = ()
    squares: int = 1


@dataclass(frozen=True, slots=True)
class Act:
    """Something else that may be done with a whole turn, and why it may not."""

    action: Action
    ruling: Ruling

    @property
    def allowed(self) -> bool:
        """Whether it is allowed now."""
        return self.ruling.verdict == "allowed"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as far as it was put together.

    ``at`` is the cell of the soldier whose turn it is to step, ``goings`` where he may go, ``left`` how many cells of
    the turn are left. ``moved`` says by stand where it came to, ``taken`` who was captured, and where; ``movable`` are
    cells of soldiers that may still step.
    ``refused`` is what was asked for besides and is not allowed.
    """

    steps: tuple[Step, ...]
    at: str | None
    goings: tuple[Going, ...]
    left: int
    action: Action | None
    moved: Mapping[str, str] = field(default_factory=dict)
    taken: Mapping[str, str] = field(default_factory=dict)
    movable: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    refused: Act | None = None


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn that explains what the camera saw go, and what is ruled of it."""

    action: Action
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Mark:
    """Something printed on a board besides its cells: a line of a kind, or a word at a place, in table cm."""

    kind: str
    points: tuple[Point, ...]
    word: str = ""


class BoardPlay(Protocol):
    """What a game on a board tells of a turn."""

    squares: int
    """How many cells a turn has."""

    def turn(self, now: Position, steps: Sequence[Step], at: str | None, to: str | None) -> Turn:
        """Return the turn after these steps; raises BadInput for cells that the board has not."""
        ...

    def acts(self, now: Position) -> tuple[Act, ...]:
        """Return what the side that plays may do besides stepping."""
        ...

    def seen(self, before: Position, after: Snapshot) -> tuple[SeenTurn, ...]:
        """Return the turns that may have led from one table to another, the likeliest first."""
        ...

    def marks(self, board: AnyBoard, language: str) -> tuple[Mark, ...]:
        """Return what is printed on the board besides its cells."""
        ...

    def tally(self, now: Position, side: str) -> Mapping[str, int]:
        """Return what a side's score is made of: numbers by word."""
        ...
