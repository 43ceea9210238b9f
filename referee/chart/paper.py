"""A chart as paper: A4, some thirty-four rows a page like the book's own sheets, as many pages as it takes."""

from collections.abc import Sequence
from datetime import UTC, datetime

from referee.chart.lines import ChartLine, heads, lines_of, title_of
from referee.chart.rows import Chart
from referee.evidence.ink import INK, QUIET
from referee.paper import WIDE, Paper
from referee.words.translation import say, translated

EDGE, TOP = 14.0, 36.0
ROW, HEAD = 6.9, 13.0
ROWS = 34
"""As many rows as one of the book's sheets."""
WIDTHS = (12.0, 26.0, 24.0, 20.0, 34.0, 42.0, 24.0)
RULE, SHADE = (150, 146, 136), (243, 241, 236)
LEAST_PT = 6.0


def chart_pdf(charts: Sequence[Chart], *, language: str = "en") -> bytes:
    """Return charts as one PDF, each on pages of its own; an empty one is a sheet to write on."""
    pdf = Paper(say("chart.chart", language), language, datetime.now(UTC))
    for chart in charts:
        lines = lines_of(chart, language=language)
        pages = [lines[k : k + ROWS] for k in range(0, len(lines), ROWS)] or [()]
        for number, page in enumerate(pages, start=1):
            _page(pdf, chart, page, (number, len(pages)), language)
    return pdf.finished()


def _page(pdf: Paper, chart: Chart, lines: Sequence[ChartLine], page: tuple[int, int], language: str) -> None:
    pdf.add_page()
    pdf.letters(17, "B")
    pdf.text(EDGE, EDGE + 6, title_of(chart, language=language))
    pdf.letters(10, "", QUIET)
    pdf.text(EDGE, EDGE + 12, translated(chart.title, language) if chart.title else "")
    said = say("chart.chart_page", language, page=page[0], pages=page[1])
    pdf.text_right(WIDE - EDGE, EDGE + 12, said)
    y = _heads(pdf, language)
    notes = list(dict.fromkeys(line.note for line in lines if line.note))
    for k in range(ROWS):
        y = _row(pdf, lines[k] if k < len(lines) else None, y, shaded=k % 2 == 1, notes=notes)
    _frame(pdf, y)
    pdf.letters(8, "", QUIET)
    for k, note in enumerate(notes):
        pdf.text(EDGE, y + 5 + 4 * k, f"{_mark(k)} {note}")


def _heads(pdf: Paper, language: str) -> float:
    x, y = EDGE, TOP - HEAD + 4
    pdf.set_fill_color(*SHADE)
    pdf.rect(EDGE, y, sum(WIDTHS), HEAD, style="F")
    pdf.letters(8.5, "B")
    for head, width in zip(heads(language=language), WIDTHS, strict=True):
        words = pdf.wrapped(width - 2, head)
        for k, text in enumerate(words):
            pdf.text(x + 1.5, y + HEAD / 2 + 1.2 + 3.7 * (k - (len(words) - 1) / 2), text)
        x += width
    return y + HEAD


def _row(pdf: Paper, line: ChartLine | None, y: float, *, shaded: bool, notes: Sequence[str]) -> float:
    if shaded:
        pdf.set_fill_color(250, 249, 246)
        pdf.rect(EDGE, y, sum(WIDTHS), ROW, style="F")
    if line is not None:
        x = EDGE
        pdf.set_text_color(*INK)
        for k, (cell, width) in enumerate(zip(line.cells, WIDTHS, strict=True)):
            text = f"{cell} {_mark(notes.index(line.note))}" if line.note and k == NOTED else cell
            pdf.fit(text, width - 3, 10, LEAST_PT, "B" if k in BOLD else "")
            pdf.text(x + 1.5, y + ROW / 2 + 1.3, text)
            x += width
    return y + ROW


def _frame(pdf: Paper, bottom: float) -> None:
    top = TOP + 4 - HEAD
    pdf.set_draw_color(*RULE)
    pdf.set_line_width(0.2)
    for k in range(ROWS + 1):
        y = bottom - k * ROW
        pdf.line(EDGE, y, EDGE + sum(WIDTHS), y)
    x = EDGE
    for width in (0.0, *WIDTHS):
        x += width
        pdf.line(x, top, x, bottom)
    pdf.line(EDGE, top, EDGE + sum(WIDTHS), top)


NOTED, BOLD = 4, (0, 6)
"""The column that a remark is about, and those in bold letters."""


def _mark(number: int) -> str:
    return "*" * (number + 1)
