"""Looking for markers that are not where they were expected, or that nobody expected: in parts of the frame."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from table.roster import Roster
from vision.arrays import Floats, Grey
from vision.markers import MarkerSeen, find_markers
from vision.search.acceptance import Fits
from vision.sizes import least_side_px, size_check
from vision.table_view import TableView
from vision.tracking.slices import Slices, Tile, Unchanged, around

WITHIN_S = 0.42
"""A round of searching takes at most this long: what it found holds when the next frames agree, within 0.5 s."""
WINDOWS = 6
"""Local searches a frame, at most."""
_LOOKS = 2  # what takes a third one is for pictures that are measured by themselves
CARD = 0.08  # from a corner outwards, in half diagonals: the white card there


@dataclass
class Counters:
    """How much was searched so far: calls, px, whole rounds are what tests count instead of time."""

    slices: int = 0
    passed_over: int = 0
    windows: int = 0
    searched_px: int = 0


class Finder:
    """Searches parts of the frame for markers; ``largest_px`` is the side of the largest that may turn up."""

    def __init__(
        self, view: TableView, roster: Roster, wanted: Collection[int], largest_px: float, within_s: float = WITHIN_S
    ) -> None:
        self._roster, self._wanted, self._dictionary = roster, frozenset(wanted), view.frame.dictionary
        # Its diagonal with the white margin, whichever way it is turned.
        self._slices = Slices(view.camera.lens.size_px, int(largest_px * 1.4 * 8 / 6) + 4, within_s)
        self._size_px = view.camera.lens.size_px
        self._fits: Fits = size_check(view, roster)
        self._least_px = least_side_px(view, roster)
        self._left = WINDOWS
        self._unchanged = Unchanged()
        self.counters = Counters()

    def use(self, view: TableView) -> None:
        """From now on believe this view."""
        self._fits, self._least_px = size_check(view, self._roster), least_side_px(view, self._roster)

    def everywhere(self, grey: Grey) -> tuple[MarkerSeen, ...]:
        """Search all of a frame."""
        return self._search(Tile(0, 0, *self._size_px), grey, self._wanted)

    def slice(
        self,
        grey: Grey,
        frame_s: float,
        known_px: Floats,
        worth_px: Floats,
        reach_px: float,
        sought: Collection[int] = (),
    ) -> tuple[MarkerSeen, ...]:
        """Search this frame's part, not reading again what is known (N, 4, 2) px; ``worth_px`` (K, 2): first there.

        ``sought`` are the ids that a second look is worth: those that nobody knows the place of. A part that looks as
        when it was last searched is passed over, most times.
        """
        low, high = worth_px - reach_px, worth_px + reach_px
        tile = self._slices.next(frame_s, lambda part: bool(part.meets(low, high).any()))
        self.counters.slices += 1
        self._left = WINDOWS
        if self._unchanged.pass_over(tile, grey, bool(tile.meets(low, high).any())):
            self.counters.passed_over += 1
            return ()
        return self._search(tile, painted_out(grey, tile, known_px), sought)

    def window(self, grey: Grey, centre_px: Floats, reach_px: float, known_px: Floats) -> tuple[MarkerSeen, ...]:
        """Search round one point, if this frame's searches are not used up."""
        tile = around(centre_px, reach_px, self._size_px)
        if self._left <= 0 or tile is None:
            return ()
        self._left -= 1
        self.counters.windows += 1
        return self._search(tile, painted_out(grey, tile, known_px), ())

    def _search(self, tile: Tile, part: Grey, sought: Collection[int]) -> tuple[MarkerSeen, ...]:
        self.counters.searched_px += part.size
        corner = tile.corner_px
        found = find_markers(
            part, self._dictionary, self._wanted, lambda ids, corners: self._fits(ids, corners + corner),
            self._least_px, _LOOKS, sought,
        )  # fmt: skip
        return tuple(replace(marker, corners_px=marker.corners_px + corner) for marker in found)


def painted_out(grey: Grey, tile: Tile, known_px: Floats) -> Grey:
    """Return a part of a picture in which known markers (N, 4, 2) px are painted in their cards' white.

    Reading what is followed anyway is most of a search's work; without its black square a marker proposes nothing.
    """
    part = tile.of(grey).copy()
    inside = tile.meets(known_px.min(axis=1), known_px.max(axis=1)) if len(known_px) else np.zeros(0, dtype=bool)
    for corners in known_px[inside]:
        centre = corners.mean(axis=0)
        card = np.rint(corners + CARD * (corners - centre)).astype(int)
        column, row = card[:, 0].clip(0, grey.shape[1] - 1), card[:, 1].clip(0, grey.shape[0] - 1)
        white = int(np.median(grey[row, column]))
        # A pixel more than the square, for its blur.
        grown = corners + (corners - centre) * (2 / max(float(np.ptp(corners[:, 0])), 1.0)) - tile.corner_px
        cv2.fillConvexPoly(part, np.rint(grown).astype(np.int32), white)
    return part


def best_of(found: Iterable[MarkerSeen], marker: int) -> MarkerSeen | None:
    """Return the marker of that id, None if it was not found."""
    return next((seen for seen in found if seen.id == marker), None)
