"""Sheets of stand markers: cards to cut out, each with its white quiet zone and its name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2

from calibration.sheets.flow import Flow
from calibration.sheets.paper import BAR_MM, Area, Sheet
from calibration.sheets.pattern import modules, outlines
from table.errors import BadInput
from table.roster import Roster

LABEL_MM = 4.0
GAP_MM = 1.0


@dataclass(frozen=True, slots=True)
class Card:
    """A marker to print: its id, its black square's side in mm, and what is written under it."""

    marker: int
    size_mm: float
    label: str


def cards_of_ids(ids: Iterable[int], size_mm: float) -> list[Card]:
    """Return a card of one size for each id."""
    return [Card(marker, size_mm, str(marker)) for marker in ids]


def cards_of_roster(roster: Roster) -> list[Card]:
    """Return the cards of a roster, the largest first, each of the size its mount says."""
    cards = [Card(e.marker, e.mount.size_cm * 10, f"{e.marker} {e.name}") for e in roster.entries]
    return sorted(cards, key=lambda card: (-card.size_mm, card.marker))


def stand_sheet(
    cards: Sequence[Card],
    dictionary: cv2.aruco.Dictionary,
    paper: str = "A4",
    bar_mm: float = BAR_MM,
    title: str = "Vedette: stand markers",
) -> Sheet:
    """Lay the cards out on as many pages as they need.

    The white around a marker is one module wide, at least 2 mm; the cut line is outside it, and thick at the marker's
    top edge, so that a card still shows its front when it is cut out. Raises BadInput for no cards, an id the
    dictionary lacks, or a marker too small to print or too large for the page.
    """
    if not cards:
        raise BadInput("there is no marker to print: give ids or a roster with stands in it")
    sheet = Sheet(paper, title, bar_mm=bar_mm)
    flow = Flow(sheet)
    for card in cards:
        _check_size(card, sheet.area, paper)
        black = modules(dictionary, card.marker)
        module_mm = card.size_mm / len(black)
        quiet = max(module_mm, 2.0)
        side = card.size_mm + 2 * quiet
        x, y = flow.place(side + GAP_MM, side + LABEL_MM + GAP_MM)
        sheet.cut_line(x, y, side, side)
        sheet.line(x + 0.35 * side, y + 0.2, x + 0.65 * side, y + 0.2, width=0.4)
        sheet.shape(x + quiet, y + quiet, module_mm, outlines(black))
        _front_tick(sheet, x + 1.2, y + side + 0.8)
        sheet.text(x + 2.8, y + side + 2.4, card.label, 5, room_mm=side - 2.8)
    return sheet


def _check_size(card: Card, area: Area, paper: str) -> None:
    most = min(area.width - GAP_MM, area.height - LABEL_MM - GAP_MM) * 0.7
    if not 4 <= card.size_mm <= most:
        raise BadInput(
            f"marker {card.marker} would be {card.size_mm:g} mm wide; {paper} holds markers of 4 to {most:.0f} mm"
        )


def _front_tick(sheet: Sheet, x: float, y: float) -> None:
    """Draw a small arrow towards the marker's top edge, where its stand's front is when `turn_deg` is 0."""
    sheet.shape(x, y, 1.0, [[(0.0, 0.0), (0.9, 1.6), (-0.9, 1.6)]])
