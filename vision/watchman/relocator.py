"""Looking for a frame marker that is not where it was expected: its printed pattern, slid over what lies around."""

import cv2
import numpy as np

from vision.arrays import Floats, Grey
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.homography import areas

_SIDE_PX = (
    18.0  # a marker is looked for at a size between this and twice as much: turned by a few degrees it still fits
)
_MARGIN = 0.7  # modules of white margin that are compared too
_LIKE = 0.6  # correlation of a marker that is there; clutter reaches half of it
_LIKE_INSIDE = 0.5
_FINE = 4  # the pattern is drawn so many times larger before it is warped


class Relocator:
    """Finds single markers of one dictionary near where they were expected, to about half a pixel of its small look."""

    def __init__(self, dictionary: str) -> None:
        self._bits = patterns(by_name(dictionary))

    def find(self, grey: Grey, number: int, corners_px: Floats, reach_px: float) -> tuple[Floats, float] | None:
        """Return the shifted corners (4, 2) px and their likeness; None when nothing within reach is like it.

        ``corners_px`` (4, 2) is how and where it was expected: only its place is looked for.
        """
        side = float(np.sqrt(abs(areas(corners_px[None])[0])))
        factor = max(1, int(side / _SIDE_PX))
        low = np.floor(corners_px.min(axis=0) - reach_px - side / 4).astype(int).clip(0)
        high = np.ceil(corners_px.max(axis=0) + reach_px + side / 4).astype(int).clip(0, grey.shape[::-1])
        size = (high - low) // factor
        if size.min() < 8:
            return None
        high = low + size * factor
        cut = grey[low[1] : high[1], low[0] : high[0]]
        small = np.asarray(cv2.resize(cut, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA), dtype=np.uint8)
        quad = (corners_px - low + 0.5) / factor - 0.5
        pattern, offset = self._drawn(number, quad)
        if any(np.array(small.shape) <= np.array(pattern.shape)):
            return None
        matched = np.asarray(cv2.matchTemplate(small, pattern, cv2.TM_CCOEFF_NORMED), dtype=np.float64)
        like = np.where(np.isfinite(matched), matched, 0.0)
        row, column = np.unravel_index(int(np.argmax(like)), like.shape)
        best = float(like[row, column])
        if best < _LIKE or not self._is_itself(small[row:, column:], pattern, quad - offset):
            return None
        at = np.array([column, row]) + _peak(like, int(row), int(column))
        return corners_px + (at - offset) * factor, best

    def _is_itself(self, seen: Grey, pattern: Grey, quad: Floats) -> bool:
        """Whether what lies within the black border is this marker's, too: any marker has such a border."""
        middle, modules = quad.mean(axis=0), self._bits.shape[1]
        within = np.zeros(pattern.shape, np.uint8)
        cv2.fillConvexPoly(within, np.rint(middle + (quad - middle) * (1 - 2 / modules)).astype(np.int32), 1)
        inside = within > 0
        one, two = (
            picture[: pattern.shape[0], : pattern.shape[1]][inside].astype(float) for picture in (seen, pattern)
        )
        one, two = one - one.mean(), two - two.mean()
        return bool((one * two).sum() > _LIKE_INSIDE * np.sqrt((one**2).sum() * (two**2).sum()) + 1e-9)

    def _drawn(self, number: int, quad: Floats) -> tuple[Grey, Floats]:
        """Return the marker's pattern as it would look, and where its picture's first pixel lies."""
        bits = np.pad(self._bits[number], 1, constant_values=1)
        count = len(bits)
        printed = np.kron(bits, np.ones((_FINE, _FINE))).astype(np.uint8) * 255
        module = 1.0 / (count - 2)
        first, last = _FINE - 0.5, (count - 1) * _FINE - 0.5
        home = np.array([[first, first], [last, first], [last, last], [first, last]], dtype=np.float32)
        low = np.floor(_grown(quad, _MARGIN * module).min(axis=0)).astype(int)
        high = np.ceil(_grown(quad, _MARGIN * module).max(axis=0)).astype(int)
        warp = cv2.getPerspectiveTransform(home, (quad - low).astype(np.float32))
        size = (int(high[0] - low[0] + 1), int(high[1] - low[1] + 1))
        drawn = cv2.warpPerspective(printed, warp, size, flags=cv2.INTER_AREA, borderValue=255)
        return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.6), dtype=np.uint8), low.astype(np.float64)


def _grown(quad: Floats, share: float) -> Floats:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * (1 + 2 * share))


def _peak(like: Floats, row: int, column: int) -> Floats:
    """Return how far beside the highest point (x, y) the peak really is, by a parabola through its neighbours."""
    off = np.zeros(2)
    if 0 < column < like.shape[1] - 1:
        off[0] = _vertex(*like[row, column - 1 : column + 2])
    if 0 < row < like.shape[0] - 1:
        off[1] = _vertex(*like[row - 1 : row + 2, column])
    return off


def _vertex(before: float, there: float, after: float) -> float:
    curve = before - 2 * there + after
    return float(np.clip(0.5 * (before - after) / curve, -0.5, 0.5)) if curve < 0 else 0.0
