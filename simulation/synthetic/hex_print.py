"""A printed hex map: tints of terrain, roads, hex lines and their labels, as an ink-jet lays them on paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.synthetic.palette import Colour, mixed, paint
from simulation.synthetic.sheet import LaidSheet, lay_ink, mottle
from table.frame import HexBoard
from table.hex_board import centre_of, corners_of, hexes_of, label_of
from table.hexes import Hex
from vision.arrays import Light, Picture

SAND, GRASS = paint("#d8c493"), paint("#a9b978")
INK_BROWN, CHALKY = paint("#4c4434"), paint("#efe6cf")
TERRAINS: Mapping[str, Colour] = {
    "town": paint("#b7a38c"), "mines": paint("#c9a07a"), "rough": paint("#b89f6a"), "wood": paint("#7f9a55"),
    "hill": paint("#c0a468"), "water": paint("#7fa3b4"), "salt": paint("#dcd7c4"),
}  # fmt: skip
"""What a hex of terrain is tinted with; any other word is printed as open ground."""
MARGIN_CM = 1.0
_STROKE_PX = 21.0  # Hershey's capitals are so high at scale 1


@dataclass(frozen=True)
class HexPrint:
    """A map as its printer meant it: ``board`` with its origin in the sheet's own cm, the sheet's size, its colours.

    ``tints`` are hexes' terrains, ``roads`` ways from hex to hex. ``label_cm`` is the labels' height, 0 for none.
    """

    board: HexBoard
    width_cm: float
    depth_cm: float
    ground: Colour = SAND
    line: Colour = INK_BROWN
    road: Colour = CHALKY
    number: Colour = INK_BROWN
    tints: Mapping[Hex, str] = field(default_factory=dict, hash=False)
    roads: tuple[tuple[Hex, ...], ...] = ()
    line_cm: float = 0.06
    label_cm: float = 0.32
    mottle: float = 0.05
    seed: int = 0

    def laid(self, x: float, y: float, turn_deg: float = 0.0, stretch: float = 1.0, px_cm: int = 36) -> LaidSheet:
        """Return the sheet with its near left corner there, turned about it, printed so much too large."""
        return LaidSheet(printed(self, px_cm), float(px_cm), x, y, turn_deg, stretch)


def print_of(board: HexBoard, **how: object) -> tuple[HexPrint, tuple[float, float]]:
    """Return the print of a board and where its sheet's near left corner lies on the table, x and y in cm."""
    corners = np.array([corner for place in hexes_of(board) for corner in corners_of(board, place)])
    low, high = corners.min(axis=0) - MARGIN_CM, corners.max(axis=0) + MARGIN_CM
    origin = (board.origin[0] - float(low[0]), board.origin[1] - float(low[1]))
    width, depth = (high - low).tolist()
    return HexPrint(replace(board, origin=origin), width, depth, **how), (float(low[0]), float(low[1]))  # type: ignore[arg-type]


@lru_cache(maxsize=2)
def _mottle(seed: int, strength: float, size: tuple[int, int]) -> Light:
    return mottle(strength, np.random.default_rng(seed), size, (200, 60, 20))


def printed(it: HexPrint, px_cm: int) -> Light:
    """Return the whole sheet in linear light, (depth x px_cm, width x px_cm, 3), its far side first."""
    height, width = round(it.depth_cm * px_cm), round(it.width_cm * px_cm)
    light = np.empty((height, width, 3), np.float32)
    light[:] = np.array(mixed(it.ground, (0.8, 0.8, 0.8), 0.25), np.float32)

    def at(points: object) -> NDArray[np.int32]:
        # OpenCV counts from the first pixel's middle; 4 bits of fraction keep lines where they were meant.
        cm = np.asarray(points, np.float64).reshape(-1, 2)
        px = np.column_stack([cm[:, 0], it.depth_cm - cm[:, 1]]) * px_cm - 0.5
        return np.round(px * 16).astype(np.int32)

    outlines = {place: at(corners_of(it.board, place)) for place in hexes_of(it.board)}
    for place, outline in outlines.items():
        colour = TERRAINS.get(it.tints.get(place, ""), it.ground)
        cv2.fillPoly(light, [outline], colour, cv2.LINE_8, 4)
    for way in it.roads:
        middles = at([centre_of(it.board, place) for place in way])
        for colour, wide in ((it.line, 0.34), (it.road, 0.24)):
            cv2.polylines(light, [middles], False, colour, max(1, round(wide * px_cm)), cv2.LINE_8, 4)
    ink = np.zeros((height, width), np.uint8)
    thick = max(1, round(it.line_cm * px_cm))
    cv2.polylines(ink, list(outlines.values()), True, 255, thick, cv2.LINE_AA, 4)
    lay_ink(light, ink, it.line, 0.85)
    if it.label_cm:
        lay_ink(light, _labels(it, px_cm, (height, width)), it.number, 0.8)
    if it.mottle:
        light *= _mottle(it.seed, it.mottle, (height, width))[..., None]
    return light


def _labels(it: HexPrint, px_cm: int, size: tuple[int, int]) -> Picture:
    """Return the hexes' labels, each inside its hex at the far edge, as printed maps have them."""
    mask = np.zeros(size, np.uint8)
    scale, thick = it.label_cm * px_cm / _STROKE_PX, max(1, round(it.label_cm * px_cm / 9))
    inner = it.board.size_cm * (0.62 if it.board.pointy else 0.6)
    for place in hexes_of(it.board):
        x, y = centre_of(it.board, place)
        text = label_of(it.board, place)
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        left, foot = round(x * px_cm - wide / 2), round((it.depth_cm - y - inner) * px_cm + high / 2)
        cv2.putText(mask, text, (left, foot), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA)
    return mask
