"""What the host asks a rig, and when: who it is, then its clock, again and again."""

from hardware.lines import encode
from hardware.messages import AskClock, AskHello, HostMessage, KeepShot, SetLimit

_BYTE_S = 10 / 115_200
SETTLE_S = 0.1  # an opened port: what was under way is over
_HELLO_EVERY_S = 2.5  # a bootloader lives a second longer with every byte it hears
_HELLO_AGAIN_S = 30.0
_QUICK_S, _QUICK = 0.1, 5
_CLOCK_EVERY_S = 2.0
_ANSWER_S = 3.0


class Asking:
    """The host's lines to one rig, numbered, and the questions about its clock that wait for an answer."""

    def __init__(self) -> None:
        self._sequence = 0
        self._nonce = 0
        self._out = bytearray()
        self._asked: dict[int, tuple[float, int]] = {}
        self._hello_s = self._clock_s = float("inf")
        self._quick = 0

    def opened(self, now_s: float) -> None:
        """Begin anew: the port was opened."""
        self._out.clear()
        self._asked.clear()
        self._hello_s, self._clock_s = now_s + SETTLE_S, float("inf")

    def greeted(self, now_s: float, new: bool) -> None:
        """A rig said HELLO; with `new`, one whose clock is not known yet."""
        self._hello_s = now_s + _HELLO_AGAIN_S
        if new:
            self._asked.clear()
            self._quick, self._clock_s = _QUICK, now_s

    def hello_now(self, now_s: float) -> None:
        """Ask for HELLO as soon as that is due, at most twice a second."""
        self._hello_s = min(self._hello_s, now_s + 0.5)

    def tick(self, now_s: float) -> None:
        """Write the questions that are due."""
        if now_s >= self._hello_s:
            self._hello_s = now_s + _HELLO_EVERY_S
            self._write(AskHello())
        if now_s >= self._clock_s:
            self._quick = max(self._quick - 1, 0)
            self._clock_s = now_s + (_QUICK_S if self._quick else _CLOCK_EVERY_S)
            self._nonce = (self._nonce + 1) % 65_536
            self._asked = {n: asked for n, asked in self._asked.items() if now_s - asked[0] < _ANSWER_S}
            self._asked[self._nonce] = now_s, self._write(AskClock(self._nonce))

    def keep(self, rig: str, number: int) -> None:
        """Tell the rig that it may forget a shot."""
        self._write(KeepShot(rig, number))

    def limit(self, limit_s: int) -> None:
        """Tell the rig how long its lever may stay cocked."""
        self._write(SetLimit(limit_s))

    def answered(self, nonce: int, answer_bytes: int, now_s: float) -> tuple[float, float] | None:
        """Return between which moments the rig's clock was read, or None if that was not asked.

        What the bytes took on the wire lies outside, unless the line was faster than its 115200 baud.
        """
        asked = self._asked.pop(nonce, None)
        if asked is None:
            return None
        sent_s, question_bytes = asked
        earliest_s, latest_s = sent_s + question_bytes * _BYTE_S, now_s - answer_bytes * _BYTE_S
        return (earliest_s, latest_s) if earliest_s <= latest_s else (sent_s, max(sent_s, now_s))

    def outgoing(self) -> bytes:
        """Return what is to be sent, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _write(self, message: HostMessage) -> int:
        line = encode(message, self._sequence)
        self._sequence = (self._sequence + 1) % 256
        self._out += line
        return len(line)
