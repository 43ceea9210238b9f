"""An action put together on a board of hexes: what the page asks, what the play of any game on one answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.action import Action
from rules.board_cells import Cell
from rules.board_play import Act, Mark, Position, SeenTurn
from table.snapshot import Snapshot

Said = tuple[str, Mapping[str, object]]
"""A key of the page's words, and what goes into them."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was tapped so far: who acts, who joins in, at whom, and a hex that was asked about.

    ``via`` are hexes that its way is to lead by, one after the other; ``holds`` are guns that keep their shot.
    """

    actor: str
    others: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    to: str | None = None
    via: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HexGoing:
    """A hex the chosen counter may go to: what it costs, the way there (its own hex first), what happens there.

    ``notes`` are words such as "zoc" or "road"; ``joins`` says that a tap on who stands there goes there too.
    """

    cell: str
    cost: float
    path: tuple[str, ...]
    action: Action
    notes: tuple[str, ...] = ()
    joins: bool = False


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
    act: Act
    guns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """One way to act on a target; ``gathers`` says that others may join in, and more may be attacked at once."""

    act: Act
    gathers: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """An enemy that the chosen counter may act on, or may not for a reason worth telling; its hex."""

    name: str
    cell: str
    ways: tuple[Way, ...]


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
    act: Act
    said: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What the chosen counter may do. ``helpers`` are those that may join in, ``facts`` what it is and has.

    ``gathered`` are those that an order goes to so far: a tap on one more adds it.

    ``refused`` is what was asked for besides and is not allowed, ``path`` the way it would have taken.
    ``at`` is empty for one beside the board, which is to be placed. ``steers`` says that its way may be chosen,
    ``course`` is what was chosen of it.
    """

    actor: str
    at: str
    goings: tuple[HexGoing, ...] = ()
    targets: tuple[Target, ...] = ()
    acts: tuple[Act, ...] = ()
    rings: tuple[Ring, ...] = ()
    battle: Battle | None = None
    helpers: tuple[str, ...] = ()
    facts: tuple[Said, ...] = ()
    gathered: tuple[str, ...] = ()
    refused: Act | None = None
    path: tuple[str, ...] = ()
    steers: bool = False
    course: Course | None = None


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


class HexPlay(Protocol):
    """What a game on hexes tells of a turn."""

    def cells(self, now: Position) -> Mapping[str, Cell]:
        """Return the hexes that the board has, by name, in reading order."""
        ...

    def choice(self, now: Position, chosen: Chosen) -> Choice:
        """Return what the chosen counter may do; raises UnknownStand, or BadInput for hexes the board has not."""
        ...

    def acts(self, now: Position) -> tuple[Act, ...]:
        """Return what the side that plays may do besides: the next phase first."""
        ...

    def ready(self, now: Position) -> tuple[str, ...]:
        """Return the counters that have something to do in this phase."""
        ...

    def faces(self, now: Position) -> Mapping[str, Face]:
        """Return what is drawn on each counter of the table, by name."""
        ...

    def phase(self, now: Position) -> Phase | None:
        """Return where the turn is; None where nobody knows."""
        ...

    def overlays(self, now: Position) -> tuple[Overlay, ...]:
        """Return what can be switched on over the hexes."""
        ...

    def ground(self, now: Position) -> Mapping[str, tuple[str, ...]]:
        """Return the kinds of terrain by hex."""
        ...

    def seen(self, before: Position, after: Snapshot) -> tuple[SeenTurn, ...]:
        """Return the actions that may have led from one table to another, the likeliest first."""
        ...

    def marks(self, now: Position) -> tuple[Mark, ...]:
        """Return what is printed on the board besides its hexes."""
        ...

    def tally(self, now: Position, side: str) -> Mapping[str, int]:
        """Return what a side's score is made of: numbers by word."""
        ...
