"""A terrain piece as things: every kind of the five games gets a sensible look, an unknown one a plain slab."""

from collections.abc import Callable

import numpy as np

from simulation.synthetic.buildings import fence, house, open_house, ruins, village, wall
from simulation.synthetic.greenery import bush, hedge, wood
from simulation.synthetic.groundwork import (
    bridge,
    field,
    hill,
    mountain,
    railway,
    road,
    rough,
    snow,
    stream,
    swamp,
    trench,
)
from simulation.synthetic.outlines import axis, shape_of_piece
from simulation.synthetic.palette import paint, shaded
from simulation.synthetic.things import Stage, Thing, prism
from simulation.synthetic.vehicles import wreck
from table.terrain import Piece

Build = Callable[[Piece, Stage], list[Thing]]
CLAY = paint("#8f8a7c")
MAKES_WAY = "tree"  # the last word of the key of things that players move aside for a stand


def _wreck(piece: Piece, stage: Stage) -> list[Thing]:
    place, length, width = axis(shape_of_piece(piece))
    height = piece.height_cm or 2.4
    shadow = stage.cast(np.array(piece.polygon), height * 0.7)
    key = (piece.kind, piece.polygon, piece.height_cm)
    faces = tuple(wreck(place, length, width, height, stage))
    return [Thing(key, (place.x, place.y), faces, shadows=(shadow,), softness_cm=0.2)]


def _slab(piece: Piece, stage: Stage) -> list[Thing]:
    outline = np.array(piece.polygon)
    height = piece.height_cm or 0.3
    place, _, _ = axis(shape_of_piece(piece))
    faces = tuple(prism(outline, 0.0, height, CLAY, shaded(CLAY, 1.1), stage, grain=0.12))
    key = (piece.kind, piece.polygon, piece.height_cm)
    return [Thing(key, (place.x, place.y), faces, shadows=(stage.cast(outline, height),), softness_cm=0.2)]


# A word in a kind's name to its builder; the first that fits counts ("hedgerow" is a hedge, "stone wall" a wall).
_BUILDERS: tuple[tuple[tuple[str, ...], Build], ...] = (
    (("wreck", "vehicle", "tank"), _wreck),
    (("hedge", "bocage"), hedge),
    (("bush", "scrub", "shrub"), bush),
    (("wood", "forest", "tree", "orchard", "grove", "jungle"), wood),
    (("ruin", "rubble"), ruins),
    (("village", "town", "hamlet"), village),
    (("house", "building", "church", "farm", "barn", "hut"), house),
    (("wall",), wall),
    (("fence", "palisade", "wire"), fence),
    (("trench", "gully", "ditch", "foxhole", "dugout"), trench),
    (("bridge",), bridge),
    (("rail",), railway),
    (("stream", "river", "water", "lake", "sea", "canal", "pond", "ford"), stream),
    (("swamp", "marsh", "bog", "mud"), swamp),
    (("snow", "ice"), snow),
    (("field", "crop", "cultivated"), field),
    (("road", "path", "track"), road),
    (("rough", "rock", "stone", "scree", "desert"), rough),
    (("mountain", "cliff"), mountain),
    (("hill", "slope", "ridge"), hill),
)


def piece_things(piece: Piece, stage: Stage, occupied: bool = False) -> list[Thing]:
    """Return what a piece looks like; ``occupied`` takes the roof off a house, so that who is in it is seen."""
    words = piece.kind.lower()
    for parts, build in _BUILDERS:
        if any(part in words for part in parts):
            return open_house(piece, stage) if occupied and build is house else build(piece, stage)
    return _slab(piece, stage)
