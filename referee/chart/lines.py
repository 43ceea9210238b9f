"""A chart in the words of a language: the book's seven columns, as lines, as text and as CSV."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from referee.chart.rows import Chart
from referee.words.translation import find, say, translated
from rules.board_cells import label_of
from rules.combat_chart import ChartRow
from table.names import cell

COLUMNS = ("number", "arm", "from", "to", "prisoner", "losses", "enemies")
"""The book's columns, by the keys of their words (M7.1)."""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A row as it is printed, a cell for each of COLUMNS; ``note`` is a remark under it."""

    cells: tuple[str, ...]
    note: str = ""


def heads(*, language: str = "en") -> tuple[str, ...]:
    """Return the columns' titles."""
    return tuple(say(f"chart.chart_{column}", language) for column in COLUMNS)


def title_of(chart: Chart, *, language: str = "en") -> str:
    """Return what a chart is called."""
    if chart.example:
        return say("chart.chart_example", language)
    return say("chart.chart_of_side", language, side=translated(chart.side, language))


def lines_of(chart: Chart, *, language: str = "en") -> tuple[ChartLine, ...]:
    """Return the rows of a chart as they are printed; the far field is T in Italian."""
    return tuple(_line(row, chart.example, language) for row in chart.rows)


def _line(row: ChartRow, example: bool, language: str) -> ChartLine:
    cells = (
        "" if row.number is None else str(row.number),
        "" if row.arm == "none" else say(f"chart.arm_{row.arm}", language),
        _deed(row, language) or ("" if row.start is None else label_of(str(row.start), language)),
        "" if row.end is None else label_of(str(row.end), language),
        _prisoner(row, language),
        _losses(row, example, language),
        str(row.enemies),
    )
    note = find(f"chart.note_{row.note}", language)
    return ChartLine(cells, "" if note is None else note.form())


def _deed(row: ChartRow, language: str) -> str:
    """Return what is no way from a square to another."""
    return say(f"chart.deed_{row.deed}", language) if row.deed in ("retreat", "give_up") else ""


def _prisoner(row: ChartRow, language: str) -> str:
    if row.freed:
        return say("chart.frees", language, count=row.freed)
    return "" if row.taken is None else label_of(str(row.taken), language)


def _losses(row: ChartRow, example: bool, language: str) -> str:
    """Return how many fell to the cannon, where they stood, and which of them were the shooter's own."""
    if row.arm != "artillery":
        return ""
    if example:
        return str(row.enemies_lost)
    theirs = [label_of(str(loss.square), language) for loss in row.losses if not loss.own]
    ours = [label_of(str(loss.square), language) for loss in row.losses if loss.own]
    said = f"{len(theirs)}: {', '.join(theirs)}" if theirs else "0"
    return say("chart.own_losses", language, losses=said, own=", ".join(ours)) if ours else said


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
        yield say("chart.chart_none", language)
        return
    table = [heads(language=language), *(line.cells for line in lines)]
    widths = [max(len(cells[k]) for cells in table) for k in range(len(table[0]))]
    notes = ["", *(line.note for line in lines)]
    for cells, note in zip(table, notes, strict=True):
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        if note:
            yield f"    {note}"
