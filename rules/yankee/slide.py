"""How far a footprint can slide in one direction before it meets another shape."""

import shapely
from shapely import LineString
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

SIDEWAYS_CM = 1e-6  # neighbours that only touch along the way are not met
AHEAD_CM = 1e-6
BESIDE_CM = 1e-8


def gap_along(moving: BaseGeometry, other: BaseGeometry, direction_deg: float, slack_cm: float = 0.0) -> float | None:
    """Return how many cm ``moving`` can slide in a direction before it touches ``other``; None if it never does.

    Negative by as much as they overlap already. What lies beside or behind it is not met, nor what its way would graze
    by no more than ``slack_cm`` sideways.
    """
    ours, theirs = (rotate(shape, -direction_deg, origin=(0, 0)) for shape in (moving, other))
    low = max(ours.bounds[1], theirs.bounds[1])
    high = min(ours.bounds[3], theirs.bounds[3])
    if high - low <= slack_cm + SIDEWAYS_CM:
        return None
    heights = {low, high}
    heights |= {float(y) for shape in (ours, theirs) for y in shapely.get_coordinates(shape)[:, 1] if low < y < high}
    # Beside each corner's height, not at it: an edge that lies along the way is cut whole or not at all by rounding.
    beside = (near for y in heights for near in (y - BESIDE_CM, y + BESIDE_CM) if low < near < high)
    gaps = [gap for y in beside for gap in _gaps_at(y, ours, theirs)]
    return min(gaps, default=None)


def _gaps_at(y: float, ours: BaseGeometry, theirs: BaseGeometry) -> list[float]:
    """Return how far ahead of our front each part of theirs begins at height y; parts that end behind it are passed."""
    fronts = [right for _, right in _spans(ours, y)]
    front = max(fronts, default=ours.bounds[2])
    return [left - front for left, right in _spans(theirs, y) if right > front + AHEAD_CM]


def _spans(shape: BaseGeometry, y: float) -> list[tuple[float, float]]:
    """Return from where to where each part of a shape reaches along x at height y."""
    left, low, right, high = shape.bounds
    inside = min(max(y, low), high)
    cut = shape.intersection(LineString([(left - 1, inside), (right + 1, inside)]))
    parts = [part.bounds for part in shapely.get_parts(cut) if not part.is_empty]
    return sorted((min_x, max_x) for min_x, _, max_x, _ in parts)
