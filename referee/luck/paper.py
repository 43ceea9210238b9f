"""A luck passport on paper: A4, its pictures drawn in lines, its text to select."""

from collections.abc import Sequence
from math import ceil
from typing import Any

from referee.evidence.ink import INK, QUIET, RULE
from referee.luck.passport_view import CannonHistoryView, DiceGroupView, PassportShotView, PassportView
from referee.luck.picture import Bars, Target, bars_of, target_of
from referee.paper import HIGH, POINT_MM, WIDE, Paper, date_of
from referee.words.translation import say

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
    pdf.text(left + edge + long + 1.5, low + 0.9, say("passport.scale", language, cm=cm))


GOOD, BAD = (0, 116, 90), (179, 67, 0)
EDGE, FOOT = 14.0, 12.0
INSIDE = WIDE - 2 * EDGE
PICTURE = 78.0
MOST_SHOTS = 120
SIGNS = {"as_fair": "✓", "unusual": "≈", "too_few": "…"}


class PassportPaper(Paper):
    """Pages with the seal at the foot of each."""

    def __init__(self, said: PassportView, language: str) -> None:
        title = f"Vedette: {say('passport.passport', language)}, {said.title}"
        super().__init__(title, language, date_of(said.ended))
        self.set_margins(EDGE, EDGE, EDGE)
        self.set_auto_page_break(True, FOOT + 4)
        self._said = said
        self.add_page()

    def footer(self) -> None:
        """Write the seal and the page's number."""
        head = self._said.head
        self.set_y(-FOOT)
        self.letters(7, "", QUIET)
        self.set_draw_color(*RULE)
        self.line(EDGE, HIGH - FOOT - 1, WIDE - EDGE, HIGH - FOOT - 1)
        self.cell(INSIDE - 12, 5, f"№ {head.sequence} · {head.seal}")
        self.cell(12, 5, f"{self.page_no()} / {{nb}}", align="R")


def passport_pdf(said: PassportView, *, language: str = "en") -> bytes:
    """Return a passport (``passport_said``) as a PDF."""
    pdf = PassportPaper(said, language)
    _head(pdf, said, language)
    _title(pdf, say("passport.dice", language))
    for group in said.dice:
        _group(pdf, group, group.lines, group.verdict_said, group.verdict)
    if said.dice:
        _small(pdf, say("passport.bar_legend", language))
    for line in (*said.dice_said, *([said.strange_said] if said.strange else [])):
        _small(pdf, line)
    for group in said.taken_back:
        _group(pdf, group, [say("passport.taken_back_how", language)], "", "")
    if said.cannons:
        _title(pdf, say("passport.cannons", language))
    for cannon in said.cannons:
        _cannon(pdf, cannon, language)
    return pdf.finished()


def _head(pdf: Paper, said: PassportView, language: str) -> None:
    pdf.set_text_color(*INK)
    _text(pdf, say("passport.passport", language), 24, "B")
    _text(pdf, said.said, 11, "B")
    pdf.ln(1)
    whole = said.whole
    pdf.set_text_color(*(GOOD if whole else BAD if whole is False else QUIET))
    _text(pdf, f"{'✓' if whole else '✕' if whole is False else '≈'} {said.whole_said}", 10, "B")
    pdf.set_text_color(*INK)
    _text(pdf, said.head_said, 8)
    command = f"vedette journal verify match.sqlite --head {said.head.seal[:16]}"
    pdf.set_text_color(*QUIET)
    _text(pdf, say("passport.pass_how", language, command=command), 8)


def _title(pdf: Paper, text: str) -> None:
    _room(pdf, 70)
    pdf.ln(3)
    pdf.set_text_color(*INK)
    _text(pdf, text, 16, "B")


def _group(pdf: Paper, group: DiceGroupView, lines: Sequence[str], verdict: str, key: str) -> None:
    """Print a group of dice: what is said of it on the left, its faces on the right."""
    picture = bars_of(group.faces)
    high = PICTURE * 0.58

    def told(wide: float) -> None:
        _text(pdf, group.title, 11.5, "B", wide)
        if verdict:
            colour = {"as_fair": GOOD, "unusual": BAD}.get(key, QUIET)
            pdf.set_text_color(*colour)
            _text(pdf, f"{SIGNS[key]} {verdict}", 9, "B", wide)
            pdf.set_text_color(*INK)
        for line in lines:
            _text(pdf, line, 8.5, "", wide)

    _beside(pdf, told, high, lambda left, top: draw_bars(pdf, picture, left, top, PICTURE, high))


def _cannon(pdf: Paper, cannon: CannonHistoryView, language: str) -> None:
    picture = target_of(cannon)

    def told(wide: float) -> None:
        _text(pdf, cannon.title, 11.5, "B", wide)
        if cannon.advice:
            pdf.set_text_color(*BAD)
            _text(pdf, cannon.advice, 9, "B", wide)
            pdf.set_text_color(*INK)
        for line in (
            cannon.fired_said, *cannon.speed_said, *cannon.dispersion_said, cannon.predicted_said,
        ):  # fmt: skip
            _text(pdf, line, 8.5, "", wide)
        if picture is not None:
            pdf.set_text_color(*QUIET)
            legend = f" {say('passport.target_legend', language)}" if picture.inner else ""
            _text(pdf, f"{cannon.picture_said}.{legend}", 7, "", wide)
            if picture.outer_cm is not None:
                across, long = picture.outer_cm
                _text(pdf, say("passport.outer", language, wide=across, high=long), 7, "", wide)

    if picture is None:
        told(INSIDE)
    else:
        drawn = picture
        _beside(pdf, told, PICTURE + 6, lambda left, top: draw_target(pdf, drawn, left, top, PICTURE, language))
    _shots(pdf, cannon.shots, language)


def _shots(pdf: Paper, shots: Sequence[PassportShotView], language: str) -> None:
    """Print a line for each shot, the last 120 of them."""
    pdf.ln(1)
    pdf.set_text_color(*INK)
    _text(pdf, say("passport.shots", language), 9, "B")
    for shot in shots[-MOST_SHOTS:]:
        _text(pdf, f"{shot.number}.  {'; '.join(shot.said)}", 7.5)


def _beside(pdf: Paper, told: Any, high: float, draw: Any) -> None:
    """Print text and a picture side by side, on one page."""
    wide = INSIDE - PICTURE - 6
    with pdf.offset_rendering() as dry:
        told(wide)
    _room(pdf, max(high, 55.0) + 4)
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.2)
    pdf.line(EDGE, pdf.get_y() + 1, WIDE - EDGE, pdf.get_y() + 1)
    pdf.ln(3)
    top = pdf.get_y()
    if dry.page_break_triggered and not ceil(top) <= EDGE + 4:
        pdf.add_page()
        top = pdf.get_y()
    pdf.set_text_color(*INK)
    told(wide)
    end = pdf.get_y()
    draw(WIDE - EDGE - PICTURE, top)
    pdf.set_y(max(end, top + high) + 2)


def _room(pdf: Paper, high: float) -> None:
    """Begin a page where there is not so much room left."""
    if pdf.will_page_break(high):
        pdf.add_page()


def _small(pdf: Paper, text: str) -> None:
    pdf.set_text_color(*QUIET)
    _text(pdf, text, 7.5)


def _text(pdf: Paper, text: str, size: float, style: str = "", wide: float = INSIDE) -> None:
    pdf.set_font("sans", style, size)
    pdf.multi_cell(wide, size * POINT_MM * 1.3, text, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(size * 0.06)
