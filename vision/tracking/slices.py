"""Which part of the frame is searched next: all of it within half a second, first where it is worth it."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Grey, Light, Picture
from vision.search.pyramid import halved

MOST = 24
"""More tiles than this overlap too much to be worth it."""
SPARE = 0.75
"""What share of the frames the round itself takes; the others may look where it is worth it."""
HALVINGS = 3
CHANGED_LEVELS = 6.0
"""How many grey levels the mean of a cell must change by: noise changes it by one or two, a marker by dozens."""
MOST_SKIPPED, MOST_SKIPPED_WORTH = 23, 1
"""So often in a row a part is passed over; then it is searched all the same, for a marker may be hard to read."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the picture: left, top (inclusive), right, bottom (exclusive), px."""

    left: int
    top: int
    right: int
    bottom: int

    def of(self, grey: Grey) -> Picture:
        """Return that part of a picture (H, W), not copied."""
        return grey[self.top : self.bottom, self.left : self.right]

    @property
    def corner_px(self) -> Floats:
        """Where its first pixel is (2,)."""
        return np.array([self.left, self.top], dtype=np.float64)

    def meets(self, low_px: Floats, high_px: Floats) -> Bools:
        """Return which boxes, from (N, 2) to (N, 2) px, have a part in it."""
        return np.asarray(
            (low_px[:, 0] < self.right)
            & (high_px[:, 0] > self.left)
            & (low_px[:, 1] < self.bottom)
            & (high_px[:, 1] > self.top)
        )


def around(centre_px: Floats, reach_px: float, size_px: tuple[int, int]) -> Tile | None:
    """Return the part of a picture (width, height) within reach of a point, None if there is none."""
    if not np.isfinite(centre_px).all():
        return None
    low = np.floor(centre_px - reach_px).clip(0, size_px).astype(int)
    high = np.ceil(centre_px + reach_px + 1).clip(0, size_px).astype(int)
    if (high - low < 16).any():
        return None
    return Tile(int(low[0]), int(low[1]), int(high[0]), int(high[1]))


def tiles(size_px: tuple[int, int], count: int, overlap_px: int) -> tuple[Tile, ...]:
    """Cut a picture (width, height) into at most ``count`` tiles that overlap, as few px as can be."""
    width, height = size_px
    best: tuple[float, int, int] = (math.inf, 1, 1)
    for columns in range(1, count + 1):
        for rows in range(1, count // columns + 1):
            area = (width / columns + overlap_px) * (height / rows + overlap_px)
            best = min(best, (area, columns, rows))
    _, columns, rows = best
    xs, ys = np.linspace(0, width, columns + 1), np.linspace(0, height, rows + 1)
    half = overlap_px / 2
    return tuple(
        Tile(
            max(0, math.floor(xs[i] - half)),
            max(0, math.floor(ys[j] - half)),
            min(width, math.ceil(xs[i + 1] + half)),
            min(height, math.ceil(ys[j + 1] + half)),
        )
        for j in range(rows)
        for i in range(columns)
    )


class Slices:
    """Deals out tiles of a picture (width, height) so that each comes once within ``within_s``, frames willing."""

    def __init__(self, size_px: tuple[int, int], overlap_px: int, within_s: float) -> None:
        self._size_px, self._overlap_px, self._within_s = size_px, overlap_px, within_s
        self._tiles: tuple[Tile, ...] = ()
        self._searched = np.zeros(0, dtype=int)
        self._frame = 0

    def next(self, frame_s: float, worth: Callable[[Tile], bool]) -> Tile:
        """Return the tile to search in this frame, when frames come every ``frame_s``; worthy tiles come earlier."""
        frames = int(self._within_s / max(frame_s, 1e-3))  # within so many frames each tile must have come
        wanted = max(1, min(MOST, int(SPARE * frames)))
        if not 0.7 * wanted <= len(self._tiles) <= wanted:
            self._tiles = tiles(self._size_px, wanted, self._overlap_px)
            self._searched = self._frame - np.arange(len(self._tiles), 0, -1)
        self._frame += 1
        age = self._frame - self._searched
        chosen = int(np.argmax(age))
        # If this frame is given away, the k-th oldest tile comes k + 1 frames from now.
        in_time = np.sort(age)[::-1] + np.arange(1, len(age) + 1) <= frames
        if in_time.all():
            worthy = [k for k in range(len(self._tiles)) if age[k] > 1 and worth(self._tiles[k])]
            chosen = max(worthy, key=lambda k: int(age[k]), default=chosen)
        self._searched[chosen] = self._frame
        return self._tiles[chosen]


@dataclass
class _Searched:
    cells: Light
    skipped: int = 0


class Unchanged:
    """Remembers how every part of the frame looked when it was searched."""

    def __init__(self) -> None:
        self._searched: dict[Tile, _Searched] = {}

    def pass_over(self, tile: Tile, grey: Grey, worth: bool) -> bool:
        """Whether that part of a frame (H, W) need not be searched now; ``worth``: something is missed there."""
        cells = _cells(tile.of(grey))
        before = self._searched.get(tile)
        if before is not None and before.skipped < (MOST_SKIPPED_WORTH if worth else MOST_SKIPPED):
            # A lamp that flickers changes all of it alike.
            lamp = float(cells.mean()) / max(float(before.cells.mean()), 1.0)
            if float(np.abs(cells - lamp * before.cells).max()) < CHANGED_LEVELS:
                before.skipped += 1
                return True
        self._searched[tile] = _Searched(cells)
        return False


def _cells(part: Grey) -> Light:
    """Return the means of cells of 8 x 8 px: by halves, many times as fast as at once."""
    for _ in range(HALVINGS):
        if min(part.shape) < 2:
            break
        part = halved(part)
    return part.astype(np.float32)
