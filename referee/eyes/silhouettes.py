"""Stands as they are seen from the table: figures with a head, riders, guns and vehicles, on their bases."""

import math
from collections.abc import Iterator, Sequence

from referee.eyes.faces import Colour, Face, Point, box, cutout, disc, shade
from table.body import Body, Figures
from table.footprint import part_corners
from table.perspective import Place
from table.stand import Stand
from table.vectors import left_normal, shifted, unit

BASE_CM = 0.22
STEEL, SKIN, HORSE, EARTH = (58, 60, 62), (226, 186, 152), (112, 82, 58), (132, 118, 84)

COAT = ((0.0, 0.34), (-0.03, 0.0), (-0.17, 0.0), (-0.16, 0.05), (-0.13, 0.3), (-0.15, 0.45), (-0.2, 0.6),
        (-0.2, 0.74), (-0.15, 0.8), (-0.05, 0.83), (0.05, 0.83), (0.15, 0.8), (0.2, 0.74), (0.2, 0.6), (0.15, 0.45),
        (0.13, 0.3), (0.16, 0.05), (0.17, 0.0), (0.03, 0.0))  # fmt: skip
HAT = ((-0.13, 0.9), (0.13, 0.9), (0.11, 0.94), (0.07, 0.985), (0.0, 1.0), (-0.07, 0.985), (-0.11, 0.94))
RIFLE = ((-0.2, 0.42), (-0.16, 0.4), (0.2, 0.86), (0.17, 0.88))
STEED = ((-0.34, 0.0), (-0.28, 0.0), (-0.25, 0.3), (0.14, 0.3), (0.17, 0.0), (0.23, 0.0), (0.25, 0.36), (0.34, 0.58),
         (0.47, 0.54), (0.48, 0.6), (0.36, 0.74), (0.3, 0.72), (0.2, 0.55), (-0.3, 0.55), (-0.38, 0.5), (-0.42, 0.2),
         (-0.38, 0.2), (-0.34, 0.4))  # fmt: skip
RIDER = ((-0.09, 0.42), (0.05, 0.4), (0.09, 0.56), (0.1, 0.76), (0.04, 0.83), (-0.06, 0.83), (-0.12, 0.76))


def stand_faces(stand: Stand, body: Body, figures: Figures, colour: Colour, eye: Place) -> Iterator[Face]:
    """Yield a stand as high as its body: its base or bases, and what stands on them."""
    foot, tall = body.foot_cm, body.top_cm - body.foot_cm
    for part in part_corners(stand):
        corners = list(reversed(part)) if _clockwise(part) else list(part)
        if _area(corners) < 0.01:
            continue
        if figures.form == "vehicle":
            yield from _vehicle(stand, corners, foot, tall, colour)
            continue
        yield from box(corners, foot, foot + BASE_CM, EARTH, stand.name, shade(colour, 0.8))
    if figures.form != "vehicle":
        yield from _standing(stand, figures, foot + BASE_CM, tall - BASE_CM, colour, eye)


def _standing(stand: Stand, figures: Figures, foot: float, tall: float, colour: Colour, eye: Place) -> Iterator[Face]:
    across = left_normal(unit(stand.heading_deg))
    step = stand.width_cm / figures.abreast
    for k in range(figures.abreast):
        at = (*shifted(stand.centre, across, (k + 0.5 - figures.abreast / 2) * step), foot)
        if figures.form == "mounted":
            yield from _rider(stand, at, eye, tall, colour)
        elif figures.form == "gun":
            yield from _gun(stand, at, eye, tall, colour)
        else:
            yield from _soldier(stand.name, at, eye, tall, colour)


def _soldier(owner: str, at: Place, eye: Place, tall: float, colour: Colour) -> Iterator[Face]:
    rim = shade(colour, 0.55)
    yield cutout(at, eye, tall, disc(0.0, 0.885, 0.08, 0.09), SKIN, owner, shade(SKIN, 0.6))
    yield cutout(at, eye, tall, COAT, colour, owner, rim)
    yield cutout(at, eye, tall, RIFLE, STEEL, owner)
    yield cutout(at, eye, tall, HAT, shade(colour, 0.72), owner, rim)


def _rider(stand: Stand, at: Place, eye: Place, tall: float, colour: Colour) -> Iterator[Face]:
    turn = _way_across(stand, at, eye)

    def turned(drawn: Sequence[Point]) -> list[Point]:
        return [(turn * u, v) for u, v in drawn]

    yield cutout(at, eye, tall, turned(STEED), HORSE, stand.name, shade(HORSE, 0.6))
    yield cutout(at, eye, tall, turned(RIDER), colour, stand.name, shade(colour, 0.55))
    yield cutout(at, eye, tall, disc(-0.01 * turn, 0.89, 0.06, 0.07), SKIN, stand.name, shade(SKIN, 0.6))
    yield cutout(at, eye, tall, [(0.6 * u, v) for u, v in HAT], shade(colour, 0.72), stand.name)


def _gun(stand: Stand, at: Place, eye: Place, tall: float, colour: Colour) -> Iterator[Face]:
    """Yield a gun with a man on either side of it."""
    right = left_normal(unit(stand.heading_deg))
    for off in (-0.8, 0.8):
        x, y = shifted((at[0], at[1]), right, off * stand.width_cm * 0.42)
        yield from _soldier(stand.name, (x, y, at[2]), eye, tall, colour)
    turn = _way_across(stand, at, eye)
    carriage = [(turn * u, v) for u, v in ((-0.5, 0.02), (-0.42, 0.0), (0.1, 0.32), (0.0, 0.42))]
    barrel = [(turn * u, v) for u, v in ((-0.14, 0.36), (0.5, 0.5), (0.49, 0.58), (-0.17, 0.5))]
    yield cutout(at, eye, tall, carriage, shade(HORSE, 0.8), stand.name)
    yield cutout(at, eye, tall, barrel, STEEL, stand.name, shade(STEEL, 0.6))
    yield cutout(at, eye, tall, disc(0.0, 0.3, 0.26, 0.3, 20), HORSE, stand.name, shade(HORSE, 0.5))
    yield cutout(at, eye, tall, disc(0.0, 0.3, 0.19, 0.225, 20), EARTH, stand.name)
    yield cutout(at, eye, tall, disc(0.0, 0.3, 0.06, 0.07), STEEL, stand.name)


def _vehicle(stand: Stand, corners: Sequence[Point], foot: float, tall: float, colour: Colour) -> Iterator[Face]:
    """Yield tracks, hull, turret and barrel, as large as the vehicle's outline and as high as it is."""
    ahead, dark = unit(stand.heading_deg), shade(colour, 0.5)
    long, wide = stand.depth_cm or 6.0, stand.width_cm or 3.0
    yield from box(corners, foot, foot + 0.3 * tall, shade(STEEL, 1.15), stand.name, shade(STEEL, 0.6))
    yield from box(_shrunk(corners, 0.96), foot + 0.3 * tall, foot + 0.62 * tall, colour, stand.name, dark)
    middle = shifted(stand.centre, ahead, 0.05 * long)
    turret = _rectangle(middle, ahead, 0.42 * long, 0.66 * wide)
    yield from box(turret, foot + 0.62 * tall, foot + tall, shade(colour, 1.1), stand.name, dark)
    muzzle = _rectangle(shifted(middle, ahead, 0.48 * long), ahead, 0.5 * long, 0.08 * wide)
    yield from box(muzzle, foot + 0.77 * tall, foot + 0.86 * tall, STEEL, stand.name, shade(STEEL, 0.6))


def _way_across(stand: Stand, at: Place, eye: Place) -> float:
    """Return 1 where a stand's front is to the right of who looks at it, -1 where it is to the left."""
    ahead, way = unit(stand.heading_deg), (at[0] - eye[0], at[1] - eye[1])
    across = ahead[0] * way[1] - ahead[1] * way[0]
    return math.copysign(max(0.35, abs(across) / (math.hypot(*way) or 1.0)), across)


def _rectangle(middle: Point, ahead: Point, long: float, wide: float) -> list[Point]:
    left = left_normal(ahead)
    return [
        shifted(shifted(middle, ahead, along * long / 2), left, across * wide / 2)
        for along, across in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def _shrunk(corners: Sequence[Point], part: float) -> list[Point]:
    x, y = sum(c[0] for c in corners) / len(corners), sum(c[1] for c in corners) / len(corners)
    return [(x + (c[0] - x) * part, y + (c[1] - y) * part) for c in corners]


def _area(corners: Sequence[Point]) -> float:
    rims = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in rims) / 2


def _clockwise(corners: Sequence[Point]) -> bool:
    return _area(corners) < 0
