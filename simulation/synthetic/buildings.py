"""Houses, villages, ruins, walls and fences."""

import itertools
import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from simulation.synthetic.outlines import (
    axis,
    blob,
    dice_of,
    inset,
    pieces_along,
    ring_between,
    rings,
    scatter,
    shape_of_piece,
    thickness,
    within,
)
from simulation.synthetic.palette import TIMBER, Colour, mixed, paint, shaded
from simulation.synthetic.things import IN_GROUND, Face, Place, Stage, Thing, body, flat, prism
from table.terrain import Piece
from vision.arrays import Floats

PLASTER = paint("#c9bda2")
STONE = paint("#9a958a")
EARTH = paint("#7d6a4a")
ROOFS = [paint(code) for code in ("#96583f", "#84503d", "#6f6a66", "#8a6a4c")]


def house(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a house: plastered walls and a tiled gable roof over four corners, a flat one over any other outline."""
    dice = dice_of(piece)
    outline = np.array(piece.polygon)
    return [_house(("house", piece.polygon, piece.height_cm), outline, piece.height_cm or 6.5, stage, dice)]


def _house(key: tuple[object, ...], outline: Floats, height: float, stage: Stage, dice: np.random.Generator) -> Thing:
    walls = mixed(PLASTER, paint("#b59f7d"), float(dice.uniform(0, 0.7)))
    tiles = ROOFS[int(dice.integers(len(ROOFS)))]
    shape = shapely.Polygon(outline)
    is_box = len(outline) == 4 and shape.area > 0.9 * shapely.minimum_rotated_rectangle(shape).area
    faces = _gabled(outline, height, walls, tiles, stage) if is_box else _flat_roofed(shape, height, walls, stage)
    shadow = stage.cast(outline, height * 0.85)
    return Thing(key, _nearest(shape, stage), tuple(faces), shadows=(shadow,), softness_cm=0.4)


def _nearest(shape: BaseGeometry, stage: Stage) -> tuple[float, float]:
    """Return the point nearest to the camera's foot: what leans over it is drawn after what it leans over."""
    _, point = shapely.shortest_line(shapely.Point(stage.eye_cm[:2]), shape).coords
    return (point[0], point[1])


def _gabled(outline: Floats, height: float, walls: Colour, tiles: Colour, stage: Stage) -> list[Face]:
    place, length, width = axis(shapely.Polygon(outline))
    eaves = height * 0.58
    faces = prism(outline, 0.0, eaves, walls, None, stage)
    a, b = length / 2, width / 2
    for end in (1, -1):
        low = place.points([(end * a, b), (end * a, -b), (end * a, 0.0)])
        gable = np.column_stack([low, [eaves, eaves, height]])
        heading = math.radians(place.heading_deg)
        normal = (end * math.cos(heading), end * math.sin(heading), 0.0)
        if np.dot(normal[:2], np.array(stage.eye_cm[:2]) - low[0]) > 0:
            faces.append(Face(gable, stage.lit(walls, normal)))
    over = 0.25
    slopes = []
    for side in (1, -1):
        across = (
            np.array([-math.sin(math.radians(place.heading_deg)), math.cos(math.radians(place.heading_deg))]) * side
        )
        rise = (height - eaves) / b
        normal = (across[0] * rise, across[1] * rise, 1.0)
        colour = stage.lit(tiles, normal)
        drop = eaves - rise * over

        def strip(low: float, high: float, side: int = side, drop: float = drop) -> Floats:
            own = [(a + over, low), (-a - over, low), (-a - over, high), (a + over, high)]
            flat_points = place.points([(x, side * (b + over) * (1 - y)) for x, y in own])
            return np.column_stack([flat_points, [drop + (height - drop) * y for _, y in own]])

        rows = max(4, round((b + over) / 0.42))
        courses = [Face(strip(0.0, 1.0), colour, grain=0.12)]
        for row in range(rows):
            courses.append(Face(strip((row + 0.78) / rows, (row + 1) / rows), shaded(colour, 0.8), grain=0.15))
        away = float(np.hypot(*(np.array([place.x, place.y]) + across * b / 2 - stage.eye_cm[:2])))
        slopes.append((away, courses))
    for _, courses in sorted(slopes, key=lambda slope: -slope[0]):
        faces += courses
    faces.append(flat(place.rectangle(length + 2 * over, 0.22), shaded(tiles, 1.15), height))
    chimney = place.rectangle(0.75, 0.6, length * 0.28, width * 0.16)
    return faces + prism(chimney, height * 0.75, height * 1.12, paint("#85604e"), shaded(STONE, 0.7), stage)


def _flat_roofed(shape: shapely.Polygon, height: float, walls: Colour, stage: Stage) -> list[Face]:
    (outline, *_) = rings(shape)
    faces = prism(outline, 0.0, height, walls, shaded(walls, 1.1), stage)
    for ring in rings(inset(shape, 0.35)):
        faces.append(flat(ring, shaded(STONE, 0.75), height - 0.3, grain=0.2))
    return faces


def open_house(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a house whose roof is off because somebody is in it: floor boards and the foot of the walls."""
    shape = shape_of_piece(piece)
    place, length, width = axis(shape)
    (outline, *_) = rings(shape)
    floor: list[Face] = [flat(outline, shaded(TIMBER, 1.1), 0.0, grain=0.25)]
    for i in range(1, max(2, int(width / 0.9))):
        board = shapely.Polygon(place.rectangle(length, 0.07, 0.0, i * 0.9 - width / 2)).intersection(shape)
        floor += [flat(ring, shaded(TIMBER, 0.7)) for ring in rings(board)]
    walls = prism(outline, 0.0, 0.9, PLASTER, None, stage)
    for inner in rings(inset(shape, 0.35)):
        walls.append(flat(ring_between(outline, inner), shaded(PLASTER, 1.05), 0.9))
    key = ("open house", piece.polygon, piece.height_cm)
    return [Thing(key, (place.x, place.y), tuple(floor + walls), tier=IN_GROUND)]


def village(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a plot with houses on it, each a thing of its own."""
    shape, dice = shape_of_piece(piece), dice_of(piece)
    place, _, width = axis(shape)
    key = (piece.kind, piece.polygon, piece.height_cm)
    plot = [flat(ring, EARTH, 0.0, 0.25, 0.6) for ring in rings(shape)]
    plot += [flat(ring, EARTH, 0.0, 0.25, 0.5) for ring in rings(inset(shape, 0.6))]
    things = [Thing((*key, "plot"), (place.x, place.y), tuple(plot), tier=IN_GROUND)]
    for i, (x, y) in enumerate(scatter(within(shape, min(1.9, width * 0.3)), 3.9, dice, 0.12)):
        home = Place(float(x), float(y), place.heading_deg + float(dice.choice([0, 90])) + float(dice.normal(0, 6)))
        outline = home.rectangle(float(dice.uniform(2.8, 3.6)), float(dice.uniform(2.2, 2.7)))
        things.append(_house((*key, i, "tree"), outline, piece.height_cm or float(dice.uniform(2.6, 3.4)), stage, dice))
    return things


def wall(piece: Piece, stage: Stage) -> list[Thing]:
    """Return a dry stone wall, stone by stone."""
    height = piece.height_cm or 1.2
    dice, things = dice_of(piece), []
    for i, (ring, place) in enumerate(pieces_along(shape_of_piece(piece), 0.95)):
        colour = shaded(STONE, float(dice.uniform(0.75, 1.15)))
        faces = prism(
            ring, 0.0, height * float(dice.uniform(0.9, 1.0)), shaded(colour, 0.9), shaded(colour, 0.7), stage
        )
        for stone in rings(inset(shapely.Polygon(ring), 0.08)):
            faces.append(flat(stone, colour, height, grain=0.3))
        key = (piece.kind, piece.polygon, piece.height_cm, i)
        things.append(Thing(key, (place.x, place.y), tuple(faces), shadows=(stage.cast(ring, height),)))
    return things


def fence(piece: Piece, stage: Stage) -> list[Thing]:
    """Return posts and two rails: along the middle of a strip, round the border of anything wider."""
    height = piece.height_cm or 1.2
    pale = mixed(TIMBER, paint("#b5a58a"), 0.5)
    things = []
    for i, (place, step) in enumerate(_fence_line(shape_of_piece(piece))):
        post, rail = place.rectangle(0.28, 0.28), place.rectangle(step, 0.14, step / 2)
        faces = body(rail, height * 0.4, rail, height * 0.5, shaded(pale, 0.8)) if step else []
        faces += prism(post, 0.0, height * 1.1, pale, shaded(pale, 1.15), stage)
        faces += body(rail, height * 0.8, rail, height * 0.9, pale) if step else []
        shadows = [stage.cast(post, height)] + ([stage.cast(rail, height * 0.9, height * 0.8)] if step else [])
        key = (piece.kind, piece.polygon, piece.height_cm, i)
        things.append(Thing(key, (place.x, place.y), tuple(faces), shadows=tuple(shadows), softness_cm=0.06))
    return things


def _fence_line(shape: shapely.Polygon) -> list[tuple[Place, float]]:
    """Return each post, turned to the next one, and how far that is (0 for the last)."""
    place, length, width = axis(shape)
    strip = width < 3 * thickness(shape) and length > 3 * width
    line = shapely.LineString(place.points([(-length / 2, 0), (length / 2, 0)])) if strip else shape.exterior
    count = max(1, min(200, round(line.length / 2.2)))
    posts = [line.interpolate(i / count, normalized=True) for i in range(count + 1)]
    ways = []
    for here, there in itertools.pairwise(posts):
        heading = math.degrees(math.atan2(there.y - here.y, there.x - here.x))
        ways.append((Place(here.x, here.y, heading), float(here.distance(there))))
    return [*ways, (Place(posts[-1].x, posts[-1].y, place.heading_deg), 0.0)]


def ruins(piece: Piece, stage: Stage) -> list[Thing]:
    """Return broken walls round a floor of rubble: what stands inside is seen."""
    height = piece.height_cm or 3.0
    shape, dice = shape_of_piece(piece), dice_of(piece)
    key = (piece.kind, piece.polygon, piece.height_cm)
    floor = [flat(ring, shaded(STONE, 0.62), 0.0, grain=0.4) for ring in rings(shape)]
    for x, y in scatter(within(shape, 0.4), 0.8, dice, 0.5):
        grey = shaded(mixed(STONE, ROOFS[0], float(dice.choice([0, 0, 0, 0.6]))), float(dice.uniform(0.6, 1.2)))
        floor.append(flat(blob(x, y, float(dice.uniform(0.1, 0.3)), dice, 5), grey, 0.1))
    things = [Thing((*key, "floor"), (shape.centroid.x, shape.centroid.y), tuple(floor), tier=IN_GROUND)]
    for inner in rings(inset(shape, 0.45)):
        band = shape.difference(shapely.Polygon(inner))
        for i, (x, y) in enumerate(scatter(band, 0.75, dice, 0.05)):
            top = height * max(0.12, float(dice.beta(1.1, 1.6)))
            block = shapely.box(x - 0.4, y - 0.4, x + 0.4, y + 0.4)
            for j, ring in enumerate(rings(block.intersection(band))):
                grey = shaded(mixed(PLASTER, STONE, 0.5), float(dice.uniform(0.75, 1.05)))
                faces = prism(ring, 0.0, top, grey, shaded(grey, 1.05), stage, grain=0.15)
                things.append(Thing((*key, i, j), (x, y), tuple(faces), shadows=(stage.cast(ring, top),)))
    return things
