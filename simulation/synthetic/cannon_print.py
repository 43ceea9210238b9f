"""The printed board of Montecassino: squares with their numbers, green strips, whatever the printer liked."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from simulation.synthetic.cannon_table import (
    DEPTH_CM,
    FILES,
    ORIGIN_CM,
    RANKS,
    SQUARE_CM,
    WIDTH_CM,
    BoardPlace,
    all_squares,
    square_middle,
)
from simulation.synthetic.ground import plane_coordinates
from simulation.synthetic.palette import Colour, mixed, paint
from simulation.synthetic.sheet import lay_ink, mottle
from vision.arrays import Light, Picture
from vision.camera import Camera

_RIM_CM = 2.0
STONE, SLATE, MORTAR = paint("#b9b39c"), paint("#a8a08a"), paint("#5e5e58")
GREEN, FIGURES, EARTH = paint("#5c7a45"), paint("#4a4a44"), paint("#6b6252")


@dataclass(frozen=True, slots=True)
class BoardPrint:
    """How a board is printed: colours, lines, numbers; ``mottle`` roughens it, ``spots`` are printed blots.

    ``checker`` is how much the second colour differs on every other square.
    """

    square: Colour = STONE
    other: Colour = SLATE
    line: Colour = MORTAR
    strip: Colour = GREEN
    number: Colour | None = FIGURES
    line_cm: float = 0.12
    number_cm: float = 0.55
    checker: float = 1.0
    mottle: float = 0.06
    spots: int = 0
    spot: Colour = EARTH
    seed: int = 0


@lru_cache(maxsize=4)
def printed(board: BoardPrint, px_cm: int) -> Light:
    """Return the whole board's colours in linear light, (95 x px_cm, 44 x px_cm, 3), its far side first."""
    height, width = round(DEPTH_CM * px_cm), round(WIDTH_CM * px_cm)
    dice = np.random.default_rng(board.seed)
    light = np.empty((height, width, 3), np.float32)
    light[:] = np.array(board.strip, np.float32)

    def box(x: float, y: float, right: float, far: float) -> tuple[slice, slice]:
        rows = slice(round((DEPTH_CM - far) * px_cm), round((DEPTH_CM - y) * px_cm))
        return rows, slice(round(x * px_cm), round(right * px_cm))

    x0, y0, s = *ORIGIN_CM, SQUARE_CM
    light[box(0.0, y0, WIDTH_CM, y0 + RANKS * s)] = np.array(mixed(board.square, board.strip, 0.5), np.float32)
    second = mixed(board.square, board.other, board.checker)
    for rank in range(RANKS):
        for file in range(FILES):
            colour = board.square if (rank + file) % 2 else second
            light[box(x0 + file * s, y0 + rank * s, x0 + (file + 1) * s, y0 + (rank + 1) * s)] = colour
    if board.spots:
        lay_ink(light, _spots(board, px_cm, dice, (height, width)), board.spot, 0.7)
    lines = np.zeros((height, width), np.uint8)
    half = board.line_cm / 2
    for file in range(FILES + 1):
        lines[box(x0 + file * s - half, y0 - half, x0 + file * s + half, y0 + RANKS * s + half)] = 255
    for rank in range(RANKS + 1):
        wide = half * (2.2 if rank == RANKS // 2 else 1.0)
        lines[box(x0 - half, y0 + rank * s - wide, x0 + FILES * s + half, y0 + rank * s + wide)] = 255
    lay_ink(light, lines, board.line, 0.9)
    if board.number is not None:
        lay_ink(light, _numbers(board, px_cm, (height, width)), board.number, 0.85)
    if board.mottle:
        light *= mottle(board.mottle, dice, (height, width), (220, 60, 18))[..., None]
    return light


def _numbers(board: BoardPrint, px_cm: int, size: tuple[int, int]) -> Picture:
    """Return the squares' numbers, each in the corner left below for its owner."""
    mask = np.zeros(size, np.uint8)
    scale = board.number_cm * px_cm / 21.0  # Hershey's capitals are 21 px high at scale 1
    thick = max(1, round(board.number_cm * px_cm / 9))
    inset = board.line_cm / 2 + 0.22
    for square in all_squares():
        text = square[2:]
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        stamp = np.zeros((high + 2 * thick + 4, wide + 2 * thick + 4), np.uint8)
        cv2.putText(
            stamp, text, (thick + 1, high + thick + 1), cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thick, cv2.LINE_AA
        )
        x, y = square_middle(square)
        left, low = x - SQUARE_CM / 2 + inset, y - SQUARE_CM / 2 + inset
        if square[0] == "G":
            stamp = np.ascontiguousarray(stamp[::-1, ::-1])
            left = x + SQUARE_CM / 2 - inset - stamp.shape[1] / px_cm
            low = y + SQUARE_CM / 2 - inset - stamp.shape[0] / px_cm
        column, row = round(left * px_cm), round((DEPTH_CM - low) * px_cm) - stamp.shape[0]
        mask[row : row + stamp.shape[0], column : column + stamp.shape[1]] = stamp
    return mask


def _spots(board: BoardPrint, px_cm: int, dice: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Return printed craters and stones: uneven blots from 0.3 to 1.5 cm."""
    mask = np.zeros(size, np.uint8)
    turns = np.arange(11) * (2 * math.pi / 11)
    for _ in range(board.spots):
        x, y, r = dice.uniform(0, WIDTH_CM), dice.uniform(0, DEPTH_CM), dice.uniform(0.15, 0.75)
        reach = r * dice.uniform(0.7, 1.2, 11)
        points = np.column_stack([(x + reach * np.cos(turns)), (DEPTH_CM - y + reach * np.sin(turns))]) * px_cm
        cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], int(dice.integers(90, 255)), cv2.LINE_AA, 4)
    return mask


def paint_board(light: Light, lamp: Light, camera: Camera, board: BoardPrint, place: BoardPlace, px_cm: int) -> None:
    """Lay the board on the ground's light (H, W, 3) that a camera sees under a lamp's light (H, W)."""
    room = [place.moved(x, y) for x in (-_RIM_CM, WIDTH_CM + _RIM_CM) for y in (-_RIM_CM, DEPTH_CM + _RIM_CM)]
    seen = camera.project([(x, y, 0.0) for x, y in room])
    height, width = lamp.shape
    low, high = np.floor(seen.min(axis=0)).astype(int) - 8, np.ceil(seen.max(axis=0)).astype(int) + 8
    part = (slice(max(low[1], 0), min(high[1], height)), slice(max(low[0], 0), min(high[0], width)))
    x, y = (plane[part] for plane in plane_coordinates(camera))
    if not x.size:
        return
    turn = math.radians(place.turn_deg)
    c, s = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    half_x, half_y = np.float32(WIDTH_CM / 2), np.float32(DEPTH_CM / 2)
    right, away = x - (half_x + np.float32(place.x)), y - (half_y + np.float32(place.y))
    on_x, on_y = right * c + away * s, away * c - right * s
    edge = np.maximum(np.abs(on_x) - half_x, np.abs(on_y) - half_y)
    shade = 1 - np.float32(0.35) * np.exp(-np.maximum(edge, 0) / np.float32(0.25))  # the board's own thickness
    at_u, at_v = (on_x + half_x) * px_cm - np.float32(0.5), (half_y - on_y) * px_cm - np.float32(0.5)
    there = cv2.remap(printed(board, px_cm), at_u, at_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    there = np.asarray(there * lamp[part][..., None], np.float32)
    share = np.clip(0.5 - edge * np.float32(px_cm / 2), 0, 1)[..., None]
    light[part] = light[part] * (shade[..., None] * (1 - share)) + there * share
