"""What is printed on a hex map besides its lines: roads, mines, airfields, towns and other named places."""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

from calibration.sheets.paper import POINT_MM, Sheet
from table.frame import HexBoard
from table.hex_board import ROOT3, centre_of, corners_of
from table.hexes import Hex

ROAD_GREY, ROAD_MM, RING_GREY = 185, 1.4, 140
ROAD_END, ARM, NAME, NAME_FOOT = 0.35, 0.3, 0.2, 0.38
"""In hexes' radii: half a road that leads nowhere, a sign's arm, a name's height, how far below the middle it is."""
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapArt:
    """The ground of a map by hex; ``towns`` have one ring, ``points`` (of victory) two; ``names`` are in their hex."""

    roads: frozenset[Hex] = frozenset()
    mines: frozenset[Hex] = frozenset()
    airfields: frozenset[Hex] = frozenset()
    towns: frozenset[Hex] = frozenset()
    points: frozenset[Hex] = frozenset()
    names: tuple[tuple[Hex, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on a sheet what is given in a map's cm; ``at`` says where a place of the map is on the sheet, in mm."""

    sheet: Sheet
    at: Callable[[Place], Place]

    def line(self, one: Place, other: Place, width_mm: float, grey: int = 0) -> None:
        """Draw a line."""
        self.sheet.line(*self.at(one), *self.at(other), width=width_mm, grey=grey)


def draw_art(pen: Pen, board: HexBoard, art: MapArt, near: Collection[Hex]) -> None:
    """Draw what lies on some hexes of a board, and the roads that lead from them."""
    for here in near:
        if here in art.roads:
            _road(pen, board, art.roads, here)
    for here in near:
        if here in art.mines:
            for side in (-0.45, 0.45):
                _star(pen, board, here, side, 0.12)
        if here in art.airfields:
            _aircraft(pen, board, here)
        for rings, kind in ((1, art.towns), (2, art.points)):
            for k in range(rings if here in kind else 0):
                _ring(pen, board, here, 0.86 - 0.09 * k)
    for here, name in art.names:
        if here in near:
            points = min(10 * board.size_cm * NAME / POINT_MM, 9)
            x, y = pen.at((centre_of(board, here)[0], centre_of(board, here)[1] - NAME_FOOT * board.size_cm))
            pen.sheet.text(x - pen.sheet.text_width(name, points) / 2, y, name, points)


def _road(pen: Pen, board: HexBoard, roads: Collection[Hex], here: Hex) -> None:
    x, y = centre_of(board, here)
    beside = [there for there in here.neighbours() if there in roads]
    for there in beside:
        pen.line((x, y), centre_of(board, there), ROAD_MM, ROAD_GREY)
    if not beside:
        half = ROAD_END * board.size_cm
        pen.line((x - half, y), (x + half, y), ROAD_MM, ROAD_GREY)


def _star(pen: Pen, board: HexBoard, here: Hex, side: float, arm: float) -> None:
    x, y = centre_of(board, here)
    x, reach = x + side * board.size_cm * ROOT3 / 2, arm * board.size_cm
    for turn_deg in (90, 30, 150):
        dx, dy = reach * math.cos(math.radians(turn_deg)), reach * math.sin(math.radians(turn_deg))
        pen.line((x - dx, y - dy), (x + dx, y + dy), 0.4)


def _aircraft(pen: Pen, board: HexBoard, here: Hex) -> None:
    (x, y), arm = centre_of(board, here), ARM * board.size_cm
    pen.line((x, y - arm), (x, y + arm), 0.8)
    pen.line((x - 1.2 * arm, y + 0.1 * arm), (x + 1.2 * arm, y + 0.1 * arm), 0.8)
    pen.line((x - 0.5 * arm, y - 0.8 * arm), (x + 0.5 * arm, y - 0.8 * arm), 0.8)


def _ring(pen: Pen, board: HexBoard, here: Hex, share: float) -> None:
    x, y = centre_of(board, here)
    inner = [(x + share * (cx - x), y + share * (cy - y)) for cx, cy in corners_of(board, here)]
    for one, other in zip(inner, inner[1:] + inner[:1], strict=True):
        pen.line(one, other, 0.6, RING_GREY)
