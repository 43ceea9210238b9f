"""The picture of an evidence card: the table as it was, with what decided drawn on it."""

import math
from collections.abc import Sequence

from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import word
from referee.evidence.card_view import CardView
from referee.evidence.ground import draw_grid, draw_map, photograph, pieces_called
from referee.evidence.ink import BRIGHT, CASING, DASHES, WHITE, Box, Canvas, Colour, Point, bounds, pill_box
from referee.evidence.stands import draw_stands, footprint, free_place, room_taken
from referee.evidence.window import Window, cuts, deciding_window, table_window
from rules.ruling import Shape
from table.snapshot import Snapshot

BLOCKER, COVER, PLAIN = (255, 120, 30), (250, 212, 70), (255, 255, 255)
LETTERS = 27.0
_RANGES = ("range", "gun_range", "throw_range")
ON_HEXES = ("crossed", "path", "cleared", "burst")
"""Roles of hexes that are drawn and need no name: the board has it."""
INSET = 0.27
"""How much of the picture's width the whole table takes, in a corner."""


def draw_plan(
    card: EvidenceCard, said: CardView, jpeg: bytes | None, width: int, height: int, *, language: str = "en"
) -> Image.Image:
    """Return the picture, width x height px: zoomed to what decided, with the whole table in a corner.

    ``said`` is the card in words (``told``), ``jpeg`` the camera's picture of ``card.frame.picture_cm``; without it the
    table is drawn as a map.
    """
    card = pieces_called(card, language)
    window = deciding_window(card, width, height)
    canvas = Canvas(width, height)
    picture = photograph(card, jpeg, window)
    if picture is None:
        draw_map(canvas, card, window)
    else:
        canvas.paste(picture, (0, 0))
        window = window.over_photograph(card)
    draw_grid(canvas, card, window)
    corner = inset_corner(card, window)
    taken = [] if corner is None else [corner]
    draw_ruling(canvas, card, said, window, taken)
    draw_stands(canvas, card, window, taken, LETTERS, on_photo=picture is not None)
    _draw_scale(canvas, window, corner, counters_in(card, window))
    if corner is not None:
        _draw_inset(canvas, card, said, jpeg, window, corner, language)
    return canvas.finished()


def draw_ruling(canvas: Canvas, card: EvidenceCard, said: CardView, window: Window, taken: list[Box]) -> None:
    """Draw what a ruling rests on: areas, lines, the number that decided; names go where nothing is ``taken``."""
    for shape in card.ruling.geometry:
        _draw_area(canvas, shape, card.table, window)
    # A line of sight lies on that of the range, where the game draws one.
    sighted = any(shape.role in ("sight", "blocked") for shape in card.ruling.geometry)
    for shape in card.ruling.geometry:
        if shape.form == "line" and not (sighted and shape.role == "range"):
            _draw_line(canvas, [window.at(p) for p in shape.points], shape.role, said.tone)
    taken += _draw_measure(canvas, card, said, window, taken)
    _name_areas(canvas, card, window, taken)


def _draw_area(canvas: Canvas, shape: Shape, table: Snapshot, window: Window) -> None:
    foot = 0.0 if any(piece.name == shape.label for piece in table.pieces) else None
    points = [window.at(p, foot) for p in shape.points]
    if shape.form == "disc" and shape.radius_cm is not None:
        (x, y), radius = shape.points[0], shape.radius_cm
        turns = [k * math.pi / 60 for k in range(120)]
        points = [window.at((x + radius * math.cos(turn), y + radius * math.sin(turn))) for turn in turns]
    elif shape.form != "polygon":
        return
    if shape.role in ("blocker", "blocking"):
        canvas.area(points, (*BLOCKER, 60))
        canvas.hatch(points, BLOCKER, 15, 3, 1)
        canvas.area(points, None, CASING, 9)
        canvas.area(points, None, BLOCKER, 5)
    elif shape.role in ("cover", "crossed"):
        canvas.area(points, (*COVER, 50))
        canvas.hatch(points, COVER, 17, 2.4, 0)
        canvas.area(points, None, CASING, 8)
        canvas.area(points, None, COVER, 4)
    else:
        canvas.area(points, (255, 255, 255, 34), CASING, 6)
        canvas.area(points, None, PLAIN, 2.6, () if shape.form == "disc" else (16, 8))


def _draw_line(canvas: Canvas, points: Sequence[Point], role: str, tone: str) -> None:
    if role == "blocked":
        canvas.line(points, CASING, 8, (3, 13), cap=False)
        canvas.line(points, WHITE, 5, (3, 13))
        return
    canvas.line(points, CASING, 14, cap=False)
    canvas.line(points, BRIGHT[tone], 7.5, DASHES[tone])


def _draw_measure(canvas: Canvas, card: EvidenceCard, said: CardView, window: Window, taken: list[Box]) -> list[Box]:
    """Draw the limit across the line of the range, and the numbers of lines; return where they stand."""
    lines = [shape for shape in card.ruling.geometry if shape.form == "line"]
    feet = [footprint(stand, window) for stand in card.table.stands]
    boxes: list[Box] = []

    def write(shape: Shape, text: str, edge: Colour) -> None:
        start, end = (window.at(point) for point in shape.points[-2:])
        at = _number_place(start, end, text, window, [*taken, *boxes, *feet])
        boxes.append(canvas.pill(at, text, LETTERS + 5, edge))

    far = next((line for line in lines if line.role in ("range", "path", "throw")), None)
    check = next((c for c in card.ruling.checks if c.key in _RANGES and c.limit), None)
    number = next((c.number for c in said.checks if check and c.key == check.key and c.number), None)
    if far is not None and check is not None and check.measured and check.limit and number is not None:
        start, end, part = window.at(far.points[0]), window.at(far.points[-1]), check.limit / check.measured
        if 0.2 < part < 1.35 and (length := math.dist(start, end)) > 0:
            boxes += _draw_limit(canvas, start, end, part, length, number.limit, window)
    boxes += _draw_stop(canvas, card, window)
    # Where something else decided, the distance is only told: its number takes no side.
    decides = any(c.decides and c.key in _RANGES for c in said.checks)
    for line in lines:
        text: str | None = line.label
        edge: Colour = WHITE
        if line is far and number is not None:
            text = f"{number.measured} cm {number.plus_minus}".strip()
        if text and line is far and decides:
            text, edge = f"{said.sign}  {text}", BRIGHT[said.tone]
        if text:
            write(line, text, edge)
    behind = next((line for line in lines if line.role == "behind"), None)
    number = next((c.number for c in said.checks if c.decides and c.key == "cover"), None)
    if behind is not None and number is not None:
        text = f"{said.sign}  {number.measured} {number.of} {number.plus_minus}".strip()
        write(behind, text, BRIGHT[said.tone])
    return boxes


def _draw_stop(canvas: Canvas, card: EvidenceCard, window: Window) -> list[Box]:
    """Mark where the line of sight ends."""
    shape = next((s for s in card.ruling.geometry if s.role == "blocked"), None)
    if shape is None:
        return []
    # On hexes the line is drawn whole: it ends where a hex blocks it, or along a border both.
    blocking = [s.points for s in card.ruling.geometry if s.role == "blocking"]
    ends = [_middle(points) for points in blocking] or [shape.points[0]]
    taken = []
    for end in ends:
        at = window.at(end)
        canvas.disc(at, 21, BRIGHT["out"], (10, 14, 16), 3)
        canvas.text(at, "✕", 27, (10, 14, 16), bold=True, anchor="mm")
        taken.append((at[0] - 24, at[1] - 24, at[0] + 24, at[1] + 24))
    return taken


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _draw_limit(
    canvas: Canvas, start: Point, end: Point, part: float, length: float, text: str, window: Window
) -> list[Box]:
    (dx, dy), half = ((end[0] - start[0]) / length, (end[1] - start[1]) / length), 30.0
    x, y = start[0] + dx * length * part, start[1] + dy * length * part
    if not (0 < x < window.width and 0 < y < window.height):
        return []
    if part > 1:
        canvas.line([end, (x, y)], CASING, 7, cap=False)
        canvas.line([end, (x, y)], WHITE, 3, (6, 8), cap=False)
    across = [(x - dy * half, y + dx * half), (x + dy * half, y - dx * half)]
    canvas.line(across, CASING, 12, cap=False)
    canvas.line(across, WHITE, 6)
    side = 1 if dx <= 0 else -1
    at = (x + side * dy * (half + 26), y - side * dx * (half + 26))
    canvas.text(at, text, LETTERS, WHITE, bold=True, anchor="mm", halo=CASING[:3])
    left, top, right, bottom = bounds(across)
    return [(at[0] - 30, at[1] - 20, at[0] + 30, at[1] + 20), (left - 6, top - 6, right + 6, bottom + 6)]


def _number_place(start: Point, end: Point, text: str, window: Window, taken: Sequence[Box]) -> Point:
    """Return where the number of a line stands: on it, as near to its middle as it is free, or else beside it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.dist(start, end) or 1.0
    left, top, right, bottom = pill_box((0.0, 0.0), text, LETTERS + 5)
    away = (abs(dx) * (bottom - top) + abs(dy) * (right - left)) / (2 * length) + 8
    places = [
        (start[0] + dx * part - dy / length * aside, start[1] + dy * part + dx / length * aside)
        for aside in (0.0, -away, away, -1.7 * away, 1.7 * away, -2.4 * away, 2.4 * away)
        for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
    ]  # fmt: skip
    boxes = [pill_box(at, text, LETTERS + 5) for at in places]
    return places[free_place(boxes, taken, window.box)]


def _name_areas(canvas: Canvas, card: EvidenceCard, window: Window, taken: list[Box]) -> None:
    for shape in card.ruling.geometry:
        if not shape.label or shape.form == "line" or shape.label in (card.actor, card.target):
            continue
        if shape.role in ON_HEXES:
            continue
        left, top, right, bottom = bounds(window.at(p) for p in shape.points)
        x = (left + right) / 2
        places = [(x, top - 24), (x, bottom + 24), (x, (top + bottom) / 2)]
        boxes = [pill_box(at, shape.label, LETTERS - 5) for at in places]
        colour: Colour = {"blocker": BLOCKER, "blocking": BLOCKER, "cover": COVER}.get(shape.role, PLAIN)
        at = places[free_place(boxes, taken, window.box)]
        taken.append(canvas.pill(at, shape.label, LETTERS - 5, colour))


def counters_in(card: EvidenceCard, window: Window) -> list[Box]:
    """Return what the counters on a board cover of the picture: none of them may be cut."""
    stands = () if card.table.board is None else card.table.stands
    return [footprint(card.seen(stand) or stand, window) for stand in stands]


def scale_box(window: Window, corner: Box | None, counters: Sequence[Box]) -> Box:
    """Return where the bar of 10 cm is drawn: in the corner below that whole table and counters leave free."""
    size = 10 * window.px_per_cm
    right = corner is not None and corner[0] < window.width / 2 and corner[3] > window.height / 2
    # Where the whole table is seen, cards of the frame lie in the corners and in the middle of its edges.
    left = window.width * 0.25 - size / 2 if corner is None else 28.0
    first, low = (window.width - 28 - size if right else left), window.height - 30.0
    across = [first, *(part * window.width - size / 2 for part in (0.25, 0.75, 0.35, 0.65, 0.15, 0.85, 0.45, 0.55))]
    boxes = [(x - 12, y - 40, x + size + 12, y + 16) for y in (low, 58.0) for x in across]
    return boxes[free_place(boxes, [*counters, *([] if corner is None else [corner])], window.box)]


def _draw_scale(canvas: Canvas, window: Window, corner: Box | None, counters: Sequence[Box]) -> None:
    box = scale_box(window, corner, counters)
    canvas.box(box, CASING, None, 1, 10)
    size, x, y = 10 * window.px_per_cm, box[0] + 12, box[3] - 16
    bar = [(x, y - 8), (x, y), (x + size, y), (x + size, y - 8)]
    canvas.line(bar, WHITE, 3.5)
    canvas.text((x + size / 2, y - 13), "10 cm", 21, WHITE, bold=True, anchor="ms")


def inset_corner(card: EvidenceCard, window: Window) -> Box | None:
    """Return the corner in which the whole table is drawn: where least that matters is; None where it is all there."""
    table = card.table
    shown = (window.cm[2] - window.cm[0]) * (window.cm[3] - window.cm[1])
    if shown > 0.72 * table.width_cm * table.depth_cm:
        return None
    wide = round(window.width * INSET)
    high = round(wide * (table.depth_cm + 8) / (table.width_cm + 8))
    if high > window.height * 0.42:
        wide, high = round(wide * window.height * 0.42 / high), round(window.height * 0.42)
    gap = 18
    matters = room_taken(card, window)
    counters = counters_in(card, window)
    for size in (1.0, 0.85, 0.7):  # so small that it covers no half of a counter, or not at all
        across, down = round(size * wide), round(size * high)
        corners = [
            (float(x), float(y), float(x + across), float(y + down))
            for x in (window.width - across - gap, gap) for y in (gap, window.height - down - gap)
        ]  # fmt: skip
        free = [corner for corner in corners if not any(cuts(corner, box) for box in counters)]
        if free:
            return min(free, key=lambda box: sum(box[0] < p[0] < box[2] and box[1] < p[1] < box[3] for p in matters))
    return None


def _draw_inset(
    canvas: Canvas, card: EvidenceCard, said: CardView, jpeg: bytes | None, window: Window, corner: Box,
    language: str,
) -> None:  # fmt: skip
    wide, high = round(corner[2] - corner[0]), round(corner[3] - corner[1])
    whole = table_window(card, wide, high)
    small = Canvas(wide, high)
    picture = photograph(card, jpeg, whole)
    if picture is not None:
        small.paste(picture, (0, 0))
        whole = whole.over_photograph(card)
    else:
        draw_map(small, card, whole, names=False)
        for stand in card.table.stands:
            small.disc(whole.at(stand.centre), 4, WHITE, (10, 14, 16), 1.5)
    for shape in card.ruling.geometry:
        if shape.form == "line" and shape.role in ("range", "path", "throw", "contact"):
            points = [whole.at(p) for p in shape.points]
            small.line(points, CASING, 6, cap=False)
            small.line(points, BRIGHT[said.tone], 3.5)
    near_left, far_right = whole.at(window.cm[:2], 0.0), whole.at(window.cm[2:], 0.0)
    small.box((near_left[0], far_right[1], far_right[0], near_left[1]), None, (10, 14, 16), 5)
    small.box((near_left[0] + 1, far_right[1] + 1, far_right[0] - 1, near_left[1] - 1), None, WHITE, 2.5)
    small.box((0, 0, wide, 27), CASING)
    small.text((10, 14), word("ev_inset", language), 17, WHITE, anchor="lm")
    canvas.box((corner[0] - 4, corner[1] - 4, corner[2] + 4, corner[3] + 4), WHITE, (10, 14, 16), 2, 6)
    canvas.paste(small.image, (corner[0], corner[1]))
