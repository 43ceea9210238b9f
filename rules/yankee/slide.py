"""How far a footprint can slide in one direction before it meets another shape."""

import shapely
from shapely import LineString
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

SIDEWAYS_CM = 1e-6  # neighbours that only touch along the way are not met


def gap_along(moving: BaseGeometry, other: BaseGeometry, direction_deg: float, slack_cm: float = 0.0) -> float | None:
    """Return how many cm ``moving`` can slide in a direction before it touches ``other``; None if it never does.

    Negative by as much as they overlap already. What lies beside or behind it is not met, nor what its way would graze
    by no more than ``slack_cm`` sideways.
    """
    ours, theirs = (rotate(shape, -direction_deg, origin=(0, 0)) for shape in (moving, other))
    low = max(ours.bounds[1], theirs.bounds[1])
    high = min(ours.bounds[3], theirs.bounds[3])
    if high - low <= max(slack_cm, SIDEWAYS_CM):
        return None
    heights = {low, high}
    heights |= {float(y) for shape in (ours, theirs) for y in shapely.get_coordinates(shape)[:, 1] if low < y < high}
    gaps = [_span(theirs, y)[0] - _span(ours, y)[1] for y in heights]
    behind = theirs.centroid.x <= ours.centroid.x + 1e-6
    return None if behind else min(gaps)


def _span(shape: BaseGeometry, y: float) -> tuple[float, float]:
    """Return from where to where a shape reaches along x at height y."""
    left, low, right, high = shape.bounds
    inside = min(max(y, low), high)
    cut = shape.intersection(LineString([(left - 1, inside), (right + 1, inside)]))
    bounds = cut.bounds if not cut.is_empty else (left, low, right, high)
    return bounds[0], bounds[2]
