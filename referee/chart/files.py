"""A chart as text and CSV."""

import csv
import io
from collections.abc import Iterator

from referee.chart.lines import heads, lines_of, title_of
from referee.chart.rows import Chart
from referee.words.english_chart import CHART
from referee.words.translating import translated
from table.names import cell


def chart_csv(chart: Chart, *, language: str = "en") -> str:
    """Return a chart as CSV: a line of titles, then a line a row."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(heads(language=language))
    writer.writerows(map(cell, line.cells) for line in lines_of(chart, language=language))
    return written.getvalue()


def chart_text(chart: Chart, *, language: str = "en") -> Iterator[str]:
    """Yield a chart line by line, its columns under one another."""
    lines = lines_of(chart, language=language)
    yield title_of(chart, language=language)
    if not lines:
        yield translated(CHART["chart_none"], language)
        return
    table = [heads(language=language), *(line.cells for line in lines)]
    widths = [max(len(cells[k]) for cells in table) for k in range(len(table[0]))]
    notes = ["", *(line.note for line in lines)]
    for cells, note in zip(table, notes, strict=True):
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        if note:
            yield f"    {note}"
