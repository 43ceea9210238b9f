"""A historical force as bases, for a game that counts men and guns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Army:
    """Bases of infantry, batteries, and how many bases each brigade gets, its commander's among them."""

    infantry: int
    batteries: int
    brigades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArmyBuilder:
    """How a game makes an army: ``build`` from men, guns, each brigade's men and the name of a scale.

    ``men`` are those that a base stands for, by scale; ``usual`` is the scale taken where nobody says one, ``clause``
    the one that has the scales.
    """

    build: Callable[[int, int, Sequence[int], str], Army]
    men: Callable[[], Mapping[str, int]]
    usual: str
    clause: str
