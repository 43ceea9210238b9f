"""Hands over the table: what differs from the settled table, or moves; in whatever light, and though the camera shakes.

The table is remembered as a small picture. What differs from it and moves is a hand; what differs and stays is the
table as it is now: a stand put elsewhere soon, something large or reaching in from the edge (an arm at rest) later.
"""

from collections import deque

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Grey, Light
from vision.median import median
from vision.watchman.hand_map import HandMap

LEAST_LEVELS, SIGMAS = 6.0, 6.0  # a difference is larger than this, and than so many sigmas of the noise there
EDGE_SHARE = 0.25  # of the contrast around it a pixel may differ by: the camera shakes by a fraction of it
LAG_S = 0.1  # what moves is seen against a picture at least so old
SOON_S, LATE_S = 0.6, 8.0  # what stays is believed to be the table after so long
LIGHT_S, AT_ONCE_S = 1.0, 0.12  # after a change of light what has stayed from so soon after it on is believed
BEFORE_S = 0.4  # what was large or reached in so shortly before the change is noticed was no shadow of it
LARGE_SHARE = 0.006  # of the picture: larger than any stand put down
ARM_SHARE = 0.001  # what reaches in over the picture's edge is an arm
LEAST_TEXTURE, ALIKE = 20, 0.8  # px that tell, and their correlation: the table itself in another light
_DARK, _VISIBLE = 6.0, 0.02  # grey levels; of its light a texture must vary by to be recognised
_MEMORY_S = 3.0  # over which the table is averaged
_NOISE, _LEAST_NOISE = 1.5, 0.3  # grey levels of the small picture
_RECENT = 4
_APART = 6  # of the small picture's pixels one in so many, each way, tells how the lamp differs
_ROUNDS = 3
_BAND = 5  # rows that a mains-lit band (rolling shutter) may be averaged over
_MOST_BAND = 0.15
_LEAST_SPREAD = 0.01


class HandWatch:
    """Compares each small picture with the settled table."""

    def __init__(self) -> None:
        self._table: Light | None = None
        self._contrast: Light = np.zeros((0, 0), np.float32)
        self._noise: Light = self._contrast
        self._stays_s: Light = self._contrast
        self._relighter = Relighter((2, 2))
        self._recent: deque[tuple[float, Light]] = deque(maxlen=_RECENT)
        self._last_s = 0.0
        self._light_s = -np.inf
        self._things: deque[tuple[float, Bools]] = deque()  # what was large or reached in, lately
        self._before: Bools | None = None  # and was so when the lamps were switched
        self.large = False

    def new_light(self, time_s: float) -> None:
        """Know that the lamps were switched: shadows fall elsewhere, and are no hands."""
        self._light_s = time_s
        self._before = None
        for _, thing in self._things:
            self._before = thing if self._before is None else self._before | thing

    def look(self, small: Grey, step: int, time_s: float, shift: Floats | None = None, learn: bool = True) -> HandMap:
        """Return where a small picture (h, w) differs from the settled table.

        ``shift`` (2, 3) takes the small picture's px of the last look to this one's, where the camera moved between;
        without ``learn`` nothing of this picture is believed to be the table: the camera is on its way.
        """
        now = small.astype(np.float32)
        if self._table is None or self._table.shape != now.shape:
            self._begin(now, time_s)
            nothing = np.zeros(now.shape, dtype=bool)
            return HandMap(nothing, nothing, float(step))
        if shift is not None:
            self._follow(shift)
        passed_s = min(max(time_s - self._last_s, 0.0), 1.0)
        self._last_s = time_s
        # The table under the lamp as it is now, and then all in the light in which it is remembered.
        even = now / self._relighter.gain(now, self._table)
        limit = np.maximum(LEAST_LEVELS, SIGMAS * self._noise) + EDGE_SHARE * self._contrast
        differs = _without_specks(np.abs(even - self._table) > limit)
        differs &= ~self._shadows(even, differs)
        if not learn:
            self._recent.clear()  # the picture moves as a whole: nothing in it can be said to
        # The newest comes first: the first that is old enough.
        before = next((old for at_s, old in self._recent if time_s - at_s >= LAG_S), None)
        if before is None and self._recent:
            before = self._recent[-1][1]
        moving = np.zeros_like(differs)
        if before is not None:
            moving = _without_specks(np.abs(even - before) > limit)
            moving &= ~self._shadows(even, moving)
        self._recent.appendleft((time_s, even))
        if learn:
            self._learn(even, differs | moving, passed_s)
            self._accept(even, differs, moving, passed_s, time_s)
        return HandMap(_grown(differs | moving), moving, float(step))

    def _begin(self, now: Light, time_s: float) -> None:
        self._table = now.copy()
        self._noise = np.full(now.shape, _NOISE, np.float32)
        self._stays_s = np.zeros(now.shape, np.float32)
        self._contrast = _contrast(now)
        self._relighter = Relighter(now.shape)
        self._recent.clear()
        self._recent.append((time_s, now))
        self._last_s = time_s

    def _follow(self, shift: Floats) -> None:
        """Move what is remembered along with the camera."""

        def moved(picture: Light) -> Light:
            size = (picture.shape[1], picture.shape[0])
            return np.asarray(
                cv2.warpAffine(picture, shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            )

        self._table = moved(self._table) if self._table is not None else None
        self._stays_s = moved(self._stays_s)
        self._recent = deque(((at_s, moved(old)) for at_s, old in self._recent), maxlen=_RECENT)
        if self._table is not None:
            self._contrast = _contrast(self._table)

    def _shadows(self, even: Light, differs: Bools) -> Bools:
        """Return which of what differs is only lit otherwise: the table's own texture is still to be seen there."""
        none = np.zeros_like(differs)
        assert self._table is not None
        if not differs.any():
            return none
        count, labels = cv2.connectedComponents(differs.astype(np.uint8), connectivity=8)
        within = labels[differs]
        one, other = (_texture(np.log(picture + _DARK))[differs] for picture in (even, self._table))
        enough = np.bincount(within, minlength=count) >= LEAST_TEXTURE
        products = [
            np.bincount(within, weights=a * b, minlength=count) for a, b in ((one, one), (one, other), (other, other))
        ]
        spread = np.sqrt(products[0] * products[2])
        alike = products[1] > ALIKE * spread
        # The same texture, and as strong: what is only covered by a hand of some pattern has another.
        strong = (products[0] < 2 * products[2]) & (products[2] < 2 * products[0])
        visible = products[2] > (_VISIBLE**2) * np.bincount(within, minlength=count)
        lit = enough & alike & strong & visible
        lit[0] = False
        return np.asarray(lit[labels])

    def _learn(self, even: Light, differs: Bools, passed_s: float) -> None:
        """Let the table drift slowly, and learn how noisy it is, where nothing differs."""
        assert self._table is not None
        share = np.float32(1.0 - np.exp(-passed_s / _MEMORY_S)) * ~differs
        off = even - self._table
        self._table += share * off
        # 1.25: the mean of |normal noise| is 0.8 sigma.
        self._noise += share * (1.25 * np.abs(off) - self._noise)
        np.maximum(self._noise, _LEAST_NOISE, out=self._noise)

    def _accept(self, even: Light, differs: Bools, moving: Bools, passed_s: float, time_s: float) -> None:
        """Take over what differs and has stayed as it is for long enough.

        Other shadows are there from the very moment the lamps are switched. An arm comes later, or was there before.
        """
        self.large = False
        while self._things and time_s - self._things[0][0] > BEFORE_S:
            self._things.popleft()
        if not differs.any():
            self._stays_s[:] = 0
            return
        assert self._table is not None
        self._stays_s = np.where(differs & ~_grown(moving), self._stays_s + np.float32(passed_s), np.float32(0))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8), connectivity=8)
        height, width = differs.shape
        left, top = stats[:, cv2.CC_STAT_LEFT], stats[:, cv2.CC_STAT_TOP]
        right, bottom = left + stats[:, cv2.CC_STAT_WIDTH], top + stats[:, cv2.CC_STAT_HEIGHT]
        at_edge = (left == 0) | (top == 0) | (right == width) | (bottom == height)
        area = stats[:, cv2.CC_STAT_AREA] / differs.size
        large = ((area > LARGE_SHARE) | (at_edge & (area > ARM_SHARE))) & (np.arange(count) > 0)
        lit = np.zeros(count, dtype=bool)
        since_s = time_s - self._light_s
        if since_s < LIGHT_S:
            stayed = self._stays_s > since_s - AT_ONCE_S
            # Most of it, for noise makes single pixels flicker.
            lit = np.bincount(labels.ravel(), stayed.ravel(), count) > 0.5 * stats[:, cv2.CC_STAT_AREA]
            if self._before is not None:
                lit &= np.bincount(labels.ravel(), self._before.ravel(), count) == 0
        things = large & ~lit
        self.large = bool(things.any())
        if self.large:
            self._things.append((time_s, things[labels]))
        # Beside a hand lie bits of its shadow: while it is there nothing small is believed either.
        soon_s = LATE_S if self.large else SOON_S
        wait_s = np.where(things, LATE_S * np.where(at_edge, 2.0, 1.0), soon_s).astype(np.float32)
        wait_s[0] = np.inf
        accepted = self._stays_s > wait_s[labels]
        if accepted.any():
            self._table = np.where(accepted, even, self._table)
            self._stays_s[accepted] = 0
            self._contrast = _contrast(self._table)


def _texture(picture: Light) -> Light:
    """Return what is left of a picture without its broad shades."""
    return np.asarray(picture - cv2.blur(picture, (5, 5)), dtype=np.float32)


def _contrast(picture: Light) -> Light:
    """Return how much each pixel's neighbourhood of 3 x 3 spans."""
    around = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.dilate(picture, around) - cv2.erode(picture, around), dtype=np.float32)


def _without_specks(differs: Bools) -> Bools:
    """Leave out pixels with fewer than two neighbours."""
    if not differs.any():
        return differs
    around = cv2.boxFilter(differs.astype(np.uint8), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(differs & (np.asarray(around) >= 3))


def _grown(differs: Bools) -> Bools:
    if not differs.any():
        return differs
    return np.asarray(cv2.dilate(differs.astype(np.uint8), np.ones((3, 3), np.uint8)), dtype=bool)


class Relighter:
    """Estimates the smooth ratio of two small pictures (h, w): a lamp's slope over the table, and bands of flicker."""

    def __init__(self, shape: tuple[int, int]) -> None:
        height, width = shape
        x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
        grid_y, grid_x = np.meshgrid(y, x, indexing="ij")
        self._terms = np.stack([np.ones_like(grid_x), grid_x, grid_y, grid_x**2, grid_x * grid_y, grid_y**2])
        self._few = self._terms[:, ::_APART, ::_APART].reshape(6, -1).astype(np.float64)

    def gain(self, now: Light, before: Light) -> Light:
        """Return (h, w) by which ``before`` must be multiplied to look lit as ``now``; what differs hardly counts."""
        ratio = np.log((now[:, ::_APART] + _DARK) / (before[:, ::_APART] + _DARK))
        few = ratio[::_APART].ravel().astype(np.float64)
        off = few - median(few)
        for _ in range(_ROUNDS):
            spread = max(1.4826 * median(np.abs(off)), _LEAST_SPREAD)
            trust = 1.0 / (1.0 + (off / (2.5 * spread)) ** 2) ** 2
            weighted = self._few * trust
            slope = np.asarray(np.linalg.solve(weighted @ self._few.T + np.eye(6) * 1e-6, weighted @ few))
            off = few - slope @ self._few
        smooth = np.tensordot(slope.astype(np.float32), self._terms, axes=1)
        off_rows = ratio - smooth[:, ::_APART]
        upper = off_rows.shape[1] // 2
        rows = np.partition(off_rows, upper, axis=1)[:, upper]
        bands = np.asarray(cv2.blur(rows[:, None], (1, _BAND)), dtype=np.float32).clip(-_MOST_BAND, _MOST_BAND)
        return np.asarray(np.exp(smooth + bands.reshape(-1, 1)), dtype=np.float32)
