"""Reading a marker's id: which printed pattern looks most like what lies within four corners."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import areas, homographies, through

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

GUESSES = 3  # readings of one place that are tried
LIKENESS = 0.55  # a square that looks less than this like any marker is none
NEAR = 0.25  # and a reading that is less like it than the best by this is not tried
SAME_PLACE = 0.3  # squares whose centres are nearer than this many sides are one place

_PER_MODULE = 2  # samples along a module
_MARGIN = 0.5  # modules of white margin that are read
_BLUR_MODULES = 0.3  # a small marker's modules are 2.5 px wide and blurred by 0.8: no one threshold parts them
_FINE = 8  # what a module is drawn with, for blurring


@dataclass(frozen=True, eq=False)
class Guesses:
    """N readings: ``places`` (N,), the same for those of one place, ``ids`` (N,), corners (N, 4, 2) in ArUco order."""

    places: NDArray[np.intp]
    ids: NDArray[np.intp]
    corners_px: Floats


class Reader:
    """Reads the markers of one dictionary from a picture in linear light."""

    def __init__(self, bits: NDArray[np.uint8]) -> None:
        self.modules = bits.shape[1]
        size = round((self.modules + 2 * _MARGIN) * _PER_MODULE)
        self._at = -_MARGIN + (np.arange(size) + 0.5) / _PER_MODULE
        where = ((self._at + 1) * _FINE).astype(int)
        shades = []
        for marker in bits:
            wide = np.pad(marker.astype(np.float32), 1, constant_values=1.0).repeat(_FINE, 0).repeat(_FINE, 1)
            soft = cv2.GaussianBlur(wide, (0, 0), _BLUR_MODULES * _FINE, borderType=cv2.BORDER_REPLICATE)
            shades.append(np.asarray(soft)[np.ix_(where, where)])
        upright = np.asarray(shades, dtype=np.float32)
        # All four turns: at turn t the quad's first corner is the marker's corner t.
        turned = np.stack([np.rot90(upright, t, axes=(1, 2)) for t in range(4)], axis=1).reshape(len(bits) * 4, -1)
        within = (self._at > 1) & (self._at < self.modules - 1)
        self._inner = (within[None, :] & within[:, None]).ravel()
        self._whole, self._inside = _standard(turned), _standard(turned[:, self._inner])

    def likeness(self, light: Light, quads_px: Floats) -> NDArray[np.float32]:
        """Return how like each marker (id * 4 + turn) each quad (M, 4, 2) is: (M, ids * 4), 1 for the same.

        A plain dark square agrees with any border, so the modules inside must agree by themselves.
        """
        n = float(self.modules)
        home = homographies(np.array([[0, 0], [n, 0], [n, n], [0, n]]), quads_px)
        u, v = np.meshgrid(self._at, self._at)
        place = through(home, np.column_stack([u.ravel(), v.ravel()])).astype(np.float32)
        seen = cv2.remap(light, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        rows = np.asarray(seen, dtype=np.float32)
        whole, inside = _standard(rows) @ self._whole.T, _standard(rows[:, self._inner]) @ self._inside.T
        return np.asarray(np.minimum(whole, inside), dtype=np.float32)

    def guesses(self, light: Light, quads_px: Floats) -> Guesses:
        """Return the best readings of each place where quads (M, 4, 2) lie, whichever corner they start at."""
        places: list[int] = []
        ids: list[int] = []
        corners: list[Floats] = []
        if len(quads_px):
            likeness = self.likeness(light, quads_px)
            best = np.argpartition(-likeness, GUESSES, axis=1)[:, :GUESSES]
            values = np.take_along_axis(likeness, best, axis=1)
            centres, sides = quads_px.mean(axis=1), np.sqrt(areas(quads_px))
            spots: list[tuple[Floats, float, float, set[int]]] = []
            for quad, guess in zip(*np.unravel_index(np.argsort(-values, axis=None), values.shape), strict=True):
                like, (number, turn) = float(values[quad, guess]), divmod(int(best[quad, guess]), 4)
                if like < LIKENESS:
                    break
                spot = _spot(spots, centres[quad], float(sides[quad]), like)
                _, _, first, known = spots[spot]
                if number in known or len(known) >= GUESSES or like < first - NEAR:
                    continue
                known.add(number)
                places.append(spot)
                ids.append(number)
                corners.append(np.roll(quads_px[quad], turn, axis=0))
        found = np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)
        return Guesses(np.array(places, dtype=np.intp), np.array(ids, dtype=np.intp), found)


def _spot(spots: list[tuple[Floats, float, float, set[int]]], centre: Floats, side: float, like: float) -> int:
    """Return which of the places a square lies at, adding one if it lies at none."""
    for spot, (other, other_side, _, _) in enumerate(spots):
        if np.hypot(*(centre - other)) < SAME_PLACE * max(side, other_side):
            return spot
    spots.append((centre, side, like, set()))
    return len(spots) - 1


def _standard(rows: Light) -> Light:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-6), dtype=np.float32)
