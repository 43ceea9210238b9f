"""The open event streams: each holds a thread of the server, so there are places for some; other pages poll."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from web.errors import TooMany
from web.roles import Role

MOST_STREAMS, RESERVED, MOST_FROM_ONE = 96, 24, 12
"""Places in all, those of them for referee and players only, and the most that one address may hold."""


@dataclass(eq=False, slots=True)
class _Holder:
    address: str
    gone: Callable[[], bool]


class Streams:
    """Gives a place to each stream while it is open; a page that gets none polls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: list[_Holder] = []

    def through(
        self, events: Iterator[str], role: Role, address: str, *, here: bool, gone: Callable[[], bool] = lambda: False
    ) -> "Stream":
        """Return the same events, counted while they are open; raises Refused (503) where no place is left.

        ``gone`` says whether the page at the other end has left: its place is free at once, before its thread has
        noticed.
        """
        holder = _Holder(address, gone)

        def full() -> bool:
            most = MOST_STREAMS - (RESERVED if role.name == "spectator" else 0)
            self._holders = [one for one in self._holders if not one.gone()]
            mine = sum(one.address == address for one in self._holders)
            return len(self._holders) >= most or (mine >= MOST_FROM_ONE and not here)

        def still_full() -> bool:
            with self._lock:
                return full()

        with self._lock:
            if full():
                raise TooMany(503, still_full)
            self._holders.append(holder)
        return Stream(events, lambda: self._leave(holder))

    def _leave(self, holder: _Holder) -> None:
        with self._lock:
            self._holders = [one for one in self._holders if one is not holder]


class Stream:
    """An iterator whose ``close`` is called also when nothing was ever read of it."""

    def __init__(self, events: Iterator[str], done: Callable[[], None]) -> None:
        self._events, self._done = events, done

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Count it no more."""
        self._done()
