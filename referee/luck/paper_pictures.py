"""The passport's pictures in lines on paper."""

from referee.evidence.ink import INK, QUIET, RULE
from referee.luck.picture import Bars, Target
from referee.paper import Paper
from referee.words.english_passport import PASSPORT
from referee.words.translating import say

BLUE, ORANGE, PALE = (0, 114, 178), (179, 67, 0), (243, 241, 236)
HATCH_MM = 1.4


def draw_bars(pdf: Paper, picture: Bars, left: float, top: float, wide: float, high: float) -> None:
    """Draw a die's faces into a rectangle, in mm."""
    x0, plot, deep = left + 9, wide - 9, high - 9
    pdf.set_line_width(0.15)
    for down, percent in picture.ticks:
        y = top + deep * down
        pdf.set_draw_color(*RULE)
        pdf.line(x0, y, x0 + plot, y)
        pdf.letters(6.5, "", QUIET)
        pdf.text_right(x0 - 1.2, y + 0.8, f"{percent} %")
    for bar in picture.bars:
        x, w = x0 + plot * bar.left, plot * bar.wide
        pdf.set_fill_color(*BLUE)
        pdf.rect(x, top + deep * bar.top, w, deep * (1 - bar.top), style="F")
        _band(pdf, x - 1, top + deep * bar.band[0], w + 2, deep * (bar.band[1] - bar.band[0]))
        middle, first, last = x + w / 2, top + deep * bar.interval[0], top + deep * bar.interval[1]
        for colour, thick in (((255, 255, 255), 1.2), (INK, 0.5)):
            pdf.set_draw_color(*colour)
            pdf.set_line_width(thick)
            pdf.line(middle, first, middle, last)
            pdf.line(middle - 1.2, first, middle + 1.2, first)
            pdf.line(middle - 1.2, last, middle + 1.2, last)
        pdf.letters(8, "B")
        pdf.text_middle(middle, top + deep + 3.6, bar.name)
        pdf.letters(6.5, "", QUIET)
        pdf.text_middle(middle, top + deep + 7, f"{bar.count} ×")


def _band(pdf: Paper, x: float, y: float, wide: float, high: float) -> None:
    """Draw a hatched rectangle."""
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.12)
    across = HATCH_MM
    while across < wide + high:
        x1, y1 = (x + across, y) if across <= wide else (x + wide, y + across - wide)
        x2, y2 = (x, y + across) if across <= high else (x + across - high, y + high)
        pdf.line(x1, y1, x2, y2)
        across += HATCH_MM
    pdf.set_dash_pattern(dash=0.8, gap=0.8)
    pdf.rect(x, y, wide, high)
    pdf.set_dash_pattern()


def draw_target(pdf: Paper, picture: Target, left: float, top: float, wide: float, language: str) -> None:
    """Draw where shots fell into a square, in mm, with its scale below."""
    inner, edge = wide - 4, 2.0

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        return left + edge + inner * spot[0], top + edge + inner * spot[1]

    pdf.set_fill_color(*PALE)
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.2)
    pdf.rect(left, top, wide, wide, style="DF", round_corners=True, corner_radius=2)
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)
    if picture.outer:
        pdf.set_dash_pattern(dash=1.6, gap=1.1)
        pdf.polygon([at(spot) for spot in picture.outer])
        pdf.set_dash_pattern()
    if picture.inner:
        pdf.polygon([at(spot) for spot in picture.inner])
    x, y = at(picture.aim)
    pdf.set_line_width(0.5)
    pdf.line(x - 2.4, y, x + 2.4, y)
    pdf.line(x, y - 2.4, x, y + 2.4)
    if picture.mean is not None:
        x, y = at(picture.mean)
        pdf.polygon([(x, y - 1.5), (x + 1.5, y), (x, y + 1.5), (x - 1.5, y)])
    pdf.set_line_width(0.2)
    pdf.letters(6.5)
    for mark in picture.impacts:
        x, y = at(mark.at)
        pdf.set_draw_color(255, 255, 255)
        pdf.set_fill_color(*(ORANGE if mark.outside else BLUE))
        if mark.outside:
            pdf.rect(x - 1, y - 1, 2, 2, style="DF")
        else:
            pdf.circle(x, y, 1.0, style="DF")
        if mark.label is not None:
            x, y = at(mark.label)
            pdf.text_middle(x, y + 0.8, str(mark.number))
    cm, share = picture.scale
    low, long = top + wide + 3, inner * share
    pdf.set_draw_color(*INK)
    pdf.set_line_width(0.35)
    pdf.line(left + edge, low, left + edge + long, low)
    for end in (left + edge, left + edge + long):
        pdf.line(end, low - 0.9, end, low + 0.9)
    pdf.text(left + edge + long + 1.5, low + 0.9, say(PASSPORT["scale"], language, cm=cm))
