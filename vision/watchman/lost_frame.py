"""Finding the frame again after a jolt: where its markers are now, and where the camera must be for that."""

import cv2
import numpy as np

from table.errors import BadGeometry
from vision.arrays import Bools, Floats, Grey
from vision.camera import Camera
from vision.dictionary import dictionary as by_name
from vision.dictionary import patterns
from vision.homography import areas
from vision.watchman.camera_fit import ENOUGH, fit_camera
from vision.watchman.camera_watch import AGREE_PX
from vision.watchman.laid_frame import LaidFrame

_SIDE_PX = (
    18.0  # a marker is looked for at a size between this and twice as much: turned by a few degrees it still fits
)
_MARGIN = 0.7  # modules of white margin that are compared too
_LIKE = 0.6  # correlation of a marker that is there; clutter reaches half of it
_LIKE_INSIDE = 0.5
_FINE = 4  # the pattern is drawn so many times larger before it is warped
REACH_SHARE = 0.05  # of the picture's width: so far around its place a marker is looked for
MOST_TURN_DEG, MOST_SHARE = 15.0, 0.2  # of its height: further no jolt moves a camera that still sees the table
A_LOOK = 2  # markers that are looked for in one picture, when only some are lost
_ROUGH = np.tile(np.eye(2), (4, 4)) + np.eye(8) * 25.0  # px²: a centre known to a pixel, hardly any shape


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


class LostFrame:
    """Looks for lost frame markers, and says where the camera must be once enough of them agree."""

    def __init__(self, laid: LaidFrame, dictionary: str) -> None:
        self._laid, self._relocator = laid, Relocator(dictionary)
        self._next = 0

    def near(
        self, grey: Grey, expected_px: Floats, there: Bools, seen_px: Floats, avoid: Bools, camera: Camera
    ) -> tuple[dict[int, Floats], Camera | None]:
        """Look for markers that are not ``there`` (M,) around where they were expected (M, 4, 2) px.

        Returns where some of them are, by index, and a camera that explains most markers, if the old one does not.
        ``avoid`` (M,) need not be looked for as long as most of the frame is seen.
        """
        lost = np.flatnonzero(~there)
        adrift = int((there & self._laid.known).sum()) < max(ENOUGH, int(self._laid.known.sum()) // 2)
        if not adrift:
            lost = lost[~avoid[lost]]
            lost = np.roll(lost, -self._next)[:A_LOOK]
            self._next += A_LOOK
        reach = REACH_SHARE * grey.shape[1]
        found: dict[int, Floats] = {}
        for k in lost:
            there_now = self._relocator.find(grey, int(self._laid.ids[k]), expected_px[k], reach)
            if there_now is not None:
                found[int(k)] = there_now[0]
        return found, self._camera(found, there, seen_px, camera) if adrift else None

    def _camera(self, found: dict[int, Floats], there: Bools, seen_px: Floats, camera: Camera) -> Camera | None:
        use = there & self._laid.known
        corners = seen_px.copy()
        for k, places in found.items():
            corners[k], use[k] = places, self._laid.known[k]
        if use.sum() < ENOUGH:
            return None
        try:
            fit = fit_camera(self._laid, corners, np.tile(_ROUGH, (len(use), 1, 1)), use, camera)
        except (np.linalg.LinAlgError, BadGeometry):
            return None
        agreeing = use & (np.linalg.norm(fit.off_px, axis=1) < AGREE_PX)
        enough = agreeing.sum() >= max(ENOUGH, (use.sum() + 1) // 2)
        return fit.camera if enough and _jolted(camera, fit.camera) else None


def _jolted(before: Camera, now: Camera) -> bool:
    """Whether a jolt may have brought a camera there: some pose fits any three places, however wrong they are."""
    turned = np.degrees(np.arccos(np.clip((np.trace(before.rotation @ now.rotation.T) - 1) / 2, -1, 1)))
    moved = np.linalg.norm(before.position_cm - now.position_cm)
    return bool(turned < MOST_TURN_DEG and moved < MOST_SHARE * abs(before.position_cm[2]))
