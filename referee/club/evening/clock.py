"""The clock of a round: how long it is, since when it runs, how long it ran before; what time it is, is told to it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round of so many seconds, of which it ran ``ran_s`` before it was paused last.

    ``since`` is when it began to run again, None while it stands; ``over`` when the organiser ended the round.
    """

    length_s: int
    ran_s: int = 0
    since: datetime | None = None
    over: datetime | None = None

    @property
    def runs(self) -> bool:
        """Whether it runs; also when its time is up, until somebody ends the round."""
        return self.since is not None and self.over is None

    @property
    def until(self) -> datetime | None:
        """When the round is over, or was; None while the clock stands."""
        if self.over is not None or self.since is None:
            return self.over
        return self.since + timedelta(seconds=self.length_s - self.ran_s)

    def left_s(self, now: datetime) -> int:
        """Return the seconds that are left, 0 when the time is up."""
        ran = 0.0 if self.since is None else ((self.over or now) - self.since).total_seconds()
        return max(0, self.length_s - self.ran_s - max(0, int(ran)))

    def started(self, now: datetime) -> "RoundClock":
        """Return it running; one that runs or is over is as it was."""
        return self if self.runs or self.over is not None else replace(self, since=now)

    def paused(self, now: datetime) -> "RoundClock":
        """Return it standing still."""
        if not self.runs:
            return self
        return replace(self, ran_s=self.length_s - self.left_s(now), since=None)

    def longer(self, seconds: int) -> "RoundClock":
        """Return it with more time."""
        return replace(self, length_s=self.length_s + seconds)

    def ended(self, now: datetime) -> "RoundClock":
        """Return it over, at the moment when its time was up, or now where it was not."""
        if self.over is not None:
            return self
        return replace(self, over=now if self.until is None else min(now, self.until))
