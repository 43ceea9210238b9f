"""The order in which flat things are painted, so that what is nearer to the eye lies over what is farther."""

import heapq
from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from table.perspective import Nearness

LEAST_PX2 = 0.02
"""Less than that of a picture is no overlap: edges that two things share."""
AS_NEAR = 1e-5
"""What differs by less than this part is as near: it is painted in the order it was given."""


def back_to_front(outlines: Sequence[BaseGeometry], nearness: Sequence[Nearness]) -> list[int]:
    """Return the order of things by their outlines in the picture and how near each is there, all flat.

    Exact for things that do not run through each other. Where three cover each other in a ring, the farthest is first.
    """
    shapes, planes = np.array(outlines, dtype=object), np.array(nearness, dtype=float).reshape(-1, 3)
    under, over = _pairs(shapes, planes)
    waits = np.bincount(over, minlength=len(shapes))
    above: list[list[int]] = [[] for _ in outlines]
    for low, high in zip(under.tolist(), over.tolist(), strict=True):
        above[low].append(high)
    middles = shapely.centroid(shapes)
    far = _near(planes, shapely.get_x(middles), shapely.get_y(middles)).tolist()
    ready = [(far[k], k) for k in range(len(shapes)) if waits[k] == 0]
    heapq.heapify(ready)
    left, order = {k for k in range(len(shapes)) if waits[k]}, []
    while ready or left:
        if not ready:
            ready.append(min((far[k], k) for k in left))
            left.discard(ready[0][1])
        _, k = heapq.heappop(ready)
        order.append(k)
        for high in above[k]:
            waits[high] -= 1
            if waits[high] == 0 and high in left:
                left.discard(high)
                heapq.heappush(ready, (far[high], high))
    return order


def _pairs(shapes: NDArray[np.object_], planes: NDArray[np.float64]) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Return for every two things that overlap which lies under which."""
    one, other = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    one, other = one[one < other], other[one < other]
    least, most = _ranges(shapes, planes)
    first, second = 0.5 * (least + most)[one], 0.5 * (least + most)[other]
    # Only where one is neither wholly nearer nor wholly farther is it asked where they overlap.
    unclear = np.flatnonzero((most[one] >= least[other]) & (most[other] >= least[one]))
    shared = shapely.intersection(shapes[one[unclear]], shapes[other[unclear]])
    overlap = shapely.area(shared) > LEAST_PX2
    spots, asked = shapely.point_on_surface(shared[overlap]), unclear[overlap]
    u, v = shapely.get_x(spots), shapely.get_y(spots)
    first[asked], second[asked] = _near(planes[one[asked]], u, v), _near(planes[other[asked]], u, v)
    kept = np.delete(np.arange(len(one)), unclear[~overlap])
    one, other, first, second = one[kept], other[kept], first[kept], second[kept]
    swapped = second < first * (1 - AS_NEAR)
    return np.where(swapped, other, one), np.where(swapped, one, other)


def _ranges(
    shapes: NDArray[np.object_], planes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how near each thing is at least and at most."""
    corners, of = shapely.get_coordinates(shapes, return_index=True)
    near = _near(planes[of], corners[:, 0], corners[:, 1])
    starts = np.searchsorted(of, np.arange(len(shapes)))
    if not len(shapes):
        return np.zeros(0), np.zeros(0)
    return np.minimum.reduceat(near, starts), np.maximum.reduceat(near, starts)


def _near(planes: NDArray[np.float64], u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    near: NDArray[np.float64] = planes[:, 0] * u + planes[:, 1] * v + planes[:, 2]
    return near
