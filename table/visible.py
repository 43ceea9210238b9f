"""How much of a footprint is seen from a point, by silhouette or by area. Exact: swept, not sampled.

*Silhouette* is the share of the angle a target takes up, seen from the eye, in which no obstacle is nearer than the
target. *Area* is the share of the footprint's area whose points the eye sees past every obstacle (for a footprint that
is a line, of its length).

A share within 1e-6 of none or all is 0 or 1, and what is nearer by less than 1e-6 cm is not nearer. An eye inside the
target or on its edge sees it all (1), else one inside an obstacle sees nothing (0). A target without silhouette (a
point, or a line seen end-on) is seen or not, by the line to its nearest point: 1 or 0.
"""

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
from table.nearest import segments
from table.rays import Slices, crossings, first_hits, slices
from table.stand import Stand
from table.terrain import Point
from table.vectors import checked, checked_point
from table.verdict import SLACK

Floats = NDArray[np.float64]
Share = Callable[[Floats, list[Floats]], float | None]


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
    share = _silhouette if how == "silhouette" else _area if shape.area > 0 else _length
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


def _seen(share: Share, scene: Sequence[BaseGeometry]) -> float:
    """Return the share that the first of a scene's shapes, the eye, sees of the second past the others."""
    at, target, *others = scene
    if shapely.distance(at, target) <= SLACK:
        return 1.0
    region = shapely.convex_hull(shapely.union(at, target))
    near = [o for o in others if isinstance(o, Polygon | MultiPolygon) and o.area > 0 and shapely.intersects(o, region)]
    if not near:
        return 1.0
    eye = shapely.get_coordinates(at)[0]
    seen = share(segments(target) - eye, [segments(obstacle) - eye for obstacle in near])
    if seen is None:
        nearest = shapely.get_coordinates(shapely.shortest_line(at, target))[1]
        ends = [(float(x), float(y)) for x, y in (eye, nearest)]
        seen = 1.0 if all(clearance(ends[0], ends[1], o).value >= -SLACK for o in near) else 0.0
    return 0.0 if seen < SLACK else 1.0 if seen > 1 - SLACK else seen


def _silhouette(target: Floats, obstacles: list[Floats]) -> float | None:
    """Between two neighbouring bearings of corners, the target is nearest everywhere or nowhere."""
    cut = slices([target, *obstacles])
    reach = first_hits(target, cut.middle)
    whole = cut.width[np.isfinite(reach)].sum()
    if whole == 0:
        return None
    hidden = np.isfinite(reach) & (_free_way(obstacles, cut)[0] < reach - SLACK)
    return float(1 - cut.width[hidden].sum() / whole)


def _area(target: Floats, obstacles: list[Floats]) -> float | None:
    """Add up, slice by slice, the triangles from the eye to the edges by which a ray leaves, less those it enters by.

    Where the first obstacle stands in the target, its edge is the one that is left by.
    """
    cut = slices([target, *obstacles])
    far, areas = crossings(target, cut), cut.triangles(target)
    order = np.argsort(far, axis=1)
    far, areas = np.take_along_axis(far, order, axis=1), np.take_along_axis(areas, order, axis=1)
    signs = np.where(np.arange(far.shape[1]) % 2 == 0, -1.0, 1.0)
    whole = (np.where(np.isfinite(far), areas, 0.0) * signs).sum()
    free, last = _free_way(obstacles, cut)
    before = far < free[:, None]
    seen = (np.where(before, areas, 0.0) * signs).sum() + last[before.sum(axis=1) % 2 == 1].sum()
    return float(seen / whole) if whole > 0 else None


def _length(target: Floats, obstacles: list[Floats]) -> float | None:
    """Walk along a target that is a line: between two places that come into view, all is seen or nothing."""
    start, along = target[0, 0], target[0, 1] - target[0, 0]
    corners = np.concatenate([o.reshape(-1, 2) for o in obstacles])
    edges = np.concatenate(obstacles)
    with np.errstate(divide="ignore", invalid="ignore"):
        by_corner = (corners[:, 0] * start[1] - corners[:, 1] * start[0]) / (
            corners[:, 1] * along[0] - corners[:, 0] * along[1]
        )
        ways = edges[:, 1] - edges[:, 0]
        offset = edges[:, 0] - start
        by_edge = (offset[:, 0] * ways[:, 1] - offset[:, 1] * ways[:, 0]) / (
            along[0] * ways[:, 1] - along[1] * ways[:, 0]
        )
    shares = np.concatenate([by_corner, by_edge, [0.0, 1.0]])
    shares = np.unique(np.clip(shares[np.isfinite(shares)], 0.0, 1.0))
    if not along.any():
        return None
    places = start + along * ((shares[1:] + shares[:-1]) / 2)[:, None]
    middle = np.arctan2(places[:, 1], places[:, 0])
    free, _ = _free_way(obstacles, Slices(middle, np.zeros_like(middle)))
    return float(np.diff(shares)[np.hypot(places[:, 0], places[:, 1]) <= free + SLACK].sum())


def _free_way(obstacles: list[Floats], cut: Slices) -> tuple[Floats, Floats]:
    """Return how far the eye sees in each slice's middle, cm, and the area of the triangle out to there.

    An odd number of edges ahead tells that the eye looks out of an obstacle: it sees nothing at all.
    """
    free, area = np.full(len(cut.middle), np.inf), np.zeros(len(cut.middle))
    for edges in obstacles:
        far = crossings(edges, cut)
        far[far <= SLACK] = np.inf
        nearest, within = far.argmin(axis=1), np.isfinite(far).sum(axis=1) % 2 == 1
        rows = np.arange(len(far))
        distance = np.where(within, 0.0, far[rows, nearest])
        triangle = np.where(within, 0.0, cut.triangles(edges)[rows, nearest])
        area = np.where(distance < free, triangle, area)
        free = np.minimum(free, distance)
    return free, area
