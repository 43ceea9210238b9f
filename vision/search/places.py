"""What was read where: the best readings of each place, one of each id."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.homography import areas
from vision.kernels.places import first_of_each, worth_a_try
from vision.marker_id import LIKENESS, Looks, Reader, Readings, turned
from vision.rows import Rows
from vision.search.pyramid import Pyramid, up_to_level

_SAME_PLACE = 0.3  # squares whose centres are nearer than this many sides are one place
_TWIN = 0.03  # and those whose corners all lie within this many sides, one square
_MOST_PLACES = 2000
PLAIN = 0.8  # the best reading's misfit, as a share of the next one's, below which only one is tried
_NEAR = 0.25  # a reading that is less like it than the best by this is not tried


@dataclass(frozen=True, eq=False)
class Guesses(Rows):
    """N readings: ``places`` (N,), ``ids`` (N,), corners (N, 4, 2) px in ArUco order, ``likeness`` (N,).

    ``rival`` (N,) is how like a marker the next best reading of the place is, where that one is not tried; else 0.
    """

    places: Indices
    ids: Indices
    corners_px: Floats
    likeness: Floats
    rival: Floats
    blur_px: Floats

    def plainly(self, least: float, apart: float) -> Bools:
        """Return which (N,) have such a likeness at least, and less than ``apart`` of the next best's misfit."""
        other = (self.rival > 0) & (1 - self.likeness < apart * (1 - self.rival))
        return np.asarray((self.likeness >= least) & other)


def guesses(reader: Reader, pictures: Pyramid, quads_px: Floats) -> Guesses:
    """Read quads (M, 4, 2) px and return what they may be, place by place."""
    quads_px = fresh(quads_px)
    read = readings(reader, pictures, quads_px)
    like = read.likeness
    alike = np.flatnonzero(like[:, 0] >= LIKENESS)
    alike = alike[np.argsort(-like[alike, 0], kind="stable")][:_MOST_PLACES]
    centres, sides = quads_px.mean(axis=1), np.sqrt(np.abs(areas(quads_px)))
    places, quads, columns = (np.empty(2 * len(alike), np.intp) for _ in range(3))
    rivals = np.empty(2 * len(alike))
    many = worth_a_try(
        alike, centres, sides, read.ids, like, _SAME_PLACE, PLAIN, LIKENESS, _NEAR, places, quads, columns, rivals
    )
    quads, columns = quads[:many], columns[:many]
    return Guesses(
        places[:many], read.ids[quads, columns], turned(quads_px[quads], read.turns[quads, columns]),
        like[quads, columns].astype(np.float64), rivals[:many], read.blur[quads] * sides[quads] / reader.modules,
    )  # fmt: skip


def readings(reader: Reader, pictures: Pyramid, quads_px: Floats) -> Readings:
    """Read quads (M, 4, 2) px, each in the picture that is best for its size; see `Reader.read`."""
    return reader.read(looks_at(reader, pictures, quads_px))


def looks_at(reader: Reader, pictures: Pyramid, quads_px: Floats) -> Looks:
    """Return what lies within quads (M, 4, 2) px, each seen in the picture that is best for its size."""
    levels = pictures.level_for(quads_px)
    order = np.argsort(levels, kind="stable")
    looks = [
        reader.look(pictures.levels[level], up_to_level(quads_px[levels == level], int(level)))
        for level in (np.unique(levels) if len(levels) else [0])
    ]
    return Looks.joined(looks).of(np.argsort(order))


def fresh(quads_px: Floats) -> Floats:
    """Return the quads without those that were there before: a square is often seen at more than one level."""
    centres, sides = quads_px.mean(axis=1), np.sqrt(np.abs(areas(quads_px)))
    kept = np.empty(len(quads_px), np.intp)
    count = first_of_each(quads_px, centres, sides, np.argsort(centres[:, 0], kind="stable"), _TWIN, kept)
    return quads_px[kept[:count]]
