"""A game's demo: a battle that is under way on a table which is not there, for `vedette demo`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from table.board_size import HexSize, SquareSize
from table.mount import Pose
from table.terrain import Piece, Point


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something worth trying: who acts on whom, and the question it settles."""

    actor: str
    target: str
    question: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A stand of a demo: whose and what it is, where it stands and faces, what the roster says of it.

    ``at`` is a point in cm, or the label of a hex or square. Its base and marker are the usual ones of its kind.
    """

    name: str
    side: str
    kind: str
    at: Point | str
    heading_deg: float
    unit: str | None = None
    state: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Patrol:
    """A stand a scripted hand moves now and then: the poses it goes through, one a time, to and fro."""

    stand: str
    poses: tuple[Pose, ...]

    def pose(self, step: int) -> Pose:
        """Return the pose after that many steps: forth along the poses, then back."""
        round_trip = max(2 * len(self.poses) - 2, 1)
        place = step % round_trip
        return self.poses[min(place, round_trip - place)]


@dataclass(frozen=True, slots=True)
class DemoCannons:
    """A cannon on each side: whom the first shell is to hit, and how many shells a side has left."""

    first_target: str
    shells: int


@dataclass(frozen=True, kw_only=True)
class Demo:
    """A battle under way: who stands where, what lies there, whose turn it is, and what is worth trying.

    It is played on a table of ``size_cm`` or, where a game has squares or hexes, on ``board``; left out, on the game's
    own board. ``begins`` is the side that is to play; left out, the game's first. ``invitation`` and the suggestions'
    questions are English sentences that the page shows in its language. ``settings``, ``known`` (by side) and
    ``states`` (by stand) are what the rules know of the match. ``seed`` is where hands put the stands down on a board.
    """

    title: str
    invitation: str
    stands: tuple[Placed, ...]
    suggestions: tuple[Suggestion, ...] = ()
    pieces: tuple[Piece, ...] = ()
    patrols: tuple[Patrol, ...] = ()
    size_cm: tuple[float, float] = (120.0, 90.0)
    board: SquareSize | HexSize | None = None
    ground: Literal["grass", "sand"] = "grass"
    verb: str | None = None
    begins: str | None = None
    turn: int = 1
    settings: Mapping[str, object] = field(default_factory=dict)
    known: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    states: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    cannons: DemoCannons | None = None
    seed: int = 0
