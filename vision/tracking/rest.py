"""Stands at rest: the mean over frames since each came to rest, its sigma, and whether it has moved.

All rows at once, once a frame. Corners are compared in px of the view that holds, the camera's shake taken out, and
brought to the table by their slopes. Motion is what two frames in a row show in the same direction, beyond a floor
and beyond many sigmas of one frame: of 60 stands seen 40 times a second for hours not one moves by chance, and a push
of 0.3 mm is noticed with the second frame that shows it. A smaller step that stays (a lamp was switched) is no motion:
the mean begins anew and the place changes without a move.
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats, Indices

LEAST_CM, LEAST_DEG = 0.015, 0.4
"""Below this nothing has moved: the light alone may do as much."""
MOVED_SIGMAS = 6.0
"""More than ``SURE``: 60 stands are asked 40 times a second, for hours."""
PRIOR = 2.0
"""How many frames the predicted noise counts for, beside the scatter that the frames show."""
FAST = 1 / 8
STEP_SIGMAS, STEP_CM = 6.0, 0.002
LEAST_BIAS = 0.5
"""Of the alignment's sigma at least this much is bias, which no averaging mends (docs/accuracy.md)."""


@dataclass(frozen=True, eq=False)
class Verdict:
    """Of the rows looked at: how far each is off its mean (K, 3) cm, cm, rad, and which have moved for sure."""

    off: Floats
    beyond: Bools
    moved: Bools


class Rest:
    """The means of up to M stands; a row is at rest from ``begin`` until it is found to have moved."""

    def __init__(self, count: int) -> None:
        self.corners_px = np.zeros((count, 4, 2))
        self.frames = np.zeros(count)
        self._slope = np.zeros((count, 3, 8))
        self._predicted = np.zeros((count, 3))
        self._scatter = np.zeros((count, 3))
        self._recent = np.zeros((count, 3))
        self._left = np.zeros((count, 3))  # of the last frame taken in, off the mean with it
        self._over = np.zeros(count, dtype=int)
        self._over_off = np.zeros((count, 3))
        self._covariance = np.zeros((count, 8, 8))

    def begin(self, row: int, corners_px: Floats, covariance_px: Floats) -> None:
        """Begin a row's mean with one frame's corners (4, 2) px, covariance (8, 8) px²."""
        self.corners_px[row], self._covariance[row] = corners_px, covariance_px
        self.frames[row], self._over[row] = 1, 0
        self._scatter[row] = self._recent[row] = self._left[row] = 0.0

    def forget(self, rows: Indices) -> None:
        """Let rows' means begin anew with the next frame that is taken in; until then they are compared with these.

        What the last frame showed of motion stays: the next one must be able to confirm it.
        """
        self.frames[rows] = 0
        self._scatter[rows] = self._recent[rows] = 0.0

    def lean(self, rows: Indices, slope: Floats) -> None:
        """Say how the stands' poses follow the corners: (K, 3, 8) cm and rad a px."""
        self._slope[rows] = slope
        self._predicted[rows] = _spread(slope, self._covariance[rows])

    @property
    def in_question(self) -> Bools:
        """Which rows (M,) the last frame showed elsewhere: the next one tells whether they have moved."""
        return self._over > 0

    def noise(self, rows: Indices) -> Floats:
        """Return what one frame's noise is: (K, 3) cm, cm, rad, predicted at first, then as the frames scatter.

        From one to the next (von Neumann 1941): what drifts is no noise, or a slow push would hide itself.
        """
        known = np.maximum(self.frames[rows] - 1, 0)[:, None]
        return np.asarray(
            np.sqrt((PRIOR * self._predicted[rows] + self._scatter[rows]) / (PRIOR + known)), dtype=np.float64
        )

    def covariance_px(self, rows: Indices) -> Floats:
        """Return the covariance of one frame's corners (K, 8, 8) px²."""
        return self._covariance[rows]

    def settled_sigma(self, rows: Indices, one_frame: Floats) -> Floats:
        """Return the means' sigmas (K, 2), cm an axis and rad, from those of one frame with everything in them (K, 2).

        What the frames scatter by shrinks with their number; what is the same in every frame stays.
        """

        def both(variance: Floats) -> Floats:
            return np.stack([variance[:, :2].mean(axis=1), variance[:, 2]], axis=1)

        predicted, noise = both(self._predicted[rows]), both(self.noise(rows) ** 2)
        common = np.maximum(one_frame**2 - predicted, 0.0)
        bias = np.maximum(predicted - noise, LEAST_BIAS**2 * predicted)
        return np.asarray(np.sqrt(common + bias + noise / self.frames[rows][:, None]))

    def look(self, rows: Indices, corners_px: Floats, covariance_px: Floats, coarser: Floats) -> Verdict:
        """Compare rows (K,) at rest with where they are seen now (K, 4, 2) px, ``coarser`` (K,) times the floor."""
        change = (corners_px - self.corners_px[rows]).reshape(-1, 8)
        off = np.einsum("kpc,kc->kp", self._slope[rows], change)
        # What is wrong in every frame alike (a shadow on the marker) hides no motion; a frame worse than usual may.
        worse = np.maximum(_spread(self._slope[rows], covariance_px) - self._predicted[rows], 0.0)
        one = self.noise(rows) ** 2 + worse
        # A mean of few frames is itself uncertain.
        one *= 1 + 1 / np.maximum(self.frames[rows], 1)[:, None]
        least = coarser[:, None] * np.array([LEAST_CM, np.radians(LEAST_DEG)])
        sigma = np.stack([np.sqrt(one[:, :2].mean(axis=1)), np.sqrt(one[:, 2])], axis=1)
        size = np.stack([np.hypot(off[:, 0], off[:, 1]), np.abs(off[:, 2])], axis=1)
        beyond_each = size > np.maximum(least, MOVED_SIGMAS * sigma)
        beyond = beyond_each.any(axis=1)
        before = self._over_off[rows]
        same_way = (beyond_each[:, 0] & ((off[:, :2] * before[:, :2]).sum(axis=1) > 0)) | (
            beyond_each[:, 1] & (off[:, 2] * before[:, 2] > 0)
        )
        self._over[rows] = np.where(beyond, np.where(same_way, self._over[rows] + 1, 1), 0)
        self._over_off[rows] = np.where(beyond[:, None], off, 0.0)
        return Verdict(off, beyond, self._over[rows] >= 2)

    def was_beyond(self, row: int) -> bool:
        """Say whether a row at rest had begun to leave its place when it was last followed."""
        return bool(self._over[row] > 0)

    def take(self, rows: Indices, corners_px: Floats, covariance_px: Floats, off: Floats) -> Indices:
        """Let rows' means take in one more frame; return those whose means began anew because of a small step."""
        count = self.frames[rows] + 1
        share = (1 / count)[:, None]
        self._scatter[rows] += np.where(self.frames[rows][:, None] > 0, (off - self._left[rows]) ** 2 / 2, 0.0)
        self._left[rows] = off * (1 - share)
        self.corners_px[rows] += (corners_px - self.corners_px[rows]) * share[..., None]
        self._covariance[rows] += (covariance_px - self._covariance[rows]) * np.maximum(share, 0.05)[..., None]
        self.frames[rows] = count
        recent = self._recent[rows] * (1 - FAST) + off * FAST
        self._recent[rows] = recent
        limit = STEP_SIGMAS * np.sqrt(FAST / (2 - FAST)) * self.noise(rows)
        step_cm = np.hypot(recent[:, 0], recent[:, 1])
        stepped = (count > 1 / FAST) & (step_cm > np.maximum(STEP_CM, np.hypot(limit[:, 0], limit[:, 1])))
        again = rows[stepped]
        for row, corners in zip(again, corners_px[stepped], strict=True):
            self.begin(int(row), corners, self._covariance[row].copy())
        return np.asarray(again, dtype=np.intp)


def _spread(slope: Floats, covariance_px: Floats) -> Floats:
    """Return the variances (K, 3) of poses whose corners have covariances (K, 8, 8) px²."""
    return np.asarray(((slope @ covariance_px) * slope).sum(axis=2))
