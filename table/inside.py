"""How deep a point lies inside a terrain piece."""

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon

from table.footprint import piece_polygon
from table.measurement import Measurement
from table.nearest import feet, segments
from table.terrain import Piece, Point
from table.vectors import checked_point


def depth_inside(point: Point, piece: Piece, sigma_cm: float = 0.0) -> Measurement:
    """Return the signed depth in cm: the distance to the piece's boundary, positive inside, negative outside, 0 on it.

    ``judge(depth, 0, at_most=False)`` then says whether the point is in the piece. ``sigma_cm`` is the point's, per
    axis; the measurement runs from the point to the nearest point of the boundary.
    """
    return depth_in_polygon(point, piece_polygon(piece), sigma_cm)


def depth_in_polygon(point: Point, polygon: Polygon | MultiPolygon, sigma_cm: float = 0.0) -> Measurement:
    """Return the same for any polygon in table cm, such as a vehicle's footprint."""
    point = checked_point(point)
    candidates = feet(np.array([point]), segments(polygon))[0]
    distances = np.hypot(*(candidates - np.array(point)).T)
    nearest = int(distances.argmin())
    sign = 1.0 if shapely.contains_xy(polygon, *point) else -1.0
    end = (float(candidates[nearest][0]), float(candidates[nearest][1]))
    return Measurement(sign * float(distances[nearest]) + 0.0, sigma_cm, point, end)
