"""Corners that something covers, completed from the three others: a small marker is all but a parallelogram."""

import numpy as np

from vision.alignment import Aligned, align
from vision.arrays import Floats, Grey
from vision.homography import areas, proper

_WHOLE, _PERFECT = 0.95, 0.985  # an agreement that needs no mending; nor does a corner far off the others
_HOPELESS = 0.75  # and one that no mending helps
_MOST_SKEW = 0.03  # of a side: perspective makes a small marker's opposite sides differ by less
_ROUNDS, _SAMPLES = 4, 24
_GLANCE, _WORTH_A_TRY = 20, 0.2  # samples of a first look; how much worse one that is then looked at closely may seem


def skew(corners_px: Floats) -> Floats:
    """Return by how much of its side each quad (M, 4, 2) is no parallelogram."""
    off = corners_px[:, 0] - corners_px[:, 1] + corners_px[:, 2] - corners_px[:, 3]
    return np.asarray(np.linalg.norm(off, axis=1) / (np.sqrt(np.abs(areas(corners_px))) + 1e-9))


def mended(grey: Grey, found: Aligned, bits: Floats, most_px: float) -> Aligned:
    """Return the alignment, those that fit badly tried anew with each corner in turn where the others say it is.

    Only of markers up to ``most_px`` a side: large ones show perspective.
    """
    sides = np.sqrt(np.abs(areas(found.corners_px)))
    poor = (found.agreement > _HOPELESS) & (sides < most_px) & (sides > 1)
    askew = (skew(found.corners_px) > _MOST_SKEW) & (found.agreement < _PERFECT)
    some = np.flatnonzero(poor & (askew | ((found.hidden > 0) & (found.agreement < _WHOLE))))
    if not len(some):
        return found
    corners = found.corners_px[some]
    starts = np.repeat(corners[:, None], 4, axis=1)  # (K, 4 tries, 4, 2)
    for k in range(4):
        starts[:, k, k] = corners[:, k - 1] + corners[:, (k + 1) % 4] - corners[:, k - 2]
    tries = starts.reshape(-1, 4, 2)
    owners = np.repeat(some, 4)
    some = np.flatnonzero(proper(tries))
    tries, owners = tries[some], owners[some]
    if not len(tries):
        return found
    first = align(grey, tries, bits[owners], _ROUNDS, _GLANCE, again=False)
    order = np.lexsort((-first.agreement, owners))
    fresh = np.diff(owners[order], prepend=-1) != 0
    best = order[fresh | np.append(True, fresh[:-1])]  # of each its two best tries
    best = best[first.agreement[best] > found.agreement[owners[best]] - _WORTH_A_TRY]
    again = align(grey, first.corners_px[best], bits[owners[best]], _ROUNDS // 2, _SAMPLES)
    better = np.flatnonzero(again.agreement > found.agreement[owners[best]] + 1e-3)
    better = better[np.argsort(again.agreement[better])]  # the best is put last
    whole = found.of(np.arange(len(sides)))  # a copy
    whole.put(owners[best[better]], again.of(better))
    return whole
