"""The referee's PIN: kept as its scrypt hash only, and tried so seldom that guessing leads nowhere.

An address that mistakes it five times waits, and longer each time. Whoever has many addresses gains nothing by them:
all strangers together have TRIES_AT_ONCE tries, and one more each minute. In an evening of six hours that is
40 + 360 = 400 of a million PINs, 1 in 2500, from 200 addresses as from one. Who has the referee's code from the page
Invite, or came in before from the same address, is counted apart, by the same measure: strangers that use up their
tries lock nobody else out, and both kinds together stay at 800 tries, 1 in 1250. A new PIN gives no tries back, so
these numbers hold however often it is drawn. (Guessing without end takes 347 days on average.)
"""

import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from werkzeug.security import check_password_hash, generate_password_hash

from web.doors.token_buckets import TokenBuckets
from web.errors import Refused

DIGITS = 6
TRIES = 5
"""So many wrong ones from one address, and the next must wait."""
FIRST_WAIT_S, LONGEST_WAIT_S = 30.0, 900.0
TRIES_AT_ONCE, ONE_MORE_EACH_S = 40, 60.0
"""What strangers have together, whatever their addresses; so have those counted apart."""
HASHED_BY = f"scrypt:{2**14}:8:1"
MOST_ADDRESSES = 1000
MOST_KNOWN = 50
CROWDED = (
    "too many wrong PINs from this network: come in by the referee's code on the page Invite at the computer at the "
    "table, or wait {seconds} s"
)


@dataclass
class _Tried:
    wrong: int = 0
    until_s: float = -math.inf


class Pin:
    """A PIN that can be checked and renewed."""

    def __init__(
        self, now_s: Callable[[], float], draw: Callable[[int], int] = secrets.randbelow, crowded: str = CROWDED
    ) -> None:  # fmt: skip
        self._now_s, self._draw, self._crowded = now_s, draw, crowded
        self._lock = threading.Lock()
        self._tries = TokenBuckets(1 / ONE_MORE_EACH_S, TRIES_AT_ONCE, now_s)
        self._known: dict[str, None] = {}
        self.renew()

    def renew(self, chosen: str | None = None) -> str:
        """Set a new PIN, drawn or chosen, and return it, this once; who is in stays in."""
        pin = chosen or f"{self._draw(10**DIGITS):0{DIGITS}d}"
        self.adopt(generate_password_hash(pin, HASHED_BY))
        return pin

    def adopt(self, hashed: str) -> None:
        """Take the PIN over of which this is the hash: it was drawn before."""
        with self._lock:
            self.hashed = hashed
            self._tried: dict[tuple[str, bool], _Tried] = {}

    def check(self, typed: str, address: str, *, invited: bool = False) -> None:
        """Return for the right PIN; raises Refused: 403 for a wrong one, 429 while its address must wait.

        ``invited`` is who has the referee's code from the page Invite.
        """
        with self._lock:  # one hash at a time: a flood of guesses takes one thread's time, not all
            now_s = self._now_s()
            key = (address, invited)
            tried = self._tried.setdefault(key, _Tried())
            self._forget(key)
            if now_s < tried.until_s:
                raise _wait(tried.until_s - now_s)
            group = "apart" if invited or address in self._known else "strangers"
            # Who was wrong before leaves the last tries to those who were not.
            wait_s = self._tries.wait_s(group, 1 + min(tried.wrong, TRIES))
            if wait_s > 0:
                raise Refused(self._crowded, 429, seconds=math.ceil(wait_s))
            if check_password_hash(self.hashed, typed.encode("utf-8", "replace").decode()):
                del self._tried[key]
                self._remember(address)
                return
            self._tries.take(group)
            tried.wrong += 1
            over = tried.wrong - TRIES
            if over >= 0:
                tried.until_s = now_s + min(FIRST_WAIT_S * 2 ** min(over, 10), LONGEST_WAIT_S)
                raise _wait(tried.until_s - now_s)
            if over == -1:
                raise Refused("wrong PIN: 1 more try, then a wait")
            raise Refused("wrong PIN: {left} more tries, then a wait", left=-over)

    def _remember(self, address: str) -> None:
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def _forget(self, but: tuple[str, bool]) -> None:
        for key in list(self._tried)[: max(0, len(self._tried) - MOST_ADDRESSES)]:
            if key != but:
                del self._tried[key]


def _wait(seconds: float) -> Refused:
    return Refused("too many wrong PINs: wait {seconds} s", 429, seconds=math.ceil(seconds))
