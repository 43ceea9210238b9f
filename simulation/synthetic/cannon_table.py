"""Montecassino's table as a frame: 8 x 18 squares, six frame markers, four banners."""

import math
from dataclasses import dataclass

from table.frame import Banners, Frame, FrameMarker, SquareBoard

WIDTH_CM, DEPTH_CM = 44.0, 95.0
ORIGIN_CM, SQUARE_CM, FILES, RANKS = (4.0, 7.0), 4.5, 8, 18
FIELD_RANKS = RANKS // 2
BASE_RADIUS_CM, MARKER_HEIGHT_CM = 0.9, 2.56
BANNER_IDS, BANNER_SIZE_CM, BANNER_HEIGHT_CM = (230, 231, 232, 233), 1.2, 0.21
SIDES = ("A", "G")
_FRAME_IDS = (240, 241, 242, 243, 244, 245)


def cannon_frame(frame_size_cm: float = 4.0) -> Frame:
    """Return the table's frame: markers at the corners and in the middle of the short sides, board and banners."""
    out = frame_size_cm * 2 / 3 + 0.5
    left, right, near, far = -out, WIDTH_CM + out, -out, DEPTH_CM + out
    middle = WIDTH_CM / 2
    places = [(left, near), (middle, near), (right, near), (right, far), (middle, far), (left, far)]
    markers = tuple(
        FrameMarker(marker, x, y, frame_size_cm, 0.02, 90.0)
        for marker, (x, y) in zip(_FRAME_IDS, places, strict=True)
    )  # fmt: skip
    board = SquareBoard(ORIGIN_CM, SQUARE_CM, FILES, RANKS)
    banners = Banners(BANNER_IDS, BANNER_SIZE_CM, BANNER_HEIGHT_CM)
    return Frame(WIDTH_CM, DEPTH_CM, markers, survey_sigma_cm=0.02, board=board, banners=banners)


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where the board lies under the frame markers: pushed by x, y cm and turned about the table's middle."""

    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0

    def moved(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the board is on the table."""
        turn = math.radians(self.turn_deg)
        right, away = x - WIDTH_CM / 2, y - DEPTH_CM / 2
        return (
            WIDTH_CM / 2 + self.x + right * math.cos(turn) - away * math.sin(turn),
            DEPTH_CM / 2 + self.y + right * math.sin(turn) + away * math.cos(turn),
        )


def square_middle(square: str) -> tuple[float, float]:
    """Return the middle of A-1 ... A-72, G-1 ... G-72 in table cm (M1.1: each field from its owner's left)."""
    field, number = square[0], int(square[2:]) - 1
    rank, file = divmod(number, FILES)
    if field == "G":
        rank, file = RANKS - 1 - rank, FILES - 1 - file
    return ORIGIN_CM[0] + (file + 0.5) * SQUARE_CM, ORIGIN_CM[1] + (rank + 0.5) * SQUARE_CM


def all_squares() -> list[str]:
    """Return the 144 squares' names."""
    return [f"{side}-{n + 1}" for side in SIDES for n in range(FIELD_RANKS * FILES)]
