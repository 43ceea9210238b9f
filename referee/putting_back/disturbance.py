"""What moved between two settled tables, and whether that looks like an accident."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import dist

from referee.observation import Observation
from referee.putting_back.hints import Hint, Tolerance, hints
from referee.putting_back.moments import AgreedTable
from rules.state import State

TOGETHER = 2
"""So many stands that move between two settled tables, one of them not of the side that plays, were hardly played."""


@dataclass(frozen=True)
class Disturbance:
    """Stands that moved since the agreed table.

    ``proposed``: it looked like an accident, and nobody has answered yet.
    """

    agreed: AgreedTable
    moved: tuple[Hint, ...]
    proposed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Who moved."""
        return tuple(hint.name for hint in self.moved)


def moved_since(agreed: AgreedTable, observation: Observation, now: State, tolerance: Tolerance) -> tuple[Hint, ...]:
    """Return the stands that are not where they were agreed to be, farthest first, those that are gone before all.

    Whom a ruling has sent elsewhere is expected to move: it is left out until it stands there.
    """
    told = hints(agreed.stands(now), observation.whereabouts, tolerance)
    off = (hint for hint in told if hint.state in ("off", "away"))
    return farthest_first(hint for hint in off if not _obeys(hint, agreed, now))


def _obeys(hint: Hint, agreed: AgreedTable, now: State) -> bool:
    """Say whether a stand has moved, or is about to, because a ruling told where it goes."""
    place = now.places.get(hint.name)
    if place is None or hint.now is None:
        return False
    return place != agreed.memory.places.get(hint.name) or dist(hint.now.centre, place) < dist(hint.ghost.centre, place)


def farthest_first(told: Iterable[Hint]) -> tuple[Hint, ...]:
    """Return hints in the order in which they are worth following: who is gone, who is far, who has only turned."""
    ranks = {"away": 0, "off": 1, "covered": 2, "there": 3, "back": 4}
    return tuple(sorted(told, key=lambda hint: (ranks[hint.state], -hint.off_cm, -abs(hint.turn_deg), hint.name)))


def looks_like_accident(moved: Iterable[Hint], side: str, *, frame_pushed: bool, camera_moved: bool) -> bool:
    """Say whether nobody is likely to have played this.

    Several stands at once, one of them at least not of the side that plays; or any when a frame marker was pushed with
    them. Not when the camera was bumped: then it is the picture that moved.
    """
    ghosts = [hint.ghost for hint in moved]
    if camera_moved or not ghosts:
        return False
    return frame_pushed or (len(ghosts) >= TOGETHER and any(stand.side != side for stand in ghosts))
