"""How much of a footprint is seen from a point, by silhouette or by area. Exact: swept, not sampled.

*Silhouette* is the share of the angle a target takes up, seen from the eye, in which nothing lies nearer than the
target itself. *Area* is the share of the footprint's area whose points the eye sees past every obstacle.

A share within 1e-6 of none or all is 0 or 1. An eye inside the target or on its edge sees it all (1); one inside an
obstacle sees nothing (0). A target without silhouette (a point, or a line seen end-on) or without area is seen or not:
1 or 0 by the line to its nearest point; the area of a line is its length.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from table.clearance import Outline, clearance
from table.footprint import Footprint, footprint
from table.measurement import Measurement
from table.nearest import feet, segments
from table.stand import Stand
from table.terrain import Point
from table.vectors import checked, checked_point
from table.verdict import SLACK

Floats = NDArray[np.float64]

_THIN_RAD = 1e-12
"""Slices of the silhouette thinner than this are rounding, not sight."""


def visible_fraction(
    eye: Point,
    target: Stand | Footprint,
    obstacles: Sequence[Outline],
    how: Literal["silhouette", "area"] = "silhouette",
    eye_sigma_cm: float = 0.0,
    target_sigma_cm: float | None = None,
    obstacle_sigmas_cm: Sequence[float] = (),
) -> Measurement:
    """Return the share (0 to 1) of a target that an eye at a point sees past obstacles (all in table cm).

    Sigma follows from the places of the eye (``eye_sigma_cm``), the target (a stand's own unless given) and those
    obstacles that have one (``obstacle_sigmas_cm``, in the obstacles' order; none: all are exact), per axis: half the
    difference the share makes when the one or the other moves a sigma to either side. Raises BadGeometry for an eye or
    a sigma that is not finite.
    """
    eye = checked_point(eye, "the eye")
    shape = footprint(target) if isinstance(target, Stand) else target
    if target_sigma_cm is None:
        target_sigma_cm = target.sigma_cm if isinstance(target, Stand) else 0.0
    sigmas = [eye_sigma_cm, target_sigma_cm, *obstacle_sigmas_cm]
    checked([("a sigma", sigma) for sigma in sigmas], least=0.0)
    share = _silhouette if how == "silhouette" else _area
    scene: list[BaseGeometry] = [shapely.Point(eye), shape, *obstacles]
    variance = 0.0
    for index, sigma in enumerate(sigmas):
        for step in ((sigma, 0.0), (0.0, sigma)) if sigma > 0 else ():
            there, back = (_moved(scene, index, sign * step[0], sign * step[1]) for sign in (1, -1))
            variance += ((_seen(share, there) - _seen(share, back)) / 2) ** 2
    middle = shapely.centroid(shape)
    return Measurement(_seen(share, scene), math.sqrt(variance), eye, (middle.x, middle.y))


def _moved(scene: Sequence[BaseGeometry], index: int, dx: float, dy: float) -> list[BaseGeometry]:
    return [*scene[:index], translate(scene[index], dx, dy), *scene[index + 1 :]]


Share = Callable[[Point, BaseGeometry, Sequence[Outline]], float | None]


def _seen(share: Share, scene: Sequence[BaseGeometry]) -> float:
    """Return the share that the first of a scene's shapes, the eye, sees of the second past the others."""
    at, target, *others = scene
    obstacles = [other for other in others if isinstance(other, Polygon | MultiPolygon) and other.area > 0]
    if shapely.distance(at, target) <= SLACK:
        return 1.0
    if any(at.within(obstacle) and shapely.distance(at, obstacle.boundary) > SLACK for obstacle in obstacles):
        return 0.0
    eye = _xy(shapely.get_coordinates(at)[0])
    seen = share(eye, target, obstacles)
    if seen is None:
        nearest = _xy(shapely.get_coordinates(shapely.shortest_line(at, target))[1])
        seen = 1.0 if all(clearance(eye, nearest, o).value >= -SLACK for o in obstacles) else 0.0
    return 0.0 if seen < SLACK else 1.0 if seen > 1 - SLACK else seen


def _xy(at: Floats) -> Point:
    return (float(at[0]), float(at[1]))


def _silhouette(eye: Point, target: BaseGeometry, obstacles: Sequence[Outline]) -> float | None:
    """Sweep the target's angles: between two neighbouring corners one straight edge of it is the nearest."""
    lines = segments(target) - np.array(eye)
    near = _in_reach(eye, target, obstacles)
    corners = np.unique(lines.reshape(-1, 2), axis=0)
    angles = np.unique(np.arctan2(corners[:, 1], corners[:, 0]))
    whole = seen = 0.0
    for low, high in itertools.pairwise([*angles.tolist(), float(angles[0]) + 2 * math.pi]):
        width = high - low
        if width <= _THIN_RAD:
            continue
        edge = _nearest_edge(lines, (low + high) / 2)
        if edge is None:
            continue
        whole += width
        before = _region_before(lines[edge], low, high)
        seen += width - (0.0 if before is None else _covered(before, (low + high) / 2, eye, near))
    return seen / whole if whole > 0 else None


def _in_reach(eye: Point, target: BaseGeometry, obstacles: Sequence[Outline]) -> list[Outline]:
    region = shapely.convex_hull(shapely.union(shapely.Point(eye), target))
    return [obstacle for obstacle in obstacles if shapely.intersects(region, obstacle)]


def _nearest_edge(lines: Floats, angle: float) -> int | None:
    """Return which segment a ray from the origin meets first, if any."""
    ray = np.array([math.cos(angle), math.sin(angle)])
    side = lines[..., 1] * ray[0] - lines[..., 0] * ray[1]
    met = (side[:, 0] > 0) != (side[:, 1] > 0)
    if not met.any():
        return None
    distance = np.full(len(lines), np.inf)
    share = side[met, 0] / (side[met, 0] - side[met, 1])
    distance[met] = (lines[met, 0] + share[:, None] * (lines[met, 1] - lines[met, 0])) @ ray
    distance[distance <= 0] = np.inf
    nearest = int(distance.argmin())
    return nearest if np.isfinite(distance[nearest]) else None


def _region_before(edge: Floats, low: float, high: float) -> Polygon | None:
    """Return what lies between the origin and an edge within two angles, less the slack at the eye and at the edge."""
    near, far = [], []
    along = edge[1] - edge[0]
    for angle in (low, high):
        ray = np.array([math.cos(angle), math.sin(angle)])
        reach = (edge[0][0] * along[1] - edge[0][1] * along[0]) / (ray[0] * along[1] - ray[1] * along[0])
        if reach <= 2 * SLACK:
            return None
        near.append(ray * SLACK)
        far.append(ray * (reach - SLACK))
    return Polygon([near[0], far[0], far[1], near[1]])


def _covered(before: Polygon, middle: float, eye: Point, obstacles: Sequence[Outline]) -> float:
    """Return the angle, in radians, that obstacles take up of the region before an edge of the target."""
    cos, sin = math.cos(middle), math.sin(middle)
    axes = np.array([[cos, -sin], [sin, cos]])
    spans = []
    for obstacle in obstacles:
        moved = shapely.transform(obstacle, lambda xy: xy - np.array(eye))
        for part in _solid_parts(shapely.intersection(before, moved)):
            at = shapely.get_coordinates(part) @ axes
            angles = np.arctan2(at[:, 1], at[:, 0])
            spans.append((float(angles.min()), float(angles.max())))
    covered, reached = 0.0, -math.inf
    for low, high in sorted(spans):
        covered += max(high - max(low, reached), 0.0)
        reached = max(reached, high)
    return covered


def _solid_parts(shape: BaseGeometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(shapely.get_parts(shape)) if isinstance(part, Polygon) and part.area > 0]


def _area(eye: Point, target: BaseGeometry, obstacles: Sequence[Outline]) -> float | None:
    """Take the obstacles and their shadows out of the target."""
    whole = target.area if target.area > 0 else target.length
    if whole == 0:
        return None
    near = _in_reach(eye, target, obstacles)
    far_cm = 4 * float(np.hypot(*(shapely.get_coordinates([target, *near]) - np.array(eye)).T).max())
    hidden = shapely.union_all([shadow for obstacle in near for shadow in (obstacle, *_shadows(eye, obstacle, far_cm))])
    left = shapely.difference(target, hidden)
    return float((left.area if target.area > 0 else left.length) / whole)


def _shadows(eye: Point, obstacle: Outline, far_cm: float) -> list[Polygon]:
    """Return what lies behind each edge of an obstacle out to that distance, table cm."""
    shadows = []
    lines = segments(obstacle) - np.array(eye)
    # An edge the eye stands on has no shadow of its own: it would be half the table, on either side by rounding.
    off = np.hypot(*np.moveaxis(feet(np.zeros((1, 2)), lines)[0], -1, 0))
    for start, end in lines[off > SLACK]:
        turn = math.atan2(start[0] * end[1] - start[1] * end[0], start @ end)
        if abs(turn) <= _THIN_RAD:
            continue
        steps = max(1, math.ceil(abs(turn) / (math.pi / 3)))
        first = math.atan2(start[1], start[0])
        rim = [
            (far_cm * math.cos(first + turn * i / steps), far_cm * math.sin(first + turn * i / steps))
            for i in range(steps + 1)
        ]
        shadows.append(Polygon(np.array([start, *rim, end]) + np.array(eye)))
    return shadows
