"""Over hills: a way followed on its heights, up and down with the ground.

It goes by the slant of slopes and by the height of steps. Where the ground is level it is the plan's own number, sigma
and all; else its sigma is of differences (table/differences.py).
"""

import math

from table.differences import COARSE, by_heights, by_place
from table.ground_profile import heights_of, is_level, legs_of, length_of, rises_near, rows_of
from table.measurement import Measurement
from table.once import computed_once
from table.paths import path_length
from table.terrain import Piece, Point


@computed_once
def ground_length(points: tuple[Point, ...], pieces: tuple[Piece, ...], sigma_cm: float = 0.0) -> Measurement:
    """Return how long a way along points is that follows the ground, cm; each point has ``sigma_cm`` per axis.

    Raises BadGeometry for no point or one that is not finite.
    """
    on_plan = path_length(points, sigma_cm)
    path = [point for k, point in enumerate(points) if k == 0 or point != points[k - 1]]
    rises = rises_near(path, pieces, sigma_cm)
    legs, heights = legs_of(path, rises), heights_of(rises)
    rows = rows_of(legs, heights)
    if is_level(rows):
        return on_plan
    variance = by_heights(heights, lambda moved: length_of(rows_of(legs, moved)))
    for k, point in enumerate(path if sigma_cm > 0 else ()):
        before, after = path[max(k - 1, 0) : k], path[k + 1 : k + 2]

        def length(there: Point, before: list[Point] = before, after: list[Point] = after) -> float:
            return length_of(rows_of(legs_of([*before, there, *after], rises, COARSE), heights))

        variance += sum(each**2 for each in by_place(point, sigma_cm, length))
    return Measurement(length_of(rows), math.sqrt(variance), on_plan.start, on_plan.end)
