"""Small plane geometry on (x, y) tuples: directions, turns and checks every measurement shares."""

import math
from collections.abc import Iterable

from table.errors import BadGeometry
from table.terrain import Point

_QUARTERS: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def unit(heading_deg: float) -> Point:
    """Return the unit vector of a heading; exact at multiples of 90 degrees, so that bases drawn flush are flush."""
    quarter, rest = divmod(heading_deg, 90.0)
    if rest == 0.0:
        return _QUARTERS[int(quarter) % 4]
    angle = math.radians(heading_deg)
    return (math.cos(angle), math.sin(angle))


def left_normal(direction: Point) -> Point:
    """Return that vector turned by +90 degrees."""
    return (-direction[1], direction[0])


def dot(a: Point, b: Point) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Point, b: Point) -> float:
    """Return the z part of the vector product: positive when b lies to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def minus(a: Point, b: Point) -> Point:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1])


def shifted(point: Point, direction: Point, distance: float) -> Point:
    """Return the point moved that far along the direction."""
    return (point[0] + direction[0] * distance, point[1] + direction[1] * distance)


def checked_point(point: Point, what: str = "a point") -> Point:
    """Return the point as two plain floats; raises BadGeometry unless it is two finite numbers."""
    try:
        x, y = (float(v) for v in point)
    except (TypeError, ValueError):
        raise BadGeometry(f"{what} must be two numbers (x, y), got {point!r}") from None
    if not (math.isfinite(x) and math.isfinite(y)):
        raise BadGeometry(f"{what} must be two finite numbers, got ({x}, {y})")
    return (x, y)


def checked(values: Iterable[tuple[str, float]], *, least: float | None = None) -> None:
    """Raise BadGeometry unless each named number is finite, and at least ``least`` where that is given."""
    for name, value in values:
        if not math.isfinite(value):
            raise BadGeometry(f"{name} must be a finite number, got {value}")
        if least is not None and value < least:
            raise BadGeometry(f"{name} must be {least:g} or more, got {value}")
