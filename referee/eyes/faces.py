"""What things on a table look like from its side: flat faces in space, each with its colour."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from table.perspective import Place, normal_of

Point = tuple[float, float]
Colour = tuple[int, int, int]

SUN = (-0.45, -0.35, 0.82)
"""Where the light comes from: the left, behind who looks away from the near edge."""


@dataclass(frozen=True, slots=True)
class Face:
    """A flat polygon in table cm, counter-clockwise from where it is seen; ``owner`` is the stand's or piece's name.

    ``cutout`` is seen from behind too. ``hatched``: nobody told how high it is. ``edge`` is the colour of its rim.
    """

    corners: tuple[Place, ...]
    fill: Colour
    owner: str
    edge: Colour | None = None
    alpha: float = 1.0
    hatched: bool = False
    cutout: bool = False

    def looks_at(self, eye: Place) -> bool:
        """Say whether it is seen from there, as far as its own side goes."""
        normal, corner = normal_of(self.corners), self.corners[0]
        return self.cutout or sum(n * (e - c) for n, e, c in zip(normal, eye, corner, strict=True)) > 0


def lit(colour: Colour, corners: Sequence[Place]) -> Colour:
    """Return a colour as the light falls on a flat polygon."""
    normal = normal_of(corners)
    size = math.hypot(*normal) or 1.0
    return shade(colour, 0.66 + 0.4 * max(0.0, sum(a * b for a, b in zip(normal, SUN, strict=True)) / size))


def shade(colour: Colour, part: float) -> Colour:
    """Return a colour so much darker, or lighter."""
    red, green, blue = (min(255, max(0, round(value * part))) for value in colour)
    return red, green, blue


def blend(colour: Colour, other: Colour, part: float) -> Colour:
    """Return a colour with that part of another in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def convex_parts(polygon: Polygon) -> list[list[Point]]:
    """Return a polygon as convex parts, counter-clockwise: itself, or triangles."""
    whole = shapely.convex_hull(polygon).area <= polygon.area * 1.001
    return [ring(part) for part in ([polygon] if whole else triangles(polygon))]


def triangles(shape: BaseGeometry) -> list[Polygon]:
    """Return a polygon, or several, cut into triangles between their corners."""
    return polygons(shapely.constrained_delaunay_triangles(shape))


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons that a shape is made of."""
    return [part for part in shapely.get_parts(shape).tolist() if isinstance(part, Polygon) and not part.is_empty]


def ring(polygon: Polygon) -> list[Point]:
    """Return a polygon's corners counter-clockwise."""
    turned = shapely.orient_polygons(polygon)
    return [(x, y) for x, y in shapely.get_coordinates(turned.exterior)[:-1].tolist()]


def at_height(corners: Iterable[Point], z: float) -> tuple[Place, ...]:
    """Return corners of the plan at a height."""
    return tuple((x, y, z) for x, y in corners)


def box(corners: Sequence[Point], foot: float, top: float, fill: Colour, owner: str, edge: Colour | None) -> list[Face]:
    """Return the faces of what rises upright from an outline (counter-clockwise, convex)."""
    rims = zip(corners, [*corners[1:], corners[0]], strict=True)
    sides = [((*a, foot), (*b, foot), (*b, top), (*a, top)) for a, b in rims]
    return [Face(side, lit(fill, side), owner, edge) for side in (*sides, at_height(corners, top))]


def cutout(at: Place, eye: Place, size: float, drawn: Sequence[Point], fill: Colour, owner: str,
           edge: Colour | None = None, alpha: float = 1.0) -> Face:  # fmt: skip
    """Return a flat figure that turns to the eye: ``drawn`` as parts of its size, right and up from where it stands."""
    way = at[0] - eye[0], at[1] - eye[1]
    far = math.hypot(*way) or 1.0
    right = way[1] / far, -way[0] / far
    corners = tuple((at[0] + right[0] * u * size, at[1] + right[1] * u * size, at[2] + v * size) for u, v in drawn)
    return Face(corners, fill, owner, edge, alpha, cutout=True)


def disc(u: float, v: float, across: float, up: float, corners: int = 14) -> list[Point]:
    """Return an ellipse to draw a figure of."""
    turns = (2 * math.pi * k / corners for k in range(corners))
    return [(u + across * math.cos(turn), v + up * math.sin(turn)) for turn in turns]
