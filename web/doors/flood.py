"""No more requests from one address than a busy page makes; no more open streams than there are threads for."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Flask, request

from web.doors.door import Door
from web.failing import Refused
from web.roles import READING

READS, ACTS = (60.0, 180.0), (8.0, 30.0)
"""Requests a second in the long run, and so many at once: a room's phones behind one address, a quick hand."""
MOST_ADDRESSES = 2000
MOST_STREAMS, MOST_FROM_ONE = 96, 12


@dataclass
class _Bucket:
    left: float
    at_s: float


class Flood:
    """Counts the requests of each address; this computer's own are not counted."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._buckets: dict[tuple[str, bool], _Bucket] = {}

    def admits(self, address: str, *, acts: bool) -> bool:
        """Say whether one more request may be answered now."""
        rate, most = ACTS if acts else READS
        with self._lock:
            now_s = self._now_s()
            bucket = self._buckets.pop((address, acts), None) or _Bucket(most, now_s)
            bucket.left = min(most, bucket.left + (now_s - bucket.at_s) * rate)
            bucket.at_s = now_s
            self._buckets[address, acts] = bucket  # the one asked for last stands last
            if len(self._buckets) > MOST_ADDRESSES:
                del self._buckets[next(iter(self._buckets))]
            if bucket.left < 1:
                return False
            bucket.left -= 1
            return True


class Streams:
    """Counts the open event streams."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, int] = {}

    def through(self, events: Iterator[str], address: str, *, here: bool) -> Iterator[str]:
        """Return the same events, counted while they are open; raises Refused where there are too many already."""
        with self._lock:
            mine = self._open.get(address, 0)
            if sum(self._open.values()) >= MOST_STREAMS or (mine >= MOST_FROM_ONE and not here):
                raise Refused("too many requests at once: wait a moment", 503)
            self._open[address] = mine + 1
        return self._counted(events, address)

    def _counted(self, events: Iterator[str], address: str) -> "_Counted":
        return _Counted(events, lambda: self._done(address))

    def _done(self, address: str) -> None:
        with self._lock:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class _Counted:
    """An iterator whose ``close`` is called also when nothing was ever read of it."""

    def __init__(self, events: Iterator[str], done: Callable[[], None]) -> None:
        self._events, self._done = events, done
        self._closed = False

    def __iter__(self) -> "_Counted":
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Count it no more."""
        if not self._closed:
            self._closed = True
            self._done()


def stem_floods(app: Flask, door: Door, now_s: Callable[[], float]) -> None:
    """Answer 429 to an address that asks too much."""
    flood = Flood(now_s)

    @app.before_request
    def check() -> None:
        acts = request.method not in READING
        if not door.is_here() and not flood.admits(request.remote_addr or "", acts=acts):
            raise Refused("too many requests at once: wait a moment", 429)
