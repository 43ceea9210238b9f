"""A printed map followed from its middle outwards: where the waves of the whole lead its ends to the next hexes."""

import math
from dataclasses import replace

import numpy as np

from table.frame import HexBoard
from vision.boards.hex_fit_ground import LaidFlat
from vision.boards.hex_fit_lines import Sides, look_across, sides_of, sights
from vision.boards.hex_fit_solve import solve
from vision.boards.hex_fit_start import Start, nets_of

_FIRST_HEXES, _LEAST = 4.0, 0.25  # from the middle: so far, or such a share of the way to the rim
_FARTHER = 1.35
_WINDOW = 0.25
_FEWEST = 24  # lines
_STIFF = 0.1  # so much that the map goes on straight where nothing was seen yet


def grown(laid: LaidFlat, start: Start, board: HexBoard) -> Start:
    """Return the start with its lines looked for round the middle first, then ever farther out.

    Half a hex off at the rim is nothing while the lines within have said how the map goes on.
    """
    sides, net = sides_of(board), nets_of(board)[0]
    away = np.hypot(*(sides.middles_cm - sides.middles_cm.mean(axis=0)).T)
    rim = float(away.max())
    reach = max(_FIRST_HEXES * math.sqrt(3) * board.size_cm, _LEAST * rim)
    bent = start.bent
    while True:
        within = away <= reach
        some = Sides(sides.middles_cm[within], sides.ways[within], ())
        for _ in range(2):
            lines = look_across(start.ink, laid, bent, some, board.size_cm, _WINDOW, start.usual)
            seen, _ = sights(bent, some, lines)
            if len(seen.offsets_cm) >= _FEWEST:
                bent = solve(net, seen, _STIFF).bent
        if reach >= rim:
            return replace(start, bent=bent)
        reach = min(_FARTHER * reach, rim)
