"""A patch of pixels as an outline of few corners, and what is at its foot when it leans away from the camera."""

from collections.abc import Sequence

import cv2
import numpy as np
import shapely
import shapely.affinity
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from vision.arrays import Bools

Point = tuple[float, float]

MOST_CORNERS = 16
FIRST_TOLERANCE_CM = 0.2
BOX = 0.92
"""A patch that covers so much of the box round it, and is covered by it, is that box: houses, walls, fields."""


def largest(shape: BaseGeometry) -> Polygon:
    """Return the largest polygon of a shape, without holes; an empty one where there is none."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]
    return Polygon(max(parts, key=lambda part: part.area).exterior) if parts else Polygon()


def outline_px(patch: Bools) -> Polygon:
    """Return the outline of the largest piece of a patch (H, W), px, with the pixels' own half width round it."""
    found, _ = cv2.findContours(patch.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        return Polygon()
    ring = max(found, key=cv2.contourArea)[:, 0, :]
    if len(ring) < 4:
        return Polygon()
    return largest(shapely.buffer(shapely.make_valid(Polygon(ring)), 0.5))


def at_foot(shape: Polygon, eye_cm: Sequence[float], height_cm: float, *, crown: bool = False) -> Polygon:
    """Return where a piece of that height stands, of the outline it seems to have on the table's plane.

    A camera at ``eye_cm`` (x, y, z) sees the top farther away from itself than the foot, by ``z / (z - height)``. What
    stands upright is seen from foot to top: its foot is where both the outline and the outline drawn back by that
    factor are (exactly so for a convex foot). Crowns of trees (``crown``) hide their foot: they are drawn back whole,
    by the height of most leaves.
    """
    z = eye_cm[2]
    if height_cm <= 0 or z <= height_cm * 1.5:
        return shape
    back = (z - height_cm * (0.7 if crown else 1.0)) / z
    drawn = shapely.affinity.scale(shape, back, back, origin=(eye_cm[0], eye_cm[1]))
    return largest(drawn if crown else shape.intersection(drawn))


def few_corners(shape: Polygon, most: int = MOST_CORNERS) -> tuple[Point, ...]:
    """Return an outline of at most so many corners, counter-clockwise: a box where it is one."""
    box = shapely.minimum_rotated_rectangle(shape)
    if isinstance(box, Polygon) and box.area > 0:
        alike = shape.intersection(box).area / shape.union(box).area
        if alike >= BOX:
            middle, grown = box.centroid, (shape.area / box.area) ** 0.5
            shape = shapely.affinity.scale(box, grown, grown, origin=middle)
    tolerance = FIRST_TOLERANCE_CM
    simple = largest(shape.simplify(tolerance))
    while len(simple.exterior.coords) - 1 > most and tolerance < 50:
        tolerance *= 1.25
        simple = largest(shape.simplify(tolerance))
    ring = shapely.geometry.polygon.orient(simple).exterior.coords[:-1]
    return tuple((float(x), float(y)) for x, y in ring)
