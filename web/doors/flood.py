"""No more requests and open streams from one address than a busy page makes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from flask import request

from web.application import Application
from web.cache_middleware import ADMITTED
from web.doors.door import Door
from web.doors.token_buckets import TokenBuckets
from web.errors import TooMany
from web.roles import READING, Role

READS, ACTS = (60.0, 180.0), (8.0, 30.0)
"""Requests a second in the long run, and so many at once: a room's phones behind one address, a quick hand."""


def stem_floods(app: Application, door: Door) -> None:
    """Answer 429 to an address that asks too often; this computer's own requests are not counted."""
    reads, acts = TokenBuckets(*READS, door.now_s), TokenBuckets(*ACTS, door.now_s)
    app.middleware.admit = lambda address: reads.take(address, least=0.0)

    @app.before_request
    def check() -> None:
        admitted = request.environ.get(ADMITTED)  # counted already
        if admitted is None:
            asked = reads if request.method in READING else acts
            admitted = door.is_here() or asked.take(request.remote_addr or "", least=0.0)
        if not admitted:
            # Given again only to who is not admitted.
            raise TooMany(429, lambda: True)


MOST_STREAMS, RESERVED, MOST_FROM_ONE = 320, 24, 12
"""Places in all, those of them for referee and players only, and the most that one address may hold."""


@dataclass(eq=False, slots=True)
class _Holder:
    address: str
    gone: Callable[[], bool]


class Streams:
    """Gives a place to each stream while its page is there; a page that gets none polls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: list[_Holder] = []

    def enter(self, role: Role, address: str, *, here: bool, gone: Callable[[], bool]) -> None:
        """Take a place until ``gone`` says that the page has left; raises Refused (503) where none is left."""

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
            self._holders.append(_Holder(address, gone))
