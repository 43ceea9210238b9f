"""Terrain as it is seen from the table: steps and slopes, houses, hedges, fences, woods of trees; flat things flat."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import shapely
from shapely import LineString, Polygon
from shapely import Point as Spot

from referee.eyes.faces import (
    Colour,
    Face,
    Point,
    at_height,
    convex_parts,
    cutout,
    disc,
    lit,
    polygons,
    ring,
    shade,
    triangles,
)
from table.footprint import piece_polygon
from table.ground import crest_of, height_on
from table.perspective import Place
from table.terrain import Piece

USUAL_CM: Mapping[str, float] = {
    **dict.fromkeys(("house", "village"), 5.0), **dict.fromkeys(("wood", "mountain"), 6.0), "hill": 3.0,
    "ruins": 2.5, "bush": 1.8, "cliff": 4.0, **dict.fromkeys(("hedge", "wall"), 1.5), "fence": 1.2, "wreck": 2.5,
    "vehicle": 3.0,
}  # fmt: skip
"""How high a piece is drawn of which nobody told it; kinds that are not here are flat."""
GRASS, STONE, PLASTER, ROOF, LEAF, TIMBER = (
    (150, 163, 106), (166, 158, 146), (214, 201, 176), (150, 92, 74), (86, 122, 62), (128, 100, 70),
)  # fmt: skip
COLOURS: Mapping[str, Colour] = {
    **dict.fromkeys(("hedge", "bush", "wood"), LEAF), **dict.fromkeys(("wall", "ruins", "cliff", "mountain"), STONE),
    **dict.fromkeys(("house", "village"), PLASTER), **dict.fromkeys(("hill", "slope"), GRASS), "fence": TIMBER,
    **dict.fromkeys(("road", "railway", "lane"), (190, 170, 130)), "wreck": (92, 88, 84), "vehicle": (110, 114, 96),
    **dict.fromkeys(("stream", "river", "lake", "pond"), (112, 156, 188)), "swamp": (120, 142, 124),
    **dict.fromkeys(("field", "fields", "cultivated fields"), (206, 190, 112)), "snow": (240, 243, 246),
    **dict.fromkeys(("trench", "gully"), (92, 76, 56)),
}  # fmt: skip
EARTH: Colour = (178, 160, 120)
SKIRT: Colour = (66, 92, 48)
LIP_CM, LEAF_CM = 0.18, 0.9
BARE_CM = 4.0
"""Trees nearer to the eye than that are left out: who stands in a wood looks out between them."""


def flat_faces(pieces: Iterable[Piece]) -> Iterator[Face]:
    """Yield what lies flat on the table, in the order it was put down: fields, roads, water, a wood's floor."""
    for piece in pieces:
        if not height_of(piece)[0] or piece.kind == "wood":
            colour = SKIRT if piece.kind == "wood" else COLOURS.get(piece.kind, EARTH)
            yield Face(at_height(ring(piece_polygon(piece)), 0.0), colour, piece.name, shade(colour, 0.8))


def solid_faces(pieces: Sequence[Piece], eye: Place) -> Iterator[Face]:
    """Yield what rises above the table."""
    for piece in pieces:
        high, told = height_of(piece)
        if not high:
            continue
        under = (other for other in pieces if other is not piece and 0 < height_of(other)[0] < high)
        lower = [other for other in under if piece_polygon(other).intersects(piece_polygon(piece))]
        if piece.kind == "wood":
            yield from _trees(piece, high, lower, eye)
        elif piece.kind == "fence":
            yield from _fence(piece, high)
        elif piece.top == "slope":
            yield from _slope(piece, high)
        else:
            leafy = piece.kind in ("hedge", "bush")
            yield from _block(piece, 0.86 * high if leafy else high, told, lower)
            if leafy:
                yield from _leaves(piece, high, eye)


def height_of(piece: Piece) -> tuple[float, bool]:
    """Return how high a piece is drawn, 0 where it is flat, and whether somebody told it."""
    if piece.top == "trench" or piece.kind in ("trench", "gully"):
        return 0.0, True
    return (piece.height_cm, True) if piece.height_cm else (USUAL_CM.get(piece.kind, 0.0), False)


def _block(piece: Piece, high: float, told: bool, lower: Sequence[Piece]) -> Iterator[Face]:
    """Yield an upright piece with a level top; it begins where the piece that it stands on ends."""
    colour, polygon = COLOURS.get(piece.kind, EARTH), piece_polygon(piece)
    corners = ring(polygon)
    smooth = len(corners) > 12
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        for (start, end), foot in _feet(a, b, high, lower):
            side = ((*start, foot), (*end, foot), (*end, high), (*start, high))
            fill = lit(colour, side)
            yield Face(side, fill, piece.name, fill if smooth else shade(fill, 0.7), hatched=not told)
            if piece.kind in ("house", "village"):
                yield from _windows(start, end, foot, high, fill, piece.name)
            else:  # its upper edge in the light
                lip = ((*start, high - LIP_CM), (*end, high - LIP_CM), (*end, high), (*start, high))
                yield Face(lip, shade(fill, 1.14), piece.name, shade(fill, 1.14))
    roof = ROOF if piece.kind in ("house", "village") else colour
    parts = convex_parts(polygon)
    for part in parts:
        top = at_height(part, high)
        fill = lit(roof, top)
        yield Face(top, fill, piece.name, shade(fill, 0.75) if len(parts) == 1 else fill, hatched=not told)


def _feet(a: Point, b: Point, high: float, lower: Sequence[Piece]) -> Iterator[tuple[tuple[Point, Point], float]]:
    """Yield the stretches of an edge, each with the height of what it stands on."""
    line = LineString([a, b])
    cuts = {0.0, 1.0}
    for other in lower:
        crossed = line.intersection(piece_polygon(other).exterior)
        cuts |= {line.project(Spot(*at), normalized=True) for at in shapely.get_coordinates(crossed).tolist()}
    for start, end in pairwise(sorted(cuts)):
        (ax, ay), (bx, by) = (line.interpolate(part, normalized=True).coords[0] for part in (start, end))
        middle = (ax + bx) / 2, (ay + by) / 2
        foot = _foot(lower, middle)
        if end - start > 1e-6 and foot < high:
            yield ((ax, ay), (bx, by)), foot


def _foot(lower: Sequence[Piece], place: Point) -> float:
    return max((_height_at(other, place) for other in lower), default=0.0)


def _height_at(piece: Piece, place: Point) -> float:
    """Return how high a piece is at a place; one that nobody may stand on is no ground."""
    if piece.top is None and piece.kind not in ("hill", "mountain", "cliff"):
        return 0.0
    if piece.top is None:
        return height_of(piece)[0] if piece_polygon(piece).covers(Spot(place)) else 0.0
    return max(0.0, height_on(piece, place) or 0.0)


def _slope(piece: Piece, high: float) -> Iterator[Face]:
    """Yield the sides of a slope as triangles between its foot and its crest, and the crest."""
    foot, crest = piece_polygon(piece), crest_of(piece)
    if isinstance(crest, Polygon):
        sides = triangles(foot.difference(crest))
        tops = [at_height(part, high) for part in convex_parts(crest)]
    else:
        corners = ring(foot)
        sides = [Polygon([a, b, (crest.x, crest.y)]) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
        tops = []
    for side in sides:
        rim = tuple((x, y, high if crest.distance(Spot(x, y)) < 1e-6 else 0.0) for x, y in ring(side))
        tops.append(rim)
    for corners3 in tops:
        fill = lit(COLOURS.get(piece.kind, EARTH), corners3)
        yield Face(corners3, fill, piece.name, fill)


def _leaves(piece: Piece, high: float, eye: Place) -> Iterator[Face]:
    """Yield the uneven top of a hedge or bush, all round its outline."""
    rim = piece_polygon(piece).exterior
    for k in range(max(6, round(rim.length / LEAF_CM))):
        x, y = rim.interpolate((k + 0.5) * LEAF_CM).coords[0]
        round_cm = high * (0.3 + 0.05 * math.sin(7.7 * k))
        lump = disc(0.0, 0.0, 1.35, 1.0, 10)
        green = shade(LEAF, 0.86 + 0.14 * math.sin(5.3 * k) ** 2)
        yield cutout((x, y, high - round_cm), eye, round_cm, lump, green, piece.name)


def _windows(a: Point, b: Point, foot: float, high: float, fill: Colour, owner: str) -> Iterator[Face]:
    """Yield a wall's windows, storey by storey, where there is room for them."""
    long = math.dist(a, b)
    storeys, across = max(1, round((high - foot) / 3.0)), int(long / 2.6)
    tall = (high - foot) / storeys
    for storey in range(storeys):
        for k in range(across):
            low = foot + (storey + 0.38) * tall
            left, right = ((k + part) / across for part in (0.36, 0.64))
            (lx, ly), (rx, ry) = ((a[0] + (b[0] - a[0]) * p, a[1] + (b[1] - a[1]) * p) for p in (left, right))
            up = low + 0.4 * tall
            yield Face(((lx, ly, low), (rx, ry, low), (rx, ry, up), (lx, ly, up)), shade(fill, 0.45), owner)


def _fence(piece: Piece, high: float) -> Iterator[Face]:
    """Yield posts and two rails along the middle of a fence: one sees through it."""
    corners = ring(polygons(shapely.oriented_envelope(piece_polygon(piece)))[0])
    if math.dist(corners[0], corners[1]) > math.dist(corners[1], corners[2]):
        corners = [*corners[1:], corners[0]]
    start, end = (((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in (corners[:2], corners[2:]))
    posts = max(1, round(math.dist(start, end) / 2.0))

    def upright(one: float, other: float, low: float, top: float) -> Face:
        (ax, ay), (bx, by) = (
            (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part) for part in (one, other)
        )
        side = ((ax, ay, low), (bx, by, low), (bx, by, top), (ax, ay, top))
        return Face(side, TIMBER, piece.name, shade(TIMBER, 0.7), cutout=True)

    for k in range(posts):
        for low in (0.45, 0.8):
            yield upright(k / posts, (k + 1) / posts, (low - 0.09) * high, (low + 0.09) * high)
    for k in range(posts + 1):
        half = 0.12 / max(math.dist(start, end), 0.2)
        yield upright(k / posts - half, k / posts + half, 0.0, high)


def _trees(piece: Piece, high: float, lower: Sequence[Piece], eye: Place) -> Iterator[Face]:
    """Yield trees all over a wood, always the same ones."""
    polygon = piece_polygon(piece)
    left, near, right, far = polygon.bounds
    apart = min(max(0.36 * high, 1.6), 3.4)
    places = [
        (left + (column + 0.5 * (row % 2) + 0.5 + 0.28 * math.sin(12.9 * column + 78.2 * row)) * apart,
         near + (row + 0.5 + 0.28 * math.sin(39.3 * column + 11.1 * row)) * 0.87 * apart)
        for row in range(int((far - near) / apart / 0.87) + 1) for column in range(int((right - left) / apart) + 1)
    ]  # fmt: skip
    held = shapely.contains_xy(polygon, *zip(*places, strict=True)).tolist()
    inside = [at for at, is_in in zip(places, held, strict=True) if is_in] or [(polygon.centroid.x, polygon.centroid.y)]
    for k, (x, y) in enumerate(inside):
        if math.dist((x, y), eye[:2]) < BARE_CM:
            continue
        foot = _foot(lower, (x, y))
        tall, at = (high - foot) * (0.84 + 0.16 * math.cos(7.3 * k) ** 2), (x, y, foot)
        green = shade(LEAF, 0.86 + 0.2 * math.sin(5.1 * k) ** 2)
        wide = 0.62 * apart / tall
        trunk = [(-0.035, 0.0), (0.035, 0.0), (0.025, 0.5), (-0.025, 0.5)]
        yield cutout(at, eye, tall, trunk, shade(TIMBER, 0.72), piece.name)
        crown = [
            (u * (1 + 0.08 * math.sin(3 * j + k)), 0.62 + (v - 0.62) * (1 + 0.06 * math.cos(2 * j + k)))
            for j, (u, v) in enumerate(disc(0.0, 0.62, wide, 0.355, 16))
        ]
        yield cutout(at, eye, tall, crown, green, piece.name, shade(green, 0.72))
        yield cutout(at, eye, tall, disc(-0.3 * wide, 0.72, 0.5 * wide, 0.18), shade(green, 1.16), piece.name)
