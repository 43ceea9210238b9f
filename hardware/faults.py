"""What went wrong on a line, told at most once a second: a disturbed cable spoils hundreds of lines."""

_EVERY_S = 1.0


class Faults:
    """Collects faults and lost lines until it is time to tell them."""

    def __init__(self) -> None:
        self._first: str | None = None
        self._more = self._lost = 0
        self._sequence: int | None = None
        self._next_s = float("-inf")

    def restart(self) -> None:
        """The other side counts its lines from anywhere."""
        self._sequence = None

    def add(self, why: str) -> None:
        """Something was wrong."""
        if self._first is None:
            self._first = why
        elif self._first != why:
            self._more += 1

    def numbered(self, sequence: int) -> None:
        """A line came with this number; 0 may be a start anew."""
        if self._sequence is not None and sequence != 0:
            self._lost += (sequence - self._sequence - 1) % 256
        self._sequence = sequence

    def due(self, now_s: float) -> str | None:
        """Return what there is to tell, if it is time to."""
        if now_s < self._next_s or (self._first is None and not self._lost):
            return None
        self._next_s = now_s + _EVERY_S
        told = [self._first] if self._first is not None else []
        told += [f"{self._more} more faults"] if self._more else []
        told += [f"{self._lost} lines lost"] if self._lost else []
        self._first, self._more, self._lost = None, 0, 0
        return "; ".join(told)
