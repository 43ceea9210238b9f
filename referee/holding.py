"""Holding the table still: two players never read two numbers off one table, unless a stand has moved."""

import math
from collections.abc import Collection, Iterable
from dataclasses import replace

from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg

SIGMAS = 4.0
LEAST_CM, LEAST_DEG = 0.02, 0.4
"""Below this a stand that was not seen to move stays where it was said to be, however small its sigma."""
BETTER = 0.7
"""A place whose sigma has shrunk to so much is worth telling anew."""


def hold(held: Snapshot, seen: Iterable[Stand], moved: Collection[str]) -> Snapshot:
    """Return the table with each stand seen where it is now if it moved or is known better, else where it was.

    ``moved`` are those that the tracker saw move; one that is not seen keeps its last place.
    """
    now = {stand.name: stand for stand in seen}
    stands = [_held(old, now.get(old.name), old.name in moved) for old in held.stands]
    return replace(held, stands=tuple(stands + [stand for name, stand in now.items() if name not in held]))


def _held(old: Stand, new: Stand | None, moved: bool) -> Stand:
    if new is None:
        return old
    off_cm = math.hypot(new.x - old.x, new.y - old.y)
    off_deg = abs(wrap_deg(new.heading_deg - old.heading_deg))
    still = off_cm <= max(LEAST_CM, SIGMAS * math.hypot(new.sigma_cm, old.sigma_cm))
    faces_same = off_deg <= max(LEAST_DEG, SIGMAS * math.hypot(new.sigma_deg, old.sigma_deg))
    better = new.sigma_cm < BETTER * old.sigma_cm or new.sigma_deg < BETTER * old.sigma_deg
    return new if moved or better or not (still and faces_same) else old
