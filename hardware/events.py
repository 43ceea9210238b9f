"""What happens at the rigs, in the host's time: what the link hands on."""

from dataclasses import dataclass

from hardware.messages import Flag, Hello, LeverState, Sensor, ShotSensed, Trouble
from hardware.rig_clock import HostTime


@dataclass(frozen=True, slots=True)
class RigFound:
    """A rig answered at a port (again: after a lost line, or after it started anew)."""

    port: str
    side: str | None
    hello: Hello
    at_s: float


@dataclass(frozen=True, slots=True)
class RigLost:
    """A port cannot be opened, or its line broke or fell silent: why. It is tried again; `rig` was there last."""

    port: str
    rig: str | None
    side: str | None
    why: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ShotTimed:
    """A shot, to be written down; `released` is None where nobody held a clock against the rig's of that start."""

    port: str
    side: str | None
    shot: ShotSensed
    fitted: frozenset[Sensor]
    released: HostTime | None
    received_s: float

    @property
    def resent(self) -> bool:
        """It was sent before, or may have been."""
        return Flag.RESENT in self.shot.flags


@dataclass(frozen=True, slots=True)
class LeverMoved:
    """The lever was cocked or released; when, on the host's clock."""

    port: str
    rig: str
    side: str | None
    state: LeverState
    at: HostTime


@dataclass(frozen=True, slots=True)
class WarningGiven:
    """The rig warns that something lasts (`lasted_s` 0: it is over)."""

    port: str
    rig: str
    side: str | None
    what: Trouble
    lasted_s: float
    at: HostTime


@dataclass(frozen=True, slots=True)
class LineFault:
    """Bytes that were no message, a line the rig could not take, lines lost, a shot that is not to be believed."""

    port: str
    rig: str | None
    why: str
    at_s: float


@dataclass(frozen=True, slots=True)
class ShotsLost:
    """Shots that were made and that the rig no longer has: their numbers."""

    port: str
    rig: str
    side: str | None
    numbers: tuple[int, ...]
    at_s: float


RigEvent = RigFound | RigLost | ShotTimed | LeverMoved | WarningGiven | LineFault | ShotsLost
