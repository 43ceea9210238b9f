"""What a card's drawing lies on: the camera's picture from above, or, without one, a plain map of the table."""

from io import BytesIO

from PIL import Image, UnidentifiedImageError

from referee.evidence.card import EvidenceCard
from referee.evidence.ink import FINE, WHITE, Canvas, Colour
from referee.evidence.window import Window
from table.terrain import Piece

MAP, OUTSIDE, EDGE = (223, 227, 207), (58, 62, 58), (40, 44, 38)
WATER, WOOD, HARD, EARTH = (120, 165, 200), (124, 150, 92), (176, 160, 142), (196, 182, 142)
KINDS: dict[str, tuple[Colour, int]] = {
    **dict.fromkeys(("wood", "bush", "hedge"), (WOOD, 0)),
    **dict.fromkeys(("house", "village", "ruins", "wall"), (HARD, 1)),
    **dict.fromkeys(("stream", "river", "swamp"), (WATER, -1)),
}
"""Of each kind of terrain its colour, and which way its hatch leans."""


def photograph(jpeg: bytes, picture_cm: tuple[float, float, float, float], window: Window) -> Image.Image | None:
    """Return what a window shows of the picture of a rectangle of the table; None where it is no picture."""
    try:
        with Image.open(BytesIO(jpeg)) as opened:
            picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None
    left, near, right, far = picture_cm
    if right <= left or far <= near:
        return None
    across, down = picture.width / (right - left), picture.height / (far - near)
    step = 1 / (window.px_per_cm * FINE)
    size = (window.width * FINE, window.height * FINE)
    place = (step * across, 0, (window.cm[0] - left) * across, 0, step * down, (far - window.cm[3]) * down)
    return picture.transform(size, Image.Transform.AFFINE, place, Image.Resampling.BICUBIC, fillcolor=OUTSIDE)


def draw_map(canvas: Canvas, card: EvidenceCard, window: Window, *, names: bool = True) -> None:
    """Draw the table with its terrain as the entry has it."""
    canvas.box(window.box, OUTSIDE)
    left, top = window.at((0.0, card.table.depth_cm))
    right, bottom = window.at((card.table.width_cm, 0.0))
    canvas.box((left, top, right, bottom), MAP, EDGE, 2)
    for piece in card.table.pieces:
        _draw_piece(canvas, piece, window, names)


def _draw_piece(canvas: Canvas, piece: Piece, window: Window, names: bool) -> None:
    colour, lean = KINDS.get(piece.kind, (EARTH, -1))
    points = [window.at(corner) for corner in piece.polygon]
    canvas.area(points, colour)
    dark = tuple(round(part * 0.62) for part in colour[:3])
    canvas.hatch(points, (dark[0], dark[1], dark[2]), 13, 1.2, lean)
    canvas.area(points, None, (dark[0], dark[1], dark[2]), 2)
    if names:
        x = (min(p[0] for p in points) + max(p[0] for p in points)) / 2
        y = min(p[1] for p in points)
        if 20 < y < window.height and 0 < x < window.width:
            canvas.text((x, y - 6), piece.name, 17, EDGE, anchor="ms", halo=WHITE)
