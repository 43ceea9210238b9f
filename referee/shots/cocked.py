"""Whether a cannon is cocked, for how long, and when that is too long (M6.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

CannonState = Literal["unknown", "safe", "cocked", "too_long"]


@dataclass(frozen=True, slots=True)
class CannonStatus:
    """A side's cannon at one instant.

    ``state`` is "unknown" until its rig has told where the lever is. ``heard`` says whether the rig can be heard now:
    where it cannot, the state is the last one known, and a cocked cannon is still held for cocked. ``left`` are its
    shells, None where nobody counts them.
    """

    side: str
    state: CannonState = "unknown"
    heard: bool = False
    cocked_s: float | None = None
    limit_s: float = 60.0
    left: int | None = None

    @property
    def cocked(self) -> bool:
        """Whether the safety lines (M6.2) are to be shown."""
        return self.state in ("cocked", "too_long")


class CockedWatch:
    """Follows one cannon's lever; ``now_s`` is a clock that never goes back, the one whose seconds it is told.

    A limit of 0 never warns.
    """

    def __init__(self, side: str, limit_s: float, now_s: Callable[[], float]) -> None:
        self._side, self._limit_s, self._now_s = side, limit_s, now_s
        self._since_s: float | None = None
        self._told_s = float("-inf")
        self._known = self._heard = False

    def lever(self, cocked: bool, at_s: float | None = None) -> None:
        """Take over where the lever is, since an instant; without one since now.

        A lever that is told to be cocked again, as by a rig that was plugged in anew, is cocked since it first was.
        """
        at_s = self._now_s() if at_s is None else min(at_s, self._now_s())
        self._known = self._heard = True
        if not cocked:
            self._since_s = None
            return
        self._since_s = at_s if self._since_s is None else min(self._since_s, at_s)
        self._told_s = max(self._told_s, at_s)

    def released(self, at_s: float | None = None) -> None:
        """Take over that the lever was let go at an instant, as a shot tells, which may be one of long ago.

        A lever that was told to be cocked after that has been cocked since that instant at the longest.
        """
        at_s = self._now_s() if at_s is None else min(at_s, self._now_s())
        if self._since_s is None or at_s >= self._told_s:
            self.lever(False, at_s)
        else:
            self._since_s = max(self._since_s, at_s)

    def heard(self, heard: bool) -> None:
        """Take over whether the rig can be heard: it was plugged in, or its cable pulled."""
        self._heard = heard

    def status(self, left: int | None = None) -> CannonStatus:
        """Return how the cannon stands now."""
        if not self._known:
            return CannonStatus(self._side, "unknown", self._heard, None, self._limit_s, left)
        if self._since_s is None:
            return CannonStatus(self._side, "safe", self._heard, None, self._limit_s, left)
        cocked_s = self._now_s() - self._since_s
        state: CannonState = "too_long" if self._limit_s and cocked_s > self._limit_s else "cocked"
        return CannonStatus(self._side, state, self._heard, cocked_s, self._limit_s, left)
