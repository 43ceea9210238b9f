"""The ways of a turn as a small plan: what the page and the paper draw of the audit."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.audit.text import MoveView
from table.terrain import Point

WIDE, LEAST_CM, MARGIN_CM = 400.0, 20.0, 4.0


@dataclass(frozen=True, slots=True)
class DrawnWay:
    """A stand's way as paths of an SVG: what was seen, what nobody saw, and where it ends."""

    name: str
    seen: str
    unseen: str
    end: Point
    over: bool


@dataclass(frozen=True, slots=True)
class WaysPicture:
    """The ways of a turn in a picture as wide as ``WIDE``; ``bar`` is as long in it as 5 cm."""

    high: float
    bar: float
    ways: tuple[DrawnWay, ...]


def picture_of(moves: Sequence[MoveView]) -> WaysPicture | None:
    """Return the part of the table where stands went, the far edge above; None where no way is known."""
    drawn = [move for move in moves if len(move.path) > 1]
    points = [point for move in drawn for point in move.path]
    if not points:
        return None
    left, right = _span([x for x, _ in points])
    near, far = _span([y for _, y in points])
    scale = WIDE / (right - left)

    def at(point: Point) -> Point:
        return round(scale * (point[0] - left), 1), round(scale * (far - point[1]), 1)

    ways = tuple(_drawn(move, [*map(at, move.path)]) for move in drawn)
    return WaysPicture(round(scale * (far - near), 1), round(scale * 5, 1), ways)


def _span(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = max(LEAST_CM - (high - low), 0.0) / 2 + MARGIN_CM
    return low - room, high + room


def _drawn(move: MoveView, points: Sequence[Point]) -> DrawnWay:
    legs = [f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in pairwise(points)]
    seen = "".join(leg for k, leg in enumerate(legs) if k not in move.unseen)
    unseen = "".join(leg for k, leg in enumerate(legs) if k in move.unseen)
    return DrawnWay(move.name, seen, unseen, points[-1], move.verdict in ("over", "refused"))
