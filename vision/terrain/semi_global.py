"""Semi-global matching: the height of each cell that costs least, with the heights beside it."""

import numpy as np

from vision.arrays import Light


def semi_global(cost: Light, small: float, large: float) -> Light:
    """Return the cost (Z, H, W) of each height of each cell, with the best way to it from all four sides.

    A neighbour one step higher or lower costs ``small``, any other ``large`` (Hirschmueller 2008).
    """
    total = np.zeros_like(cost)
    for along, summed in ((cost, total), (cost.transpose(0, 2, 1), total.transpose(0, 2, 1))):
        for one_way, into in ((along, summed), (along[:, ::-1], summed[:, ::-1])):
            before = np.zeros_like(one_way[:, 0])
            for k in range(one_way.shape[1]):
                least = before.min(axis=0)
                best = np.minimum(before, least + large)
                best[1:] = np.minimum(best[1:], before[:-1] + small)
                best[:-1] = np.minimum(best[:-1], before[1:] + small)
                before = one_way[:, k] + best - least
                into[:, k] += before
    return total
