"""No more requests from one address than a busy page makes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, request

from web.doors.door import Door
from web.failing import Refused
from web.roles import READING

READS, ACTS = (60.0, 180.0), (8.0, 30.0)
"""Requests a second in the long run, and so many at once: a room's phones behind one address, a quick hand."""
MOST_ADDRESSES = 2000


@dataclass
class _Bucket:
    left: float
    at_s: float


class Buckets:
    """What each address may still use of something: ``rate`` comes back a second, up to ``most``."""

    def __init__(self, rate: float, most: float, now_s: Callable[[], float]) -> None:
        self._rate, self._most, self._now_s = rate, most, now_s
        self._lock = threading.Lock()
        self._buckets: dict[str, _Bucket] = {}

    def take(self, address: str, much: float = 1.0, *, least: float | None = None) -> bool:
        """Take so much from an address' bucket; where that leaves less than ``least``, take nothing and say no."""
        with self._lock:
            now_s = self._now_s()
            bucket = self._buckets.pop(address, None) or _Bucket(self._most, now_s)
            bucket.left = min(self._most, bucket.left + (now_s - bucket.at_s) * self._rate)
            bucket.at_s = now_s
            self._buckets[address] = bucket  # the one asked for last stands last
            if len(self._buckets) > MOST_ADDRESSES:
                del self._buckets[next(iter(self._buckets))]
            if least is not None and bucket.left - much < least:
                return False
            bucket.left -= much
            return True

    def holds(self, address: str) -> bool:
        """Say whether anything is left in an address' bucket."""
        return self.take(address, 0.0, least=0.0)


def stem_floods(app: Flask, door: Door, now_s: Callable[[], float]) -> None:
    """Answer 429 to an address that asks too often; this computer's own requests are not counted."""
    reads, acts = Buckets(*READS, now_s), Buckets(*ACTS, now_s)

    @app.before_request
    def check() -> None:
        asked = reads if request.method in READING else acts
        if not door.is_here() and not asked.take(request.remote_addr or "", least=0.0):
            raise Refused("too many requests at once: wait a moment", 429)
