"""What the camera saw move, read as actions: from two tables, and the ways between them where they were seen."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.action import Action
from rules.ruling import Ruling
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import has_moved

Ways = Mapping[str, Sequence[Point]]
NO_WAYS: Ways = {}
MOVED_CM, TURNED_DEG = 0.5, 5.0  # less is a nudge


@dataclass(frozen=True, slots=True)
class SeenMove:
    """An action that explains how stands moved, and how far (cm) the worst of them ended from where it would put it.

    ``others`` are actions that explain the same as well, the likeliest first: stands between two squares. ``worse`` are
    those that explain it less well, but well enough, the best first.
    """

    action: Action
    stands: tuple[str, ...]
    off_cm: float = 0.0
    others: tuple[Action, ...] = ()
    worse: "tuple[SeenMove, ...]" = ()


def legal_readings(
    move: SeenMove, ruled: Callable[[Action], Ruling]
) -> tuple[tuple[SeenMove, Ruling], ...]:  # fmt: skip
    """Return the legal action that explains a move best, with what is ruled of it, and those that explain it as well.

    Where no reading is legal they are the ones that explain it best, each with why it is refused.
    """
    best = tuple((replace(move, action=action), ruled(action)) for action in (move.action, *move.others))
    if legal := tuple(reading for reading in best if reading[1].verdict != "refused"):
        return legal
    worse = ((other, ruled(other.action)) for other in move.worse)
    return next(((reading,) for reading in worse if reading[1].verdict != "refused"), best)


def way_between(before: Stand, after: Stand, ways: Ways) -> list[list[float]]:
    """Return the way of a stand as an action's ``path``: where it stood, the points seen between, where it stands."""
    seen = [point for point in ways.get(before.name, ()) if math.dist(point, before.centre) > 0]
    points = [before.centre, *seen]
    if math.dist(points[-1], after.centre) > 0:
        points.append(after.centre)
    return [list(point) for point in points]


def ways_gone(before: Snapshot, after: Snapshot, ways: Ways) -> dict[str, list[list[float]]]:
    """Return the way of every stand that stands elsewhere now, by name, as an action's ``path``."""
    there = ((stand, after.stand(stand.name)) for stand in before.stands if stand.name in after)
    return {old.name: way_between(old, new, ways) for old, new in there if has_moved(old, new, MOVED_CM)}
