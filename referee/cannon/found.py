"""What was found out about a shot from its frames, as a proposal needs it."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.cannon.frame_choice import FrameChoice
from table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class FoundFall:
    """A figure that seems to have fallen: where it stood (table cm), how sure that is, when it first moved.

    ``began_s`` is on the host's clock, None where no film tells.
    """

    name: str
    xy: tuple[float, float]
    confidence: float
    began_s: float | None = None


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A stand that was moved or dragged, and still stands: from where to where, in table cm, how far."""

    name: str
    start: tuple[float, float]
    end: tuple[float, float]
    cm: float


@dataclass(frozen=True, slots=True)
class ShotFindings:
    """What a shot did: who fell, who was moved, where the shell lies and where it first struck (table cm).

    ``frame_s`` is the time between two frames of the film, None where there is no film to tell an order by.
    ``zone`` is the polygon of the banners; empty where they were not seen. ``notes`` are keys of what kept it from
    seeing well (words: referee/words/locale/en/page_cannon.po).
    """

    fallen: tuple[FoundFall, ...] = ()
    moved: tuple[FoundMove, ...] = ()
    shell: tuple[float, float] | None = None
    shell_sigma_cm: float | None = None
    struck: tuple[float, float] | None = None
    frame_s: float | None = None
    zone: tuple[tuple[float, float], ...] = ()
    notes: tuple[str, ...] = ()


Find = Callable[[FrameChoice, Snapshot], ShotFindings]
"""Looks at the frames of a shot; the snapshot is the table before it. Takes its time: not to be called in the loop."""
