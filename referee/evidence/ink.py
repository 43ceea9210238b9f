"""Drawing on a picture: a canvas twice as fine as what comes out, letters with accents, hatches, dashes."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Colour = tuple[int, int, int] | tuple[int, int, int, int]

FINE = 2
"""Drawn so many times as large and made smaller: Pillow's lines have no soft edges of their own."""

INK, PAPER, QUIET, RULE = (28, 30, 32), (251, 250, 247), (86, 92, 98), (211, 207, 197)
WHITE, CASING, PILL = (255, 255, 255), (10, 14, 16, 190), (16, 20, 22, 235)
TONES: dict[str | None, Colour] = {"in": (0, 116, 90), "out": (179, 67, 0), "close": (230, 159, 0), None: PAPER}
"""The page's colours: Okabe and Ito's, darkened where letters stand on them; None is an outcome's."""
BRIGHT: dict[str, Colour] = {"in": (0, 200, 150), "out": (255, 120, 30), "close": (255, 190, 20)}
ON_TONES: dict[str | None, Colour] = {"in": WHITE, "out": WHITE, "close": (28, 19, 0), None: INK}
DASHES: dict[str, tuple[float, ...]] = {"in": (), "out": (22, 13), "close": (3, 13)}
"""px on, px off: what a verdict's line looks like without any colour."""


def font_data(bold: bool = False) -> bytes:
    """Return a font file, as paper wants it too."""
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return (files("referee.evidence") / "fonts" / name).read_bytes()


@cache
def font(size_px: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the letters in a size."""
    return ImageFont.truetype(BytesIO(font_data(bold)), size_px)


class Canvas:
    """A picture to draw on, in px of the picture that comes out."""

    def __init__(self, width: int, height: int, ground: Colour = PAPER) -> None:
        self.size = width, height
        self.image = Image.new("RGB", (width * FINE, height * FINE), ground[:3])
        self._pen = ImageDraw.Draw(self.image, "RGBA")

    def finished(self) -> Image.Image:
        """Return the picture."""
        return self.image.resize(self.size, Image.Resampling.LANCZOS)

    def paste(self, picture: Image.Image, at: Point) -> None:
        """Lay a picture of this canvas' fineness on it."""
        self.image.paste(picture, (round(at[0] * FINE), round(at[1] * FINE)))

    def box(
        self, box: Box, fill: Colour | None = None, stroke: Colour | None = None, width: float = 1, round_px: float = 0
    ) -> None:
        """Draw a rectangle left, top, right, bottom."""
        self._pen.rounded_rectangle(
            [round(v * FINE) for v in box], round_px * FINE, fill, stroke, max(1, round(width * FINE))
        )

    def disc(self, at: Point, radius: float, fill: Colour | None = None, stroke: Colour | None = None,
             width: float = 1) -> None:  # fmt: skip
        """Draw a circle."""
        (x, y), r = _fine(at), radius * FINE
        self._pen.ellipse([x - r, y - r, x + r, y + r], fill, stroke, max(1, round(width * FINE)))

    def line(
        self, points: Sequence[Point], colour: Colour, width: float, dashes: Sequence[float] = (), cap: bool = True
    ) -> None:
        """Draw a line through points, whole or in dashes."""
        for stretch in _dashed(points, dashes) if dashes else [list(points)]:
            fine = [_fine(p) for p in stretch]
            self._pen.line(fine, colour, max(1, round(width * FINE)), joint="curve")
            if cap and len(colour) == 3:
                r = width * FINE / 2
                for x, y in (fine[0], fine[-1]):
                    self._pen.ellipse([x - r, y - r, x + r, y + r], colour)

    def area(self, points: Sequence[Point], fill: Colour | None = None, stroke: Colour | None = None,
             width: float = 1, dashes: Sequence[float] = ()) -> None:  # fmt: skip
        """Draw a polygon."""
        if fill is not None:
            self._pen.polygon([_fine(p) for p in points], fill)
        if stroke is not None:
            self.line([*points, points[0]], stroke, width, dashes)

    def hatch(self, points: Sequence[Point], colour: Colour, every: float, width: float, lean: int = 1) -> None:
        """Fill a polygon with slanting lines; ``lean`` 1 rises to the right, -1 falls, 0 crosses both ways."""
        fine = [_fine(p) for p in points]
        left, top, right, bottom = bounds(fine)
        left, top = max(0, math.floor(left)), max(0, math.floor(top))
        right, bottom = min(self.image.width, math.ceil(right)), min(self.image.height, math.ceil(bottom))
        if right <= left or bottom <= top:
            return
        size, step = (right - left, bottom - top), every * FINE
        inside = Image.new("L", size)
        ImageDraw.Draw(inside).polygon([(x - left, y - top) for x, y in fine], 255)
        lines = Image.new("L", size)
        pen = ImageDraw.Draw(lines)
        for way in (1, -1) if lean == 0 else (lean,):
            for k in range(-math.ceil(size[1] / step) - 1, math.ceil((size[0] + size[1]) / step) + 1):
                x = k * step
                ends = [(x, size[1]), (x + size[1], 0)] if way > 0 else [(x - size[1], 0), (x, size[1])]
                pen.line(ends, 255, max(1, round(width * FINE)))
        mask = Image.composite(lines, Image.new("L", size), inside)
        if len(colour) == 4:
            mask = mask.point(lambda v: v * colour[3] // 255)
        self.image.paste(colour[:3], (left, top), mask)

    def text(
        self, at: Point, text: str, size: float, colour: Colour = INK, *, bold: bool = False, anchor: str = "ls",
        halo: Colour | None = None,
    ) -> None:  # fmt: skip
        """Write a line of text; ``anchor`` is Pillow's: "ls" left on the base line, "mm" middle, "rs" right ..."""
        stroke = round(0.11 * size * FINE) if halo else 0
        self._pen.text(
            _fine(at), text, colour, font(round(size * FINE), bold), anchor=anchor, stroke_width=stroke,
            stroke_fill=halo,
        )  # fmt: skip

    def pill(self, at: Point, text: str, size: float, edge: Colour, *, dashes: bool = False) -> Box:
        """Write text in the middle of a dark label with a coloured edge; return its box."""
        box = pill_box(at, text, size)
        self.box(box, PILL, edge, max(2.0, size / 9), (box[3] - box[1]) / 2)
        if dashes:  # the second side's edge is told from the first's without its colour
            self.box((box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5), None, edge, 1.5, (box[3] - box[1]) / 2)
        self.text(at, text, size, WHITE, bold=True, anchor="mm")
        return box


def stacked(parts: Iterable[Image.Image | None]) -> Image.Image:
    """Return pictures of one width below each other; None is left out."""
    pictures = [part for part in parts if part is not None]
    whole, top = Image.new("RGB", (pictures[0].width, sum(part.height for part in pictures))), 0
    for picture in pictures:
        whole.paste(picture, (0, top))
        top += picture.height
    return whole


def bounds(points: Iterable[Point]) -> Box:
    """Return the left, top, right and bottom that points lie between: the least and the greatest of their numbers."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def pill_box(at: Point, text: str, size: float) -> Box:
    """Return the box of a label."""
    half, high = width_of(text, size, True) / 2 + size * 0.72, size * 0.86
    return at[0] - half, at[1] - high, at[0] + half, at[1] + high


def width_of(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a line of text is."""
    return font(round(size * FINE), bold).getlength(text) / FINE


def wrapped(text: str, size: float, width: float, bold: bool = False, most: int = 99) -> list[str]:
    """Return a text in lines that are no wider; a word that is too long is cut, and what is over ends in "..."."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size, bold) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        lines[-1] = cut(word, size, width, bold)
    return lines if len(lines) <= most else [*lines[: most - 1], cut(f"{lines[most - 1]} ...", size, width, bold)]


def cut(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return a text cut to a width, with "..." where something is missing."""
    if width_of(text, size, bold) <= width:
        return text
    while text and width_of(f"{text}...", size, bold) > width:
        text = text[:-1]
    return f"{text.rstrip('. ')}..."


def _fine(at: Point) -> Point:
    return at[0] * FINE, at[1] * FINE


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterable[list[Point]]:
    """Yield the stretches of a line that are drawn."""
    on, left, stretch = True, dashes[0], [points[0]]
    for start, end in pairwise(points):
        length, gone = math.dist(start, end), 0.0
        while length - gone > left:
            gone += left
            here = (start[0] + (end[0] - start[0]) * gone / length, start[1] + (end[1] - start[1]) * gone / length)
            if on:
                yield [*stretch, here]
            on, stretch = not on, [here]
            left = dashes[0] if on else dashes[1]
        left -= length - gone
        if on:
            stretch.append(end)
    if on and len(stretch) > 1:
        yield stretch
