"""The frame's markers: cards to lay round the play area, and the frame.toml that fits them."""

from collections.abc import Sequence

import cv2

from calibration.sheets.paper import BAR_MM, Sheet
from calibration.sheets.pattern import modules, outlines
from table.errors import BadInput
from table.frame import Frame, FrameMarker

PAPER_THICKNESS_CM = 0.02
# Where a card lies, as (x, y) in halves of the play area: 0 near or left, 1 middle, 2 far or right; in the order of
# the ids, counter-clockwise from the near left corner.
PLACES: dict[str, tuple[int, int]] = {
    "near left": (0, 0), "near middle": (1, 0), "near right": (2, 0), "right middle": (2, 1),
    "far right": (2, 2), "far middle": (1, 2), "far left": (0, 2), "left middle": (0, 1),
}  # fmt: skip
CORNERS = ("near left", "near right", "far right", "far left")
SIX = ("near left", "near middle", "near right", "far right", "far middle", "far left")
LAYOUTS: dict[int, tuple[str, ...]] = {4: CORNERS, 6: SIX, 8: tuple(PLACES)}


def card_side_cm(size_cm: float) -> float:
    """Return the side of a frame marker's card: the black square and a quarter of it white all round."""
    return size_cm * 1.5


def places_of(count: int) -> tuple[str, ...]:
    """Return where that many cards go, in the order of their ids; raises BadInput unless 4, 6 or 8."""
    if count not in LAYOUTS:
        raise BadInput(f"a frame has 4, 6 or 8 markers (corners, then the sides' middles), got {count}")
    return LAYOUTS[count]


def frame_of(
    width_cm: float, depth_cm: float, ids: Sequence[int], size_cm: float = 5.0, dictionary: str = "4x4_250"
) -> Frame:
    """Return the frame of cards laid outside the play area, touching its corners and the middles of its sides.

    Raises BadInput for a number of ids there is no layout for, or a table smaller than two cards.
    """
    side = card_side_cm(size_cm)
    if not (2 * side <= width_cm <= 1000 and 2 * side <= depth_cm <= 1000):
        raise BadInput(
            f"a table of {width_cm:g} x {depth_cm:g} cm does not suit cards of {side:g} cm; "
            f"each side must be {2 * side:g} to 1000 cm"
        )
    along_x, along_y = (-side / 2, width_cm / 2, width_cm + side / 2), (-side / 2, depth_cm / 2, depth_cm + side / 2)
    markers = tuple(
        FrameMarker(marker, along_x[PLACES[place][0]], along_y[PLACES[place][1]], size_cm, PAPER_THICKNESS_CM)
        for marker, place in zip(ids, places_of(len(ids)), strict=True)
    )
    return Frame(float(width_cm), float(depth_cm), markers, dictionary)


def frame_sheet(
    ids: Sequence[int],
    dictionary: cv2.aruco.Dictionary,
    size_cm: float = 5.0,
    paper: str = "A4",
    bar_mm: float = BAR_MM,
    title: str = "Vedette: frame markers",
) -> Sheet:
    """Lay out the cards of a frame, each with its id, its place and a thick edge that goes against the play area.

    Raises BadInput for cards too large for the page, a marker under 2 cm, or a number of ids without a layout.
    """
    sheet = Sheet(paper, title, bar_mm=bar_mm)
    area, side = sheet.area, card_side_cm(size_cm) * 10
    columns, rows = int(area.width // side), int(area.height // side)
    if columns < 1 or size_cm < 2:
        raise BadInput(
            f"a frame marker of {size_cm:g} cm cannot be printed on {paper}: 2 to {area.width / 15:.1f} cm can"
        )
    for index, (marker, place) in enumerate(zip(ids, places_of(len(ids)), strict=True)):
        column, row = index % columns, index // columns % rows
        if column == row == 0:
            sheet.new_page()
        x, y = area.left + column * side, area.top + row * side
        black = modules(dictionary, marker)
        sheet.cut_line(x, y, side, side)
        sheet.shape(x + side / 6, y + side / 6, size_cm * 10 / len(black), outlines(black))
        _inner_edge(sheet, x, y, side, PLACES[place])
        sheet.text(x + 7.5, y + side - 1.0, f"{marker}   {place}", 6, room_mm=side - 15)
        sheet.text(x + 7.5, y + 2.6, "this edge away from you", 6, room_mm=side - 15)
    return sheet


def _inner_edge(sheet: Sheet, x: float, y: float, side: float, place: tuple[int, int]) -> None:
    """Thicken the card's corner or edge that touches the play area: two arms of 6 mm."""
    across, away = place
    thick, arm = 0.6, 6.0
    right = {0: x + side, 1: x + side / 2 + arm, 2: x + arm}[across]
    lower = {0: y, 1: y + side / 2 - arm, 2: y + side - arm}[away]
    if away != 1:
        edge = y if away == 0 else y + side - thick
        sheet.black(right - arm - (arm if across == 1 else 0), edge, arm * (2 if across == 1 else 1), thick)
    if across != 1:
        edge = x + side - thick if across == 0 else x
        sheet.black(edge, lower, thick, arm * (2 if away == 1 else 1))
