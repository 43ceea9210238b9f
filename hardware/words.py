"""The words of a line: how each is read and written, and what it may be. A value has exactly one spelling."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

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
