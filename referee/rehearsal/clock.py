"""The rehearsal's one clock, so that tests own the time."""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since some start, and a wait that a stop signal cuts short."""

    def now_s(self) -> float:
        """Return seconds since the clock's start."""
        ...

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Let that much time go by; True when ``stop`` was set meanwhile."""
        ...


class WallClock:
    """Real time, starting at 0."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now_s(self) -> float:
        """Return seconds since the clock was made."""
        return time.monotonic() - self._start

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Sleep until then, or until told to stop."""
        return stop.wait(seconds)


class HandClock:
    """A clock that stands still until it is set forward."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s

    def now_s(self) -> float:
        """Return the time it was set to."""
        return self._now_s

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Set the clock forward at once."""
        self.advance(seconds)
        return stop.is_set()

    def advance(self, seconds: float) -> None:
        """Set the clock forward."""
        self._now_s += seconds
