"""The kinds of lines: their words in order, for reading and for writing (docs/rig-protocol.md, both tables)."""

import re
from dataclasses import dataclass

from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    Hello,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Message,
    Refusal,
    RigWarning,
    Sensor,
    SetLimit,
    ShotSensed,
    Trouble,
)
from hardware.words import Letters, Name, Number, OneOf, Word

BYTE, WORD, LONG = 0xFF, 0xFFFF, 0xFFFF_FFFF
DAY_MS = 86_400_000
GATE_EARLIEST, GATE_LATEST, PLATE_LATEST = -400_000, 4_000_000, 8_000_000  # half us: 200 ms before, 2 s and 4 s after
MOST_LIMIT_S = 3600

RIG_ID = Name(re.compile(r"[A-Z0-9][A-Z0-9-]{0,11}", re.ASCII))
_FIRMWARE = Name(re.compile(r"[A-Za-z0-9.-]{1,12}", re.ASCII))
_TIME = Number(0, LONG)
_GATE = Number(GATE_EARLIEST, GATE_LATEST, none=True)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of line: its word, its message, the words after it, and whether it carries the second check."""

    word: str
    message: type[Message]
    words: tuple[tuple[str, Word], ...]
    checked: bool = False


RIG_KINDS = (
    Kind("HELLO", Hello, (
        ("rig", RIG_ID), ("firmware", _FIRMWARE), ("boot", Number(1, WORD)), ("shots", Number(0, LONG)),
        ("pending", Number(0, BYTE)), ("lost", Number(0, WORD)), ("limit_s", Number(0, MOST_LIMIT_S)),
        ("fitted", Letters(Sensor)), ("lever", OneOf(LeverState)),
    )),
    Kind("SHOT", ShotSensed, (
        ("rig", RIG_ID), ("number", Number(1, LONG)), ("boot", Number(1, WORD)), ("uptime_s", Number(0, LONG)),
        ("release_us", _TIME), ("cocked_ms", Number(0, DAY_MS, none=True)), ("gate_1_half_us", _GATE),
        ("gate_2_half_us", _GATE), ("plate_half_us", Number(0, PLATE_LATEST, none=True)), ("flags", Letters(Flag)),
    ), checked=True),
    Kind("LEVER", Lever, (("rig", RIG_ID), ("state", OneOf(LeverState)), ("time_us", _TIME))),
    Kind("WARN", RigWarning, (
        ("rig", RIG_ID), ("what", OneOf(Trouble)), ("lasted_ms", Number(0, DAY_MS)), ("time_us", _TIME),
    )),
    Kind("CLOCK", ClockReading, (
        ("rig", RIG_ID), ("nonce", Number(0, WORD)), ("boot", Number(1, WORD)), ("uptime_s", Number(0, LONG)),
        ("time_us", _TIME),
    )),
    Kind("ERR", LineRefused, (
        ("rig", RIG_ID), ("reason", OneOf(Refusal)), ("sequence", Number(0, BYTE, none=True)),
    )),
)  # fmt: skip

HOST_KINDS = (
    Kind("HELLO?", AskHello, ()),
    Kind("ACK", KeepShot, (("rig", RIG_ID), ("number", Number(1, LONG))), checked=True),
    Kind("CLOCK?", AskClock, (("nonce", Number(0, WORD)),)),
    Kind("LIMIT", SetLimit, (("limit_s", Number(0, MOST_LIMIT_S)),)),
)
