"""Sheets of stand markers: cards to cut out, each with its white quiet zone and its name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2

from calibration.sheets.paper import BAR_MM, ENGLISH, Area, Flow, Foot, Sheet
from calibration.sheets.pattern import modules, outlines
from table.errors import BadInput
from table.roster import Roster

LABEL_MM, SECOND_MM = 4.0, 2.7
"""Room under a card for a line of words, and for a second one."""
GAP_MM = 1.0
SHORT, TICK = 10, 4
"""Letters that one line has room for under the smallest card, and of how many the tick before it takes the room."""
POINTS, LEAST_POINTS, TABLE_POINTS = 6.0, 4.0, 5.5
ROW_MM, HEAD_MM, BETWEEN_MM, MOST_COLUMN_MM = 3.2, 6.0, 6.0, 95.0
"""Of the table under the cards: a row, its head, the white between two columns of rows, and the widest one."""


@dataclass(frozen=True, slots=True)
class Card:
    """A marker to print: its id, its black square's side in mm, and the one or two lines written under it."""

    marker: int
    size_mm: float
    label: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Legend:
    """A table of what is written under the cards and stands for: its head, and rows of as many texts."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def cards_of_ids(ids: Iterable[int], size_mm: float) -> list[Card]:
    """Return a card of one size for each id."""
    return [Card(marker, size_mm, str(marker)) for marker in ids]


def cards_of_roster(roster: Roster) -> list[Card]:
    """Return the cards of a roster, the largest first, each of the size its mount says."""
    cards = [Card(e.marker, e.mount.size_cm * 10, *_in_two(f"{e.marker} {e.name}")) for e in roster.entries]
    return sorted(cards, key=lambda card: (-card.size_mm, card.marker))


def _in_two(text: str) -> tuple[str, str]:
    """Return a label in two lines as even as its words allow; a short one in one."""
    words = text.split()
    if len(text) <= SHORT:
        return text, ""
    ways = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words) + 1)]
    return min(ways, key=lambda way: max(len(way[0]) + TICK, len(way[1])))


def stand_sheet(
    cards: Sequence[Card],
    dictionary: cv2.aruco.Dictionary,
    paper: str = "A4",
    bar_mm: float = BAR_MM,
    title: str = "Vedette: stand markers",
    legend: Legend | None = None,
    foot: Foot = ENGLISH,
) -> Sheet:
    """Lay the cards out on as many pages as they need, and under them the table of what they stand for.

    The white around a marker is one module wide, at least 2 mm; the cut line is outside it, and thick at the marker's
    top edge, so that a card still shows its front when it is cut out. Raises BadInput for no cards, an id the
    dictionary lacks, or a marker too small to print or too large for the page.
    """
    if not cards:
        raise BadInput("there is no marker to print: give ids or a roster with stands in it")
    sheet = Sheet(paper, title, bar_mm=bar_mm, foot=foot)
    flow = Flow(sheet)
    for card in cards:
        _check_size(card, sheet.area, paper)
        black = modules(dictionary, card.marker)
        module_mm = card.size_mm / len(black)
        quiet = max(module_mm, 2.0)
        side = card.size_mm + 2 * quiet
        x, y = flow.place(side + GAP_MM, side + LABEL_MM + (SECOND_MM if card.below else 0.0) + GAP_MM)
        sheet.cut_line(x, y, side, side)
        sheet.line(x + 0.35 * side, y + 0.2, x + 0.65 * side, y + 0.2, width=0.4)
        sheet.shape(x + quiet, y + quiet, module_mm, outlines(black))
        _front_tick(sheet, x + 1.2, y + side + 0.8)
        _fitted(sheet, x + 3.1, y + side + 2.4, card.label, side - 3.1)
        _fitted(sheet, x + 0.3, y + side + 2.4 + SECOND_MM, card.below, side - 0.3)
    if legend is not None:
        _draw_legend(sheet, flow, legend)
    return sheet


def _fitted(sheet: Sheet, x: float, y: float, line: str, room_mm: float) -> None:
    """Write a line under a card, smaller where it is long; what is still too long is cut."""
    wide = sheet.text_width(line, POINTS)
    points = min(POINTS, max(LEAST_POINTS, POINTS * room_mm / wide)) if wide else POINTS
    sheet.text(x, y, line, points, room_mm=room_mm + 0.05)


def _draw_legend(sheet: Sheet, flow: Flow, legend: Legend) -> None:
    """Draw the table in columns of rows beside each other, where the cards leave room, or on pages of its own."""
    lines = (legend.head, *legend.rows)
    widths = [max(sheet.text_width(row[k], TABLE_POINTS) for row in lines) + 2.0 for k in range(len(legend.head))]
    block = min(sum(widths), MOST_COLUMN_MM)
    across = max(1, int((sheet.area.width + BETWEEN_MM) // (block + BETWEEN_MM)))
    left = list(legend.rows)
    top = flow.y + flow.row_height + BETWEEN_MM
    while left:
        room = int((sheet.area.top + sheet.area.height - top - HEAD_MM) // ROW_MM)
        if room * across < len(left) and top > sheet.area.top:  # whole on a page of its own rather than in two pieces
            sheet.new_page()
            top = sheet.area.top
            continue
        rows = min(room, -(-len(left) // across))
        for column in range(across):
            part, left = left[:rows], left[rows:]
            if part:
                _draw_rows(sheet, sheet.area.left + column * (block + BETWEEN_MM), top, widths, (legend.head, *part))
        if left:
            sheet.new_page()
            top = sheet.area.top


def _draw_rows(sheet: Sheet, x: float, top: float, widths: Sequence[float], rows: Sequence[Sequence[str]]) -> None:
    for k, row in enumerate(rows):
        y, at = top + HEAD_MM / 2 + k * ROW_MM, x
        for text, wide in zip(row, widths, strict=True):
            room_mm = min(wide, x + MOST_COLUMN_MM - at) - 1.0
            sheet.text(at, y, text, TABLE_POINTS, room_mm=room_mm)
            at += wide
        sheet.line(x, y + 0.9, min(at, x + MOST_COLUMN_MM), y + 0.9, width=0.3 if k == 0 else 0.1)


def _check_size(card: Card, area: Area, paper: str) -> None:
    most = min(area.width - GAP_MM, area.height - LABEL_MM - GAP_MM) * 0.7
    if not 4 <= card.size_mm <= most:
        raise BadInput(
            "marker {marker} would be {size_mm:g} mm wide; {paper} holds markers of 4 to {most:.0f} mm",
            marker=card.marker, size_mm=card.size_mm, paper=paper, most=most,
        )  # fmt: skip


def _front_tick(sheet: Sheet, x: float, y: float) -> None:
    """Draw a small arrow towards the marker's top edge, where its stand's front is when `turn_deg` is 0."""
    sheet.shape(x, y, 1.0, [[(0.0, 0.0), (0.9, 1.6), (-0.9, 1.6)]])
