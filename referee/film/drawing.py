"""One picture of a film: whose turn it is and the score, the table, the ruling with its dice and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from referee.evidence.card import EvidenceCard
from referee.evidence.card_view import CardView
from referee.evidence.ground import draw_grid, draw_map, name_pieces
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
from referee.film.scenes import Story
from referee.film.stills import HIGH, WIDE, Line, Still, stills_of
from referee.ruling_view import BannerView, capital
from table.snapshot import Snapshot

SIZE = WIDE
BAR, VERDICT = 62, HEAD * SIZE // WIDTH
FOOT = SIZE - BAR - HIGH - VERDICT
LETTERS = 24.0
NIGHT = (18, 22, 24)
LEAST_PX = 7.0
"""Half as wide as that a figure is drawn at least."""
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
PIPS |= {4: ((-1, -1), (1, 1), (-1, 1), (1, -1)), 5: (*PIPS[2], (-1, 1), (1, -1), (0, 0))}
PIPS |= {6: (*PIPS[4], (-1, 0), (1, 0))}


FilmPicture = tuple[Image.Image, int]
"""A picture, and for how many frames it is shown."""


def pictures_of(story: Story, fps: int) -> Iterator[FilmPicture]:
    """Yield a film's pictures; none is kept."""
    painter = Painter()
    for still in stills_of(story, fps):
        yield painter.draw(still), still.count


class Painter:
    """Draws the pictures of a film one after the other; what is alike in the next is not drawn again."""

    def __init__(self) -> None:
        self._of: object = None
        self._map = Image.new("RGB", (1, 1))
        self._seen: tuple[Window, Image.Image] | None = None
        self._frame: tuple[object, Image.Image, Image.Image] | None = None

    def draw(self, still: Still) -> Image.Image:
        """Return a picture."""
        table = self._table(still, still.table)
        if still.lost:
            crossed = self._table(still, replace(still.table, stands=(*still.table.stands, *still.lost)))
            table = Image.blend(crossed, table, still.faded) if still.faded else crossed
        if still.lines:
            return _draw_words(table, still.lines)
        bar, caption = self._words(still)
        return stacked((bar, table, caption))

    def _words(self, still: Still) -> tuple[Image.Image, Image.Image]:
        """Return the bar above the table and the caption below it."""
        said = still.scene.said
        key = said.entry, still.score, still.is_told
        if self._frame is None or self._frame[0] != key:
            self._frame = key, draw_bar(still.scene.turn, still.score), draw_caption(said, still.is_told)
        return self._frame[1:]

    def _table(self, still: Still, table: Snapshot) -> Image.Image:
        named = table.with_pieces(still.scene.card.table.pieces)
        card, taken = replace(still.scene.card, table=named), list[Box]()
        canvas = Canvas(WIDE, HIGH)
        canvas.paste(self._ground(card, still.window), (0, 0))
        told = [shape.label for shape in card.ruling.geometry] if still.is_ruled else []
        name_pieces(canvas, card, still.window, told)
        if still.is_ruled:
            draw_ruling(canvas, still.scene.card, still.scene.said, still.window, taken)
        _draw_figures(canvas, card, still)
        draw_stands(canvas, card, still.window, taken, LETTERS)
        if still.turn:
            canvas.pill((WIDE / 2, 40), still.turn, 30, WHITE)
        return canvas.image.reduce(FINE)

    def _ground(self, card: EvidenceCard, window: Window) -> Image.Image:
        """Return what a window shows of the table's map, which is drawn whole as long as its terrain is the same."""
        whole, of = table_window(card, WIDE, HIGH), (card.table.pieces, card.table.board)
        if of != self._of:
            canvas = Canvas(WIDE, HIGH)
            draw_map(canvas, card, whole, names=False)
            draw_grid(canvas, card, whole)
            self._of, self._map, self._seen = of, canvas.image, None
        if self._seen is None or self._seen[0] != window:
            corners = whole.at((window.cm[0], window.cm[3])), whole.at((window.cm[2], window.cm[1]))
            (left, top), (right, bottom) = ((x * FINE, y * FINE) for x, y in corners)
            wide, high = self._map.size
            box = (max(left, 0), max(top, 0), min(right, wide), min(bottom, high))
            self._seen = window, self._map.resize((wide, high), Image.Resampling.BILINEAR, box)
        return self._seen[1]


def _draw_figures(canvas: Canvas, card: EvidenceCard, still: Still) -> None:
    """Fill each stand with its side's colour; a figure as small as a point is a disc, of the second side a diamond."""
    sides, window = sides_of(card), still.window
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
        ways, tone = ((1, -1), "out") if stand in still.lost else ((-1,), "close")
        for way in ways if stand in still.lost or stand.name in still.upright else ():
            canvas.line([(x - 15, y - 15 * way), (x + 15, y + 15 * way)], CASING, 9, cap=False)
            canvas.line([(x - 15, y - 15 * way), (x + 15, y + 15 * way)], BRIGHT[tone], 5)


def draw_bar(turn: str, score: Sequence[str]) -> Image.Image:
    """Return the bar above the table."""
    canvas = Canvas(SIZE, BAR, NIGHT)
    # Sides with long titles are written smaller, so that each keeps its badge, and the turn some room.
    size = next((it for it in range(24, 8, -1) if sum(width_of(s, it, True) + 50 for s in score) < SIZE * 0.72), 8)
    right = SIZE - 22.0
    for k, said in reversed(list(enumerate(score))):
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
    if not whole:
        said = replace(said, banner=BannerView(said.sign, said.word, said.tone))
    head, foot = Canvas(WIDTH, HEAD, TONES[said.banner.tone]), Canvas(SIZE, FOOT, PAPER)
    draw_head(head, said)
    x, dice = 24.0, said.dice if whole else ()
    faces = [pair for throw in dice for pair in zip(throw.given, throw.said, strict=True)]
    size = min(64.0, (0.5 * SIZE) / max(1, len(faces)) - 10)
    for face, name in faces[:8]:
        x += _draw_die(foot, (x, FOOT / 2), size, face, name, 22 if len(faces) < 4 else 17) + 10
    # Where nothing was measured the sentence is what came of it: till the dice fell it is said what they are for.
    asked = capital(said.dice[0].sentence) if said.dice and not said.outcome else said.sentence
    text, letters = ((whole and said.outcome_beneath) or asked, 30 if whole else 26)
    lines = wrapped(text, letters, SIZE - x - 34, True, 3)
    y = FOOT / 2 - (len(lines) - 1) * letters * 0.62
    for line in lines:
        foot.text((x + 10, y), line, letters, INK, bold=True, anchor="lm")
        y += letters * 1.24
    shown = head.image.resize((SIZE, VERDICT), Image.Resampling.LANCZOS)
    return stacked((shown, foot.image.reduce(FINE)))


def _draw_die(foot: Canvas, at: tuple[float, float], size: float, face: int | str, name: str, letters: int) -> float:
    """Draw a die from ``at`` to the right, and return how wide it is: six faces have their pips, others their names."""
    x, y = at
    pips = PIPS.get(face) if isinstance(face, int) else None
    wide = size if pips else max(size, width_of(name, letters, True) + letters)
    foot.box((x, y - size / 2, x + wide, y + size / 2), WHITE, INK, 2.5, size / 6)
    if pips is None:
        foot.text((x + wide / 2, y), name, letters, INK, bold=True, anchor="mm")
    for dx, dy in pips or ():
        foot.disc((x + wide / 2 + dx * size * 0.26, y + dy * size * 0.26), size * 0.095, INK)
    return wide


def _draw_words(table: Image.Image, lines: Sequence[Line]) -> Image.Image:
    """Return lines of text in the middle of a table by night."""
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
