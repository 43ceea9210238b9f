"""What lies in the ground: water, trenches, fields, roads, hills. All of it flat, but a hill with a level top."""

import math
from collections.abc import Callable

import numpy as np
import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.outlines import (
    axis,
    band,
    blob,
    dice_of,
    inset,
    rings,
    scatter,
    shape_of_piece,
    thickness,
    within,
)
from simulation.synthetic.palette import TIMBER, Colour, mixed, paint, shaded
from simulation.synthetic.things import IN_GROUND, Face, Place, Stage, Thing, flat, prism
from table.terrain import Piece

EARTH = paint("#7f6845")
WATER = paint("#4a7480")
REED = paint("#8a8f4a")
ROCK = paint("#8d887c")


def _lying(piece: Piece, faces: list[Face]) -> list[Thing]:
    centre = shape_of_piece(piece).centroid
    return [Thing((piece.kind, piece.polygon), (centre.x, centre.y), tuple(faces), tier=IN_GROUND)]


def _soft(shape: BaseGeometry, colour: Colour, fade_cm: float, grain: float) -> list[Face]:
    """Return a patch whose edge fades into the ground."""
    faces = []
    for share in (-0.5, -0.25, 0.0, 0.25, 0.5):
        faces += [flat(ring, colour, 0.0, grain, 0.3) for ring in rings(inset(shape, share * fade_cm))]
    return faces + [flat(ring, colour, 0.0, grain) for ring in rings(inset(shape, fade_cm))]


def stream(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return water between banks, with the light on it."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    place, _, _ = axis(shape)
    width = thickness(shape)
    faces = [flat(ring, EARTH, 0.0, 0.3, 0.7) for ring in rings(inset(shape, -0.3))]
    faces += [flat(ring, shaded(WATER, 0.8), 0.0, 0.1) for ring in rings(shape)]
    faces += [flat(ring, WATER, 0.0, 0.12) for ring in rings(inset(shape, min(0.35, width * 0.2)))]
    glint = mixed(WATER, (0.8, 0.8, 0.8), 0.25)
    for x, y in scatter(within(shape, min(0.4, width * 0.3)), 1.3, dice, 0.5):
        ripple = Place(x, y, place.heading_deg + dice.normal(0, 7)).ellipse(dice.uniform(0.5, 1.4), 0.12, corners=6)
        faces.append(flat(ripple, glint, 0.0, 0.0, 0.6))
    return _lying(piece, faces)


def trench(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a dug ditch: thrown-up earth, sandbags, a dark floor with the light on its far side."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    lamp = np.array(stage.lamp[:2])
    faces = [flat(ring, EARTH, 0.0, 0.35, 0.8) for ring in rings(inset(shape, -0.45))]
    faces += [flat(ring, shaded(EARTH, 0.35)) for ring in rings(shape)]
    floor = shapely.affinity.translate(inset(shape, 0.12), *(-lamp * 0.35)).intersection(shape)
    faces += [flat(ring, shaded(EARTH, 0.62), 0.0, 0.2) for ring in rings(floor)]
    bag = paint("#a8946a")
    for ring in rings(inset(shape, -0.2)):
        border = shapely.LinearRing(ring)
        count = max(3, round(border.length / 0.62))
        for i in range(count):
            here, there = (border.interpolate((i + s) / count, normalized=True) for s in (0.5, 0.51))
            heading = math.degrees(math.atan2(there.y - here.y, there.x - here.x))
            sack = Place(here.x, here.y, heading)
            tone = float(dice.uniform(0.75, 1.1))
            faces.append(flat(sack.ellipse(0.6, 0.36, corners=8), shaded(bag, tone * 0.6), 0.1))
            faces.append(flat(sack.ellipse(0.48, 0.24, corners=8), shaded(bag, tone), 0.25))
    return _lying(piece, faces)


def swamp(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return wet ground with pools and reeds."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    faces = _soft(shape, paint("#4f5a34"), 0.5, 0.35)
    for x, y in scatter(within(shape, 0.9), 2.3, dice, 0.4):
        pool = inset(shapely.Polygon(blob(x, y, float(dice.uniform(0.5, 1.1)), dice, 9)), -0.1).intersection(shape)
        faces += [flat(ring, paint("#3d5450"), 0.0, 0.1) for ring in rings(pool)]
    for x, y in scatter(within(shape, 0.3), 1.1, dice, 0.5):
        for _ in range(3):
            blade = Place(x, y, float(dice.uniform(0, 360))).rectangle(0.5, 0.07, 0.2)
            faces.append(flat(blade, shaded(REED, float(dice.uniform(0.6, 1.2))), 0.3))
    return _lying(piece, faces)


def snow(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return a drift of snow."""
    return _lying(piece, _soft(shape_of_piece(piece), paint("#d8dcdd"), 0.9, 0.06))


def field(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return a tilled field, furrow by furrow."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    place, length, width = axis(shape)
    soil = [paint("#8a7446"), paint("#a3914f"), paint("#6f6f3a")][int(dice.integers(3))]
    crop = [paint("#b8a552"), paint("#7f8f43"), paint("#94a04c")][int(dice.integers(3))]
    faces = [flat(ring, soil, 0.0, 0.2) for ring in rings(shape)]
    count = max(2, round(width / 0.8))
    for i in range(count):
        row = shapely.Polygon(
            place.rectangle(length * 1.5, width / count * 0.5, 0.0, ((i + 0.5) / count - 0.5) * width)
        )
        faces += [flat(ring, crop, 0.2, 0.35) for ring in rings(row.intersection(inset(shape, 0.15)))]
    return _lying(piece, faces)


def rough(piece: Piece, stage: Stage) -> list[Thing]:
    """Return stony ground with scrub."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    faces = _soft(shape, paint("#7c7550"), 0.7, 0.35)
    lamp = np.array(stage.lamp[:2]) * 0.08
    for x, y in scatter(within(shape, 0.5), 1.3, dice, 0.45):
        size = float(dice.uniform(0.15, 0.5))
        grey = shaded(ROCK, float(dice.uniform(0.75, 1.15)))
        faces.append(flat(blob(x, y, size, dice, 6), shaded(grey, 0.5)))
        faces.append(flat(blob(x + lamp[0], y + lamp[1], size * 0.75, dice, 6), grey, 0.2))
    return _lying(piece, faces)


def road(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return a beaten track with a rut along each side."""
    shape = shape_of_piece(piece)
    width = thickness(shape)
    track = paint("#a08a63")
    faces = _soft(shape, track, min(0.3, width / 6), 0.2)
    ruts = [flat(rut, shaded(track, 0.75), 0.0, 0.2, 0.7) for rut in band(shape, width * 0.22, width * 0.34)]
    return _lying(piece, faces + ruts)


def railway(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return ballast, sleepers and two rails."""
    shape = shape_of_piece(piece)
    place, length, across = axis(shape)
    width = thickness(shape)
    faces = [flat(ring, shaded(ROCK, 0.75), 0.0, 0.4) for ring in rings(shape)]
    edge = max(width / 2 - 0.8, width * 0.2)
    count = max(2, round(length / 0.8))
    for i in range(count):
        sleeper = shapely.Polygon(place.rectangle(0.3, across * 1.1, ((i + 0.5) / count - 0.5) * length))
        wood = sleeper.intersection(inset(shape, edge * 0.5))
        faces += [flat(ring, shaded(TIMBER, 0.6), 0.1) for ring in rings(wood)]
    faces += [flat(rail, paint("#8b8e92"), 0.2) for rail in band(shape, edge, edge + 0.12)]
    return _lying(piece, faces)


def bridge(piece: Piece, stage: Stage) -> list[Thing]:  # noqa: ARG001
    """Return a plank bridge."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    place, length, width = axis(shape)
    faces = [flat(ring, shaded(TIMBER, 0.6)) for ring in rings(shape)]
    count = max(3, round(length / 0.5))
    for i in range(count):
        plank = place.rectangle(length / count * 0.85, width, ((i + 0.5) / count - 0.5) * length)
        wood = shaded(TIMBER, float(dice.uniform(0.95, 1.35)))
        faces += [flat(ring, wood, 0.3) for ring in rings(shapely.Polygon(plank).intersection(shape))]
    return _lying(piece, faces)


def _heights(low: Colour, high: Colour, grain: float) -> Callable[[Piece, Stage], list[Thing]]:
    def build(piece: Piece, stage: Stage) -> list[Thing]:
        shape = shape_of_piece(piece)
        _, _, width = axis(shape)
        lamp = np.array(stage.lamp[:2])
        steps = max(3, min(9, round(width / 1.6)))
        faces: list[Face] = []
        for i in range(steps):
            level = inset(shape, width / 2 * 0.8 * i / steps)
            tone = mixed(low, high, i / (steps - 1))
            for shift, shade in ((0.16, 1.3), (-0.2, 0.62)):
                moved = shapely.affinity.translate(level, *(lamp * shift))
                faces += [flat(ring, shaded(tone, shade), 0.0, grain, 0.6) for ring in rings(moved)]
            faces += [flat(ring, tone, 0.0, grain) for ring in rings(level)]
        return _lying(piece, faces)

    return build


TURF, FOAM = paint("#93a05a"), paint("#6f6a48")
_contours = _heights(paint("#5f7a3c"), TURF, 0.2)


def hill(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a step of foam with turf on it where the top is level, else lines of height painted on the table."""
    if piece.top != "level" or not piece.height_cm:
        return _contours(piece, stage)
    outline = np.array(piece.polygon)
    centre = shape_of_piece(piece).centroid
    faces = tuple(prism(outline, 0.0, piece.height_cm, FOAM, TURF, stage, grain=0.2))
    key = (piece.kind, piece.polygon, piece.height_cm)
    return [Thing(key, (centre.x, centre.y), faces, None, IN_GROUND, (stage.cast(outline, piece.height_cm),), 0.2)]


mountain = _heights(paint("#6b6a52"), paint("#a9a59a"), 0.35)
