"""The clock of an application, passed in so that tests own the time."""

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
