"""What the rig and the host say to each other, once it is read (docs/rig-protocol.md)."""

from dataclasses import dataclass, replace
from enum import StrEnum


class LeverState(StrEnum):
    """Where the cannon's lever is."""

    COCKED = "COCKED"
    RELEASED = "RELEASED"


class Flag(StrEnum):
    """What a shot says about itself."""

    DOUBLE_TRIGGER = "D"
    GATE_1_BLOCKED = "G"
    GATE_2_BLOCKED = "H"
    MISFIRE = "M"
    POWER_LOST = "P"
    RESENT = "R"


class Sensor(StrEnum):
    """What a rig may have beside its lever switch."""

    GATE_1 = "1"
    GATE_2 = "2"
    PLATE = "P"


class Trouble(StrEnum):
    """What a rig warns of."""

    COCKED = "COCKED"
    GATE_1 = "GATE1"
    GATE_2 = "GATE2"
    TREMBLE_1 = "TREMBLE1"
    TREMBLE_2 = "TREMBLE2"


class Refusal(StrEnum):
    """Why a line was not taken."""

    CRC = "CRC"
    CHECK = "CHECK"
    FORM = "FORM"
    KIND = "KIND"
    LONG = "LONG"
    VERSION = "VERSION"


@dataclass(frozen=True, slots=True)
class Hello:
    """A rig says who it is and what it keeps; `shots` is the number of its last shot."""

    rig: str
    firmware: str
    boot: int
    shots: int
    pending: int
    lost: int
    limit_s: int
    fitted: frozenset[Sensor]
    lever: LeverState


@dataclass(frozen=True, slots=True)
class ShotSensed:
    """A shot as the rig sensed it; times of gates and plate in half microseconds after the lever's release (M6.3).

    `release_us` is the rig's clock of start number `boot`, wrapped to 32 bits; `uptime_s` tells which wrap.
    """

    rig: str
    number: int
    boot: int
    uptime_s: int
    release_us: int
    cocked_ms: int | None
    gate_1_half_us: int | None
    gate_2_half_us: int | None
    plate_half_us: int | None
    flags: frozenset[Flag] = frozenset()

    @property
    def identity(self) -> tuple[str, int]:
        """What a shot is known by, however often it is sent: rig id and number."""
        return self.rig, self.number

    @property
    def misfire(self) -> bool:
        """The lever was released and no gate fired."""
        return Flag.MISFIRE in self.flags

    def sent_first(self) -> "ShotSensed":
        """Return the shot as it was when sent for the first time: two sendings of one shot are equal in this."""
        return replace(self, flags=self.flags - {Flag.RESENT})


@dataclass(frozen=True, slots=True)
class Lever:
    """The lever was cocked or released, at `time_us` of the rig's clock."""

    rig: str
    state: LeverState
    time_us: int


@dataclass(frozen=True, slots=True)
class RigWarning:
    """Something lasts: cocked too long (M6.1), a gate blocked or trembling; `lasted_ms` 0 when it is over."""

    rig: str
    what: Trouble
    lasted_ms: int
    time_us: int


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The rig's clock between a question and its answer."""

    rig: str
    nonce: int
    boot: int
    uptime_s: int
    time_us: int


@dataclass(frozen=True, slots=True)
class LineRefused:
    """The rig could not take a line; its sequence number if that could be read."""

    rig: str
    reason: Refusal
    sequence: int | None


@dataclass(frozen=True, slots=True)
class AskHello:
    """The host asks who is there, and for every pending shot."""


@dataclass(frozen=True, slots=True)
class KeepShot:
    """The host has written the shot down: the rig may forget it."""

    rig: str
    number: int


@dataclass(frozen=True, slots=True)
class AskClock:
    """The host asks for the rig's clock."""

    nonce: int


@dataclass(frozen=True, slots=True)
class SetLimit:
    """The host says how long the lever may stay cocked without a warning; 0: for ever."""

    limit_s: int


RigMessage = Hello | ShotSensed | Lever | RigWarning | ClockReading | LineRefused
HostMessage = AskHello | KeepShot | AskClock | SetLimit
Message = RigMessage | HostMessage
