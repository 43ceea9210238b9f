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

AT_ONCE = 2000  # squares read together: a chequered cloth has tens of thousands

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
        if not len(quads_px):
            return Guesses(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros((0, 4, 2)))
        parts, kept = [], []
        for start in range(0, len(quads_px), AT_ONCE):
            part = self.likeness(light, quads_px[start : start + AT_ONCE])
            alike = np.flatnonzero(part.max(axis=1) >= LIKENESS)
            parts.append(part[alike])
            kept.append(alike + start)
        likeness, quads_px = np.concatenate(parts), quads_px[np.concatenate(kept)]
        like = likeness.max(axis=1)
        if len(like) > AT_ONCE:
            best = np.argsort(-like)[:AT_ONCE]
            likeness, quads_px, like = likeness[best], quads_px[best], like[best]
        chosen: list[tuple[int, int, int, int]] = []  # place, quad, id, turn
        for place, members in enumerate(_places(quads_px, like)):
            known: set[int] = set()
            some = likeness[members]
            for flat in np.argsort(-some, axis=None)[: 4 * GUESSES * len(members)]:
                row, (number, turn) = int(flat) // some.shape[1], divmod(int(flat) % some.shape[1], 4)
                if len(known) >= GUESSES or some.flat[flat] < max(LIKENESS, float(some.max()) - NEAR):
                    break
                if number not in known:
                    known.add(number)
                    chosen.append((place, int(members[row]), number, turn))
        places, quads, ids, turns = np.array(chosen, dtype=np.intp).reshape(-1, 4).T
        corners = np.take_along_axis(quads_px[quads], (np.arange(4) - turns[:, None])[..., None] % 4, axis=1)
        return Guesses(places, ids, corners)


def _places(quads_px: Floats, like: Light) -> list[NDArray[np.intp]]:
    """Return which quads share a place, place by place, from the one most like a marker on."""
    centres, sides = quads_px.mean(axis=1), np.sqrt(areas(quads_px))
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2) / np.maximum(sides[:, None], sides[None])
    free = np.ones(len(quads_px), dtype=bool)
    places = []
    for quad in np.argsort(-like):
        if free[quad]:
            members = np.flatnonzero(free & (apart[quad] < SAME_PLACE))
            free[members] = False
            places.append(members)
    return places


def _standard(rows: Light) -> Light:
    even = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(even / (np.linalg.norm(even, axis=1, keepdims=True) + 1e-6), dtype=np.float32)
