"""A hex map to play on, over as many pages as it needs: cut along the marks, glue each over its neighbour's flap."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from calibration.sheets.map_art import MapArt, Pen, draw_art
from calibration.sheets.paper import BAR_MM, POINT_MM, Area, Sheet
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import ROOT3, centre_of, corners_of, hexes_of, label_of
from table.hexes import Hex

BORDER_CM = 0.3
"""White round the outermost hexes, still map."""
FLAP_MM, MARK_MM, GAP_MM = 5.0, 4.0, 1.0
"""What is printed beyond a page's cut to be glued under its neighbour; a cutting mark; its distance from the print."""
LINE_MM, MOST_PAGES, DARK, LABEL = 0.25, 100, 60, 0.16
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapPage:
    """One page's piece of the map: which one from the near left, and its near left corner and size in map mm."""

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float


def hex_map(columns: int, rows: int, size_cm: float, pointy: bool = True, offset: str = "odd") -> HexBoard:
    """Return a board in its own map's cm: the map's near left corner is 0, 0.

    Raises BadInput for a board without hexes, hexes too small to stand a counter on, or another offset.
    """
    if not (1 <= columns <= 200 and 1 <= rows <= 200):
        raise BadInput("a hex map has 1 to 200 columns and rows, got {columns} x {rows}", columns=columns, rows=rows)
    if not 0.5 <= size_cm <= 20:
        raise BadInput("a hex is 0.5 to 20 cm from its middle to a corner, got {size_cm:g}", size_cm=size_cm)
    if offset not in ("odd", "even"):
        raise BadInput('an offset is "odd" or "even", got {offset!r}', offset=offset)
    return on_paper(HexBoard((0.0, 0.0), size_cm, columns, rows, pointy, "odd" if offset == "odd" else "even"))


def on_paper(board: HexBoard) -> HexBoard:
    """Return a table's board in its own map's cm, even: how another print of it lies is not this one's."""
    board = replace(board, warp=None, unsure_cm=())
    low = [
        min(c) for c in zip(*(corner for here in hexes_of(board) for corner in corners_of(board, here)), strict=True)
    ]
    return replace(board, origin=(board.origin[0] + BORDER_CM - low[0], board.origin[1] + BORDER_CM - low[1]))


def map_size_cm(board: HexBoard) -> _Point:
    """Return how wide and deep a map is, its white border included."""
    corners = [corner for here in hexes_of(board) for corner in corners_of(board, here)]
    return max(x for x, _ in corners) + BORDER_CM, max(y for _, y in corners) + BORDER_CM


def pages_of(board: HexBoard, area: Area) -> list[MapPage]:
    """Return the pieces that a map is cut into for pages with such a free area, from the near left, row by row."""
    width, depth = (10 * side for side in map_size_cm(board))
    beside = FLAP_MM + GAP_MM + MARK_MM
    most_wide, most_high = area.width - 2 * beside, area.height - 2 * beside
    across, along = math.ceil(width / most_wide - 1e-9), math.ceil(depth / most_high - 1e-9)
    wide, high = width / across, depth / along
    return [
        MapPage(column, row, column * wide, row * high, wide, high) for row in range(along) for column in range(across)
    ]


def hex_map_sheet(
    board: HexBoard, paper: str = "A4", bar_mm: float = BAR_MM, title: str = "Vedette: hex map", labels: bool = True,
    art: MapArt | None = None,
) -> Sheet:  # fmt: skip
    """Draw a map (see hex_map) at its size, on the paper's side of fewer pages; raises BadInput for too many.

    ``art`` is what lies on its hexes.
    """
    sheets = [Sheet(paper, title, landscape, bar_mm) for landscape in (False, True)]
    sheet = min(sheets, key=lambda one: len(pages_of(board, one.area)))
    pages = pages_of(board, sheet.area)
    if len(pages) > MOST_PAGES:
        raise BadInput(
            "this map needs {count} pages of {paper}; at most {most_pages} are printed: smaller hexes",
            count=len(pages), paper=paper, most_pages=MOST_PAGES,
        )  # fmt: skip
    hexes = list(hexes_of(board))
    for number, page in enumerate(pages, start=1):
        _draw(sheet, board, page, hexes, labels, art, f"Page {number} of {len(pages)}: {_where(page, pages[-1])}")
    return sheet


def _where(page: MapPage, last: MapPage) -> str:
    """Return where a page lies and which of its flaps are left on."""
    sides = [side for side, left in (("right", page.column < last.column), ("far", page.row < last.row)) if left]
    words = f"column {page.column + 1}, row {page.row + 1} from the near left. Cut along the marks"
    if sides:
        words += f"; leave the flap on the {' and the '.join(sides)} side: the next page is glued over it"
    return f"{words}."


def _draw(
    sheet: Sheet, board: HexBoard, page: MapPage, hexes: list[Hex], labels: bool, art: MapArt | None, words: str
) -> None:  # fmt: skip
    sheet.new_page()
    area = sheet.area
    left = area.left + (area.width - page.width) / 2
    foot = area.top + (area.height + page.height) / 2

    def at(place: _Point) -> _Point:
        return (left + 10 * place[0] - page.x, foot - (10 * place[1] - page.y))

    reach = 10 * board.size_cm + FLAP_MM
    near = [here for here in hexes if _meets(centre_of(board, here), page, reach)]
    with sheet.clipped(
        left - FLAP_MM, foot - page.height - FLAP_MM, page.width + 2 * FLAP_MM, page.height + 2 * FLAP_MM
    ):
        if art is not None:
            draw_art(Pen(sheet, at), board, art, near)
        for one, other in _edges(board, near):
            sheet.line(*at(one), *at(other), width=LINE_MM, grey=DARK)
        for here in near if labels else ():
            points = 10 * board.size_cm * LABEL / POINT_MM
            text = label_of(board, here)
            x, y = at(_label_place(board, here))
            sheet.text(x - sheet.text_width(text, points) / 2, y, text, points)
    _marks(sheet, left, foot, page)
    sheet.text(left + MARK_MM, foot + FLAP_MM + GAP_MM + 2.6, words, 6, room_mm=page.width - 2 * MARK_MM)


def _meets(centre: _Point, page: MapPage, reach: float) -> bool:
    return (
        page.x - reach <= 10 * centre[0] <= page.x + page.width + reach
        and page.y - reach <= 10 * centre[1] <= page.y + page.height + reach
    )


def _edges(board: HexBoard, hexes: list[Hex]) -> Iterator[tuple[_Point, _Point]]:
    """Yield every side of some hexes, each once."""
    seen = set()
    for here in hexes:
        corners = corners_of(board, here)
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            key = tuple(sorted(((round(one[0], 4), round(one[1], 4)), (round(other[0], 4), round(other[1], 4)))))
            if key not in seen:
                seen.add(key)
                yield one, other


def _label_place(board: HexBoard, here: Hex) -> _Point:
    """Return where a label's foot is: at the far side of its hex, where a counter leaves it free."""
    x, y = centre_of(board, here)
    return (x, y + board.size_cm * (0.62 if board.pointy else ROOT3 / 2 - 0.22))


def _marks(sheet: Sheet, left: float, foot: float, page: MapPage) -> None:
    """Draw two lines outside each corner: a ruler laid from mark to mark shows where to cut."""
    out = FLAP_MM + GAP_MM
    for x, way in ((left, -1), (left + page.width, 1)):
        for y, down in ((foot, 1), (foot - page.height, -1)):
            sheet.line(x, y + down * out, x, y + down * (out + MARK_MM), width=0.2, grey=0)
            sheet.line(x + way * out, y, x + way * (out + MARK_MM), y, width=0.2, grey=0)
