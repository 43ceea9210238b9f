"""The rigs on the cannons: what they sense goes to the battery; they forget it once it is written down."""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Self

from hardware.events import LeverMoved, RigEvent, RigFound, RigLost, ShotsLost, ShotTimed
from hardware.link import NotKept
from hardware.messages import LeverState
from hardware.rigs import Rigs
from hardware.seen_shots import KeptShot
from referee.cannon.battery import Battery
from referee.shots.cannon import Cannon
from referee.shots.record import ShotRecord
from referee.shots.sensing import record_of

Hear = Callable[[Callable[[Battery], bool]], None]
"""Lets the battery hear something, one at a time, and tells the pages of it."""
UNTIMED_SIGMA_S = 2.0
"""How well the moment of a shot is known whose rig nobody has asked for its clock: from when its word came."""


class RigLines:
    """The lines to the rigs of these cannons, each in a thread of its own; use it in a ``with`` block, or start it.

    ``now_s`` is the clock of the looks. A cannon with a port has its rig there; one that names a rig, wherever it is.
    ``kept`` are the shots written down before.
    """

    def __init__(
        self, cannons: Sequence[Cannon], hear: Hear, now_s: Callable[[], float], kept: Iterable[ShotRecord] = ()
    ) -> None:
        self._cannons, self._hear, self._now_s = tuple(cannons), hear, now_s
        urls = tuple(cannon.port for cannon in cannons if cannon.port)
        limits = {round(cannon.cocked_limit_s) for cannon in cannons}
        self._rigs = Rigs(
            self.keep, self.tell, urls=urls,
            kept=[KeptShot(shot.rig, shot.counter, shot.boot, shot.rig_us) for shot in kept],
            sides={cannon.rig: cannon.side for cannon in cannons if cannon.rig},
            limit_s=min(limits) if limits else None, clock=now_s,
        )  # fmt: skip

    def start(self) -> Self:
        """Begin to listen."""
        self._rigs.start()
        return self

    def close(self) -> None:
        """End all lines."""
        self._rigs.close()

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def keep(self, event: ShotTimed) -> None:
        """Write a shot down; raises NotKept for a rig that belongs to no cannon, NotSaved where the disk is full."""
        cannon = self._of(event.port, event.shot.rig)
        if cannon is None:
            raise NotKept
        told = event.released
        time_s, sigma_s = (event.received_s, UNTIMED_SIGMA_S) if told is None else (told.s, told.sigma_s)

        def hear(battery: Battery) -> bool:
            record = record_of(event.shot, cannon, battery.utc_at(time_s), None if told is None else sigma_s)
            return battery.sensed(record, time_s, sigma_s)

        self._hear(hear)

    def tell(self, event: RigEvent) -> None:
        """Take in where a lever is, and which rigs can be heard."""
        match event:
            case RigFound(port=port, hello=hello, at_s=at_s):
                self._lever(port, hello.rig, hello.lever, at_s)
            case LeverMoved(port=port, rig=rig, state=state, at=at):
                self._lever(port, rig, state, at.s)
            case RigLost(port=port, rig=rig):
                cannon = self._of(port, rig or "")
                if cannon is not None:
                    side = cannon.side
                    self._hear(lambda battery: battery.gunnery.heard(side, heard=False))
            case ShotsLost(port=port, rig=rig, numbers=numbers):
                cannon = self._of(port, rig)
                if cannon is not None:
                    side = cannon.side
                    self._hear(lambda battery: battery.shots_lost(side, rig, numbers))
            case _:
                pass

    def _lever(self, port: str, rig: str, state: LeverState, time_s: float) -> None:
        cannon = self._of(port, rig)
        if cannon is not None:
            side, cocked = cannon.side, state is LeverState.COCKED
            self._hear(lambda battery: battery.gunnery.lever(side, cocked=cocked, time_s=time_s))

    def _of(self, port: str, rig: str) -> Cannon | None:
        """Return whose rig that is: by its name, else by where it is plugged in."""
        named = next((cannon for cannon in self._cannons if cannon.rig and cannon.rig == rig), None)
        plugged = next((cannon for cannon in self._cannons if cannon.port == port and not cannon.rig), None)
        return named or plugged
