"""Places for open event streams: some for everybody, some for referee and players only; other pages poll."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from web.errors import TooMany
from web.roles import Role

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
