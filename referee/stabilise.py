"""The table kept stable: two players never read two numbers off one table, unless a stand has moved."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import has_moved, has_turned

LEAST_CM, LEAST_DEG = 0.02, 0.4
"""Below this a stand that was not seen to move stays where it was said to be, however small its sigma."""
BETTER = 0.7
"""A place whose sigma has shrunk to so much is worth telling anew."""


def stabilise(held: Snapshot, seen: Iterable[Stand], moved: Collection[str]) -> Snapshot:
    """Return the table with each stand seen where it is now if it moved or is known better, else where it was.

    ``moved`` are those that the tracker saw move; one that is not seen keeps its last place.
    """
    now = {stand.name: stand for stand in seen}
    stands = [_held(old, now.get(old.name), old.name in moved) for old in held.stands]
    return replace(held, stands=tuple(stands + [stand for name, stand in now.items() if name not in held]))


def _held(old: Stand, new: Stand | None, moved: bool) -> Stand:
    if new is None:
        return old
    better = new.sigma_cm < BETTER * old.sigma_cm or new.sigma_deg < BETTER * old.sigma_deg
    off = has_moved(old, new, LEAST_CM) or has_turned(old, new, LEAST_DEG)
    return new if moved or better or off else old
