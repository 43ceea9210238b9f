"""The loop of the page's server: it asks only those connections what they wait for that something happened to.

Waitress asks all of them whenever one has news: with 300 open that took a quarter of a core.
"""

import select
import threading
from typing import Any

from waitress import wasyncore  # type: ignore[import-untyped]

READ, WRITE = (getattr(select, name, 0) for name in ("POLLIN", "POLLOUT"))


class Poller:
    """Waits for what happens to sockets, by number in ``sockets``, and lets each act on it.

    ``touch`` says, from any thread, that a socket may wait for something else now. Where the system has no poll()
    (Windows), waitress' own loop serves.
    """

    def __init__(self, sockets: dict[int, Any]) -> None:
        self._sockets = sockets
        self._poll = select.poll() if hasattr(select, "poll") else None
        self._waits: dict[int, int] = {}
        self._touched: set[int] = set()
        self._lock = threading.Lock()

    def touch(self, number: int | None) -> None:
        """Note that this socket is new, or gone, or waits for something else."""
        if number is not None:
            with self._lock:
                self._touched.add(number)

    def turn(self, timeout_s: float) -> None:
        """Wait for news at most so long, and let every socket that has some act on it."""
        if self._poll is None:
            wasyncore.loop(timeout=timeout_s, map=self._sockets, count=1)
            return
        with self._lock:
            touched, self._touched = self._touched, set()
        for number in touched:
            self._register(number)
        for number, happened in self._poll.poll(int(1000 * timeout_s)):
            self.touch(number)
            if (there := self._sockets.get(number)) is not None:
                wasyncore.readwrite(there, happened)

    def _register(self, number: int) -> None:
        assert self._poll is not None
        there, waits = self._sockets.get(number), 0
        if there is not None:
            waits = READ * bool(there.readable()) | WRITE * bool(there.writable() and not there.accepting)
        if waits == self._waits.get(number, 0):
            return
        if waits:
            self._poll.register(number, waits)
            self._waits[number] = waits
        else:
            self._poll.unregister(number)
            del self._waits[number]
