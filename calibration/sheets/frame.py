"""The frame's markers: cards to lay round the play area, from a layout with its frame.toml or from a frame.toml."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from calibration.laid import LAID_CM
from calibration.sheets.paper import BAR_MM, Flow, Sheet
from calibration.sheets.pattern import modules, outlines
from table.errors import BadInput
from table.frame import Frame, FrameMarker

PAPER_THICKNESS_CM = 0.02
LEAST_MM, SMALL_MM, LABEL_MM = 10.0, 60.0, 4.0  # a marker; a card without room for words; the words below it
# Where a card lies, as (x, y) in halves of the play area: 0 near or left, 1 middle, 2 far or right; in the order of
# the ids, counter-clockwise from the near left corner.
PLACES: dict[str, tuple[int, int]] = {
    "near left": (0, 0), "near middle": (1, 0), "near right": (2, 0), "right middle": (2, 1),
    "far right": (2, 2), "far middle": (1, 2), "far left": (0, 2), "left middle": (0, 1),
}  # fmt: skip
CORNERS = ("near left", "near right", "far right", "far left")
SIX = ("near left", "near middle", "near right", "far right", "far middle", "far left")
LAYOUTS: dict[int, tuple[str, ...]] = {4: CORNERS, 6: SIX, 8: tuple(PLACES)}


MOST_CM = 1000.0
Unit = tuple[str, float]
"""A unit of length: its name, and how many cm it is."""
CM: Unit = ("cm", 1.0)


def card_side_cm(size_cm: float) -> float:
    """Return the side of a frame marker's card: the black square and a quarter of it white all round."""
    return size_cm * 1.5


def places_of(count: int) -> tuple[str, ...]:
    """Return where that many cards go, in the order of their ids; raises BadInput unless 4, 6 or 8."""
    if count not in LAYOUTS:
        raise BadInput("there are 4, 6 or 8 cards (corners, then the sides' middles), not {count}", count=count)
    return LAYOUTS[count]


def frame_of(
    width_cm: float, depth_cm: float, ids: Sequence[int], size_cm: float = 5.0, dictionary: str = "4x4_250",
    unit: Unit = CM,
) -> Frame:  # fmt: skip
    """Return the frame of cards laid outside the play area, touching its corners and the middles of its sides.

    Raises BadInput for a number of ids there is no layout for, or a table smaller than two cards, with its lengths in
    the unit that people gave them in.
    """
    side = card_side_cm(size_cm)
    if not (2 * side <= width_cm <= MOST_CM and 2 * side <= depth_cm <= MOST_CM):
        name, cm = unit
        raise BadInput(
            "a table of {width:.6g} x {depth:.6g} {unit} does not suit cards of {side:.3g} {unit}; each side must be "
            "{least:.3g} to {most:.4g} {unit}",
            width=width_cm / cm, depth=depth_cm / cm, unit=name, side=side / cm, least=2 * side / cm, most=MOST_CM / cm,
        )  # fmt: skip
    along_x, along_y = (-side / 2, width_cm / 2, width_cm + side / 2), (-side / 2, depth_cm / 2, depth_cm + side / 2)
    markers = tuple(
        FrameMarker(marker, along_x[PLACES[place][0]], along_y[PLACES[place][1]], size_cm, PAPER_THICKNESS_CM)
        for marker, place in zip(ids, places_of(len(ids)), strict=True)
    )
    return Frame(float(width_cm), float(depth_cm), markers, dictionary, laid_sigma_cm=LAID_CM)


@dataclass(frozen=True, slots=True)
class FrameCard:
    """A frame marker to print: its id, its black square's side, what is written below and above it.

    ``place`` (see PLACES) gets the edges that go against the play area; without one the middles of its edges get
    ticks, to lay the card by its centre.
    """

    marker: int
    size_cm: float
    label: str
    above: str = "this edge away from you"
    place: tuple[int, int] | None = None


def cards_of_places(ids: Sequence[int], size_cm: float) -> list[FrameCard]:
    """Return the cards of a frame laid out as PLACES says; raises BadInput for a number of ids without a layout."""
    places = places_of(len(ids))
    return [
        FrameCard(marker, size_cm, f"{marker}   {place}", place=PLACES[place])
        for marker, place in zip(ids, places, strict=True)
    ]


def cards_of_frame(frame: Frame) -> list[FrameCard]:
    """Return the cards of a frame.toml, each of its own size; then those of its banners.

    Cards that touch the play area where PLACES has them say so; any others say where their centres lie.
    """
    banners = frame.banners
    cards = _touching(frame) or [
        FrameCard(m.id, m.size_cm, f"{m.id}   centre at {m.x:.2f}, {m.y:.2f} cm", _above(m.heading_deg))
        for m in frame.markers
    ]
    if banners is not None:
        cards += [FrameCard(number, banners.size_cm, f"{number}   banner") for number in banners.ids]
    return cards


def _touching(frame: Frame) -> list[FrameCard]:
    """Return the cards of a frame that is laid out as PLACES says; none of any other."""
    ids = [marker.id for marker in frame.markers]
    if len(ids) not in LAYOUTS:
        return []
    size_cm = frame.markers[0].size_cm
    try:
        laid = frame_of(frame.width_cm, frame.depth_cm, ids, size_cm, frame.dictionary)
    except BadInput:  # no such table: its cards lie elsewhere
        return []
    return cards_of_places(ids, size_cm) if laid.markers == frame.markers else []


def _above(heading_deg: float) -> str:
    """Return where the edge above the marker goes: its heading is from its centre towards that edge."""
    ways = {0: "to the right", 90: "away from you", 180: "to the left", 270: "towards you"}
    turned = heading_deg % 360
    nearest = round(turned / 90) * 90
    if abs(turned - nearest) < 1:
        return f"this edge {ways[nearest % 360]}"
    # 0 is to the right, 90 away from you: as everywhere (docs/conventions.md).
    return f"this edge to {turned:.0f}\N{DEGREE SIGN}"


def frame_sheet(
    cards: Sequence[FrameCard],
    dictionary: cv2.aruco.Dictionary,
    paper: str = "A4",
    bar_mm: float = BAR_MM,
    title: str = "Vedette: cards",
) -> Sheet:
    """Lay out the cards of a frame, each with its id, its place, and what goes against the play area or the tape.

    Raises BadInput for no cards, cards too large for the page, a marker under 1 cm, or an id the dictionary lacks.
    """
    if not cards:
        raise BadInput("there is no card to print: frame.toml has none")
    sheet = Sheet(paper, title, bar_mm=bar_mm)
    flow = Flow(sheet)
    for card in cards:
        side = card_side_cm(card.size_cm) * 10
        most = min(sheet.area.width, sheet.area.height)
        if not LEAST_MM <= card.size_cm * 10 <= most / 1.5:
            least = f"{LEAST_MM / 10:g}"
            raise BadInput(
                "a card of {size_cm:g} cm cannot be printed on {paper}: {least} to {most_cm:.1f} cm can",
                size_cm=card.size_cm, paper=paper, least=least, most_cm=most / 15,
            )  # fmt: skip
        black = modules(dictionary, card.marker)
        below = LABEL_MM if side < SMALL_MM else 0.0
        x, y = flow.place(side, side + below)
        sheet.cut_line(x, y, side, side)
        sheet.shape(x + side / 6, y + side / 6, card.size_cm * 10 / len(black), outlines(black))
        if card.place is None:
            _centre_ticks(sheet, x, y, side)
        else:
            _inner_edge(sheet, x, y, side, card.place)
        _words(sheet, card, x, y, side)
    return sheet


def _words(sheet: Sheet, card: FrameCard, x: float, y: float, side: float) -> None:
    """Write on the card what it is and which way it lies; on a small one there is no room, below it there is."""
    if side < SMALL_MM:
        sheet.line(x + 0.35 * side, y + 0.2, x + 0.65 * side, y + 0.2, width=0.4)
        sheet.text(x + 0.6, y + side + 2.4, " ".join(card.label.split()), 5, room_mm=side - 1)
    elif card.place is None:
        # The tick in the middle of the edge parts the words.
        number, _, where = card.label.partition("   ")
        sheet.text(x + 3, y + side - 1.0, number, 6, room_mm=side / 2 - 4)
        sheet.text(x + side / 2 + 1.5, y + side - 1.0, where, 6, room_mm=side / 2 - 3)
        sheet.text(x + 3, y + 2.6, card.above, 6, room_mm=side / 2 - 4)
    else:
        sheet.text(x + 7.5, y + side - 1.0, card.label, 6, room_mm=side - 15)
        sheet.text(x + 7.5, y + 2.6, card.above, 6, room_mm=side - 15)


def _centre_ticks(sheet: Sheet, x: float, y: float, side: float) -> None:
    """Mark the middle of each edge: lines between them cross at the marker's centre."""
    middle, long = side / 2 - 0.1, 0.04 * side
    for across, down, width, height in [
        (middle, 0.0, 0.2, long), (middle, side - long, 0.2, long),
        (0.0, middle, long, 0.2), (side - long, middle, long, 0.2),
    ]:  # fmt: skip
        sheet.black(x + across, y + down, width, height)


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
