"""The stands of a card's picture: outlined by side, the two that matter named large, the others where there is room."""

from collections.abc import Iterable, Sequence

from referee.evidence.card import EvidenceCard
from referee.evidence.ink import CASING, WHITE, Box, Canvas, Colour, Point, bounds, pill_box, width_of
from referee.evidence.window import Window
from rules.board_cells import AnyBoard, cells_of, reading_of
from table.footprint import part_corners
from table.stand import Stand

SIDES: tuple[Colour, ...] = ((86, 180, 255), (255, 150, 215))
"""Side by side with the page's blue and purple, bright enough for a dark picture; the second is dashed too."""


def draw_stands(
    canvas: Canvas, card: EvidenceCard, window: Window, taken: list[Box], letters: float, *, on_photo: bool = False
) -> None:
    """Draw every stand in the window; names go where nothing else is written.

    ``on_photo``: the camera's picture shows the stands. On a board each is outlined there where the camera saw it; of
    those that matter, and of one that was not seen, the cell is lit.
    """
    board = card.table.board if on_photo else None
    sides, chosen = sides_of(card), card.named
    stands = {stand.name: stand if board is None else card.seen(stand) or stand for stand in card.table.stands}
    for agreed in card.table.stands:
        stand, side, names = stands[agreed.name], sides.index(agreed.side), agreed.name in chosen
        if not _is_inside(window.at(agreed.centre), window.box):
            continue
        unseen = board is not None and card.seen(agreed) is None
        if board is not None and (unseen or names):
            _light(canvas, agreed, window, side, board)
        if not unseen:
            _outline(canvas, stand, window, side, names)
    for name in chosen:
        stand = stands[name]
        second = sides.index(stand.side) > 0
        places = list(_places(stand, window, letters))
        boxes = [pill_box(at, name, letters) for at in places]
        feet = [footprint(other, window) for other in stands.values() if other.name != name]
        at = places[free_place(boxes, [*taken, *feet], window.box)]
        taken.append(canvas.pill(at, name, letters, SIDES[second], dashes=second))
    labelled = {*chosen, *(shape.label for shape in card.ruling.geometry)}
    for stand in stands.values():
        if stand.name not in labelled and _is_inside(window.at(stand.centre), window.box):
            _name_small(canvas, stand, window, taken, letters * 0.68)


def sides_of(card: EvidenceCard) -> list[str]:
    """Return the sides in the order of their colours: the match's, as on the page, also of one that has nobody left."""
    return [*card.sides, *sorted({stand.side for stand in card.table.stands} - set(card.sides))]


def free_place(boxes: Sequence[Box], taken: Sequence[Box], inside: Box) -> int:
    """Return the first of some places that is free and inside; the one that covers least where none is."""

    def covered(box: Box) -> float:
        out = sum(
            max(0.0, over) for over in (inside[0] - box[0], inside[1] - box[1], box[2] - inside[2], box[3] - inside[3])
        )
        return 1000 * out + sum(_shared(box, other) for other in taken)

    shares = [covered(box) for box in boxes]
    return next((k for k, share in enumerate(shares) if share == 0), shares.index(min(shares)))


def room_taken(card: EvidenceCard, window: Window) -> list[Point]:
    """Return places all over what matters, in px: nothing else ought to be drawn there."""
    points = []
    for shape in card.ruling.geometry:
        if shape.form != "line" and shape.role in ("corridor", "zone"):
            continue
        corners = [window.at(p) for p in shape.points]
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            points += [(a[0] + (b[0] - a[0]) * k / 20, a[1] + (b[1] - a[1]) * k / 20) for k in range(20)]
    for name in card.named:
        x, y = window.at(card.table.stand(name).centre)
        points += [(x + dx, y + dy) for dx in (-90, 0, 90) for dy in (-70, 0, 70)] * 3
    return points


def _light(canvas: Canvas, stand: Stand, window: Window, side: int, board: AnyBoard) -> None:
    """Light the cell that the match has a stand on: it was seen anywhere in it."""
    corners = [window.at(corner) for corner in _cell_of(stand, board)]
    canvas.area(corners, (*SIDES[min(side, 1)], 46))
    canvas.area(corners, None, CASING, 6)
    canvas.area(corners, None, SIDES[min(side, 1)], 2.6, () if side == 0 else (11, 6))


def _outline(canvas: Canvas, stand: Stand, window: Window, side: int, chosen: bool) -> None:
    dashes = () if side == 0 else (11, 6)
    for points in window.parts(stand):
        canvas.area(points, None, CASING, 10 if chosen else 6)
        canvas.area(
            points, None, WHITE if chosen else SIDES[min(side, 1)], 6 if chosen else 2.6, () if chosen else dashes
        )
        if chosen:
            canvas.area(points, None, SIDES[min(side, 1)], 3.2, dashes)
        left, right = points[0], points[1]  # the front edge
        canvas.line([left, right], WHITE, 7 if chosen else 4)


def _cell_of(stand: Stand, board: AnyBoard) -> Sequence[Point]:
    """Return the corners of the cell a stand is on, a little inside its borders; those of its footprint beside them."""
    reading = reading_of(board, stand)
    cell = cells_of(board).get(reading.cell) if reading.cell is not None else None
    if cell is None:
        return part_corners(stand)[0]
    (x, y), inside = cell.centre, 0.9
    return [(x + inside * dx, y + inside * dy) for dx, dy in cell.corners]


def _places(stand: Stand, window: Window, letters: float) -> Iterable[Point]:
    left, top, right, bottom = footprint(stand, window)
    x, y = (left + right) / 2, (top + bottom) / 2
    away, half = letters * 1.35, width_of(stand.name, letters, True) / 2 + letters * 1.2
    left, top, right, bottom = left - half, top - away, right + half, bottom + away
    yield from ((x, bottom), (x, top), (left, y), (right, y))
    yield from ((left, bottom), (right, bottom), (left, top), (right, top))


def _name_small(canvas: Canvas, stand: Stand, window: Window, taken: list[Box], size: float) -> None:
    half, high = width_of(stand.name, size) / 2 + 4, size * 0.7
    for x, y in list(_places(stand, window, size))[:4]:
        box = (x - half, y - high, x + half, y + high)
        inside = box[0] > 0 and box[1] > 0 and box[2] < window.width and box[3] < window.height
        if inside and not any(_shared(box, other) for other in taken):
            canvas.text((x, y), stand.name, size, WHITE, anchor="mm", halo=(10, 14, 16))
            taken.append(box)
            return


def footprint(stand: Stand, window: Window) -> Box:
    """Return what a stand covers of the picture."""
    return bounds(corner for part in window.parts(stand) for corner in part)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _is_inside(at: Point, box: Box) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]
