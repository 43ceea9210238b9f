"""Ways to fill and divide the outline of a terrain piece."""

import math
import zlib
from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from simulation.synthetic.things import Place
from table.terrain import Piece
from vision.arrays import Floats


def dice_of(piece: Piece) -> np.random.Generator:
    """Return the piece's own random numbers: the same for the same shape, whatever else is on the table."""
    return np.random.default_rng(zlib.crc32(repr((piece.kind, piece.polygon)).encode()))


def shape_of_piece(piece: Piece) -> shapely.Polygon:
    """Return the piece's polygon, mended where it touches itself."""
    return shapely.Polygon(piece.polygon)


def axis(shape: shapely.Polygon) -> tuple[Place, float, float]:
    """Return the middle and long direction of an outline, its length and its width (its tightest rectangle)."""
    box = shapely.minimum_rotated_rectangle(shape)
    if not isinstance(box, shapely.Polygon):
        return Place(shape.centroid.x, shape.centroid.y, 0.0), 0.0, 0.0
    corners = np.array(box.exterior.coords)[:4]
    first, second = corners[1] - corners[0], corners[2] - corners[1]
    along, across = (first, second) if np.hypot(*first) >= np.hypot(*second) else (second, first)
    middle = corners.mean(axis=0)
    heading = math.degrees(math.atan2(along[1], along[0]))
    return Place(float(middle[0]), float(middle[1]), heading), float(np.hypot(*along)), float(np.hypot(*across))


def thickness(shape: shapely.Polygon) -> float:
    """Return how wide a strip is, straight or winding: of the rectangle with its area and circumference."""
    half = shape.length / 2
    root = half * half - 4 * shape.area
    return float((half - math.sqrt(root)) / 2) if root > 0 else math.sqrt(shape.area)


def band(shape: BaseGeometry, outer_cm: float, inner_cm: float) -> Iterator[Floats]:
    """Yield the strip along a shape's border from one depth inside it to another, each part as one outline."""
    strip = inset(shape, outer_cm).difference(inset(shape, inner_cm))
    for part in getattr(strip, "geoms", [strip]):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            outline = np.array(orient(part).exterior.coords)[:-1, :2]
            for hole in orient(part).interiors:
                outline = ring_between(outline, np.array(hole.coords)[-2::-1, :2])
            yield outline


def rings(shape: BaseGeometry) -> Iterator[Floats]:
    """Yield the outer rings of a shape's polygons as (N, 2), counter-clockwise, without the repeated corner."""
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            yield np.array(orient(part).exterior.coords)[:-1, :2]


def inset(shape: BaseGeometry, by_cm: float) -> BaseGeometry:
    """Return the shape made smaller all round (larger for a negative number), its corners rounded."""
    return shape.buffer(-by_cm, quad_segs=4)


def within(shape: BaseGeometry, by_cm: float) -> BaseGeometry:
    """Return what is left of a shape that far from its border; the shape itself where nothing is."""
    smaller = inset(shape, by_cm)
    return shape if smaller.is_empty else smaller


def pieces_along(shape: shapely.Polygon, step_cm: float) -> Iterator[tuple[Floats, Place]]:
    """Yield the outline cut across its long axis into lengths of about step_cm, each with its middle."""
    place, length, width = axis(shape)
    count = max(1, round(length / step_cm))
    step = length / count
    for i in range(count):
        middle = (i + 0.5) * step - length / 2
        slab = shapely.Polygon(place.rectangle(step, 2 * width + 1, middle))
        for ring in rings(shape.intersection(slab)):
            x, y = ring.mean(axis=0)
            yield ring, Place(float(x), float(y), place.heading_deg)


def scatter(shape: BaseGeometry, spacing_cm: float, dice: np.random.Generator, jitter: float = 0.3) -> Floats:
    """Return (N, 2) points spread over a shape about spacing_cm apart; at least its middle."""
    if shape.is_empty:
        return np.zeros((0, 2))
    left, low, right, high = shape.bounds
    row_cm = spacing_cm * math.sqrt(3) / 2
    # Never many thousands: a piece as large as the table is filled more thinly.
    thin = max(1.0, math.sqrt((right - left) * (high - low) / (spacing_cm * row_cm) / 1500))
    spacing_cm, row_cm = spacing_cm * thin, row_cm * thin
    points = []
    for row in range(int((high - low) / row_cm) + 2):
        xs = np.arange(left - spacing_cm * (0.5 if row % 2 else 1.0), right + spacing_cm, spacing_cm)
        points.append(np.column_stack([xs, np.full(len(xs), low + (row - 0.5) * row_cm)]))
    grid = np.concatenate(points)
    grid += dice.uniform(-jitter, jitter, grid.shape) * spacing_cm
    inside = grid[shapely.contains_xy(shape, grid[:, 0], grid[:, 1])]
    return inside if len(inside) else np.array([shape.representative_point().coords[0]])


def blob(x: float, y: float, radius_cm: float, dice: np.random.Generator, corners: int = 9) -> Floats:
    """Return an uneven round outline (N, 2)."""
    turns = (np.arange(corners) + dice.uniform(0, 1)) * (2 * math.pi / corners)
    reach = radius_cm * dice.uniform(0.82, 1.12, corners)
    return np.column_stack([x + reach * np.cos(turns), y + reach * np.sin(turns)])


def ring_between(outer: Floats, inner: Floats) -> Floats:
    """Return one outline that goes round the outer border and back round the inner: its area is what lies between."""
    return np.concatenate([outer, outer[:1], inner[::-1], inner[-1:]])
