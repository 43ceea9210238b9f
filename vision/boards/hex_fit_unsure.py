"""How unsure a fitted map is from hex to hex: near a seam or a fold its lines lie off what bends smoothly."""

import numpy as np
from numpy.typing import NDArray

from table.frame import HexBoard
from table.hex_board import hexes_of
from table.hexes import Hex
from vision.boards.hex_fit_lines import Sides

Floats = NDArray[np.float64]

_FEWEST = 5  # lines round a hex that tell how far they lie off
_SIGMA = 68.3  # percent of them lie within one sigma; so many counters' edges and roads are the rest
_MOST_CM = 0.09
"""More is no seam but clutter; and with the 0.4 mm of any map nothing is on the line that lies 2 mm from it."""
_EVEN_CM = 0.02  # no hex less sure than so: nothing to be said


def unsure_of(board: HexBoard, sides: Sides, left_cm: Floats) -> tuple[float, ...]:
    """Return one sigma (cm) of how far the lines round each hex lie off, row by row; nothing where the map is even.

    ``left_cm`` (E,) is how far each side's line lies from the fitted one, whether it agrees or not; nan without one.
    """
    where = {frozenset(pair): k for k, pair in enumerate(sides.between)}
    off = np.abs(left_cm)
    usual = _sigma(off[np.isfinite(off)])
    found = []
    for here in hexes_of(board):
        near = off[[where[side] for side in _round(here) if side in where]]
        near = near[np.isfinite(near)]
        found.append(round(min(_sigma(near) if len(near) >= _FEWEST else usual, _MOST_CM), 3))
    return tuple(found) if max(found) > _EVEN_CM else ()


def _sigma(off: Floats) -> float:
    return float(np.percentile(off, _SIGMA)) if len(off) else _MOST_CM


def _round(here: Hex) -> list[frozenset[Hex]]:
    """Return a hex's sides, and those that lead away from its corners."""
    beside = here.neighbours()
    return [frozenset((here, one)) for one in beside] + [
        frozenset((one, two)) for one, two in zip(beside, beside[1:] + beside[:1], strict=True)
    ]
