"""What the tracker says after each frame.

The states of a stand:

- *seen*: its marker fits where it is, nothing moves it, and no hand is at it since it last moved.
- *held*: it is moving now, or it was moved and the hand is still at it.
- *covered*: its place shows something else, and a hand (or what else the watchman takes for one) is or was just there.
- *lost*: taken away: it vanished while a hand was there, and some seconds after the hand has gone it is nowhere.
- *toppled*: its marker is seen but does not lie level, and no hand is at it; or it vanished and no hand was near
  before, while or after it did.
"""

from dataclasses import dataclass
from typing import Any, Literal

from table.stand import Stand
from vision.arrays import Floats

State = Literal["seen", "covered", "held", "lost", "toppled"]
Fault = Literal["size", "blind"]


@dataclass(frozen=True, slots=True)
class TrackSeen:
    """A stand of the roster that was seen at least once: its state since when, and its place.

    ``stand`` is the settled place with its sigma; while it is held, where it is now; else its last place. ``hidden`` is
    what share of its marker is covered now.
    """

    name: str
    marker: int
    state: State
    stand: Stand | None
    since_s: float
    hidden: float = 0.0


@dataclass(frozen=True, eq=False, slots=True)
class Stranger:
    """A marker that nobody knows, under a name it keeps for the session, and its corners (4, 2) px."""

    name: str
    marker: int
    corners_px: Floats
    score: float
    since_s: float


@dataclass(frozen=True, slots=True)
class Vertex:
    """Where a moved stand was: seconds, table cm, degrees; ``gap``: the leg that ends here was not seen."""

    time_s: float
    x: float
    y: float
    heading_deg: float
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """The way of one stand from rest to rest.

    ``vertices`` begin and end at the settled places ``start`` and ``end``. ``length_cm`` is the sum of the legs,
    ``turn_deg`` the heading's whole change, counter-clockwise positive and beyond 180 where it turned that far.
    """

    stand: str
    vertices: tuple[Vertex, ...]
    length_cm: float
    sigma_cm: float
    turn_deg: float
    turn_sigma_deg: float
    start: Stand
    end: Stand

    @property
    def has_gap(self) -> bool:
        """Whether part of the way was not seen."""
        return any(vertex.gap for vertex in self.vertices)


@dataclass(frozen=True, eq=False, slots=True)
class FrameReport:
    """What one frame showed.

    ``tracks`` in the roster's order; ``unknown`` the markers nobody knows; ``watch`` what the watchman says (None as
    long as none looked). ``still``: nothing moves and no hand is over the table, for long enough; only then there is a
    snapshot, the stands that are seen, and ``unseen`` names the roster's others. ``moves`` are the ways that ended
    with this frame. ``fault``: the frame told nothing: of another size than calibrated, or nothing known is in it.
    """

    time_s: float
    tracks: tuple[TrackSeen, ...]
    unknown: tuple[Stranger, ...]
    watch: Any
    still: bool
    snapshot_stands: tuple[Stand, ...] | None
    unseen: tuple[str, ...]
    moves: tuple[Path, ...]
    fault: Fault | None = None

    def track(self, name: str) -> TrackSeen | None:
        """Return a stand's track, None if it was not seen yet."""
        return next((track for track in self.tracks if track.name == name), None)
