"""Outlines of dark patches that may be a marker's black square: threshold, contours, four corners, all at once."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import areas, proper

Floats = NDArray[np.float64]
Grey = NDArray[np.uint8]

_LEAST_PX = 6  # the least width and height of an outline
_MOST_LONG = 4.0  # a marker is no longer than this many times its width, however oblique it is seen
_FULL = (0.72, 1.25)  # share of its four corners' area that an outline encloses
_TILE_PX = 8
_BUSIER, _BUSY = 2.0, 8.0  # times the picture's usual difference from its surroundings; grey levels that are enough
# More runs of dark pixels than this are a rough ground's: what is hardly darker is left out then. They cost the time.
_EACH, _RUNS, _RUNS_PX = 8, 8000, 0.008
_FAINTEST, _CLEAREST = 2, 6
_MOST = 10  # grey levels that a patch need be darker by, however rough the ground is


def dark_outlines(grey: Grey, window: int) -> Floats:
    """Return outlines (M, 4, 2) px of patches darker than the mean of ``window`` x ``window`` px about them.

    Corners run clockwise on the screen and lie on the patch's border, to about a pixel.
    """
    mean = cv2.blur(grey, (window, window))
    darker = np.asarray(cv2.subtract(mean, grey), dtype=np.uint8)
    busy = _busy(np.asarray(cv2.absdiff(mean, grey), dtype=np.uint8))
    return _quads(_contours(np.asarray(cv2.bitwise_and(darker, busy), dtype=np.uint8), _clear(darker)))


def _busy(off: Grey) -> Grey:
    """Return a mask, 255 where the picture differs more from its surroundings than most of it does: print does."""
    height, width = off.shape
    small = (max(1, width // _TILE_PX), max(1, height // _TILE_PX))
    tiles = np.asarray(cv2.resize(off, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    least = min(_BUSIER * float(np.median(tiles)), _BUSY)
    print_like = cv2.dilate((tiles >= least).astype(np.uint8) * 255, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.resize(print_like, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def _clear(darker: Grey) -> int:
    """Return by how many grey levels a patch must be darker: out of the ground's own roughness, at least."""
    counts = np.bincount(darker[::3, ::3].ravel(), minlength=256)
    # Half of a rough ground is darker than its surroundings; markers are only a small part of it.
    usual = float(np.searchsorted(np.cumsum(counts) / counts.sum(), 0.84))
    return int(np.clip(round(usual), _FAINTEST, _CLEAREST))


def _contours(darker: Grey, least: int) -> list[NDArray[np.int32]]:
    while True:
        _, mask = cv2.threshold(darker, least, 255, cv2.THRESH_BINARY)
        some = mask[::_EACH]
        runs = _EACH / 2 * np.count_nonzero(some[:, 1:] != some[:, :-1])
        if runs < _RUNS + _RUNS_PX * darker.size or least >= _MOST:
            found, _ = cv2.findContoursLinkRuns(mask)
            return [np.asarray(contour) for contour in found]
        least += 1


def _quads(contours: list[NDArray[np.int32]]) -> Floats:
    """Return the four corners of each contour that is about a quad."""
    lengths = np.fromiter(map(len, contours), dtype=np.intp, count=len(contours))
    long_enough = np.flatnonzero(lengths >= 2 * _LEAST_PX)
    if not len(long_enough):
        return np.zeros((0, 4, 2))
    points = np.concatenate([contours[k] for k in long_enough])[:, 0]
    points, lengths = _of_fair_size(points, lengths[long_enough])
    if not len(lengths):
        return np.zeros((0, 4, 2))
    x, y = points[:, 0].astype(np.float64), points[:, 1].astype(np.float64)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    of = np.repeat(np.arange(len(lengths)), lengths)
    follow = np.arange(len(points)) + 1
    follow[starts + lengths - 1] = starts
    enclosed = np.abs(np.add.reduceat(x * y[follow] - x[follow] * y, starts)) / 2
    middle = np.stack([np.add.reduceat(x, starts), np.add.reduceat(y, starts)]) / lengths

    def farthest(distance: Floats) -> NDArray[np.intp]:
        top = np.maximum.reduceat(distance, starts)
        at = np.where(distance >= top[of], np.arange(len(points)), len(points))
        return np.minimum.reduceat(at, starts)

    first = farthest((x - middle[0][of]) ** 2 + (y - middle[1][of]) ** 2)
    third = farthest((x - x[first][of]) ** 2 + (y - y[first][of]) ** 2)
    along_x, along_y = (x[third] - x[first])[of], (y[third] - y[first])[of]
    off = along_x * (y - y[first][of]) - along_y * (x - x[first][of])
    quads = points[np.stack([first, farthest(-off), third, farthest(off)], axis=1)].astype(np.float64)
    area = areas(quads)
    # A contour runs through the outermost pixels' centres: half a pixel inside the patch on every side.
    share = (enclosed + 1) / np.maximum(area, 1)
    return quads[proper(quads, _LEAST_PX**2 / 3) & (share > _FULL[0]) & (share < _FULL[1])]


def _of_fair_size(points: NDArray[np.int32], lengths: NDArray[np.intp]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Return the points and lengths of those contours that are as wide and high as a marker can be."""
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    size = np.maximum.reduceat(points, starts, axis=0) - np.minimum.reduceat(points, starts, axis=0) + 1
    low, high = size.min(axis=1), size.max(axis=1)
    fair = (low >= _LEAST_PX) & (high <= _MOST_LONG * low) & (lengths <= 6 * (low + high))
    return points[np.repeat(fair, lengths)], lengths[fair]
