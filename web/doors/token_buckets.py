"""What each address may still use of something: it comes back with time."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

MOST_ADDRESSES = 2000


@dataclass
class _Bucket:
    left: float
    at_s: float


class TokenBuckets:
    """What each address may still use of something: ``rate`` comes back a second, up to ``most``."""

    def __init__(self, rate: float, most: float, now_s: Callable[[], float]) -> None:
        self._rate, self._most, self._now_s = rate, most, now_s
        self._lock = threading.Lock()
        self._buckets: dict[str, _Bucket] = {}

    def take(self, address: str, much: float = 1.0, *, least: float | None = None) -> bool:
        """Take so much from an address' bucket; where that leaves less than ``least``, take nothing and say no."""
        with self._lock:
            bucket = self._filled(address)
            if least is not None and bucket.left - much < least:
                return False
            bucket.left -= much
            return True

    def wait_s(self, address: str, much: float = 1.0) -> float:
        """Return in how many seconds there is so much in an address' bucket; 0: now."""
        with self._lock:
            return max(0.0, (much - self._filled(address).left) / self._rate)

    def holds(self, address: str) -> bool:
        """Say whether anything is left in an address' bucket."""
        return self.take(address, 0.0, least=0.0)

    def _filled(self, address: str) -> _Bucket:
        now_s = self._now_s()
        bucket = self._buckets.pop(address, None) or _Bucket(self._most, now_s)
        bucket.left = min(self._most, bucket.left + (now_s - bucket.at_s) * self._rate)
        bucket.at_s = now_s
        self._buckets[address] = bucket  # the one asked for last stands last
        if len(self._buckets) > MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket
