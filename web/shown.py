"""The view as bytes, made once for each change and language however many pages ask."""

import threading
from collections.abc import Callable

from web.desk import Versions


class Shown:
    """Keeps the newest view of each language; while one thread makes it, the others wait for that one."""

    def __init__(self, versions: Callable[[], Versions], make: Callable[[str], bytes]) -> None:
        self._versions, self._make = versions, make
        self._locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()
        self._made: dict[str, tuple[Versions, bytes]] = {}

    def __call__(self, language: str) -> bytes:
        """Return the view at this instant."""
        with self._lock:
            lock = self._locks.setdefault(language, threading.Lock())
        with lock:
            versions = self._versions()
            known = self._made.get(language)
            if known is None or known[0] != versions:
                # Made after the versions were read: it may be newer than they say, and is then made once more.
                known = self._made[language] = (versions, self._make(language))
            return known[1]
