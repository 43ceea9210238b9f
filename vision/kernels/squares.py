"""A square of known size laid onto four corners, of which one may be covered."""

import math

import numpy as np

from vision.arrays import Floats
from vision.compiled import compiled

_NATURAL = 0.005  # of its side, a corner may always be off by
_ROUNDS = 12
_OUTLIER = 3.0  # usual misfits beyond which a corner counts little


@compiled
def lay_squares(corners: Floats, sizes: Floats, centres: Floats, turns: Floats, misfits: Floats, trust: Floats) -> None:
    """Fill centres (M, 2), turns (M,) rad, rms misfits (M,) and the trust in each corner (M, 4) of squares.

    ``corners`` (M, 4, 2) in ArUco order on a plane whose y looks away from the operator; of sizes (M,). At turn 0 the
    top edge looks along +x.
    """
    home, off = np.empty((4, 2)), np.empty(4)
    for m in range(len(corners)):
        half, c, s, squares = sizes[m] / 2, 1.0, 0.0, 0.0
        for k in range(4):
            home[k, 0] = half if k < 2 else -half
            home[k, 1] = half if k in (0, 3) else -half
            trust[m, k] = 1.0
        for _ in range(_ROUNDS):
            total = trust[m, 0] + trust[m, 1] + trust[m, 2] + trust[m, 3]
            x, y, home_x, home_y = 0.0, 0.0, 0.0, 0.0
            for k in range(4):
                share = trust[m, k] / total
                x += share * corners[m, k, 0]
                y += share * corners[m, k, 1]
                home_x += share * home[k, 0]
                home_y += share * home[k, 1]
            crossed, along = 0.0, 0.0
            for k in range(4):
                arm_x, arm_y = corners[m, k, 0] - x, corners[m, k, 1] - y
                own_x, own_y = home[k, 0] - home_x, home[k, 1] - home_y
                crossed += trust[m, k] * (own_x * arm_y - own_y * arm_x)
                along += trust[m, k] * (own_x * arm_x + own_y * arm_y)
            length = math.sqrt(crossed * crossed + along * along) + 1e-300
            c, s = along / length, crossed / length
            centres[m, 0] = x - c * home_x + s * home_y
            centres[m, 1] = y - s * home_x - c * home_y
            squares, total_off, least, most = 0.0, 0.0, np.inf, 0.0
            for k in range(4):
                off_x = corners[m, k, 0] - centres[m, 0] - c * home[k, 0] + s * home[k, 1]
                off_y = corners[m, k, 1] - centres[m, 1] - s * home[k, 0] - c * home[k, 1]
                squares += off_x * off_x + off_y * off_y
                off[k] = math.sqrt(off_x * off_x + off_y * off_y)
                total_off += off[k]
                least, most = min(least, off[k]), max(most, off[k])
            middle = (total_off - least - most) / 2  # the median of four
            far = _OUTLIER * max(middle, _NATURAL * sizes[m])
            for k in range(4):
                away = off[k] / far
                trust[m, k] = 1.0 / (1.0 + away * away) ** 2
        turns[m], misfits[m] = math.atan2(s, c), math.sqrt(squares / 4)
