"""What a card's drawing lies on: the camera's picture, or a plain map of the table; over it the cells of a board."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from referee.boards.agreed import play_of
from referee.evidence.card import EvidenceCard
from referee.evidence.ink import FINE, WHITE, Canvas, Colour, bounds
from referee.evidence.window import Window
from referee.words.game_words import piece_said
from rules.board_cells import Cell
from rules.board_play import BoardPosition
from rules.state import State
from table.terrain import Piece

LINE, SHADE = (240, 232, 208), (92, 84, 60)
LETTERS = 0.2
LEAST_PX = 11.0
"""Labels smaller than that are left out."""


def draw_grid(canvas: Canvas, card: EvidenceCard, window: Window) -> None:
    """Draw the cells in the window that the game's board has; nothing on a table without one."""
    if card.table.board is None:
        return
    cells = tuple(cells_on(card).values())
    reach = max(y for _, y in cells[0].corners)
    square = len(cells[0].corners) == 4
    size = (1.6 if square else 1.0) * LETTERS * reach * window.px_per_cm
    left, near, right, far = window.cm
    for cell in cells:
        x, y = cell.centre
        if not (left - reach < x < right + reach and near - reach < y < far + reach):
            continue
        corners = [window.at((x + dx, y + dy)) for dx, dy in cell.corners]
        canvas.area(corners, None, SHADE, 3)
        canvas.area(corners, None, LINE, 1.2)
        if size >= LEAST_PX:
            # On a square in a corner, where neither a soldier nor his name is.
            at = window.at((x - 0.62 * reach, y + 0.72 * reach) if square else (x, y - 0.7 * reach))
            canvas.text(at, cell.number, size, WHITE, anchor="mm", halo=(10, 14, 16))


def cells_on(card: EvidenceCard) -> Mapping[str, Cell]:
    """Return the cells of a card's board by name: its game's options may leave out some of the lattice's."""
    sides = tuple(sorted({stand.side for stand in card.table.stands}))
    return play_of(card.game).cells(BoardPosition(card.game, card.settings, card.table, State(sides)))


MAP, OUTSIDE, EDGE = (223, 227, 207), (58, 62, 58), (40, 44, 38)
WATER, WOOD, HARD, EARTH = (120, 165, 200), (124, 150, 92), (176, 160, 142), (196, 182, 142)
KINDS: dict[str, tuple[Colour, int]] = {
    **dict.fromkeys(("wood", "bush", "hedge"), (WOOD, 0)),
    **dict.fromkeys(("house", "village", "ruins", "wall"), (HARD, 1)),
    **dict.fromkeys(("stream", "river", "swamp"), (WATER, -1)),
}
"""Of each kind of terrain its colour, and which way its hatch leans."""


def photograph(card: EvidenceCard, jpeg: bytes | None, window: Window) -> Image.Image | None:
    """Return what a window shows of the picture a card was ruled on; None where there is none, or it is no picture."""
    if jpeg is None or card.frame is None or card.frame.picture_cm is None:
        return None
    try:
        with Image.open(BytesIO(jpeg)) as opened:
            picture = opened.convert("RGB")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return None
    left, near, right, far = card.frame.picture_cm
    if right <= left or far <= near:
        return None
    across, down = picture.width / (right - left), picture.height / (far - near)
    step = 1 / (window.px_per_cm * FINE)
    size = (window.width * FINE, window.height * FINE)
    place = (step * across, 0, (window.cm[0] - left) * across, 0, step * down, (far - window.cm[3]) * down)
    return picture.transform(size, Image.Transform.AFFINE, place, Image.Resampling.BICUBIC, fillcolor=OUTSIDE)


def pieces_called(card: EvidenceCard, language: str) -> EvidenceCard:
    """Return a card to be drawn: its pieces of terrain are called as people say them."""
    called = {piece.name: piece_said(card.game, piece.name, language) for piece in card.table.pieces}
    pieces = (replace(piece, name=called[piece.name]) for piece in card.table.pieces)
    shapes = tuple(replace(it, label=called.get(it.label or "", it.label)) for it in card.ruling.geometry)
    return replace(card, table=card.table.with_pieces(pieces), ruling=replace(card.ruling, geometry=shapes))


def draw_map(canvas: Canvas, card: EvidenceCard, window: Window, *, names: bool = True) -> None:
    """Draw the table with its terrain as the entry has it."""
    canvas.box(window.box, OUTSIDE)
    left, top = window.at((0.0, card.table.depth_cm))
    right, bottom = window.at((card.table.width_cm, 0.0))
    canvas.box((left, top, right, bottom), MAP, EDGE, 2)
    for piece in card.table.pieces:
        _draw_piece(canvas, piece, window)
    if names:
        name_pieces(canvas, card, window)


def name_pieces(canvas: Canvas, card: EvidenceCard, window: Window, without: Collection[str | None] = ()) -> None:
    """Write the name of each piece of terrain above it."""
    for piece in card.table.pieces:
        left, y, right, _ = bounds(window.at(corner) for corner in piece.polygon)
        x = (left + right) / 2
        if piece.name not in without and 20 < y < window.height and 0 < x < window.width:
            canvas.text((x, y - 6), piece.name, 17, EDGE, anchor="ms", halo=WHITE)


def _draw_piece(canvas: Canvas, piece: Piece, window: Window) -> None:
    colour, lean = KINDS.get(piece.kind, (EARTH, -1))
    points = [window.at(corner) for corner in piece.polygon]
    canvas.area(points, colour)
    dark = tuple(round(part * 0.62) for part in colour[:3])
    canvas.hatch(points, (dark[0], dark[1], dark[2]), 13, 1.2, lean)
    canvas.area(points, None, (dark[0], dark[1], dark[2]), 2)
