"""The footprint: the part of the table a stand's base covers, its corners and edges, and a piece's outline."""

import math
from collections.abc import Sequence
from typing import Literal

import shapely
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from table.once import cached_per_thread
from table.stand import Base, Stand
from table.terrain import Piece, Point, outline
from table.vectors import dot, left_normal, minus, shifted, unit

Footprint = Polygon | MultiPolygon | LineString | shapely.Point
Side = Literal["front", "rear", "left", "right"]
Corners = tuple[Point, Point, Point, Point]

_CRACK_CM = 1e-7


def ahead(stand: Stand) -> Point:
    """Return the unit vector of the stand's heading."""
    return unit(stand.heading_deg)


def left_of(stand: Stand) -> Point:
    """Return the unit vector to the stand's left."""
    return left_normal(unit(stand.heading_deg))


def rectangle(centre: Point, heading_deg: float, width_cm: float, depth_cm: float) -> Corners:
    """Return a rectangle's corners: front left, front right, rear right, rear left."""
    forward = unit(heading_deg)
    left = left_normal(forward)
    front, rear = shifted(centre, forward, depth_cm / 2), shifted(centre, forward, -depth_cm / 2)
    half = width_cm / 2
    return (
        shifted(front, left, half),
        shifted(front, left, -half),
        shifted(rear, left, -half),
        shifted(rear, left, half),
    )


def part_corners(stand: Stand) -> tuple[Corners, ...]:
    """Return the corners of each of the stand's rectangles: one, or one a base, each from its own front left on."""
    if not stand.bases:
        return (rectangle(stand.centre, stand.heading_deg, stand.width_cm, stand.depth_cm),)
    forward = ahead(stand)
    left = left_normal(forward)
    return tuple(
        rectangle(
            shifted(shifted(stand.centre, forward, base.along_cm), left, base.across_cm),
            stand.heading_deg + base.turn_deg,
            base.width_cm,
            base.depth_cm,
        )
        for base in stand.bases
    )


def corners(stand: Stand) -> Corners:
    """Return the footprint's corners: front left, front right, rear right, rear left.

    Several bases have the corners of the smallest rectangle in the stand's axes that holds them all; a stand without
    size has its place four times.
    """
    if not stand.bases:
        return part_corners(stand)[0]
    forward = ahead(stand)
    left = left_normal(forward)
    offsets = [minus(corner, stand.centre) for part in part_corners(stand) for corner in part]
    along = [dot(offset, forward) for offset in offsets]
    across = [dot(offset, left) for offset in offsets]
    front, rear = shifted(stand.centre, forward, max(along)), shifted(stand.centre, forward, min(along))
    on_left, on_right = max(across), min(across)
    return (
        shifted(front, left, on_left),
        shifted(front, left, on_right),
        shifted(rear, left, on_right),
        shifted(rear, left, on_left),
    )


def half_size(stand: Stand) -> float:
    """Return how far the farthest corner of a stand is from its centre, cm."""
    if stand.bases:
        return max(math.dist(stand.centre, corner) for corner in corners(stand))
    return math.hypot(stand.width_cm, stand.depth_cm) / 2


def edge(stand: Stand, side: Side) -> tuple[Point, Point]:
    """Return an edge of the footprint: front and rear from left to right, left and right from front to rear."""
    front_left, front_right, rear_right, rear_left = corners(stand)
    return {
        "front": (front_left, front_right),
        "rear": (rear_left, rear_right),
        "left": (front_left, rear_left),
        "right": (front_right, rear_right),
    }[side]


def front_edge(stand: Stand) -> tuple[Point, Point]:
    """Return the front edge: its left and its right end."""
    return edge(stand, "front")


def front_middle(stand: Stand) -> Point:
    """Return the middle of the front edge."""
    (x0, y0), (x1, y1) = front_edge(stand)
    return ((x0 + x1) / 2, (y0 + y1) / 2)


def footprint(stand: Stand) -> Footprint:
    """Return the footprint in table cm: a rectangle, width across the heading and depth along it.

    Several bases give their union. A stand without width or without depth is a line, without both a point.
    """
    return _footprint(stand.x, stand.y, stand.heading_deg, stand.width_cm, stand.depth_cm, stand.bases)


@cached_per_thread(maxsize=2048)
def _footprint(
    x: float, y: float, heading_deg: float, width_cm: float, depth_cm: float, bases: tuple[Base, ...]
) -> Footprint:
    stand = Stand("", "", "", x, y, heading_deg, width_cm, depth_cm, bases=bases)
    shapes = [_shape(part) for part in part_corners(stand)]
    shape = united(shapes)
    shapely.prepare(shape)
    return shape


def united(shapes: Sequence[BaseGeometry]) -> Footprint:
    """Return the union of one or several shapes, of bases that stand flush without a crack between them.

    Each is grown by 1e-7 cm and the union shrunk by as much: edges that are one but for rounding leave hairline cracks,
    and GEOS may lose a part of their plain union.
    """
    shape = shapes[0]
    if len(shapes) > 1:
        grown = shapely.union_all(shapely.buffer(shapes, _CRACK_CM, join_style="mitre"))
        shape = shapely.buffer(grown, -_CRACK_CM, join_style="mitre")
    if not isinstance(shape, Polygon | MultiPolygon | LineString | shapely.Point):
        raise TypeError(f"a footprint cannot be a {shape.geom_type}")
    return shape


def _shape(part: Corners) -> Footprint:
    front_left, front_right, rear_right, rear_left = part
    if front_left == rear_right:
        return shapely.Point(front_left)
    if front_left == front_right:
        return LineString([front_left, rear_left])
    if front_left == rear_left:
        return LineString([front_left, front_right])
    return Polygon(part)


def piece_polygon(piece: Piece) -> Polygon:
    """Return the piece's outline in table cm; raises BadGeometry for edges that cross or corners on one line."""
    return _piece_polygon(piece.polygon, piece.name)


@cached_per_thread(maxsize=2048)
def _piece_polygon(polygon: tuple[Point, ...], name: str) -> Polygon:
    shape = outline(polygon, name)
    shapely.prepare(shape)
    return shape
