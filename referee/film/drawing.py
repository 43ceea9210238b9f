"""One picture of a film: whose turn it is and the score, the table, the ruling with its dice and what came of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_view import CardView
from referee.evidence.ground import draw_grid, draw_map
from referee.evidence.ink import (
    BRIGHT,
    CASING,
    FINE,
    INK,
    PAPER,
    TONES,
    WHITE,
    Box,
    Canvas,
    Colour,
    bounds,
    cut,
    stacked,
    width_of,
    wrapped,
)
from referee.evidence.plan import draw_ruling
from referee.evidence.poster import HEAD, WIDTH, draw_head
from referee.evidence.stands import SIDES, draw_stands, sides_of
from referee.evidence.window import Window, table_window
from table.snapshot import Snapshot

SIZE = 960
BAR, PLAN = 62, 660
VERDICT = HEAD * SIZE // WIDTH
FOOT = SIZE - BAR - PLAN - VERDICT
LETTERS = 20.0
NIGHT = (18, 22, 24)
LEAST_PX = 7.0
"""Half as wide as that a figure is drawn at least."""
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
PIPS |= {4: ((-1, -1), (1, 1), (-1, 1), (1, -1)), 5: (*PIPS[2], (-1, 1), (1, -1), (0, 0))}
PIPS |= {6: (*PIPS[4], (-1, 0), (1, 0))}


class Ground:
    """The map of a table: drawn whole, and looked at through a window as long as its terrain stays as it is."""

    def __init__(self) -> None:
        self._of: object = None
        self._whole = Image.new("RGB", (1, 1))
        self._seen: tuple[Window, Image.Image] | None = None

    def through(self, card: EvidenceCard, window: Window) -> Canvas:
        """Return a canvas that shows what a window does."""
        whole, of = table_window(card, SIZE, PLAN), (card.table.pieces, card.table.board)
        if of != self._of:
            canvas = Canvas(SIZE, PLAN)
            draw_map(canvas, card, whole)
            draw_grid(canvas, card, whole)
            self._of, self._whole, self._seen = of, canvas.image, None
        if self._seen is None or self._seen[0] != window:
            corners = whole.at((window.cm[0], window.cm[3])), whole.at((window.cm[2], window.cm[1]))
            (left, top), (right, bottom) = ((x * FINE, y * FINE) for x, y in corners)
            size, most = (SIZE * FINE, PLAN * FINE), self._whole.size
            box = (max(left, 0), max(top, 0), min(right, most[0]), min(bottom, most[1]))
            self._seen = window, self._whole.resize(size, Image.Resampling.BILINEAR, box)
        canvas = Canvas(SIZE, PLAN)
        canvas.paste(self._seen[1], (0, 0))
        return canvas


def draw_table(
    ground: Ground, card: EvidenceCard, table: Snapshot, window: Window, ruled: CardView | None, title: str = "",
    crossed: Collection[str] = (),
) -> Image.Image:  # fmt: skip
    """Return the table: with what a ruling rests on where one is given, a title across it, those lost crossed out."""
    shown = replace(card, table=table)
    canvas = ground.through(shown, window)
    taken: list[Box] = []
    if ruled is not None:
        draw_ruling(canvas, card, ruled, window, taken)
    _draw_figures(canvas, shown, window, crossed)
    draw_stands(canvas, shown, window, taken, LETTERS)
    if title:
        canvas.pill((SIZE / 2, 40), title, 30, WHITE)
    return canvas.image.reduce(FINE)


def _draw_figures(canvas: Canvas, card: EvidenceCard, window: Window, crossed: Collection[str]) -> None:
    """Fill each stand with its side's colour; a figure as small as a point is a disc, of the second side a diamond."""
    sides = sides_of(card)
    for stand in card.table.stands:
        second, (x, y) = min(sides.index(stand.side), 1), window.at(stand.centre)
        colour: Colour = SIDES[second]
        parts = window.parts(stand)
        left, top, right, bottom = bounds(corner for part in parts for corner in part)
        if max(right - left, bottom - top) < 2 * LEAST_PX:
            r = LEAST_PX + 2
            parts = [[(x - r, y), (x, y - r), (x + r, y), (x, y + r)]]
            if not second:
                canvas.disc((x, y), LEAST_PX, colour, INK, 2)
                parts = []
        for part in parts:
            canvas.area(part, colour, INK, 2)
        if stand.name in crossed:
            for way in (1, -1):
                canvas.line([(x - 15, y - 15 * way), (x + 15, y + 15 * way)], CASING, 9, cap=False)
                canvas.line([(x - 15, y - 15 * way), (x + 15, y + 15 * way)], BRIGHT["out"], 5)


def draw_bar(turn: str, score: Sequence[str]) -> Image.Image:
    """Return the bar above the table."""
    canvas = Canvas(SIZE, BAR, NIGHT)
    right = SIZE - 22.0
    for k, said in reversed(list(enumerate(score))):
        size = 24
        right -= width_of(said, size, True)
        canvas.text((right, BAR / 2), said, size, WHITE, bold=True, anchor="lm")
        right -= 20
        _draw_badge(canvas, right, BAR / 2, k)
        right -= 30
    canvas.text((22, BAR / 2), cut(turn, 26, right - 30), 26, WHITE, anchor="lm")
    return canvas.image.reduce(FINE)


def _draw_badge(canvas: Canvas, x: float, y: float, side: int) -> None:
    if side == 0:
        canvas.disc((x, y), 9, SIDES[0])
    else:
        canvas.area([(x - 11, y), (x, y - 11), (x + 11, y), (x, y + 11)], SIDES[1])


def draw_caption(said: CardView, whole: bool) -> Image.Image:
    """Return what is written below the table: the verdict; with ``whole`` the dice and what came of them, too."""
    head, foot = Canvas(WIDTH, HEAD, TONES[said.tone]), Canvas(SIZE, FOOT, PAPER)
    draw_head(head, said)
    x, faces = 24.0, [pair for throw in said.dice for pair in zip(throw.given, throw.said, strict=True)] if whole else []
    size = min(64.0, (0.5 * SIZE) / max(1, len(faces)) - 10)
    for face, name in faces[:8]:
        x += _draw_die(foot, (x, FOOT / 2), size, face, name) + 10
    text = said.outcome if whole and said.outcome else said.sentence
    if whole and not said.outcome and said.happened:
        text = " ".join(said.happened)
    letters = 30 if whole and said.outcome else 26
    lines = wrapped(text, letters, SIZE - x - 34, True, 3)
    y = FOOT / 2 - (len(lines) - 1) * letters * 0.62
    for line in lines:
        foot.text((x + 10, y), line, letters, INK, bold=True, anchor="lm")
        y += letters * 1.24
    shown = head.image.resize((SIZE, VERDICT), Image.Resampling.LANCZOS)
    return stacked((shown, foot.image.reduce(FINE)))


def _draw_die(foot: Canvas, at: tuple[float, float], size: float, face: int | str, name: str) -> float:
    """Draw a die from ``at`` to the right, and return how wide it is: six faces have their pips, others their names."""
    x, y = at
    pips = PIPS.get(face) if isinstance(face, int) else None
    wide = size if pips else max(size, width_of(name, 22, True) + 24)
    foot.box((x, y - size / 2, x + wide, y + size / 2), WHITE, INK, 2.5, size / 6)
    if pips is None:
        foot.text((x + wide / 2, y), name, 22, INK, bold=True, anchor="mm")
    for dx, dy in pips or ():
        foot.disc((x + wide / 2 + dx * size * 0.26, y + dy * size * 0.26), size * 0.095, INK)
    return wide


def draw_words(table: Image.Image, lines: Sequence[tuple[str, int, bool]]) -> Image.Image:
    """Return lines of text, each with its size and whether it is bold, in the middle of a table by night."""
    canvas = Canvas(SIZE, SIZE, NIGHT)
    dark = Image.blend(table, Image.new("RGB", table.size, NIGHT), 0.8)
    canvas.paste(dark.resize((SIZE * FINE, table.height * FINE)), (0, BAR))
    written = [
        (line, size, bold)
        for text, size, bold in lines
        for line in (wrapped(text, size, SIZE - 110, bold, 3) if text else [""])
    ]
    y = (SIZE - sum(size * 1.32 for _, size, _ in written)) / 2
    for text, size, bold in written:
        canvas.text((SIZE / 2, y + size * 0.66), text, size, WHITE, bold=bold, anchor="mm")
        y += size * 1.32
    return canvas.image.reduce(FINE)
