"""Which frames tell of a shot: the settled one before it, the first settled one after it, and those between."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cannon.ring import KeptFrame

FALL_S = 1.0
"""Figures topple and a shell rolls: before so long after a shot no table is believed to have settled."""
LEAD_S = 0.5
"""The film of a shot begins so long before it."""
FILM_S = 4.0
"""And ends so long after it, or when the table has settled."""
SIGMAS = 3.0
LEAST_S = 0.02
"""A frame's own time is no better known than this: exposure and the way to the computer."""


@dataclass(frozen=True, slots=True)
class Fired:
    """A shot that was fired: what it is known by, whose cannon, when (host's clock), how well that is known.

    ``until_s`` is when it surely was over, where nobody knows the moment: the referee tapped before and after it.
    ``by_rig`` tells the rig's from those; ``misfire``: the lever was released, no shell flew.
    """

    key: str
    side: str
    time_s: float
    sigma_s: float = 0.0
    until_s: float | None = None
    by_rig: bool = False
    misfire: bool = False

    @property
    def earliest_s(self) -> float:
        """Before this the shell surely had not left."""
        return self.time_s - max(SIGMAS * self.sigma_s, LEAST_S)

    @property
    def latest_s(self) -> float:
        """After this it surely had."""
        return (self.time_s if self.until_s is None else self.until_s) + max(SIGMAS * self.sigma_s, LEAST_S)


@dataclass(frozen=True, eq=False, slots=True)
class FrameChoice:
    """The frames of one shot, or of several that came before the table settled between them.

    ``before`` None: no settled table was seen before it.
    """

    shots: tuple[Fired, ...]
    before: KeptFrame | None
    between: tuple[KeptFrame, ...]
    after: KeptFrame


def before_of(shot: Fired, frames: Sequence[KeptFrame]) -> KeptFrame | None:
    """Return the newest settled frame that was surely taken before a shot."""
    return next((f for f in reversed(frames) if f.settled and f.time_s <= shot.earliest_s), None)


def after_of(shot: Fired, frames: Sequence[KeptFrame], until_s: float = float("inf")) -> KeptFrame | None:
    """Return the first settled frame after a shot and its falls, up to ``until_s``."""
    from_s = shot.latest_s + FALL_S
    return next((f for f in frames if f.settled and from_s <= f.time_s <= until_s), None)


def together(shots: Sequence[Fired], frames: Sequence[KeptFrame]) -> list[tuple[Fired, ...]]:
    """Return shots in the order they fell, those in one group between which the table did not settle."""
    groups: list[tuple[Fired, ...]] = []
    for shot in sorted(shots, key=lambda s: s.time_s):
        last = groups[-1][-1] if groups else None
        if last is not None and after_of(last, frames, shot.earliest_s) is None:
            groups[-1] = (*groups[-1], shot)
        else:
            groups.append((shot,))
    return groups


def picked(group: Sequence[Fired], frames: Sequence[KeptFrame], *, now: bool = False) -> FrameChoice | None:
    """Return the frames of a group of shots; None while the table has not settled since.

    ``now``: the newest frame counts as settled, the referee says so.
    """
    first, last = group[0], group[-1]
    after = after_of(last, frames)
    if after is None and now:
        after = next((frame for frame in reversed(frames) if frame.time_s >= last.latest_s), None)
    if after is None:
        return None
    until_s = min(after.time_s, last.latest_s + FILM_S)
    film = tuple(frame for frame in frames if first.earliest_s - LEAD_S <= frame.time_s < until_s)
    return FrameChoice(tuple(group), before_of(first, frames), film, after)
