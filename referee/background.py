"""A thread that works beside its program until it is told to stop."""

import threading

PATIENCE_S = 5.0
"""So long is waited at most for what it is at."""


class Background:
    """A thread of its own: a subclass says in ``work`` what it does until ``stop`` is set."""

    def __init__(self, name: str) -> None:
        self.stop = threading.Event()
        self._thread = threading.Thread(target=self.work, name=name, daemon=True)

    def work(self) -> None:
        """Do it, and return soon after ``stop`` is set."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Stop; one that was never started needs none."""
        self.stop.set()
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)
