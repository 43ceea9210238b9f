"""What a virtual rig sends: its lines, numbered, and its shots, again and again until they are acknowledged."""

from collections.abc import Iterable
from dataclasses import replace

from hardware.lines import encode
from hardware.messages import Flag, RigMessage, ShotSensed

_FIRST_AGAIN_S, _AGAIN_S, _PACE_S = 1.0, 5.0, 0.2


class Sending:
    """Lines on their way out, and when each pending shot is sent next."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything: the power is gone."""
        self._sequence = 0
        self._out = bytearray()
        self._shots: dict[int, ShotSensed] = {}
        self._next: dict[int, float] = {}
        self._free_s = float("-inf")

    def restart(self, pending: Iterable[ShotSensed], now_s: float) -> None:
        """Start with what the memory kept: every one may have been sent before."""
        self.clear()
        for shot in pending:
            self._shots[shot.number] = _again(shot)
            self._next[shot.number] = now_s

    def say(self, message: RigMessage) -> None:
        """Send a line."""
        self._out += encode(message, self._sequence)
        self._sequence = (self._sequence + 1) % 256

    def add(self, shot: ShotSensed, now_s: float) -> None:
        """Send a shot that was just made, at once."""
        self.say(shot)
        self._shots[shot.number], self._next[shot.number] = _again(shot), now_s + _FIRST_AGAIN_S

    def forget(self, number: int) -> None:
        """A shot was acknowledged."""
        self._shots.pop(number, None)
        self._next.pop(number, None)

    def all_again(self, now_s: float) -> None:
        """Send every pending shot again."""
        self._next = dict.fromkeys(self._next, now_s)

    def advance(self, now_s: float) -> None:
        """Send the shot that is due longest (of several the oldest), not more than one in 200 ms."""
        if not self._next or now_s < self.next_due_s():
            return
        number = min(self._next, key=lambda number: (self._next[number], number))
        self.say(self._shots[number])
        self._next[number], self._free_s = now_s + _AGAIN_S, now_s + _PACE_S

    def next_due_s(self) -> float:
        """Return when a shot is to be sent again."""
        return max(min(self._next.values(), default=float("inf")), self._free_s)

    def output(self) -> bytes:
        """Return the bytes to send, once."""
        out = bytes(self._out)
        self._out.clear()
        return out


def _again(shot: ShotSensed) -> ShotSensed:
    return replace(shot, flags=shot.flags | {Flag.RESENT})
