"""By how much a line passes an outline, or how deep it cuts it."""

import math
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon

from table.footprint import Footprint
from table.measurement import Measurement
from table.nearest import TIE_CM, deciding_pairs, feet, segments
from table.once import computed_once
from table.terrain import Point
from table.uncertainty import Errors, Pull, sigma_of
from table.vectors import checked, checked_point, dot, left_normal, minus, shifted
from table.verdict import SLACK

INSCRIBED_CM = 1e-7  # shapely's own tolerance is a thousandth of the shape
Outline = Polygon | MultiPolygon
Floats = NDArray[np.float64]
Bar = tuple[float, float]
"""The sideways shifts (from, to; left positive) at which a line would run inside some part of an outline."""


@computed_once
def clearance(
    start: Point, end: Point, polygon: Outline, at_start: Errors = 0.0, at_end: Errors = 0.0, of: Errors = 0.0
) -> Measurement:
    """Return by how many cm a line passes an outline; negative: minus the least sideways shift that would free it.

    0 where it touches an edge or a corner, or cuts no deeper than 1e-6 cm. A line with one end inside is blocked by the
    lesser of that shift and what the end would have to draw back along the line. A line without length is a point: its
    distance from the boundary, negative inside. ``at_start``, ``at_end`` and ``of`` say how ends and outline err. Where
    they share nothing, sigma is hypot((1 - t) sigma_start, t sigma_end, sigma_of), t the fraction of the line at the
    point that decides; of several such points, the greatest. Symmetric in its ends. Raises BadGeometry for points or
    sigmas that are not finite.
    """
    start, end = checked_point(start, "a line's start"), checked_point(end, "a line's end")
    checked([("a sigma", it) for it in (at_start, at_end, of) if isinstance(it, float | int)], least=0.0)
    length = math.dist(start, end)
    direction = (1.0, 0.0) if length == 0 else ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def measured(value: float, t: float, other: Point) -> Measurement:
        t = min(max(t, 0.0), 1.0)
        at = shifted(start, direction, t * length)
        (x, y), cm = minus(other, at), math.dist(other, at)
        x, y = (x / cm, y / cm) if cm > SLACK else left_normal(direction)
        ends = Pull(at_start, ((1 - t) * x, (1 - t) * y)), Pull(at_end, (t * x, t * y))
        return Measurement(value, sigma_of(*ends, Pull(of, (-x, -y))), at, other)

    if length <= 2 * SLACK:
        return measured(*_point_clearance(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), polygon))
    line = LineString([start, end])
    if not shapely.intersects(polygon, line):
        pairs = deciding_pairs(line, polygon)
        options = [measured(math.dist(p, q), dot(minus(p, start), direction) / length, q) for p, q in pairs]
    elif ways := _ways_to_free(start, end, direction, length, polygon):
        options = [measured(-cm, along_cm / length, other) for cm, along_cm, other in ways]
    else:
        touching = [(float(x), float(y)) for x, y in shapely.get_coordinates(shapely.intersection(polygon, line))]
        options = [measured(0.0, dot(minus(p, start), direction) / length, p) for p in touching or [start, end]]
    return max(options, key=lambda option: option.sigma)


def inside_spans(start: Point, end: Point, polygon: Outline) -> list[tuple[float, float]]:
    """Return the stretches of a line that run inside an outline: (from, to) in cm from its start, in order."""
    along = np.array(end) - np.array(start)
    length = float(np.hypot(*along))
    direction = along / length
    lines = segments(polygon) - np.array(start)
    ahead = lines @ direction
    side = lines @ np.array([-direction[1], direction[0]])
    with np.errstate(divide="ignore", invalid="ignore"):
        share = side[:, 0] / (side[:, 0] - side[:, 1])
        hits = (ahead[:, 0] + share * (ahead[:, 1] - ahead[:, 0]))[(share >= 0) & (share <= 1)]
    on_line = ahead[np.abs(side) <= TIE_CM]
    cuts = np.unique(np.clip(np.concatenate([hits, on_line, [0.0, length]]), 0.0, length))
    spans: list[tuple[float, float]] = []
    for low, high in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        middle = np.array(start) + direction * (low + high) / 2
        # Deeper than the slack: the middle of a stretch along an edge lies on either side of it by chance.
        if shapely.contains_xy(polygon, *middle) and _to_boundary(middle, polygon) > SLACK / 2:
            if spans and spans[-1][1] == low:
                spans[-1] = (spans[-1][0], high)
            else:
                spans.append((low, high))
    return spans


def _to_boundary(at: Floats, polygon: Outline) -> float:
    return float(np.hypot(*(feet(at[None], segments(polygon))[0] - at).T).min())


def _point_clearance(at: Point, polygon: Outline) -> tuple[float, float, Point]:
    """Return how far a point lies outside an outline, that it is in the middle of its line, and the outline's point."""
    candidates = feet(np.array([at]), segments(polygon))[0]
    distances = np.hypot(*(candidates - np.array(at)).T)
    x, y = candidates[distances.argmin()]
    sign = -1.0 if shapely.contains_xy(polygon, *at) else 1.0
    return sign * float(distances.min()) + 0.0, 0.5, (float(x), float(y))


def _ways_to_free(
    start: Point, end: Point, direction: Point, length: float, polygon: Outline
) -> list[tuple[float, float, Point]]:
    """Return the least moves that free a line that cuts an outline: (cm, cm along the line, the outline's point).

    Empty if the line only touches it.
    """
    dx, dy = direction
    axes = np.array([[dx, -dy], [dy, dx]])
    turned = shapely.transform(polygon, lambda xy: (xy - np.array(start)) @ axes)
    # Ends that merely reach the outline do not cut it: for the question whether, they are drawn in by the slack.
    if free_shift(_bars(_beside(turned, SLACK, length - SLACK))) == 0.0:
        return []
    parts = _beside(turned, 0.0, length)
    bars = _bars(parts)
    corners = np.concatenate([shapely.get_coordinates(part) for part in parts])
    ways: list[tuple[float, float, Point]] = []
    for shift in (free_shift(bars), -free_shift([(-high, -low) for low, high in bars])):
        for ahead in corners[np.abs(corners[:, 1] - shift) <= TIE_CM, 0].tolist():
            point = (start[0] + dx * ahead - dy * shift, start[1] + dy * ahead + dx * shift)
            ways.append((abs(shift), ahead, point))
    start_in, end_in = (bool(shapely.contains_xy(polygon, *point)) for point in (start, end))
    spans = inside_spans(start, end, polygon) if start_in != end_in else []
    if spans:
        ways.append((length - spans[0][0], length, end) if end_in else (spans[-1][1], 0.0, start))
    least = min(cm for cm, _, _ in ways)
    return [way for way in ways if way[0] <= least + TIE_CM] if least > SLACK else []


def _beside(turned: Outline, low: float, high: float) -> list[Polygon]:
    """Return the connected parts of an outline, turned so that the line runs along x, between two x."""
    _, bottom, _, top = turned.bounds
    parts = shapely.get_parts(shapely.intersection(turned, shapely.box(low, bottom - 1.0, high, top + 1.0)))
    return [part for part in shapely.get_parts(parts) if isinstance(part, Polygon) and not part.is_empty]


def _bars(parts: list[Polygon]) -> list[Bar]:
    return [(part.bounds[1], part.bounds[3]) for part in parts]


def free_shift(bars: list[Bar]) -> float:
    """Return the least shift to the left (0 or more) that no bar holds, cutting none deeper than the slack."""
    shift = 0.0
    while higher := [high for low, high in bars if low < shift - SLACK and high > shift + SLACK]:
        shift = max(higher)
    return shift


def clear_by(hull: Footprint, other: Footprint, sigma_cm: float) -> Measurement:
    """Return by how much a way passes something, cm: minus the width of what lies in both where it does not."""
    apart = float(shapely.distance(hull, other))
    if apart > 0:
        return Measurement(apart, sigma_cm)
    both: Any = shapely.intersection(hull, other)
    parts = [part for part in shapely.get_parts(both) if part.area > 1e-9]  # a touch beside it is no part
    widest = max(
        (float(shapely.maximum_inscribed_circle(part, tolerance=INSCRIBED_CM).length) for part in parts), default=0.0
    )
    return Measurement(-2 * widest, sigma_cm)
