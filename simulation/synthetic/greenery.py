"""Hedges, bushes and woods."""

import numpy as np
import shapely

from simulation.synthetic.outlines import (
    axis,
    blob,
    dice_of,
    inset,
    pieces_along,
    rings,
    scatter,
    shape_of_piece,
    within,
)
from simulation.synthetic.palette import TIMBER, Colour, mixed, paint, shaded
from simulation.synthetic.things import IN_GROUND, Face, Stage, Thing, at_height, body, flat, prism
from table.terrain import Piece

LEAF = paint("#3f6a2b")
HEDGE = paint("#38602a")
LITTER = paint("#4d5a2c")


def crown(
    x: float, y: float, radius_cm: float, top_cm: float, colour: Colour, stage: Stage, dice: np.random.Generator
) -> list[Face]:
    """Return foliage: a dark round mass, brighter tufts on the side of the lamp."""
    lamp = np.array(stage.lamp[:2])
    outline = blob(x, y, radius_cm, dice, 11)
    mass = np.concatenate([at_height(outline, top_cm * 0.62), at_height(outline, top_cm * 0.8)])
    upper = blob(x + lamp[0] * radius_cm * 0.1, y + lamp[1] * radius_cm * 0.1, radius_cm * 0.88, dice, 11)
    faces = [Face(mass, shaded(colour, 0.5), hull=True), flat(upper, shaded(colour, 0.75), top_cm * 0.88)]
    for _ in range(7 if radius_cm > 0.9 else 3):
        turn, reach = dice.uniform(0, 2 * np.pi), radius_cm * 0.55 * np.sqrt(dice.uniform())
        at = np.array([x + reach * np.cos(turn), y + reach * np.sin(turn)])
        bright = 0.85 + 0.35 * float((at - (x, y)) @ lamp) / max(radius_cm * 0.3, 0.1) + dice.uniform(-0.08, 0.08)
        tuft = blob(float(at[0]), float(at[1]), radius_cm * dice.uniform(0.22, 0.36), dice, 7)
        faces.append(flat(tuft, shaded(colour, float(np.clip(bright, 0.6, 1.45))), top_cm * 0.95))
    return faces


def hedge(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a row of clipped green in short lengths."""
    height = piece.height_cm or 1.5
    dice, things = dice_of(piece), []
    for i, (ring, place) in enumerate(pieces_along(shape_of_piece(piece), 1.6)):
        faces = prism(ring, 0.0, height * 0.8, shaded(HEDGE, 0.75), shaded(HEDGE, 0.7), stage)
        for x, y in scatter(shapely.Polygon(ring), 0.55, dice):
            shade = HEDGE if dice.uniform() < 0.8 else mixed(HEDGE, paint("#7d8a3c"), 0.5)
            faces += _tuft(x, y, dice.uniform(0.3, 0.45), height, shade, stage, dice)
        key = (piece.kind, piece.polygon, piece.height_cm, i)
        things.append(Thing(key, (place.x, place.y), tuple(faces), shadows=(stage.cast(ring, height),)))
    return things


def _tuft(
    x: float, y: float, radius: float, height: float, colour: Colour, stage: Stage, dice: np.random.Generator
) -> list[Face]:
    lamp = np.array(stage.lamp[:2]) * radius * 0.5
    bright = dice.uniform(0.95, 1.3)
    return [
        flat(blob(x, y, radius, dice, 8), shaded(colour, 0.72), height * 0.92),
        flat(blob(x + lamp[0], y + lamp[1], radius * 0.55, dice, 6), shaded(colour, bright), height),
    ]


def bush(piece: Piece, stage: Stage) -> list[Thing]:
    """Return loose shrubs over the outline."""
    height = piece.height_cm or 1.6
    shape, dice, things = shape_of_piece(piece), dice_of(piece), []
    for i, (x, y) in enumerate(scatter(within(shape, 0.3), 1.2, dice)):
        radius = float(dice.uniform(0.6, 0.85))
        colour = mixed(LEAF, paint("#7f8f42"), float(dice.uniform(0, 0.6)))
        faces = crown(x, y, radius, height * dice.uniform(0.85, 1.1), colour, stage, dice)
        key = (piece.kind, piece.polygon, piece.height_cm, i)
        shadow = stage.cast(blob(x, y, radius, dice), height * 0.9)
        things.append(Thing(key, (float(x), float(y)), tuple(faces), shadows=(shadow,)))
    return things


def wood(piece: Piece, stage: Stage) -> list[Thing]:
    """Return the forest floor and its trees, each a thing of its own so that it can make way for a stand."""
    height = piece.height_cm or 6.0
    shape, dice = shape_of_piece(piece), dice_of(piece)
    key = (piece.kind, piece.polygon, piece.height_cm)
    _, _, width = axis(shape)
    floor = [flat(ring, LITTER, 0.0, 0.3, 0.55) for ring in rings(inset(shape, -0.1))]
    floor += [flat(ring, LITTER, 0.0, 0.4, 0.75) for ring in rings(inset(shape, 0.5))]
    things = [Thing((*key, "floor"), (shape.centroid.x, shape.centroid.y), tuple(floor), tier=IN_GROUND)]
    for i, (x, y) in enumerate(scatter(within(shape, min(0.9, width * 0.3)), 2.5, dice, 0.24)):
        radius, top = float(dice.uniform(1.05, 1.55)), height * float(dice.uniform(0.78, 1.08))
        colour = mixed(LEAF, paint("#6d8a36"), float(dice.uniform(0, 0.55)))
        trunk = blob(x, y, 0.22, dice, 6)
        faces = body(trunk, 0.0, trunk, top * 0.7, shaded(TIMBER, 0.7)) + crown(x, y, radius, top, colour, stage, dice)
        shadow = stage.cast(blob(x, y, radius, dice), top * 0.85, top * 0.5)
        things.append(Thing((*key, i, "tree"), (float(x), float(y)), tuple(faces), shadows=(shadow,), softness_cm=0.35))
    return things
