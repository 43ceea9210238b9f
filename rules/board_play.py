"""A turn on a board, of squares or of hexes: what the page asks about it, what the play of any game on one answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, Protocol

from rules.action import Action
from rules.board_cells import AnyBoard, Cell, cells_of
from rules.ruling import Ruling
from rules.state import State
from rules.turn_order import rule_in_turn
from table.errors import BadInput
from table.snapshot import Snapshot
from table.terrain import Point

Step = Mapping[str, str]
"""One step from cell to cell: ``from`` and ``to``, as a move's action has it."""
Said = tuple[str, Mapping[str, object]]
"""A key of the page's words, and what goes into them."""


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """The board as the game has it: the game and its options, the table agreed on, what the match remembers.

    ``sealed``: what is aimed at somebody is declared before anything is told of it: reach, sight, sums, chances.
    """

    game: str
    settings: Mapping[str, object]
    table: Snapshot
    memory: State
    sealed: bool = False

    @property
    def board(self) -> AnyBoard:
        """The board; raises BadInput for a table without one."""
        if self.table.board is None:
            raise BadInput("{game} is not played on a board", game=self.game)
        return self.table.board

    def ruled(self, action: Action) -> Ruling:
        """Return what would be ruled of an action in this turn."""
        return rule_in_turn(self.game, self.table, action, (), self.settings, {}, "action", self.memory)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was tapped so far: who acts, who joins in, at whom, and a cell that was asked about.

    ``actor`` is a name, or the cell where a soldier stands after the ``steps`` of this turn; empty for nobody.
    ``via`` are hexes that its way is to lead by, one after the other; ``holds`` are guns that keep their shot;
    ``number`` is what the card that is played has printed on it. ``touched`` is the cell of the stand that was touched
    first, ``put_straight`` says that it was told before that it is only put straight.
    """

    actor: str = ""
    others: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    to: str | None = None
    via: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    number: int | None = None
    steps: tuple[Step, ...] = ()
    touched: str | None = None
    put_straight: bool = False


@dataclass(frozen=True, slots=True)
class LegalAct:
    """Something that may be done, and what is ruled of it; what it is called where its verb alone does not tell."""

    action: Action
    ruling: Ruling
    said: Said | None = None

    @property
    def allowed(self) -> bool:
        """Whether it is allowed now."""
        return self.ruling.verdict == "allowed"

    @property
    def sealed(self) -> "LegalAct":
        """The same act without a word on whether it is allowed."""
        return replace(self, ruling=Ruling(self.ruling.game, self.ruling.action, "allowed"))


@dataclass(frozen=True, slots=True)
class Destination:
    """A cell the chosen stand may go to: what it costs, the way there (its own cell first), what happens there.

    ``notes`` are words such as "zoc" or "road"; with the kind "join" a tap on who stands there goes there too.
    """

    cell: str
    cost: float
    path: tuple[str, ...]
    action: Action
    notes: tuple[str, ...] = ()
    kind: Literal["move", "capture", "join", "place"] = "move"

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way there, step by step."""
        return tuple({"from": start, "to": end} for start, end in pairwise(self.path))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn put together of steps: which, how many cells of it are left, its action.

    ``moved`` says by stand where it came to, ``taken`` who was captured, and where; ``movable`` are cells of soldiers
    that may still step.
    """

    steps: tuple[Step, ...]
    left: int
    action: Action | None
    moved: Mapping[str, str] = field(default_factory=dict)
    taken: Mapping[str, str] = field(default_factory=dict)
    movable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Leg:
    """One leg of a way: the hex it ends on, what it costs, and what happens on it."""

    to: str
    cost: float
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A way put together from hex to hex: all its hexes, its legs, what it costs of how much, what is ruled of it.

    ``guns`` are those that may fire at it on the way, or keep their shot.
    """

    path: tuple[str, ...]
    legs: tuple[Leg, ...]
    cost: float
    budget: float
    act: LegalAct
    guns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackOption:
    """One way to act on a target; ``gathers`` says that others may join in, and more may be attacked at once."""

    act: LegalAct
    gathers: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy that the chosen counter may act on, or may not for a reason worth telling; its hex."""

    name: str
    cell: str
    ways: tuple[AttackOption, ...]


@dataclass(frozen=True, slots=True)
class Ring:
    """How far something carries: all hexes within so many steps, and what it is."""

    cells: tuple[str, ...]
    said: Said


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle of several against several as far as it was put together: the sums, the chances, what is ruled of it."""

    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    act: LegalAct
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the chosen stand may do: where it may go, on whom and how it may act, what else it may do.

    ``at`` is its cell, empty for one beside the board, which is to be placed, and where nobody is chosen. ``refused``
    is what was asked for besides and is not allowed, ``path`` the way it would have taken. In a game whose turns are
    steps, ``turn`` is the turn so far.

    ``helpers`` are those that may join in, ``facts`` what it is and has. ``gathered`` are those that an order goes to
    so far: a tap on one more adds it; ``numbers`` are those that a card may have. ``steers`` says that its way may be
    chosen, ``course`` is what was chosen of it.
    """

    actor: str
    at: str
    destinations: tuple[Destination, ...] = ()
    targets: tuple[Target, ...] = ()
    acts: tuple[LegalAct, ...] = ()
    rings: tuple[Ring, ...] = ()
    battle: Battle | None = None
    helpers: tuple[str, ...] = ()
    facts: tuple[Said, ...] = ()
    gathered: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    refused: LegalAct | None = None
    path: tuple[str, ...] = ()
    steers: bool = False
    course: Course | None = None
    turn: Turn | None = None

    @property
    def sealed(self) -> "Choice":
        """The same choice without a word on whom it reaches and sees, who may join in, and what the chances are."""
        targets = tuple(
            replace(it, ways=tuple(replace(way, act=way.act.sealed) for way in it.ways)) for it in self.targets
        )
        battle = self.battle and replace(self.battle, act=self.battle.act.sealed, said=())
        return replace(self, targets=targets, battle=battle, helpers=())


@dataclass(frozen=True, slots=True)
class Face:
    """What is drawn on a counter.

    A map ``symbol`` over ``text`` (its factors), or for a unit of blocks a ``shape`` in a ``colour`` with ``pips``
    blocks left ``of`` so many; ``code`` are its letters, ``tone`` its nation, ``tags`` what it has done or lacks.
    ``level`` is where it lies in a stack: 0 a fortification, 1 what is on the ground, 2 what is above it.
    """

    symbol: str = ""
    text: str = ""
    code: str = ""
    tone: str = "plain"
    shape: str = ""
    colour: str = ""
    bordered: bool = False
    pips: int = 0
    of: int = 0
    stars: int = 0
    level: int = 1
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something to switch on over the hexes, by side: which hexes, and the same in words."""

    key: str
    layers: tuple[tuple[str, tuple[str, ...]], ...]
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """Where the turn is: its name, what is to be done now, and what else everybody must know (weather, banners).

    ``of_turn`` is False before the battle begins and when it is over.
    """

    name: Said
    now: Said
    facts: tuple[Said, ...] = ()
    of_turn: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """Something printed on a board besides its cells: a line of a kind, or a word at a place, in table cm."""

    kind: str
    points: tuple[Point, ...]
    word: str = ""


class BoardPlay(Protocol):
    """What a game on a board tells of a turn; what it has nothing to say about it leaves as it is here."""

    steps_a_turn: int = 0
    """How many cells a turn has that is put together of steps."""

    def cells(self, now: BoardPosition) -> Mapping[str, Cell]:
        """Return the cells that the board has, by name, in reading order."""
        return cells_of(now.board)

    def choice(self, now: BoardPosition, chosen: Chosen) -> Choice:
        """Return what the chosen stand may do; raises UnknownStand, or BadInput for cells the board has not."""
        ...

    def acts(self, now: BoardPosition) -> tuple[LegalAct, ...]:
        """Return what the side that plays may do besides: where there are phases the next one first."""
        ...

    def seen(self, before: BoardPosition, after: Snapshot) -> tuple[LegalAct, ...]:
        """Return the acts that may have led from one table to another, the likeliest first."""
        ...

    def tally(self, now: BoardPosition, side: str) -> Mapping[str, int]:
        """Return what a side's score is made of: numbers by word."""
        ...

    def marks(self, now: BoardPosition) -> tuple[Mark, ...]:
        """Return what is printed on the board besides its cells."""
        return ()

    def ready(self, now: BoardPosition) -> tuple[str, ...]:
        """Return the stands that have something to do in this phase."""
        return ()

    def faces(self, now: BoardPosition) -> Mapping[str, Face]:
        """Return what is drawn on each counter of the table, by name."""
        return {}

    def phase(self, now: BoardPosition) -> Phase | None:
        """Return where the turn is; None where nobody knows, or there are no phases."""
        return None

    def overlays(self, now: BoardPosition) -> tuple[Overlay, ...]:
        """Return what can be switched on over the cells."""
        return ()

    def ground(self, now: BoardPosition) -> Mapping[str, tuple[str, ...]]:
        """Return the kinds of terrain by cell."""
        return {}
