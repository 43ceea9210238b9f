"""Dark squares: outlines of patches that may be a marker's, and their sides to a fraction of a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alignment import LIGHT
from vision.arrays import Bools, Floats, Grey, Light
from vision.kernels.edges import onto_edges
from vision.kernels.outlines import TILE_PX, dark_runs, darker_than_nearby, four_corners

Counts = NDArray[np.int32]

_LEAST_PX = 6  # the least width and height of an outline
_MOST_LONG = 6.0  # a marker is no longer than this many times its width, however oblique it is seen
_FULL = (0.72, 1.25)  # share of its four corners' area that an outline encloses
_BUSIER, _BUSY = 2.0, 8.0  # times the picture's usual difference from its surroundings; grey levels that are enough
# More runs of dark pixels than this are a rough ground's: what is hardly darker is left out then. They cost the time.
_EACH, _RUNS, _RUNS_PX = 16, 8000, 0.008
_FAINTEST, _CLEAREST = 2, 6
_MOST = 10  # grey levels that a patch need be darker by, however rough the ground is


@dataclass(frozen=True, eq=False)
class Darker:
    """By how much each pixel of a picture is darker than those about it, and by how much a patch must be."""

    by: Grey
    busy: Bools
    least: int
    room: int

    def outlines(self, clearer: int = 0, parted: bool = False) -> Floats:
        """Return outlines (M, 4, 2) px of dark patches.

        Corners run clockwise on the screen and lie on the patch's border, to about a pixel. ``clearer`` grey levels
        more than usual part patches that touch; those that meet at a corner are ``parted`` if so asked, but then a
        soft marker's thin outline falls apart, too.
        """
        runs, parents = np.empty((self.room, 3), np.int32), np.empty(self.room, np.int32)
        count = dark_runs(self.by.view(np.uint64), self.busy, self.least + clearer, 1, 1 - parted, runs, parents)
        return four_corners(runs[:count], parents[:count], _LEAST_PX, _MOST_LONG, *_FULL)


def darker_than_about(grey: Grey, window: int) -> Darker:
    """Return by how much pixels are darker than the mean of ``window`` x ``window`` px about them."""
    height, width = grey.shape
    down, across = -(-height // TILE_PX), -(-width // TILE_PX)
    darker = np.empty((height, TILE_PX * across), np.uint8)
    darker[:, width:] = 0
    tiles = np.zeros((down, across), np.uint8)
    counts = np.zeros(256, np.int32)
    darker_than_nearby(grey, window // 2, darker, tiles, counts)
    busy = _busy(tiles)
    return Darker(darker, busy, *_least(darker, busy, counts))


def _least(darker: Grey, busy: Bools, counts: Counts) -> tuple[int, int]:
    """Return by how many grey levels a patch must be darker, and for how many runs there must be room then."""
    most, least = int(_RUNS + _RUNS_PX * darker.size), _clear(counts)
    runs, parents = np.empty((most // _EACH + 1, 3), np.int32), np.empty(most // _EACH + 1, np.int32)
    while dark_runs(darker.view(np.uint64), busy, least, _EACH, 1, runs, parents) > most // _EACH and least < _MOST:
        least += 1
    return least, darker.size // 2 if least == _MOST else 2 * most


def _busy(tiles: Grey) -> Bools:
    """Return which tiles differ more from their surroundings than most do, and their neighbours: print does."""
    counts = np.bincount(tiles.ravel(), minlength=256)
    usual = int(np.searchsorted(np.cumsum(counts), tiles.size / 2))
    least = min(_BUSIER * usual, _BUSY)
    return np.asarray(cv2.dilate((tiles >= least).astype(np.uint8), np.ones((3, 3), np.uint8)), dtype=np.bool_)


def _clear(counts: Counts) -> int:
    """Return by how many grey levels a patch must be darker: out of the ground's own roughness, at least."""
    # Half of a rough ground is darker than its surroundings; markers are only a small part of it.
    usual = float(np.searchsorted(np.cumsum(counts) / counts.sum(), 0.84))
    return int(np.clip(round(usual), _FAINTEST, _CLEAREST))


_REACH_SIDES = 0.13  # how far inwards and outwards they go: less than a module of the smallest dictionary
_LEAST_REACH_PX = 2.0
_ALIKE = 0.35  # of the square's usual contrast: a look with less sees no edge
_PARTS = 0.55  # of the looks must see an edge
_FAINT = 0.012  # of full light: less contrast is no print


def sharpened(grey: Grey, quads_px: Floats) -> tuple[Floats, Light]:
    """Return quads (K, 4, 2) px moved onto the edges seen, and their contrasts (K,); what has no edges is left out."""
    # In light: in grey levels an edge seems to lie nearer to the dark.
    moved, contrasts = np.empty_like(quads_px), np.empty(len(quads_px), np.float32)
    count = onto_edges(grey, LIGHT, quads_px, _REACH_SIDES, _LEAST_REACH_PX, _FAINT, _ALIKE, _PARTS, moved, contrasts)
    return moved[:count], contrasts[:count]
