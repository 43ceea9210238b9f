"""How a number that is no formula errs: by differences, of what it comes to a little before and a little after.

They are three sigmas wide: where a point may lie on either side of a step, the step counts. To the places' errors come
a ruler's of every piece that a number over hills hangs on.
"""

from collections.abc import Callable

import numpy as np

from table.ground import RULER_CM
from table.ground_profile import Floats
from table.terrain import Point

WIDE = 1.5
"""A difference is taken from so many sigmas before to as many after: farther out a step's doubt is small."""
COARSE = 2
"""So many halvings of a slope's stretches do for a difference: it is a part of a sigma."""


def by_heights(heights: Floats, of: Callable[[Floats], float]) -> float:
    """Return the variance that a ruler's error in each rise's height gives a number."""
    errors = RULER_CM * np.eye(len(heights))
    return float(sum(((of(heights + error) - of(heights - error)) / 2) ** 2 for error in errors))


def by_number(value: float, sigma: float, of: Callable[[float], float]) -> float:
    """Return by how much a number moves for one sigma of another, with its sign."""
    return 0.0 if sigma == 0.0 else (of(value + WIDE * sigma) - of(value - WIDE * sigma)) / (2 * WIDE)


def by_place(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return the same for a place's x and y."""
    return (
        by_number(place[0], sigma, lambda x: of((x, place[1]))),
        by_number(place[1], sigma, lambda y: of((place[0], y))),
    )


def gain_of(place: Point, sigma: float, of: Callable[[Point], float]) -> Point:
    """Return what a number gains for a cm of a place."""
    if sigma == 0.0:
        return (0.0, 0.0)
    x, y = by_place(place, sigma, of)
    return (x / sigma, y / sigma)
