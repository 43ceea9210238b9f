"""Whether lines lie where a lattice has its sides and nowhere else: what agrees by chance agrees as well elsewhere."""

import math

import numpy as np

from table.frame import HexBoard
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_lines import Sides, look_across
from vision.boards.hex_fit_start import Start
from vision.boards.hex_net import Bent

STEADY = 0.03
"""Of a hex's size: a line so near to where a side should be is that side's; what agrees worse, rms, is no lattice."""


def elsewhere(laid: LaidFlat, start: Start, bent: Bent, sides: Sides, board: HexBoard, window: float) -> float:
    """Return of how many of its sides, 0 to 1, a lattice laid wrongly would find lines: the most of several ways."""
    return max(_share(laid, start, bent, sides, board, window, (dx, dy)) for dx, dy in _wrongly(board))


def _wrongly(board: HexBoard) -> list[tuple[float, float]]:
    """Return shifts (cm) after which no side lies on one: towards each side and towards two corners of a hex."""
    tip = 30 if board.pointy else 0
    ways = [(0.6, tip + 30 + 60 * k) for k in range(6)] + [(1.0, tip), (1.0, tip + 60)]
    return [
        (board.size_cm * far * math.cos(math.radians(way)), board.size_cm * far * math.sin(math.radians(way)))
        for far, way in ways
    ]


def _share(
    laid: LaidFlat, start: Start, bent: Bent, sides: Sides, board: HexBoard, window: float, off: tuple[float, float]
) -> float:
    moved = Bent(bent.net, bent.offsets_cm + np.array(off))
    lines = look_across(start.ink, laid, moved, sides, board.size_cm, window, start.usual)
    near = lines.found & lines.held & (np.abs(lines.off_cm) < STEADY * board.size_cm)
    return float(near.sum() / max(int(lines.held.sum()), 1))
