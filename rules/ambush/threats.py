"""Who can shoot at whom just now, all at once (A2.1-A2.3, A3, A6.1, A7.7): what `shoot` and `mg` allow."""

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.ambush.crew import has_crew_in_view
from rules.ambush.damage import riders_count, riding
from rules.ambush.firing import ARC_DEG
from rules.ambush.halving import share_of
from rules.ambush.obstacles import Obstacle, crossed_kinds, crossing_of, obstacles
from rules.ambush.platoon import is_plate
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import RANGE_CM
from rules.ambush.troops import has_run, has_shown_himself, is_vehicle, is_wreck, moved_already, vehicle_of
from rules.threats import Bools, Threats
from table.arcs import bearing_off
from table.footprint import footprint
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import SLACK

Pairs = NDArray[np.intp]
Shapes = NDArray[np.object_]


def threats(snapshot: Snapshot, settings: AmbushSettings) -> Threats:
    """Return who can shoot at whom; places count as exact, close calls are for `rule`.

    A vehicle is a target where its crew can be shot at (A7.7); who rides otherwise is none.
    """
    stands = snapshot.stands
    can = np.zeros((len(stands), len(stands)), dtype=np.bool_)
    pairs = _in_range(snapshot, settings)
    if len(pairs):
        among = obstacles(snapshot, settings)
        seen = np.array([is_vehicle(s) or has_shown_himself(s) for s in stands])
        blocked, covered = _between(stands, pairs, seen, among, settings)
        free = pairs[~blocked & (~covered | seen[pairs[:, 1]])]
        can[free[:, 0], free[:, 1]] = True
    return Threats(tuple(stand.name for stand in stands), can)


def _in_range(snapshot: Snapshot, settings: AmbushSettings) -> Pairs:
    """Return shooters that may act with enemies on foot, or in view in an open vehicle, in range and arc (P, 2)."""
    stands, aboard = snapshot.stands, riding(snapshot)
    at = np.array([stand.centre for stand in stands]).reshape(-1, 2)
    sides = np.array([stand.side for stand in stands])
    shoots = np.array([s.name not in aboard and _may_shoot(s, settings) for s in stands], dtype=np.bool_)
    targets = np.array([has_crew_in_view(s) if is_vehicle(s) else s.name not in aboard for s in stands], np.bool_)
    apart = np.linalg.norm(at[:, None] - at, axis=2)
    if settings.measure == "edge":
        shapes = np.array([footprint(stand) for stand in stands])
        apart = shapely.distance(shapes[:, None], shapes)
    pairs = np.argwhere(shoots[:, None] & targets & (sides[:, None] != sides) & (apart <= RANGE_CM + SLACK))
    narrow = np.array([is_vehicle(s) and bool((v := vehicle_of(s)) and v.self_propelled) for s in stands], np.bool_)
    out = [k for k in np.flatnonzero(narrow[pairs[:, 0]]) if not _in_arc(stands[pairs[k, 0]], stands[pairs[k, 1]])]
    return np.asarray(np.delete(pairs, out, axis=0), dtype=np.intp)


def _may_shoot(stand: Stand, settings: AmbushSettings) -> bool:
    state, moved_cm = stand.state, moved_already(stand)
    if state.get("fired"):
        return False
    crossed = [crossing_of(kind, settings) for kind in crossed_kinds(stand)]
    if not is_vehicle(stand):
        tired = has_run(stand) or "linear" in crossed or bool(state.get("fought")) or is_plate(stand)
        tired = tired or (bool(state.get("got_off")) and moved_cm > 0)
        return not tired and (not state.get("threw") or settings.shoot_after_grenade)
    vehicle = vehicle_of(stand)
    if (
        state.get("pushed_cm")
        or vehicle is None
        or not vehicle.mg
        or is_wreck(stand)
        or (vehicle.open and not riders_count(stand))
    ):
        return False
    share = share_of(crossed.count("linear"), crossed.count("zonal"), settings.halve_each_line)
    for word in ("boarded", "reversed"):
        if state.get(word):
            share /= 2
    return moved_cm <= vehicle.move_cm / 2 * share + SLACK or moved_cm == 0


def _in_arc(shooter: Stand, target: Stand) -> bool:
    return bearing_off(shooter, target.centre).value <= ARC_DEG / 2 + SLACK


def _between(
    stands: Sequence[Stand], pairs: Pairs, seen: Bools, among: Sequence[Obstacle], settings: AmbushSettings
) -> tuple[Bools, Bools]:
    """Return which pairs something stands between, and which targets are covered against their shooter (A3.4, A3.5).

    Of those that have given themselves away (``seen``, (N,)) cover is not asked.
    """
    blocked, covered = np.zeros((2, len(pairs)), dtype=np.bool_)
    if not among:
        return blocked, covered
    outlines = np.array([obstacle.outline for obstacle in among])
    points = np.asarray(shapely.points(np.array([stand.centre for stand in stands])))
    hulls = np.array([footprint(s) if is_vehicle(s) else p for s, p in zip(stands, points, strict=True)])
    away = shapely.distance(hulls[:, None], outlines)  # (N, O), 0 inside
    inside = shapely.intersects(outlines, points[:, None])
    own = np.array([[stand.name == o.name for o in among] for stand in stands])
    blocks, cover = np.array([o.row.blocks for o in among]), np.array([o.row.cover for o in among])
    excused = np.where(blocks == "near", away <= settings.cover_cm + SLACK, (blocks == "inside") & inside)
    ends = np.stack([shapely.get_coordinates(points[pairs[:, k]]) for k in (0, 1)], axis=1)
    lines = np.asarray(shapely.linestrings(ends))
    line, which = shapely.STRtree(outlines).query(lines, predicate="intersects")
    shooter, target = pairs[line, 0], pairs[line, 1]
    other = ~own[shooter, which] & ~own[target, which]
    line, which, shooter, target = line[other], which[other], shooter[other], target[other]
    hides = np.flatnonzero((blocks[which] != "no") & ~excused[shooter, which] & ~excused[target, which])
    blocked[line[hides[_cuts(lines[line[hides]], outlines[which[hides]])]]] = True
    covered[line[inside[target, which] & (cover[which] != "nobody")]] = True
    # Only of what may be shot at otherwise need be known whether it is covered.
    near = np.flatnonzero((cover[which] == "near") & ~blocked[line] & ~covered[line] & ~seen[target])
    near = near[_cuts(lines[line[near]], outlines[which[near]])]
    crossing = shapely.intersection(lines[line[near]], outlines[which[near]])
    close = shapely.distance(crossing, points[target[near]]) <= settings.cover_cm + SLACK
    covered[line[near[close]]] = True
    return blocked, covered


def _cuts(lines: Shapes, outlines: Shapes) -> Bools:
    """Return which lines run inside their outlines, and do not only touch them."""
    return np.asarray(shapely.relate_pattern(lines, outlines, "T********"))
