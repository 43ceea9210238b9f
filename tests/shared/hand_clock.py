"""A clock that tests set forward."""

import threading


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
