"""The kinds of terrain that each game knows, and what pieces of a kind are usually like on a table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.registry import game_named, games

USUAL_HEIGHT_CM: Mapping[str, float] = MappingProxyType(
    {
        "house": 6.0, "village": 4.0, "ruins": 3.0, "wood": 6.0, "bush": 1.2, "hedge": 1.6, "wall": 1.2, "fence": 1.2,
        "vehicle": 3.0, "wreck": 2.4, "cliff": 4.0,
    }
)  # fmt: skip
"""How high a piece of that kind is when nobody has measured it; what is not here lies flat."""
LOOSE_CM: Mapping[str, float] = MappingProxyType({"wood": 5.0, "bush": 2.0, "village": 4.0, "fence": 2.5})
"""How far the parts of one piece may lie apart."""
CROWNS = frozenset({"wood", "bush"})
"""Kinds whose top hides their foot."""


def kinds_of(game: str, settings: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return the kinds of terrain that a game's rules know, with the players' own of ``settings``, in their order."""
    book = tuple(game_named(game).terrain_kinds() if game else ()) or [
        kind for each in games() for kind in each.terrain_kinds()
    ]
    own = (settings or {}).get("terrain", {})
    known = [*book, *(own if isinstance(own, Mapping) else ())]
    return tuple(dict.fromkeys(known))


def usual_height_cm(kind: str) -> float:
    """Return how high a piece of that kind usually is; 0 where it lies flat, or nobody knows."""
    return USUAL_HEIGHT_CM.get(kind, 0.0)
