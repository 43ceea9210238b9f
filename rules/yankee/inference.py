"""A group's MOVE, from where its bases stood and stand: straight, wheeled, turned on the spot, into column (Y7)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from rules.seen_move import MOVED_CM, NO_WAYS, TURNED_DEG, SeenMove, Ways, way_between
from rules.yankee.column import into_column
from rules.yankee.group import one_brigade
from rules.yankee.settings import YankeeSettings
from rules.yankee.troops import arm_of
from rules.yankee.way import Wheel, wheel_of
from table.contact import groups
from table.snapshot import Snapshot
from table.stand import Stand, wrap_deg
from table.uncertainty import has_moved, has_turned

LOOSE_CM = 1.5  # hands put bases down so loosely and still mean one move
LEAST_WHEEL_DEG = 2.0
OTHER_WAY_DEG = 90.0
"""Who ends 160 degrees to the right may as well have wheeled 200 to the left: from here on both are told."""
SAME_CM = 1e-6

Pair = tuple[Stand, Stand]


def infer_moves(
    before: Snapshot, after: Snapshot, settings: YankeeSettings, _known: Mapping[str, object] | None = None,
    ways: Ways = NO_WAYS,
) -> tuple[SeenMove, ...]:  # fmt: skip
    """Return the fewest actions that explain how bases moved: one for each group that was moved as one (Y7.1).

    A group that no one action explains to within ``LOOSE_CM`` is read base by base.
    """
    moved = [
        (stand, after.stand(stand.name)) for stand in before.stands
        if stand.name in after
        and (has_moved(stand, end := after.stand(stand.name), MOVED_CM) or has_turned(stand, end, TURNED_DEG))
    ]  # fmt: skip
    ends = {start.name: end for start, end in moved}
    troops = [start for start, _ in moved if arm_of(start) != "general"]
    found = []
    for group in groups(troops, settings.contact_cm, one_brigade):
        pairs = [(start, ends[start.name]) for start in group]
        move = _best(pairs, ways)
        whole = move.off_cm <= LOOSE_CM or len(pairs) == 1
        found += [move] if whole else [_best([pair], ways) for pair in pairs]
    for start, end in moved:
        if arm_of(start) == "general" and has_moved(start, end, MOVED_CM):
            found.append(_straight([(start, end)], ways))
    return tuple(found)


def _best(pairs: Sequence[Pair], ways: Ways) -> SeenMove:
    """Return what a group's move most likely was, with the readings that explain it as well, and well enough."""
    best, *rest = sorted(_readings(pairs, ways), key=lambda move: round(move.off_cm / SAME_CM))
    wheels = [move for move in rest if "wheel" in best.action and "wheel" in move.action]
    alike = [move for move in wheels if move.off_cm - best.off_cm < SAME_CM]
    worse = tuple(move for move in rest if move not in alike and move.off_cm <= LOOSE_CM)
    return replace(best, others=tuple(move.action for move in alike), worse=worse)


def _readings(pairs: Sequence[Pair], ways: Ways) -> Iterator[SeenMove]:
    """Yield what a group's move may have been, each with how far it is off."""
    yield _straight(pairs, ways)
    turns = [wrap_deg(end.heading_deg - start.heading_deg) for start, end in pairs]
    mean = math.degrees(math.atan2(sum(map(_sin, turns)), sum(map(_cos, turns))))
    if abs(mean) > LEAST_WHEEL_DEG:
        yield _move(pairs, max(math.dist(s.centre, e.centre) for s, e in pairs), turn=round(mean, 1))
        turned = [mean, mean - math.copysign(360.0, mean)] if abs(mean) > OTHER_WAY_DEG else [mean]
        for each in turned:
            for wheel in (Wheel("left", round(each, 1)), Wheel("right", round(-each, 1))):
                off = _off(pairs, wheel_of([start for start, _ in pairs], wheel).ends)
                yield _move(pairs, off, wheel=asdict(wheel))
    if len(pairs) > 1:
        yield from _columns(pairs)


def _straight(pairs: Sequence[Pair], ways: Ways) -> SeenMove:
    """Return a straight move as long as that of the base that moved farthest; turning is off by the way of a corner."""
    leader, end = max(pairs, key=lambda pair: math.dist(pair[0].centre, pair[1].centre))
    dx, dy = end.x - leader.x, end.y - leader.y
    off = _off(pairs, [start.moved_to(start.x + dx, start.y + dy) for start, _ in pairs])
    others = [pair for pair in pairs if pair[0].name != leader.name]
    return _move([(leader, end), *others], off, path=way_between(leader, end, ways if len(pairs) == 1 else {}))


def _columns(pairs: Sequence[Pair]) -> Iterator[SeenMove]:
    """Yield the column that the bases now stand in behind the foremost, if it is one."""
    ahead = max(pairs, key=lambda pair: pair[1].x * _cos(pair[1].heading_deg) + pair[1].y * _sin(pair[1].heading_deg))
    order = sorted(pairs, key=lambda pair: math.dist(pair[1].centre, ahead[1].centre))
    ends = into_column([start for start, _ in order], [ahead[0].centre, ahead[1].centre])
    yield _move(order, _off(order, ends), path=way_between(*ahead, {}), form="column")


def _move(pairs: Sequence[Pair], off_cm: float, **keys: object) -> SeenMove:
    names = tuple(start.name for start, _ in pairs)
    return SeenMove({"type": "move", "group": list(names), **keys}, names, off_cm)


def _off(pairs: Sequence[Pair], ends: Sequence[Stand]) -> float:
    """Return how far the worst base ended from where a reading puts it: its middle's way and its corner's turn, cm."""
    off = 0.0
    for (_, seen), end in zip(pairs, ends, strict=True):
        corner_cm = math.hypot(seen.width_cm, seen.depth_cm) / 2
        turned = math.radians(abs(wrap_deg(seen.heading_deg - end.heading_deg)))
        off = max(off, math.dist(seen.centre, end.centre) + corner_cm * turned)
    return off


def _sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
