"""Distances between stands, pieces and points, with their uncertainty.

How sigma is propagated, here and in the other measuring modules: every stand's place has an isotropic ``sigma_cm``
per axis and its heading a ``sigma_deg``, all independent but for what ``Stand.shared`` says to be common; pieces and
points given as numbers are exact. To first order a distance then has variance own_a^2 + own_b^2 + (lever_a *
heading_a)^2 + (lever_b * heading_b)^2 and what the shared errors do to one end less what they do to the other
(table/uncertainty.py); the lever is how many cm the distance grows for a radian of turn: the part, across the measured
line, of the way from a stand's centre to its point that decides. Where several pairs of points decide together
(parallel edges) the least sure one counts. Where the distance is 0 it has no direction: sigma is then the mean over
all directions, without the headings.
"""

import math
from dataclasses import replace

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from table.footprint import footprint, front_middle, piece_polygon
from table.measurement import Measurement
from table.nearest import TIE_CM, deciding_pairs, feet, segments
from table.once import computed_once
from table.stand import Stand
from table.terrain import Piece, Point
from table.uncertainty import apart
from table.vectors import checked_point


@computed_once
def centre_to_centre(a: Stand, b: Stand) -> Measurement:
    """Return the distance of two footprints' centres in cm."""
    return apart(a, b)


@computed_once
def edge_to_edge(a: Stand, b: Stand) -> Measurement:
    """Return the least distance of two footprints in cm; 0 when they touch or overlap."""
    return _between(footprint(a), footprint(b), a, b)


@computed_once
def front_to_target(shooter: Stand, target: Stand) -> Measurement:
    """Return the distance from the middle of the shooter's front edge to the nearest point of the target (Y8.1), cm."""
    return _between(shapely.Point(front_middle(shooter)), footprint(target), shooter, target)


def to_point(stand: Stand, point: Point) -> Measurement:
    """Return the distance of a stand's centre from a point in cm; raises BadGeometry for a point that is not finite."""
    point = checked_point(point)
    return Measurement(math.dist(stand.centre, point), stand.sigma_cm, stand.centre, point)


def to_piece(start: Stand | Piece | Point, piece: Piece) -> Measurement:
    """Return the least distance of a footprint, a piece or a place from a piece in cm; 0 where they overlap."""
    if isinstance(start, Stand):
        return _between(footprint(start), piece_polygon(piece), start, None)
    place = piece_polygon(start) if isinstance(start, Piece) else shapely.Point(checked_point(start))
    own, other = (point.coords[0] for point in nearest_points(place, piece_polygon(piece)))
    return Measurement(math.dist(own, other), 0.0, (own[0], own[1]), (other[0], other[1]))


def _between(shape_a: BaseGeometry, shape_b: BaseGeometry, a: Stand, b: Stand | None) -> Measurement:
    pairs = deciding_pairs(shape_a, shape_b)
    if not pairs:
        inside = _inside_both(shape_a, shape_b)
        return apart(a, b, inside, inside)
    if len(pairs) == 1:
        return apart(a, b, *pairs[0])
    found = max((apart(a, b, own, other) for own, other in pairs), key=lambda it: it.sigma)
    middle = _middle(pairs)
    if (
        shapely.distance(shape_a, shapely.Point(middle[0]))
        <= TIE_CM
        >= shapely.distance(shape_b, shapely.Point(middle[1]))
    ):
        return replace(found, start=middle[0], end=middle[1])  # parallel edges: drawn between their middles
    return found


def _middle(pairs: list[tuple[Point, Point]]) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = np.mean(np.array(pairs), axis=0).tolist()
    return (ax, ay), (bx, by)


def _inside_both(a: BaseGeometry, b: BaseGeometry) -> Point:
    inside = shapely.point_on_surface(shapely.intersection(a, b))
    if inside.is_empty:
        inside = shapely.point_on_surface(a)
    return inside.x, inside.y


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
