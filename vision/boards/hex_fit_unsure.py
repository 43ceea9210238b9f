"""How unsure a fitted map is from hex to hex: near a seam or a fold its lines lie off what bends smoothly."""

import math

import numpy as np

from table.frame import HexBoard
from table.hex_board import hexes_of
from table.hexes import Hex
from vision.arrays import Floats
from vision.boards.hex_fit_lines import Sides

_MOST_CM = 0.09
"""More is no seam but clutter; and with the 0.4 mm of any map nothing is on the line that lies 2 mm from it."""
_EVEN_CM = 0.02  # no hex less sure than so: nothing to be said
_CHANCE = 1.2  # the worst of a hex's corners lies so many usual deviations off by the picture's noise alone
LESS_SURE_CM = 0.04
"""A hex this unsure is worth a word: as much as any map is held unsure anyway."""


def unsure_of(board: HexBoard, sides: Sides, left_cm: Floats) -> tuple[float, ...]:
    """Return one sigma (cm) of how far the lines round each hex lie off, row by row; nothing where the map is even.

    ``left_cm`` (E,) is how far each side's line lies from the fitted one, whether it agrees or not; nan without one.
    """
    off = {frozenset(pair): left for pair, left in zip(sides.between, np.abs(left_cm).tolist(), strict=True)}
    seen = [left for left in off.values() if not math.isnan(left)]
    noise = _CHANCE * 1.4826 * float(np.median(seen)) if seen else 0.0  # the picture's own: the map is surer
    found = [max(_corner(off, here, k) for k in range(6)) for here in hexes_of(board)]
    unsure = [round(min(math.sqrt(max(most**2 - noise**2, 0.0)), _MOST_CM), 3) for most in found]
    return tuple(unsure) if max(unsure) > _EVEN_CM else ()


def less_sure(board: HexBoard) -> tuple[Hex, ...]:
    """Return the hexes of a fitted board round which its lines lie off, the least sure first."""
    found = sorted(zip(board.unsure_cm, hexes_of(board), strict=False), key=lambda it: -it[0])
    return tuple(here for unsure, here in found if unsure > LESS_SURE_CM)


def _corner(off: dict[frozenset[Hex], float], here: Hex, k: int) -> float:
    """Return how far off the lines are that meet in a hex's corner: two of the three, as one may be a road's.

    A sheet that begins within the hex has a corner of its own there, however well the others lie.
    """
    beside = here.neighbours()
    one, two = beside[k], beside[k - 1]
    meet = (off.get(frozenset(pair), math.nan) for pair in ((here, one), (here, two), (one, two)))
    found = sorted(left for left in meet if not math.isnan(left))
    return found[-2] if len(found) > 1 else 0.0
