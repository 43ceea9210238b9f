"""What a virtual rig warns of, and when: when it has lasted too long, and every ten seconds from then on."""

from hardware.messages import Trouble

_AGAIN_S = 10.0


class Alarms:
    """Troubles with when they began and when they are told next."""

    def __init__(self) -> None:
        self._began: dict[Trouble, float] = {}
        self._next: dict[Trouble, float] = {}
        self._told: set[Trouble] = set()

    def begin(self, what: Trouble, now_s: float, patience_s: float) -> None:
        """Something begins that is told of after `patience_s`."""
        self._began[what], self._next[what] = now_s, now_s + patience_s

    def end(self, what: Trouble) -> bool:
        """It is over; return whether it had been told of."""
        self._began.pop(what, None)
        self._next.pop(what, None)
        told = what in self._told
        self._told.discard(what)
        return told

    def due(self, now_s: float) -> list[tuple[Trouble, float]]:
        """Return what is to be told now, and how long it has lasted (s)."""
        due = [what for what, next_s in self._next.items() if next_s <= now_s]
        for what in due:
            self._next[what] = now_s + _AGAIN_S
            self._told.add(what)
        return [(what, now_s - self._began[what]) for what in due]

    def next_due_s(self) -> float:
        """Return when something is to be told next."""
        return min(self._next.values(), default=float("inf"))
