"""Where two shapes are nearest to each other: all the pairs of points that decide it."""

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from table.once import cached_per_thread
from table.terrain import Point

Floats = NDArray[np.float64]

TIE_CM = 1e-9
"""Pairs no farther apart than this decide a distance together (parallel edges have two)."""


@cached_per_thread(maxsize=2048)
def segments(shape: BaseGeometry) -> Floats:
    """Return a shape's boundary as (N, 2, 2) segments in cm, not to be written to; a point is one without length."""
    if isinstance(shape, shapely.Point):
        at = shapely.get_coordinates(shape)
        return _fixed(np.stack([at, at], axis=1))
    lines = shape if shape.geom_type in ("LineString", "MultiLineString") else shape.boundary
    found = []
    for line in shapely.get_parts(shapely.get_parts(lines)):
        at = shapely.get_coordinates(line)
        found.append(np.stack([at[:-1], at[1:]], axis=1))
    return _fixed(np.concatenate(found))


def _fixed(lines: Floats) -> Floats:
    lines.flags.writeable = False
    return lines


def feet(points: Floats, lines: Floats) -> Floats:
    """Return the (N, M, 2) points of M segments (M, 2, 2) nearest to each of N points (N, 2)."""
    starts, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    squared = np.einsum("mi,mi->m", along, along)
    reach = np.einsum("nmi,mi->nm", points[:, None] - starts[None], along)
    share = np.clip(np.divide(reach, squared, out=np.zeros_like(reach), where=squared > 0), 0.0, 1.0)
    return np.asarray(starts[None] + share[..., None] * along[None])


def deciding_pairs(a: BaseGeometry, b: BaseGeometry) -> list[tuple[Point, Point]]:
    """Return the pairs (point of a, point of b) at the least distance of two shapes; none if they touch or overlap.

    At least one of a pair is a corner, for that is where two straight-edged shapes are nearest.
    """
    if shapely.intersects(a, b):
        return []
    lines_a, lines_b = segments(a), segments(b)
    corners_a, corners_b = lines_a.reshape(-1, 2), lines_b.reshape(-1, 2)
    on_b, on_a = feet(corners_a, lines_b), feet(corners_b, lines_a)
    from_a = np.hypot(*np.moveaxis(on_b - corners_a[:, None], -1, 0))
    from_b = np.hypot(*np.moveaxis(on_a - corners_b[:, None], -1, 0))
    least = min(from_a.min(), from_b.min())
    pairs: dict[tuple[Point, Point], None] = {}
    for i, j in np.argwhere(from_a <= least + TIE_CM):
        pairs[_point(corners_a[i]), _point(on_b[i, j])] = None
    for i, j in np.argwhere(from_b <= least + TIE_CM):
        pairs[_point(on_a[i, j]), _point(corners_b[i])] = None
    return list(pairs)


def _point(xy: Floats) -> Point:
    return (float(xy[0]), float(xy[1]))
