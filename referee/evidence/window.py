"""What of the table a card's picture shows: all that decided, near enough to see it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.evidence.card import EvidenceCard
from referee.evidence.ink import Box, Point, bounds
from table.footprint import part_corners
from table.leaning import Point3D, base_height, height_at, is_uneven, leaned
from table.snapshot import Snapshot
from table.stand import Stand

LEAST_CM = 30.0
ROOM = 0.12
"""Beside what decided, as a part of its size."""
AROUND_CM = 3.5
BEYOND_CM = 7.0
"""So far beyond the table's edge a picture may show."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the table, left, near, right, far in cm, on ``width`` x ``height`` px.

    ``seen`` is the table that a picture shows and where its camera was: what is high is drawn where it leans.
    """

    cm: tuple[float, float, float, float]
    width: int
    height: int
    seen: tuple[Snapshot, Point3D] | None = None

    @property
    def px_per_cm(self) -> float:
        """How fine it is."""
        return self.width / (self.cm[2] - self.cm[0])

    def at(self, point: Point, height_cm: float | None = None) -> Point:
        """Return where a place is in the picture, as high as what is there or as said: the far edge is on top."""
        if self.seen is not None:
            table, camera_cm = self.seen
            point = leaned(point, height_at(point, table) if height_cm is None else height_cm, camera_cm)
        return (point[0] - self.cm[0]) * self.px_per_cm, (self.cm[3] - point[1]) * self.px_per_cm

    def parts(self, stand: Stand) -> list[list[Point]]:
        """Return where the corners of a stand's rectangles are in the picture."""
        return [[self.at(corner, base_height(corner, stand)) for corner in part] for part in part_corners(stand)]

    def over_photograph(self, card: EvidenceCard) -> "Window":
        """Return the same window on the picture that a card was ruled on."""
        if card.frame is None or card.frame.camera_cm is None or not is_uneven(card.table):
            return self
        return replace(self, seen=(card.table, card.frame.camera_cm))

    @property
    def box(self) -> Box:
        """Return the picture's own edges."""
        return 0.0, 0.0, float(self.width), float(self.height)


def deciding_window(card: EvidenceCard, width: int, height: int) -> Window:
    """Return the window on what decided: both stands, and every line, arc and piece that the ruling rests on."""
    left, near, right, far = bounds(list(_points(card)) or [(0.0, 0.0), (card.table.width_cm, card.table.depth_cm)])
    wide = max(right - left, LEAST_CM) * (1 + 2 * ROOM) + 2 * AROUND_CM
    deep = max(far - near, LEAST_CM) * (1 + 2 * ROOM) + 2 * AROUND_CM
    wide, deep = max(wide, deep * width / height), max(deep, wide * height / width)
    whole = table_window(card, width, height)
    if wide >= whole.cm[2] - whole.cm[0]:
        return whole
    left = _shifted((left + right - wide) / 2, wide, card.table.width_cm)
    near = _shifted((near + far - deep) / 2, deep, card.table.depth_cm)
    return Window((left, near, left + wide, near + deep), width, height)


def table_window(card: EvidenceCard, width: int, height: int) -> Window:
    """Return the window on the whole table."""
    wide, deep = card.table.width_cm + 2 * BEYOND_CM, card.table.depth_cm + 2 * BEYOND_CM
    wide, deep = max(wide, deep * width / height), max(deep, wide * height / width)
    left, near = (card.table.width_cm - wide) / 2, (card.table.depth_cm - deep) / 2
    return Window((left, near, left + wide, near + deep), width, height)


def _points(card: EvidenceCard) -> Iterable[Point]:
    table = card.table
    for name in card.named:
        for part in part_corners(table.stand(name)):
            yield from part
    for shape in card.ruling.geometry:
        reach = shape.radius_cm or 0.0
        # A field of fire or a wood may be far larger than what was argued about.
        if shape.role in ("corridor", "zone", "cover", "blocker") and card.actor is not None:
            continue
        for x, y in shape.points:
            yield from ((x - reach, y - reach), (x + reach, y + reach))


def _shifted(start: float, size: float, table: float) -> float:
    """Return a window's edge, moved so that it does not look far past the table where it need not."""
    return min(max(start, -BEYOND_CM), table + BEYOND_CM - size) if size <= table + 2 * BEYOND_CM else start
