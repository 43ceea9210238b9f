"""How long a camera may take and how much it may send for one answer or one picture."""

import io
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

from vision.sources.frames import SourceLost

WORK_S = 1.0
"""So much computing time may go into one answer or picture: a flood of crumbs is within its bytes and its time."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many seconds and bytes, and what is said where they are not enough."""

    seconds: float
    count: int
    too_long: str
    too_much: str


class Allowance:
    """What is left of the time and bytes of what a camera is being asked for."""

    def __init__(self, clock: Callable[[], float], limit: Limit) -> None:
        self._clock = clock
        self.begin(limit)

    def begin(self, limit: Limit) -> None:
        """Count anew: this is being asked for now."""
        self._limit, self._left, self._until_s = limit, limit.count, self._clock() + limit.seconds
        self._worked_s = time.thread_time()

    def left_s(self) -> float:
        """Return how long the next piece may take; raises SourceLost once the time is over."""
        left_s = self._until_s - self._clock()
        if left_s <= 0:
            raise SourceLost(self._limit.too_long)
        if time.thread_time() - self._worked_s > WORK_S:
            raise SourceLost("it sends its pictures in crumbs that take too long to put together")
        return min(left_s, self._limit.seconds)

    def take(self, count: int) -> None:
        """Note that so many bytes came; raises SourceLost for more than there may be."""
        self._left -= count
        if self._left < 0:
            raise SourceLost(self._limit.too_much)


class Rationed(io.RawIOBase):
    """What comes over a connection, within an allowance; ``raw`` is the connection's own file.

    A timeout on the socket alone begins anew with every byte.
    """

    def __init__(self, raw: io.RawIOBase, connection: socket.socket, allowance: Allowance) -> None:
        self._raw, self._connection, self._allowance = raw, connection, allowance

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        """Wait for some bytes; raises SourceLost where the allowance ends."""
        self._connection.settimeout(self._allowance.left_s())
        count = self._raw.readinto(buffer)
        self._allowance.take(count or 0)
        return count

    def close(self) -> None:
        """Close the connection's file."""
        self._raw.close()
        super().close()
