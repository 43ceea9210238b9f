"""What of the table a card's picture shows: all that decided, near enough to see it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product

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
STEPS = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)
"""How far a window may be moved aside, as a part of the room that it has."""
WIDER = 1.06
"""How much wider the next window is, where the edge of one cuts a counter."""
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
    matters = bounds(list(_points(card)) or [(0.0, 0.0), (card.table.width_cm, card.table.depth_cm)])
    left, near, right, far = matters
    wide = max(right - left, LEAST_CM) * (1 + 2 * ROOM) + 2 * AROUND_CM
    deep = max(far - near, LEAST_CM) * (1 + 2 * ROOM) + 2 * AROUND_CM
    wide = max(wide, deep * width / height)
    whole = table_window(card, width, height)
    # A counter is what a hex holds: half of one tells of half a hex.
    counters = [] if card.table.board is None else list(_counters(card))
    while wide < whole.cm[2] - whole.cm[0]:
        for box in _placed(matters, wide, wide * height / width, card.table):
            if not any(cuts(box, counter) for counter in counters):
                return Window(box, width, height)
        wide *= WIDER
    return whole


def _placed(matters: Box, wide: float, deep: float, table: Snapshot) -> Iterable[Box]:
    """Yield windows of a size that show what matters and some room around it, from where it is in the middle."""
    left, near, right, far = matters
    aside = max(0.0, (wide - (right - left)) / 2 - AROUND_CM)
    away = max(0.0, (deep - (far - near)) / 2 - AROUND_CM)
    steps = sorted(product(STEPS, STEPS), key=lambda step: abs(step[0]) + abs(step[1]))
    for x, y in steps:
        start = _shifted((left + right - wide) / 2 + x * aside, wide, table.width_cm)
        low = _shifted((near + far - deep) / 2 + y * away, deep, table.depth_cm)
        yield start, low, start + wide, low + deep


def cuts(window: Box, box: Box) -> bool:
    """Say whether a rectangle shows some of another, and not all of it."""
    meet = box[0] < window[2] and box[2] > window[0] and box[1] < window[3] and box[3] > window[1]
    inside = box[0] >= window[0] and box[2] <= window[2] and box[1] >= window[1] and box[3] <= window[3]
    return meet and not inside


def _counters(card: EvidenceCard) -> Iterable[Box]:
    """Yield what each counter covers of the board, where the camera saw it and where a map has it."""
    for stand in card.table.stands:
        for it in (stand, card.seen(stand) or stand):
            yield bounds(corner for part in part_corners(it) for corner in part)


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
