"""Holding the table still: what was measured before stays until a measurement really differs from it."""

import math
from collections.abc import Collection, Iterable
from dataclasses import replace

from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg

REAL_SIGMAS = 4.0
LEAST_CM, LEAST_DEG = 0.05, 0.8
"""Below this nothing has moved, however small its sigma: the picture breathes with the lamp."""


def settle(held: Snapshot, measured: Iterable[Stand]) -> tuple[Snapshot, frozenset[str]]:
    """Return the table with every stand that moved where it is now, and the names of those that were not seen.

    A stand that did not move keeps its old place, so that two players never read two numbers off one table; one that
    was not seen keeps its last place.
    """
    seen = {stand.name: stand for stand in measured}
    stands = [_held(old, seen.get(old.name)) for old in held.stands]
    stands += [stand for name, stand in seen.items() if name not in held]
    return replace(held, stands=tuple(stands)), frozenset(s.name for s in held.stands if s.name not in seen)


def _held(old: Stand, new: Stand | None) -> Stand:
    if new is None:
        return old
    moved_cm = math.hypot(new.x - old.x, new.y - old.y)
    turned_deg = abs(wrap_deg(new.heading_deg - old.heading_deg))
    still = moved_cm <= max(LEAST_CM, REAL_SIGMAS * math.hypot(new.sigma_cm, old.sigma_cm))
    faces_same = turned_deg <= max(LEAST_DEG, REAL_SIGMAS * math.hypot(new.sigma_deg, old.sigma_deg))
    return old if still and faces_same else new


def without(table: Snapshot, names: Collection[str]) -> Snapshot:
    """Return the table without those stands, whether or not they are on it."""
    return replace(table, stands=tuple(stand for stand in table.stands if stand.name not in names))
