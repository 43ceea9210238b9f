"""What was read where: the best readings of each place, one of each id."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.homography import areas
from vision.reading import LIKENESS, Reader, Readings, turned
from vision.search.pyramid import Pyramid, up_to_level

Floats = NDArray[np.float64]

_SAME_PLACE = 0.3  # squares whose centres are nearer than this many sides are one place
_MOST_PLACES = 2000
PLAIN = 0.8  # the best reading's misfit, as a share of the next one's, below which only one is tried
_NEAR = 0.25  # a reading that is less like it than the best by this is not tried


@dataclass(frozen=True, eq=False)
class Guesses:
    """N readings: ``places`` (N,), ``ids`` (N,), corners (N, 4, 2) px in ArUco order, ``likeness`` (N,).

    ``rival`` (N,) is how like a marker the next best reading of the place is, where that one is not tried; else 0.
    """

    places: NDArray[np.intp]
    ids: NDArray[np.intp]
    corners_px: Floats
    likeness: Floats
    rival: Floats
    blur_px: Floats


def guesses(reader: Reader, pictures: Pyramid, quads_px: Floats) -> Guesses:
    """Read quads (M, 4, 2) px and return what they may be, place by place."""
    levels = pictures.level_for(quads_px)
    count = len(quads_px)
    ids, turns = np.zeros((count, 2), np.intp), np.zeros((count, 2), np.intp)
    like, blur = np.zeros((count, 2)), np.zeros(count)
    for level in np.unique(levels):
        which = np.flatnonzero(levels == level)
        found: Readings = reader.read(pictures.levels[level], up_to_level(quads_px[which], int(level)))
        ids[which], turns[which], like[which], blur[which] = found.ids, found.turns, found.likeness, found.blur
    alike = np.flatnonzero(like[:, 0] >= LIKENESS)
    alike = alike[np.argsort(-like[alike, 0])][:_MOST_PLACES]
    chosen: list[tuple[int, int, int]] = []  # place, quad, first or second reading
    rivals: list[float] = []
    for place, members in enumerate(_places(quads_px[alike])):
        best = int(alike[members[0]])
        other, rival = _next_best(alike[members], ids, like, int(ids[best, 0]))
        plain = 1 - like[best, 0] < PLAIN * (1 - rival)
        chosen.append((place, best, 0))
        rivals.append(rival if plain else 0.0)
        if not plain and rival > max(LIKENESS, like[best, 0] - _NEAR):
            chosen.append((place, *other))
            rivals.append(0.0)
    places, quads, which = np.array(chosen, dtype=np.intp).reshape(-1, 3).T
    corners = turned(quads_px[quads], turns[quads, which])
    sides = np.sqrt(np.abs(areas(corners)))
    return Guesses(
        places, ids[quads, which], corners, like[quads, which], np.array(rivals), blur[quads] * sides / reader.modules
    )


def _next_best(
    members: NDArray[np.intp], ids: NDArray[np.intp], like: Floats, taken: int
) -> tuple[tuple[int, int], float]:
    """Return quad and column of the likest reading of another id at a place, and its likeness."""
    score = np.where(ids[members] != taken, like[members], -1.0)
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    return (int(members[row]), int(column)), float(score[row, column])


def _places(quads_px: Floats) -> list[NDArray[np.intp]]:
    """Return which quads, best first, share a place."""
    centres, sides = quads_px.mean(axis=1), np.sqrt(np.abs(areas(quads_px)))
    free = np.ones(len(quads_px), dtype=bool)
    places = []
    for quad in range(len(quads_px)):
        if not free[quad]:
            continue
        apart = np.hypot(*(centres - centres[quad]).T) / np.maximum(sides, sides[quad])
        members = np.flatnonzero(free & (apart < _SAME_PLACE))
        free[members] = False
        places.append(members)
    return places
