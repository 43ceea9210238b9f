"""Which shots are written down already: each is counted once, however often it is sent."""

from collections import deque
from collections.abc import Iterable
from enum import Enum

from hardware.messages import ShotSensed

_MOST_CONTENTS = 512


class Novelty(Enum):
    """What a shot is to someone who keeps shots."""

    NEW = "new"
    KEPT = "kept before"
    CONTRADICTS = "another shot had this number"


class SeenShots:
    """The (rig id, number) of every shot kept, and the contents of the last few hundred."""

    def __init__(self, kept: Iterable[tuple[str, int]] = ()) -> None:
        self._numbers: dict[str, set[int]] = {}
        self._contents: dict[tuple[str, int], ShotSensed] = {}
        self._order: deque[tuple[str, int]] = deque()
        for rig, number in kept:
            self._numbers.setdefault(rig, set()).add(number)

    def __contains__(self, identity: tuple[str, int]) -> bool:
        rig, number = identity
        return number in self._numbers.get(rig, ())

    def judge(self, shot: ShotSensed) -> Novelty:
        """Return whether the shot is new, one kept before, or another with its number."""
        if shot.identity not in self:
            return Novelty.NEW
        before = self._contents.get(shot.identity)
        return Novelty.KEPT if before is None or before == shot.sent_first() else Novelty.CONTRADICTS

    def keep(self, shot: ShotSensed) -> None:
        """The shot is written down."""
        self._numbers.setdefault(shot.rig, set()).add(shot.number)
        self._contents[shot.identity] = shot.sent_first()
        self._order.append(shot.identity)
        if len(self._order) > _MOST_CONTENTS:
            self._contents.pop(self._order.popleft(), None)

    def last(self, rig: str) -> int:
        """Return the highest number kept of a rig, 0 if none."""
        return max(self._numbers.get(rig, ()), default=0)

    def first(self, rig: str) -> int:
        """Return the lowest number kept of a rig, 0 if none."""
        return min(self._numbers.get(rig, ()), default=0)

    def missing(self, rig: str, first: int, last: int) -> tuple[int, ...]:
        """Return the numbers from `first` to `last` that were never kept (at most the last thousand are looked at)."""
        kept = self._numbers.get(rig, set())
        return tuple(number for number in range(max(first, last - 999), last + 1) if number not in kept)
