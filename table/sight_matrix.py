"""Who sees whom on a whole table at once: all pairs of points past all outlines, in numpy and shapely."""

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from table.clearance import Floats, Outline, clearance
from table.errors import BadGeometry
from table.verdict import SLACK

Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]

_SURE_CM = 10 * SLACK
"""A line that comes this far inside an outline is blocked beyond the slack: no need to measure how deep."""

_TURN = 10.0
"""More than a whole turn in radians: keeps the bearings of one eye apart from the next one's in a sorted row."""


def sight_matrix(points: ArrayLike, polygons: Sequence[Outline]) -> Bools:
    """Return which of (N, 2) points in table cm see each other past outlines, as a symmetric (N, N) bool.

    The same answer as ``line_of_sight(...).free`` for every pair, the diagonal included (a point inside an outline does
    not see itself), but most pairs are decided all at once, from the cheap question to the dear one: is the other
    behind the whole of an outline, does the line touch none, does it reach well inside one; only the few lines that
    graze are measured. Raises BadGeometry for points of another shape or that are not finite.
    """
    at = np.asarray(points, dtype=np.float64)
    if at.size == 0:
        return np.ones((0, 0), dtype=np.bool_)
    if at.ndim != 2 or at.shape[1] != 2 or not np.isfinite(at).all():
        raise BadGeometry(f"points must be an (N, 2) array of finite numbers, got shape {at.shape}")
    blocked = np.zeros((len(at), len(at)), dtype=np.bool_)
    if polygons:
        cores = [core for core in shapely.buffer(polygons, -_SURE_CM, join_style="mitre") if not core.is_empty]
        if cores:
            _block_behind(blocked, at, cores)
        first, second = np.nonzero(np.triu(~blocked))
        lines = np.asarray(shapely.linestrings(np.stack([at[first], at[second]], axis=1)))
        tree = shapely.STRtree(polygons)
        standing = np.zeros(len(at), dtype=np.bool_)  # in or on an outline
        standing[tree.query(shapely.points(at), predicate="intersects")[0]] = True
        touched = np.flatnonzero(_meets(polygons, lines) | standing[first] | standing[second])
        cut = _meets(cores, lines[touched])
        cut[~cut] = _cut(lines[touched[~cut]], tree)
        blocked[first[touched], second[touched]] = cut
    return ~(blocked | blocked.T)


def _meets(shapes: Sequence[Outline], lines: NDArray[np.object_]) -> Bools:
    """Return which lines cross the boundary of any of the shapes, or start inside one.

    Some that start inside two are left out: the shapes are not united, for a union of outlines that all but share an
    edge may lose a part of them, and is slower.
    """
    solid = shapely.multipolygons(shapely.get_parts(shapes))
    shapely.prepare(solid)
    return np.asarray(shapely.intersects(solid, lines))


def _cut(lines: NDArray[np.object_], tree: shapely.STRtree) -> Bools:
    """Measure which lines are cut by any of the outlines in a tree."""
    cut = np.zeros(len(lines), dtype=np.bool_)
    for index, which in tree.query(lines, predicate="intersects").T:
        if not cut[index]:
            start, end = ((float(x), float(y)) for x, y in lines[index].coords)
            cut[index] = clearance(start, end, tree.geometries[which]).value < -SLACK
    return cut


def _block_behind(blocked: Bools, at: Floats, cores: Sequence[Outline]) -> None:
    """Block the view of what lies behind the whole of a core: within its bearings, beyond its farthest corner.

    Each eye looks at the points after it in the list, sorted by bearing, so that those within a core's bearings are one
    stretch of its row.
    """
    eyes, right, left, reach = _cores_seen(at, cores)
    first, second = np.triu_indices(len(at), 1)
    way = at[second] - at[first]
    bearing = np.arctan2(way[:, 1], way[:, 0]) + _TURN * first
    order = np.argsort(bearing)
    bearing, squared = bearing[order], np.einsum("ni,ni->n", way, way)[order]
    row_length = np.arange(len(at) - 1, -1, -1)[eyes]
    row_end = np.cumsum(np.arange(len(at) - 1, -1, -1))[eyes]

    over = left > np.pi  # bearings that go on at the other end of the row
    begin = np.searchsorted(bearing, right + _TURN * eyes)
    end = np.searchsorted(bearing, np.where(over, left - 2 * np.pi, left) + _TURN * eyes, side="right")
    many = end + over * row_length - begin
    core = np.repeat(np.arange(len(eyes)), many)
    found = np.arange(len(core)) + np.repeat(begin - (np.cumsum(many) - many), many)
    found -= np.where(found >= row_end[core], row_length[core], 0)
    behind = order[found[squared[found] > reach[core]]]
    blocked[first[behind], second[behind]] = True


def _cores_seen(at: Floats, cores: Sequence[Outline]) -> tuple[Indices, Floats, Floats, Floats]:
    """Return, for each eye and each core it does not stand amid: the eye, the core's right and left bearing in radians.

    And its farthest corner's squared distance. The right one is from -pi to pi, the left one up to half a turn more.
    """
    rings = shapely.get_exterior_ring(shapely.convex_hull(shapely.get_parts(cores)))  # bearings are the hull's
    corners, ring_of = shapely.get_coordinates(rings, return_index=True)
    starts = np.searchsorted(ring_of, np.arange(len(rings)))
    x, y = corners[:, 0] - at[:, :1], corners[:, 1] - at[:, 1:]
    turn = np.arctan2(y, x)
    start = turn[:, starts]
    turn -= start[:, ring_of]
    turn -= 2 * np.pi * np.rint(turn / (2 * np.pi))
    x *= x
    y *= y
    x += y
    right, left = np.minimum.reduceat(turn, starts, axis=1), np.maximum.reduceat(turn, starts, axis=1)
    eyes, ring = np.nonzero(left - right < np.pi)  # else the eye stands within the core's hull: nothing is behind it
    reach = np.maximum.reduceat(x, starts, axis=1)[eyes, ring]
    low, high = (start + right)[eyes, ring], (start + left)[eyes, ring]
    beyond = 2 * np.pi * (low < -np.pi)
    return eyes, low + beyond, high + beyond, reach
