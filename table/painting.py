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
    shared = shapely.intersection(shapes[one], shapes[other])
    overlap = shapely.area(shared) > LEAST_PX2
    one, other, spots = one[overlap], other[overlap], shapely.point_on_surface(shared[overlap])
    u, v = shapely.get_x(spots), shapely.get_y(spots)
    first, second = _near(planes[one], u, v), _near(planes[other], u, v)
    swapped = second < first * (1 - AS_NEAR)
    return np.where(swapped, other, one), np.where(swapped, one, other)


def _near(planes: NDArray[np.float64], u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
    near: NDArray[np.float64] = planes[:, 0] * u + planes[:, 1] * v + planes[:, 2]
    return near
