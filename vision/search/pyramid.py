"""A picture at full, half, quarter size and so on: a marker is looked for where it is neither tiny nor huge."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Indices
from vision.homography import areas
from vision.search.outlines import Darker, darker_than_about, sharpened

# px: what "brighter nearby" means. No wider, or a marker whose margin is thin or blurred joins what lies about it.
_WINDOW, _WINDOW_SMALL = 9, 5
LEAST_PX = 13.0  # the smallest side that is looked for
_FOUND_PX = 11.0  # sides that are found in a picture made smaller: blur and noise are less there
_LEAST_SIDE_PX = 48  # a picture's: smaller ones are not halved again
READABLE_PX = 48.0  # a marker with longer sides is read in a smaller picture: less noise, fewer samples between
_WORKERS = ThreadPoolExecutor(1, "search")  # kernels let go of the interpreter's lock


@dataclass(frozen=True, eq=False)
class Pyramid:
    """``levels[k]`` is the picture at 1 / 2**k of its size.

    Levels may be looked at by several threads, each level by one at a time.
    """

    levels: tuple[Grey, ...]
    _darker: tuple[dict[int, Darker], ...] = field(repr=False)
    _outlines: tuple[dict[tuple[int, int], Floats], ...] = field(repr=False)
    _squares: tuple[dict[tuple[int, int], Floats], ...] = field(repr=False)

    def proposals(self, least_px: float = LEAST_PX, parted: bool = False) -> Floats:
        """Return dark squares (M, 4, 2) px of the full picture, clockwise; the same one may come more than once.

        Levels where all that have sides of ``least_px`` or more are large enough to be found smaller are left out.
        ``parted`` are those that others touch at their corners, see `Darker.outlines`.
        """
        first = self.finest_for(least_px)
        largest = _WORKERS.submit(self._proposals, first, parted)  # it has three quarters of the work
        found = [self._proposals(level, parted) for level in range(first + 1, len(self.levels))]
        return np.concatenate([largest.result(), *found])

    def finest_for(self, least_px: float) -> int:
        """Return the first level in which squares with sides of ``least_px`` or more need be looked for."""
        return int(np.clip(np.log2(max(least_px, 1) / _FOUND_PX), 0, len(self.levels) - 1))

    def _proposals(self, level: int, parted: bool) -> Floats:
        window = _WINDOW_SMALL if level else _WINDOW
        if not parted:
            return self.squares(level, window, 0)
        outlines = self.darker(level, window).outlines(parted=True)
        return down_to_full(sharpened(self.levels[level], outlines)[0], level)

    def squares(self, level: int, window: int, clearer: int) -> Floats:
        """Return a level's dark squares with edges (M, 4, 2), px of the full picture; see `outlines`."""
        known = self._squares[level]
        if (window, clearer) not in known:
            outlines = self.outlines(level, window, clearer)
            known[window, clearer] = down_to_full(sharpened(self.levels[level], outlines)[0], level)
        return known[window, clearer]

    def outlines(self, level: int, window: int, clearer: int = 0) -> Floats:
        """Return outlines (M, 4, 2), px of a level, of what is darker than about, ``window`` wide: known to all looks.

        ``clearer`` grey levels more than usual part patches that touch.
        """
        known = self._outlines[level]
        if (window, clearer) not in known:
            known[window, clearer] = self.darker(level, window).outlines(clearer)
        return known[window, clearer]

    def darker(self, level: int, window: int) -> Darker:
        """Return by how much a level is darker than about: one look's is the next look's, too."""
        known = self._darker[level]
        if window not in known:
            known[window] = darker_than_about(self.levels[level], window)
        return known[window]

    def level_for(self, quads_px: Floats) -> Indices:
        """Return in which level each quad (M, 4, 2) px is best read."""
        sides = np.sqrt(np.abs(areas(quads_px)))
        level = np.ceil(np.log2(np.maximum(sides, 1) / READABLE_PX)).clip(0, len(self.levels) - 1)
        return np.asarray(level, dtype=np.intp)


def pyramid(grey: Grey) -> Pyramid:
    """Return a picture (H, W) with its smaller versions."""
    levels = [np.ascontiguousarray(grey)]
    while min(levels[-1].shape) >= 2 * _LEAST_SIDE_PX:
        levels.append(halved(levels[-1]))
    return Pyramid(tuple(levels), *(tuple({} for _ in levels) for _ in range(3)))


def halved(grey: Grey) -> Grey:
    """Return a picture (H, W), at least 2 x 2 px, at half its size: the means of 2 x 2 px."""
    height, width = grey.shape[0] // 2, grey.shape[1] // 2
    small = cv2.resize(grey[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def down_to_full(points_px: Floats, level: int) -> Floats:
    """Take points of a level to px of the full picture: the first pixel's centre is (0, 0), in either."""
    return np.asarray((points_px + 0.5) * 2.0**level - 0.5)


def up_to_level(points_px: Floats, level: int) -> Floats:
    """Take points of the full picture to px of a level."""
    return np.asarray((points_px + 0.5) / 2.0**level - 0.5)
