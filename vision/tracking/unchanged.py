"""Which parts of the frame look as they did when they were last searched: nothing new can have come there."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Grey, Light
from vision.search.pyramid import halved
from vision.tracking.slices import Tile

HALVINGS = 3
CHANGED_LEVELS = 6.0
"""How many grey levels the mean of a cell must change by: noise changes it by one or two, a marker by dozens."""
MOST_SKIPPED, MOST_SKIPPED_WORTH = 23, 1
"""So often in a row a part is passed over; then it is searched all the same, for a marker may be hard to read."""


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
