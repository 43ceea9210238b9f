"""Pictures of the board that take themselves: whether a look is worth one, and where to hold the board next."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from calibration.charuco import BoardSpec, BoardView
from calibration.coverage import COLUMNS, ROWS
from calibration.held_board import HeldBoard, Tilt, held_board, moved_px
from vision.arrays import Bools, Floats, Indices

Way = Literal[
    "show", "hold", "sharpen", "nearer", "farther", "left", "right", "up", "down", "tilt_left", "tilt_right", "tilt_up",
    "tilt_down", "done",
]  # fmt: skip
"""What to do next with the board; a side is the picture's, and tilting brings that edge nearer to the camera."""

STILL_SHARE = 0.0015
"""Of the picture's width: a board that moves less from look to look is held still."""
SOFT_PX = 1.1
"""A corner smeared by more, one sigma, is blurred or was moving."""
ANEW_SHARE = 0.05
"""Of the picture's width: a board that was moved by less is where a picture was taken already."""
TIMES = 2
"""Pictures that each cell of the picture is to be seen in."""
COVERED = 0.9
"""Of the picture's cells: no more are asked for."""
SMALL, LARGE = 0.12, 0.25
"""Of the picture's area: a smaller board tells nothing of a lens; a larger one is near."""
TILTS: dict[Tilt, Way] = {"left": "tilt_left", "right": "tilt_right", "up": "tilt_up", "down": "tilt_down"}
EACH_TILT = 2
"""Pictures that are to show the board tilted to each side."""
_WORTH = 0.7  # of the cells under the board, or of the widest gap: a picture that covers fewer is not yet worth it
_GAP = 9  # cells of a wide gap


@dataclass(frozen=True, slots=True)
class Guidance:
    """What to do next: ``take`` this picture, and which ``way`` to hold the board.

    ``target`` is where in the picture, as shares of its width and height; None where that does not matter.
    """

    way: Way
    take: bool = False
    target: tuple[float, float] | None = None


class Covered:
    """What the pictures taken so far cover: cells of the picture, tilts of the board, near and far."""

    def __init__(self, spec: BoardSpec, taken: Sequence[BoardView]) -> None:
        held = [held_board(spec, view) for view in taken]
        seen = sum((one.cells.astype(int) for one in held), np.zeros((ROWS, COLUMNS), dtype=int))
        lacking = np.maximum(TIMES - seen, 0)
        self.lacking: Indices = lacking if (lacking > 0).mean() > 1 - COVERED else np.zeros_like(lacking)
        tilts = Counter(one.tilt for one in held)
        self.open_tilts = [tilt for tilt in TILTS if tilts[tilt] < EACH_TILT]
        self.far = any(one.share <= LARGE for one in held)
        self.near = any(one.share > LARGE for one in held)

    def adds(self, held: HeldBoard) -> bool:
        """Say whether a picture of the board held so would cover enough that is new."""
        fresh = int((held.cells & (self.lacking > 0)).sum())
        gap = round(float(_sum_with_neighbours(self.lacking > 0).max()))
        worth = _WORTH * (int(held.cells.sum()) if gap == _GAP else gap)
        if fresh and (fresh >= worth or held.cells.flat[self._gap(held)]):
            return True
        return held.tilt in self.open_tilts or not (self.near if held.share > LARGE else self.far)

    def next_way(self, held: HeldBoard) -> Guidance:
        """Return where to hold a board next that is held where nothing is new."""
        if self.lacking.any():
            row, column = divmod(self._gap(held), COLUMNS)
            target = ((column + 0.5) / COLUMNS, (row + 0.5) / ROWS)
            across, down = (target[0] - held.middle[0]) * COLUMNS, (target[1] - held.middle[1]) * ROWS
            if abs(across) > abs(down):
                return Guidance("right" if across > 0 else "left", target=target)
            return Guidance("down" if down > 0 else "up", target=target)
        if self.open_tilts:
            return Guidance(TILTS[self.open_tilts[0]])
        if not self.far:
            return Guidance("farther")
        return Guidance("done" if self.near else "nearer")

    def _gap(self, held: HeldBoard) -> int:
        """Return the cell in the middle of the widest gap, of equal ones that nearest to the board."""
        row, column = np.mgrid[:ROWS, :COLUMNS] + 0.5
        away = np.hypot(column - held.middle[0] * COLUMNS, row - held.middle[1] * ROWS)
        return int(np.argmax(_sum_with_neighbours(self.lacking) - away / 100))


def guidance(spec: BoardSpec, taken: Sequence[BoardView], before: BoardView | None, now: BoardView | None) -> Guidance:
    """Return what to do after a look: ``taken`` are the pictures so far, None a look without the board."""
    if now is None:
        return Guidance("show")
    held, covered = held_board(spec, now), Covered(spec, taken)
    if held.share < SMALL:
        return Guidance("nearer")
    width = now.size_px[0]
    anew = all(moved_px(view, now) > ANEW_SHARE * width for view in taken)
    if not anew or not covered.adds(held):
        return covered.next_way(held)
    if before is None or moved_px(before, now) > STILL_SHARE * width:
        return Guidance("hold", target=held.middle)
    if now.blur_px is not None and now.blur_px > SOFT_PX:
        return Guidance("sharpen")
    return Guidance("hold", take=True)


def _sum_with_neighbours(cells: Indices | Bools) -> Floats:
    """Return for each cell that counts the sum of it and of its eight neighbours, and 0 for the others."""
    counted = cv2.boxFilter(cells.astype(np.float64), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(counted * (cells > 0), np.float64)
