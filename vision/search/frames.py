"""Squares framed in black and white though light differs: each border module is darker than the paper beside it."""

from dataclasses import dataclass

import numpy as np

from vision.alignment import LIGHT
from vision.arrays import Floats, Indices, Light
from vision.homography import areas, square_to_quads
from vision.kernels.sampling import seen_at
from vision.rows import Rows
from vision.search.pyramid import Pyramid, up_to_level

_DARKER, _SHARE = 0.6, 0.83  # than paper, at most; and so large a share of the border's modules must be so
_UNEVEN = 0.15  # by how much paper must differ, of itself: what is evenly lit has been looked at
_NO_LIGHT, _STILL = 1e-4, 0.02  # of full light; of paper's: darker ink makes no better frame
_SAME_PLACE, _EACH, _MOST = 0.3, 2, 40  # sides; squares of each place, and of all


@dataclass(frozen=True, eq=False)
class Framed(Rows):
    """M squares (M, 4, 2) px, the light of their modules, the margin's too (M, n + 2, n + 2), and their places (M,)."""

    squares_px: Floats
    cells: Light
    places: Indices


def framed(pictures: Pyramid, quads_px: Floats, modules: int) -> Framed:
    """Return which squares (M, 4, 2) px of a picture are framed and unevenly lit, the most plainly framed first.

    Of each place there are two at most.
    """
    cells = _cells(pictures, quads_px, modules)
    along = slice(1, -1)
    white, black = (
        np.concatenate([cells[:, one, along], cells[:, other, along], cells[:, along, one], cells[:, along, other]], 1)
        for one, other in ((0, -1), (1, -2))
    )
    white = np.maximum(white, _NO_LIGHT)
    ratio, uneven = black / white, np.log(white).std(axis=1)
    some = np.flatnonzero(((ratio < _DARKER).mean(axis=1) >= _SHARE) & (uneven > _UNEVEN))
    some = some[np.argsort(np.log(ratio[some] + _STILL).mean(axis=1), kind="stable")]
    chosen, places = _few_of_each(quads_px[some])
    return Framed(quads_px[some[chosen]], cells[some[chosen]], places)


def _cells(pictures: Pyramid, quads_px: Floats, modules: int) -> Light:
    """Return the light in the middle of each module, the margin's too (M, n + 2, n + 2), in the best picture for it."""
    at: Floats = np.arange(-0.5, modules + 1)
    cells = np.empty((len(quads_px), modules + 2, modules + 2), np.float32)
    levels = pictures.level_for(quads_px)
    for level in np.unique(levels):
        some = np.flatnonzero(levels == level)
        homes = square_to_quads(up_to_level(quads_px[some], int(level)), modules)
        for k, home in zip(some, homes, strict=True):
            seen_at(pictures.levels[level], LIGHT, home, at, cells[k])
    return cells


def _few_of_each(quads_px: Floats) -> tuple[Indices, Indices]:
    """Return the first quads (M, 4, 2) px of each place, and which place that is."""
    centres, sides = quads_px.mean(axis=1), np.sqrt(np.abs(areas(quads_px)))
    chosen, places = list[int](), list[int]()
    for k in range(len(quads_px)):
        if len(chosen) == _MOST:
            break
        near = np.flatnonzero(np.linalg.norm(centres[chosen] - centres[k], axis=1) < _SAME_PLACE * sides[k])
        if len(near) < _EACH:
            places.append(places[near[0]] if len(near) else len(chosen))
            chosen.append(k)
    return np.array(chosen, np.intp), np.array(places, np.intp)
