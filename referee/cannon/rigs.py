"""The rigs on the cannons: what they sense goes to the shots; they forget it once it is written down."""

from collections.abc import Callable, Sequence
from typing import Self

from hardware.events import LeverMoved, RigEvent, RigFound, RigLost, ShotsLost, ShotTimed
from hardware.link import NotKept
from hardware.messages import LeverState
from hardware.rigs import Rigs
from hardware.seen_shots import KeptShot
from referee.cannon.service import ShotService
from referee.shots.cannon import Cannon
from referee.shots.rig_record import record_of

Hear = Callable[[Callable[[], bool]], None]
"""Lets something be heard, one at a time, and tells the pages where it is news."""
UNTIMED_SIGMA_S = 2.0
"""How well the moment of a shot is known whose rig nobody has asked for its clock: from when its word came."""


class RigLines:
    """The lines to the rigs of these cannons, each in a thread of its own from the start to the close.

    A cannon with a port has its rig there; one that names a rig, wherever it is.
    """

    def __init__(self, cannons: Sequence[Cannon], shots: ShotService, hear: Hear) -> None:
        self._cannons, self._shots, self._hear = tuple(cannons), shots, hear
        urls = tuple(cannon.port for cannon in cannons if cannon.port)
        limits = {round(cannon.cocked_limit_s) for cannon in cannons}
        self._rigs = Rigs(
            self.keep, self.tell, urls=urls,
            kept=[KeptShot(shot.rig, shot.counter, shot.boot, shot.rig_us) for shot in shots.book],
            sides={cannon.rig: cannon.side for cannon in cannons if cannon.rig},
            limit_s=min(limits) if limits else None, clock=shots.now_s,
        )  # fmt: skip

    def start(self) -> Self:
        """Begin to listen."""
        self._rigs.start()
        return self

    def close(self) -> None:
        """End all lines."""
        self._rigs.close()

    def keep(self, event: ShotTimed) -> None:
        """Write a shot down; raises NotKept for a rig that belongs to no cannon, NotSaved where the disk is full."""
        cannon = self._of(event.port, event.shot.rig)
        if cannon is None:
            raise NotKept
        told = event.released
        time_s, sigma_s = (event.received_s, UNTIMED_SIGMA_S) if told is None else (told.s, told.sigma_s)

        def hear() -> bool:
            at = self._shots.utc_at(time_s)
            record = record_of(event.shot, cannon, at, None if told is None else sigma_s)
            return self._shots.sensed(record, time_s, sigma_s)

        self._hear(hear)

    def tell(self, event: RigEvent) -> None:
        """Take in where a lever is, and which rigs can be heard."""
        match event:
            case RigFound(port=port, hello=hello, at_s=at_s):
                self._lever(port, hello.rig, hello.lever, at_s)
            case LeverMoved(port=port, rig=rig, state=state, at=at):
                self._lever(port, rig, state, at.s)
            case RigLost(port=port, rig=rig):
                self._tell_of(port, rig or "", lambda side: self._shots.heard(side, heard=False))
            case ShotsLost(port=port, rig=rig, numbers=numbers):
                self._tell_of(port, rig, lambda side: self._shots.shots_lost(side, rig, numbers))
            case _:
                pass

    def _lever(self, port: str, rig: str, state: LeverState, time_s: float) -> None:
        cocked = state is LeverState.COCKED
        self._tell_of(port, rig, lambda side: self._shots.lever(side, cocked=cocked, time_s=time_s))

    def _tell_of(self, port: str, rig: str, what: Callable[[str], bool]) -> None:
        """Let something be heard of a rig's side; of a rig that belongs to no cannon nobody hears."""
        if (cannon := self._of(port, rig)) is not None:
            side = cannon.side
            self._hear(lambda: what(side))

    def _of(self, port: str, rig: str) -> Cannon | None:
        """Return whose rig that is: by its name, else by where it is plugged in."""
        named = next((cannon for cannon in self._cannons if cannon.rig and cannon.rig == rig), None)
        plugged = next((cannon for cannon in self._cannons if cannon.port == port and not cannon.rig), None)
        return named or plugged
