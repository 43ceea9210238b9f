"""What a stand may still do, one entry a verb: whether, how far, at whom, and why not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.ruling import Check


@dataclass(frozen=True, slots=True)
class Try:
    """An action worth asking about for one verb; ``at`` is what it is aimed at, ``but`` are checks left out."""

    verb: str
    action: Mapping[str, Any]
    at: str | None = None
    but: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Possibility:
    """One verb: allowed or not, how many cm are left for it, at whom (and at whom too close to call), and why not.

    ``why_not`` are the checks that refuse: those that refuse every target alike, else those of the nearest.
    """

    verb: str
    allowed: bool
    left_cm: float | None = None
    targets: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    why_not: tuple[Check, ...] = ()
