"""Who can fire at whom just now, all at once (Y8.1-Y8.4): what `fire` allows without supports."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.threats import Bools, Threats
from rules.yankee.field_of_fire import STRICT
from rules.yankee.settings import YankeeSettings
from rules.yankee.terrain import terrain_table
from rules.yankee.troops import arm_of, factor, moves_and_fires, range_cm
from table.corridor import Corridor, corridor_of, overlap
from table.footprint import ahead, footprint, front_middle, left_of, piece_polygon
from table.sight import clearance
from table.snapshot import Snapshot
from table.stand import Stand
from table.verdict import SLACK

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Shapes = NDArray[np.object_]

ROOM_CM = 1000 * SLACK  # lanes are looked through a little longer than they are, and measured then
SURE_CM = 10 * SLACK  # a line that comes this far inside an outline is cut by it: no need to measure how deep


def threats(snapshot: Snapshot, settings: YankeeSettings) -> Threats:
    """Return who can fire at whom; places count as exact, close calls are for `rule`.

    Of measured places it says what `rule` does but of close calls: bases that touch in one line are abreast there too.
    """
    stands = snapshot.stands
    can = np.zeros((len(stands), len(stands)), dtype=np.bool_)
    shapes = np.array([footprint(stand) for stand in stands], dtype=np.object_)
    free = ~_in_melee(stands, shapes, settings)
    shooters = np.flatnonzero(np.array([_may_fire(stand) for stand in stands], dtype=np.bool_) & free)
    if len(shooters):
        shooter, other, nearest_cm = _in_lanes(stands, shapes, shooters)
        masked = _masked(stands, shapes, settings, shooter, other, nearest_cm)
        keep = _targets(stands, shapes, free, shooter, other) & ~masked
        shooter, target, nearest_cm = shooter[keep], other[keep], nearest_cm[keep]
        seen = ~_hidden(snapshot, settings, shooter, target, nearest_cm)
        can[shooter[seen], target[seen]] = True
    return Threats(tuple(stand.name for stand in stands), can)


def _may_fire(stand: Stand) -> bool:  # Y8.3, Y8.4, Y9.1
    state = stand.state
    if range_cm(stand) is None or factor(stand, "fire") is None or state.get("fired"):
        return False
    if state.get("turned") and arm_of(stand) == "artillery":
        return False
    moved = state.get("moved") or float(state.get("moved_cm") or 0.0) > SLACK
    return not moved or moves_and_fires(stand)


def _in_melee(stands: Sequence[Stand], shapes: Shapes, settings: YankeeSettings) -> Bools:
    """Return which stands touch an enemy (N,) (Y8.3)."""
    sides = np.array([stand.side for stand in stands])
    first, second = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=settings.contact_cm + SLACK)
    melee = np.zeros(len(stands), dtype=np.bool_)
    melee[first[sides[first] != sides[second]]] = True
    return melee


def _in_lanes(stands: Sequence[Stand], shapes: Shapes, shooters: Indices) -> tuple[Indices, Indices, Floats]:
    """Return who lies at least partly in whose corridor, and how far ahead of its front: (shooter, other, cm)."""
    lanes = {k: corridor_of(stands[k], range_cm(stands[k]) or 0.0) for k in shooters.tolist()}
    found = np.array([_longer(lane).polygon for lane in lanes.values()], dtype=np.object_)
    row, other = shapely.STRtree(shapes).query(found, predicate="intersects")
    shooter = shooters[row]
    row, shooter, other = (each[shooter != other] for each in (row, shooter, other))
    half = np.array([lane.width_cm / 2 for lane in lanes.values()])[row]
    far = np.array([lane.length_cm + SLACK for lane in lanes.values()])[row]
    turned = _in_axes(stands, lanes, shapes[other], row)
    back, low, _, high = shapely.bounds(turned).T
    ahead_of_start = shapely.intersection(turned, shapely.box(0.0, low - 1, far, high + 1))
    parts, of = shapely.get_parts(ahead_of_start, return_index=True)
    _, right, ahead_cm, left = shapely.bounds(parts).T
    reach = np.where(ahead_cm > SLACK, np.minimum(half[of] - right, left + half[of]), -np.inf)
    lateral = np.full(len(row), -np.inf)
    np.maximum.at(lateral, of, reach)
    # Who reaches back beside the shooter's own base may be kept out of the lane by it: that is measured one by one.
    for k in np.flatnonzero((lateral + STRICT >= 0) & (back < 0)).tolist():
        lateral[k] = overlap(lanes[int(shooter[k])], stands[other[k]]).lateral.value
    inside = lateral + STRICT >= 0
    lane_boxes = shapely.box(0.0, -half[inside], far[inside], half[inside])
    nearest_cm = shapely.bounds(shapely.intersection(turned[inside], lane_boxes))[:, 0]
    return shooter[inside], other[inside], nearest_cm


def _longer(lane: Corridor) -> Corridor:
    return replace(lane, length_cm=lane.length_cm + ROOM_CM)


def _in_axes(stands: Sequence[Stand], lanes: Mapping[int, Corridor], shapes: Shapes, row: Indices) -> Shapes:
    """Return footprints in the axes of their lanes (ahead of the start, left of the middle), as table.corridor."""
    starts = np.array([lane.start for lane in lanes.values()])
    axes = np.array([np.transpose([ahead(stands[k]), left_of(stands[k])]) for k in lanes])
    at, of = shapely.get_coordinates(shapes, return_index=True)
    local = np.einsum("ni,nij->nj", at - starts[row[of]], axes[row[of]])
    return np.asarray(shapely.set_coordinates(shapes.copy(), local), dtype=np.object_)


def _targets(stands: Sequence[Stand], shapes: Shapes, free: Bools, shooter: Indices, other: Indices) -> Bools:
    """Return which of those in lanes are enemies in range that may be fired at (Y8.1, Y8.3, Y9.1)."""
    sides = np.array([stand.side for stand in stands])
    troops = np.array([factor(stand, "fire") is not None for stand in stands], dtype=np.bool_)
    fronts = np.asarray(shapely.points(np.array([front_middle(stand) for stand in stands])))
    ranges = np.array([range_cm(stand) or 0.0 for stand in stands])
    in_range = shapely.distance(fronts[shooter], shapes[other]) <= ranges[shooter] + SLACK
    return np.asarray(in_range & (sides[shooter] != sides[other]) & free[other] & troops[other])


def _masked(
    stands: Sequence[Stand],
    shapes: Shapes,
    settings: YankeeSettings,
    shooter: Indices,
    other: Indices,
    nearest_cm: Floats,
) -> Bools:
    """Return which of those in lanes have another element before them (Y8.2).

    Measured bases that touch in one line are a hair before or behind each other: as in a ruling, that is no masking.
    """
    masked = np.zeros(len(shooter), dtype=np.bool_)
    behind, before = np.nonzero((shooter[:, None] == shooter) & (nearest_cm[:, None] - nearest_cm + STRICT >= 0))
    ours, theirs = other[behind], other[before]
    measured = np.array([stand.sigma_cm > 0 for stand in stands], dtype=np.bool_)
    abreast = (measured[ours] | measured[theirs]) & (
        shapely.distance(shapes[ours], shapes[theirs]) <= settings.contact_cm
    )
    limit_cm = np.where(abreast, settings.contact_cm, 0.0)
    masked[behind[nearest_cm[behind] - nearest_cm[before] - limit_cm + STRICT >= 0]] = True
    return masked


def _hidden(
    snapshot: Snapshot, settings: YankeeSettings, shooter: Indices, target: Indices, nearest_cm: Floats
) -> Bools:
    """Return before which targets terrain lies across the lane's middle, neither of the two standing in it (Y8.2)."""
    hidden = np.zeros(len(shooter), dtype=np.bool_)
    rows = terrain_table(settings)
    pieces = [piece_polygon(piece) for piece in snapshot.pieces if rows[piece.kind].blocks]
    if not pieces or not len(shooter):
        return hidden
    outlines = np.array(pieces, dtype=np.object_)
    stands = snapshot.stands
    starts = np.array([front_middle(stands[k]) for k in shooter])
    forward = np.array([ahead(stands[k]) for k in shooter])
    ends = starts + forward * np.maximum(nearest_cm, 0.0)[:, None]
    lines = np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)))
    centres = np.asarray(shapely.points(np.array([stand.centre for stand in stands])))
    line, which = shapely.STRtree(outlines).query(lines, predicate="intersects")
    outside = np.ones(len(line), dtype=np.bool_)
    for stand in (shooter, target):
        outside &= shapely.distance(centres[stand[line]], outlines[which]) > SLACK
    line, which = line[outside], which[outside]
    sure = shapely.intersects(lines[line], shapely.buffer(outlines, -SURE_CM, join_style="mitre")[which])
    hidden[line[sure]] = True
    for k in np.flatnonzero(~sure & ~hidden[line]).tolist():
        start, end = tuple(starts[line[k]].tolist()), tuple(ends[line[k]].tolist())
        hidden[line[k]] |= clearance(start, end, outlines[which[k]]).value < -SLACK
    return hidden
