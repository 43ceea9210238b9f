"""Distances and ways over hills, on the plan or along the ground, as the players agreed."""

import math
from collections.abc import Sequence
from typing import Literal

from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.ruling import Shape
from rules.ruling_builder import RulingBuilder
from rules.settings import Settings
from table.footprint import footprint, front_middle
from table.ground_profile import rises_of
from table.measurement import Measurement
from table.paths import path_length
from table.snapshot import Snapshot
from table.stand import Stand
from table.tape import ground_length, tape, tape_end
from table.terrain import Piece, Point
from table.vectors import shifted, unit

RIM = 72
"""So many points are drawn of the rim of what reaches to every side."""
SEEN_CM = 0.05
"""Less is not seen."""


class HillSettings(Settings):
    """What players of a game with hills may set."""

    over_hills: Literal["plan", "ground"] = "plan"
    """Distances and ways over hills: on the plan, or along the ground; a game says by which of its clauses."""


def ground_of(snapshot: Snapshot, settings: HillSettings) -> tuple[Piece, ...] | None:
    """Return the pieces whose heights count; None where the plan counts."""
    return snapshot.pieces if settings.over_hills == "ground" else None


def distance_over(on_plan: Measurement, a: Stand, b: Stand | None, over: tuple[Piece, ...] | None) -> Measurement:
    """Return what was measured on the plan between two stands, or a stand and a place, as a tape over hills reads it.

    It is laid over the ground's heights; on the plan, and on level ground, it is the same measurement.
    """
    return on_plan if over is None else tape(on_plan, a, b, over)


def way_over(points: Sequence[Point], sigma_cm: float, over: tuple[Piece, ...] | None) -> Measurement:
    """Return how long a way is: the sum of its legs, or up and down as the ground is."""
    points = tuple(points)
    return path_length(points, sigma_cm) if over is None else ground_length(points, over, sigma_cm)


def climbed_cm(points: Sequence[Point], snapshot: Snapshot, settings: Settings) -> float:
    """Return by how much a way is longer than on the plan; 0 in a game, or for players, whose ways have no heights."""
    over = ground_of(snapshot, settings) if isinstance(settings, HillSettings) else None
    return 0.0 if over is None else way_over(points, 0.0, over).value - path_length(points).value


def drawn_over(shape: Shape, reach_cm: float, measured: str, stand: Stand, over: tuple[Piece, ...] | None) -> Shape:
    """Return what a weapon reaches as it is over hills: every point of its rim as near as a tape comes."""
    if over is None or shape.form == "line" or not (stand.z_cm or rises_of(over)):
        return shape
    origin: BaseGeometry = Spot(front_middle(stand)) if measured == "front" else footprint(stand)
    rim = shape.points
    if shape.form == "disc":
        origin = Spot(shape.points[0])
        rim = tuple(shifted(shape.points[0], unit(360.0 * k / RIM), reach_cm) for k in range(RIM))
    starts = [(start.x, start.y) for start in (nearest_points(origin, Spot(point))[0] for point in rim)]
    ends = tuple(tape_end(start, stand.z_cm, point, reach_cm, over) for start, point in zip(starts, rim, strict=True))
    if all(math.dist(end, point) < SEEN_CM for end, point in zip(ends, rim, strict=True)):
        return shape
    return Shape(shape.role, "polygon", ends, label=shape.label)


def measured_over(
    builder: RulingBuilder[HillSettings], snapshot: Snapshot, on_plan: Measurement, a: Stand, b: Stand | None
) -> tuple[Measurement, float | None]:
    """Return a range as it counts between two stands, or a stand and a place, and what ``told`` says of it."""
    measured = distance_over(on_plan, a, b, ground_of(snapshot, builder.settings))
    return measured, told(builder, measured, on_plan.value)


def told(builder: RulingBuilder[HillSettings], measured: Measurement, plan_cm: float) -> float | None:
    """Note that heights count, where they do; return what a number is on the plan where that is not what was measured.

    A check says it.
    """
    if builder.settings.over_hills == "plan":
        return None
    builder.uses("over_hills")
    return None if measured.value == plan_cm else plan_cm
