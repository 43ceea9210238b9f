"""What a set comes with: a game's counters or blocks, to be printed with markers, and the map printed for it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic

from rules.settings import AnySettings
from table.hexes import Hex

Factors = str | tuple[str, Mapping[str, object]]
"""What a counter can do: a text that needs no translation, or a key of the sheet's words with what goes into it."""


@dataclass(frozen=True, slots=True)
class BoxPiece:
    """One counter, unit or leader of a set; ``code`` (GE3) begins its name, ``unit`` is its name in the game's list."""

    code: str
    side: str
    kind: str
    unit: str | None = None


@dataclass(frozen=True, kw_only=True)
class Box(Generic[AnySettings]):
    """A game's box. ``pieces`` is what is in it, one side after the other.

    Of a kind and a unit ``short`` is what is written under a marker, which has room for some fifteen letters,
    ``factors`` what stands in the table beside it.
    """

    pieces: Callable[[AnySettings], Iterable[BoxPiece]]
    short: Callable[[AnySettings, str, str | None], str]
    factors: Callable[[AnySettings, str, str | None], Factors]


@dataclass(frozen=True, slots=True)
class PrintedMap:
    """What is printed on a map's hexes; ``towns`` and ``points`` (of victory) by name."""

    roads: frozenset[Hex]
    mines: frozenset[Hex]
    airfields: frozenset[Hex]
    towns: Mapping[str, frozenset[Hex]]
    points: Mapping[str, frozenset[Hex]]
