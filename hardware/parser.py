"""Bytes of a serial line to messages: no I/O, no clock, bounded memory, and never an exception."""

from dataclasses import dataclass

from hardware.lines import MOST_RIG_BYTES, BadLine, Line, decode
from hardware.messages import Refusal

_BEGIN, _CR, _LF = ord("$"), ord("\r"), ord("\n")
_MOST_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Reject:
    """Bytes that began like a line and were none: why, in a word and in a few, and how they began (printable)."""

    reason: Refusal
    wrong: str
    text: str
    sequence: int | None = None


class Parser:
    """Reads what one side says, however its bytes are cut up.

    Bytes outside `$` ... line end are counted in `ignored`, not kept. A line of more than `most` bytes (with `$` and
    line feed) is rejected as soon as it is too long.
    """

    def __init__(self, most: int = MOST_RIG_BYTES) -> None:
        self._most = most
        self._held = bytearray()
        self.ignored = 0

    def feed(self, data: bytes) -> list[Line | Reject]:
        """Return what has become complete with these bytes, in their order."""
        found: list[Line | Reject] = []
        for byte in data:
            self._take(byte, found)
        return found

    def reset(self) -> None:
        """Forget a line that has begun: the port was opened anew."""
        self._held.clear()

    def _take(self, byte: int, found: list[Line | Reject]) -> None:
        held = self._held
        if byte == _BEGIN:
            if held:
                found.append(self._reject(Refusal.FORM, "cut off by the next line"))
            held.append(byte)
        elif not held:
            self.ignored += 1
        elif byte == _LF:
            found.append(self._read(bytes(held)))
            held.clear()
        elif len(held) >= self._most - 1:
            found.append(self._reject(Refusal.LONG, f"longer than {self._most} bytes"))
        else:
            held.append(byte)

    def _read(self, line: bytes) -> Line | Reject:
        if line[-1] == _CR:
            line = line[:-1]
        try:
            return decode(line)
        except BadLine as bad:
            return Reject(bad.reason, str(bad), shown(line), bad.sequence)

    def _reject(self, reason: Refusal, wrong: str) -> Reject:
        rejected = Reject(reason, wrong, shown(bytes(self._held)))
        self._held.clear()
        return rejected


def shown(line: bytes) -> str:
    """Return how a line begins, printable."""
    text = line[:_MOST_SHOWN].decode("ascii", "backslashreplace")
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
