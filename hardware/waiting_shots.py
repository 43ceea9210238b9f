"""Shots that were read and are not handed on yet: whether they are to be believed, and when they may go."""

from dataclasses import dataclass

from hardware.messages import Hello, ShotSensed

PATIENCE_S = 1.5  # for the clock
_FORGET_S = 30.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A shot and when it came."""

    shot: ShotSensed
    received_s: float


class WaitingShots:
    """Shots by number; one is believed if the rig's HELLO, or the shots since, allow its number."""

    def __init__(self) -> None:
        self._waiting: dict[int, Waiting] = {}
        self._handed: set[int] = set()
        self._last = 0

    def clear(self) -> None:
        """Forget all: another port, another rig. What is pending will be sent again."""
        self._waiting.clear()
        self._handed.clear()
        self._last = 0

    def greeted(self, hello: Hello) -> None:
        """The rig says how many shots it has made."""
        self._last = hello.shots

    def take(self, shot: ShotSensed, now_s: float) -> bool:
        """Let a shot wait, and return whether its number may be believed now."""
        if shot.number not in self._handed and len(self._waiting) < 256:
            self._waiting.setdefault(shot.number, Waiting(shot, now_s))
        if shot.number == self._last + 1:
            self._last = shot.number
        return shot.number <= self._last

    def ready(self, boot: int, clock_known: bool, now_s: float) -> list[Waiting]:
        """Return the shots that may be handed on, oldest first; they are handed on once until settled."""
        ready = [
            self._waiting[number]
            for number in sorted(self._waiting)
            if number <= self._last
            and (clock_known or self._waiting[number].shot.boot != boot
                 or now_s - self._waiting[number].received_s > PATIENCE_S)
        ]  # fmt: skip
        for waiting in ready:
            del self._waiting[waiting.shot.number]
            self._handed.add(waiting.shot.number)
        self._waiting = {n: w for n, w in self._waiting.items() if now_s - w.received_s < _FORGET_S}
        return ready

    def settled(self, number: int) -> None:
        """A shot handed on was kept, or could not be: the next time it is sent it is looked at again."""
        self._handed.discard(number)
