"""The referee's PIN: kept as its scrypt hash only, and tried a few times, not many."""

import hashlib
import hmac
import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from web.failing import Refused

DIGITS = 6
TRIES = 5
"""So many wrong ones from one address, and the next must wait."""
FIRST_WAIT_S, LONGEST_WAIT_S = 30.0, 900.0
BLOCKED_AFTER = 40
"""So many wrong ones from the whole network, whatever their addresses, and only a new PIN lets anybody in."""
SCRYPT = {"n": 2**14, "r": 8, "p": 1}
MOST_ADDRESSES = 1000


@dataclass
class _Tried:
    wrong: int = 0
    until_s: float = -math.inf


class Pin:
    """A PIN that can be checked and renewed; ``serial`` tells one from the next."""

    def __init__(self, now_s: Callable[[], float], draw: Callable[[int], int] = secrets.randbelow) -> None:
        self._now_s, self._draw = now_s, draw
        self._lock = threading.Lock()
        self.serial = 0
        self.renew()

    def renew(self) -> str:
        """Set a new PIN and return it, this once; whoever came in with the old one is out."""
        pin = f"{self._draw(10**DIGITS):0{DIGITS}d}"
        with self._lock:
            self._salt = secrets.token_bytes(16)
            self._hash = self._hashed(pin)
            self._tried: dict[str, _Tried] = {}
            self._wrong = 0
            self.serial += 1
        return pin

    def check(self, typed: str, address: str) -> None:
        """Return for the right PIN; raises Refused: 403 for a wrong one, 429 while its address must wait."""
        with self._lock:  # one hash at a time: a flood of guesses takes one thread's time, not all
            now_s = self._now_s()
            if self._wrong >= BLOCKED_AFTER:
                raise Refused("too many wrong PINs from this network: set a new one at the computer at the table", 429)
            tried = self._tried.setdefault(address, _Tried())
            if now_s < tried.until_s:
                raise _wait(tried.until_s - now_s)
            if hmac.compare_digest(self._hash, self._hashed(typed)):
                del self._tried[address]
                return
            self._wrong += 1
            tried.wrong += 1
            self._forget(address)
            over = tried.wrong - TRIES
            if over >= 0:
                tried.until_s = now_s + min(FIRST_WAIT_S * 2**over, LONGEST_WAIT_S)
                raise _wait(tried.until_s - now_s)
            raise Refused("wrong PIN: {left} more tries, then a wait", left=-over)

    def _hashed(self, pin: str) -> bytes:
        return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=self._salt, **SCRYPT)

    def _forget(self, but: str) -> None:
        for address in list(self._tried)[: max(0, len(self._tried) - MOST_ADDRESSES)]:
            if address != but:
                del self._tried[address]


def _wait(seconds: float) -> Refused:
    return Refused("too many wrong PINs: wait {seconds} s", 429, seconds=math.ceil(seconds))
