"""No more requests from one address than a busy page makes."""

from collections.abc import Callable

from flask import request

from web.application import Application
from web.cache_middleware import ADMITTED
from web.doors.door import Door
from web.doors.token_buckets import TokenBuckets
from web.errors import TooMany
from web.roles import READING

READS, ACTS = (60.0, 180.0), (8.0, 30.0)
"""Requests a second in the long run, and so many at once: a room's phones behind one address, a quick hand."""


def stem_floods(app: Application, door: Door, now_s: Callable[[], float]) -> None:
    """Answer 429 to an address that asks too often; this computer's own requests are not counted."""
    reads, acts = TokenBuckets(*READS, now_s), TokenBuckets(*ACTS, now_s)
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
