"""The kinds of lines and their words in order, for reading and for writing (docs/rig-protocol.md, both tables)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

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

NONE = "-"
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}", re.ASCII)


class NotAWord(ValueError):  # noqa: N818
    """A word is not what its place asks for."""


class Word(Protocol):
    """How one word of a line is read and written."""

    def read(self, text: str) -> Any:
        """Return the value of a word, or raise NotAWord."""
        ...

    def write(self, value: Any) -> str:
        """Return the word of a value, or raise NotAWord if it is out of range."""
        ...


@dataclass(frozen=True, slots=True)
class Number:
    """A decimal number from `low` to `high`, without leading zeros; with `none`, `-` is None."""

    low: int
    high: int
    none: bool = False

    def read(self, text: str) -> int | None:
        """Return the number."""
        if self.none and text == NONE:
            return None
        if not _NUMBER.fullmatch(text) or not self.low <= (value := int(text)) <= self.high:
            raise NotAWord(f"expected a number from {self.low} to {self.high}, got {text}")
        return value

    def write(self, value: int | None) -> str:
        """Return the number's digits."""
        if value is None and self.none:
            return NONE
        if value is None or not self.low <= value <= self.high:
            raise NotAWord(f"expected a number from {self.low} to {self.high}, got {value}")
        return str(value)


@dataclass(frozen=True, slots=True)
class Name:
    """A name of a fixed alphabet and length."""

    pattern: re.Pattern[str]

    def read(self, text: str) -> str:
        """Return the name."""
        if not self.pattern.fullmatch(text):
            raise NotAWord(f"expected a name like {self.pattern.pattern}, got {text}")
        return text

    write = read


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    kind: type[StrEnum]

    def read(self, text: str) -> StrEnum:
        """Return the word as a member."""
        try:
            return self.kind(text)
        except ValueError:
            raise NotAWord(f"expected one of {', '.join(self.kind)}, got {text}") from None

    def write(self, value: StrEnum) -> str:
        """Return the member's word."""
        return str(value)


@dataclass(frozen=True, slots=True)
class Letters:
    """A set of letters in the order in which they are declared; `-` is the empty set."""

    kind: type[StrEnum]

    def read(self, text: str) -> frozenset[StrEnum]:
        """Return the set."""
        found = frozenset(letter for letter in self.kind if letter in text)
        if self.write(found) != text:
            raise NotAWord(f"expected letters of {''.join(self.kind)} in this order, or -, got {text}")
        return found

    def write(self, value: Iterable[StrEnum]) -> str:
        """Return the letters."""
        return "".join(letter for letter in self.kind if letter in value) or NONE


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
