"""A luck passport on paper: A4, its pictures drawn in lines, its text to select."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from referee.evidence.ink import INK, QUIET, RULE
from referee.luck.paper_pictures import draw_bars, draw_target
from referee.luck.picture import bars_of, target_of
from referee.paper import HIGH, POINT_MM, WIDE, Paper, date_of
from referee.words.english_passport import PASSPORT
from referee.words.translating import say

GOOD, BAD = (0, 116, 90), (179, 67, 0)
EDGE, FOOT = 14.0, 12.0
INSIDE = WIDE - 2 * EDGE
PICTURE = 78.0
MOST_SHOTS = 120
SIGNS = {"as_fair": "✓", "unusual": "≈", "too_few": "…"}


class PassportPaper(Paper):
    """Pages with the seal at the foot of each."""

    def __init__(self, said: Mapping[str, Any], language: str) -> None:
        title = f"Vedette: {say(PASSPORT['passport'], language)}, {said['title']}"
        super().__init__(title, language, date_of(said["ended"]))
        self.set_margins(EDGE, EDGE, EDGE)
        self.set_auto_page_break(True, FOOT + 4)
        self._said = said
        self.add_page()

    def footer(self) -> None:
        """Write the seal and the page's number."""
        head = self._said["head"]
        self.set_y(-FOOT)
        self.letters(7, "", QUIET)
        self.set_draw_color(*RULE)
        self.line(EDGE, HIGH - FOOT - 1, WIDE - EDGE, HIGH - FOOT - 1)
        self.cell(INSIDE - 12, 5, f"№ {head['sequence']} · {head['seal']}")
        self.cell(12, 5, f"{self.page_no()} / {{nb}}", align="R")


def passport_pdf(said: dict[str, Any], *, language: str = "en") -> bytes:
    """Return a passport (``passport_said``) as a PDF."""
    pdf = PassportPaper(said, language)
    _head(pdf, said, language)
    _title(pdf, say(PASSPORT["dice"], language))
    for group in said["dice"]:
        _group(pdf, group, group["lines"], group["verdict_said"], group["verdict"])
    if said["dice"]:
        _small(pdf, say(PASSPORT["bar_legend"], language))
    for line in (*said["dice_said"], *([said["strange_said"]] if said["strange"] else [])):
        _small(pdf, line)
    for group in said["taken_back"]:
        _group(pdf, group, [say(PASSPORT["taken_back_how"], language)], "", "")
    if said["cannons"]:
        _title(pdf, say(PASSPORT["cannons"], language))
    for cannon in said["cannons"]:
        _cannon(pdf, cannon, language)
    return pdf.finished()


def _head(pdf: Paper, said: Mapping[str, Any], language: str) -> None:
    pdf.set_text_color(*INK)
    _text(pdf, say(PASSPORT["passport"], language), 24, "B")
    _text(pdf, said["said"], 11, "B")
    pdf.ln(1)
    whole = said["whole"]
    pdf.set_text_color(*(GOOD if whole else BAD if whole is False else QUIET))
    _text(pdf, f"{'✓' if whole else '✕' if whole is False else '≈'} {said['whole_said']}", 10, "B")
    pdf.set_text_color(*INK)
    _text(pdf, said["head_said"], 8)
    command = f"vedette journal verify match.sqlite --head {said['head']['seal'][:16]}"
    pdf.set_text_color(*QUIET)
    _text(pdf, say(PASSPORT["pass_how"], language, command=command), 8)


def _title(pdf: Paper, text: str) -> None:
    _room(pdf, 70)
    pdf.ln(3)
    pdf.set_text_color(*INK)
    _text(pdf, text, 16, "B")


def _group(pdf: Paper, group: Mapping[str, Any], lines: Sequence[str], verdict: str, key: str) -> None:
    """Print a group of dice: what is said of it on the left, its faces on the right."""
    picture = bars_of(group["faces"])
    high = PICTURE * 0.58

    def told(wide: float) -> None:
        _text(pdf, group["title"], 11.5, "B", wide)
        if verdict:
            colour = {"as_fair": GOOD, "unusual": BAD}.get(key, QUIET)
            pdf.set_text_color(*colour)
            _text(pdf, f"{SIGNS[key]} {verdict}", 9, "B", wide)
            pdf.set_text_color(*INK)
        for line in lines:
            _text(pdf, line, 8.5, "", wide)

    _beside(pdf, told, high, lambda left, top: draw_bars(pdf, picture, left, top, PICTURE, high))


def _cannon(pdf: Paper, cannon: Mapping[str, Any], language: str) -> None:
    picture = target_of(cannon)

    def told(wide: float) -> None:
        _text(pdf, cannon["title"], 11.5, "B", wide)
        if cannon["advice"]:
            pdf.set_text_color(*BAD)
            _text(pdf, cannon["advice"], 9, "B", wide)
            pdf.set_text_color(*INK)
        for line in (
            cannon["fired_said"], *cannon["speed_said"], *cannon["dispersion_said"], cannon["predicted_said"],
        ):  # fmt: skip
            _text(pdf, line, 8.5, "", wide)
        if picture is not None:
            pdf.set_text_color(*QUIET)
            legend = f" {say(PASSPORT['target_legend'], language)}" if picture.inner else ""
            _text(pdf, f"{cannon['picture_said']}.{legend}", 7, "", wide)
            if picture.outer_cm is not None:
                across, long = picture.outer_cm
                _text(pdf, say(PASSPORT["outer"], language, wide=across, high=long), 7, "", wide)

    if picture is None:
        told(INSIDE)
    else:
        drawn = picture
        _beside(pdf, told, PICTURE + 6, lambda left, top: draw_target(pdf, drawn, left, top, PICTURE, language))
    _shots(pdf, cannon["shots"], language)


def _shots(pdf: Paper, shots: Sequence[Mapping[str, Any]], language: str) -> None:
    """Print a line for each shot, the last 120 of them."""
    pdf.ln(1)
    pdf.set_text_color(*INK)
    _text(pdf, say(PASSPORT["shots"], language), 9, "B")
    for shot in shots[-MOST_SHOTS:]:
        _text(pdf, f"{shot['number']}.  {'; '.join(shot['said'])}", 7.5)


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
