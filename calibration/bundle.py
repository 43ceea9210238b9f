"""Least squares over lens, board places and the board's own bow, all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import brentq, least_squares

from calibration.charuco import BoardView
from vision.arrays import Floats
from vision.camera import Lens

BOWS = 12  # of the board's surface: a lifted corner or an S is no parabola, and a flat board loses nothing by them
BOW_SIGMA_CM = 0.3  # nobody uses a board bent more than a few of these
_BOW_DEGREES = {3: 2, 7: 3, 12: 4}  # numbers of a bow, and the powers of x and y they go up to
_PIXEL_SIGMA_PX = 0.05  # of a corner whose own is not known
_OUTLIER = 4.0  # sigmas beyond which a corner counts less
_MOST_EXTRA_PX = 3.0
_ORDINARY = 1.5  # a view whose corners are off by more than so many times the usual is weighed by itself


@dataclass(frozen=True, eq=False)
class Bundle:
    """A solved bundle: the lens, its covariance (fx, fy, cx, cy, distortion), the bow's numbers in cm, and places.

    ``residuals_px`` are (N, 2) for each view, seen - predicted; ``poses`` (V, 6) Rodrigues turn and translation in cm;
    ``extra_px`` (V,) what each view's corners are off by an axis beyond their own sigmas; ``misfit`` the sum of squares
    of the residuals in sigmas; ``bent_mm`` how far the board is from flat, from its lowest corner to its
    highest.
    """

    lens: Lens
    covariance: Floats
    bow_cm: Floats
    poses: Floats
    residuals_px: tuple[Floats, ...]
    extra_px: Floats
    misfit: float
    parameters: int
    bent_mm: float

    @property
    def rms_px(self) -> float:
        """Root mean square of the corners' distances (as OpenCV counts it)."""
        return float(np.sqrt((np.concatenate(self.residuals_px) ** 2).sum(axis=1).mean()))

    def view_rms_px(self) -> Floats:
        """Return the same for each view (V,)."""
        return np.array([np.sqrt((part**2).sum(axis=1).mean()) for part in self.residuals_px])


def solve(
    views: Sequence[BoardView], corners_cm: Floats, free: Sequence[int], start: Bundle | None = None, bows: int = BOWS,
    extra_px: Floats | None = None,
) -> Bundle:  # fmt: skip
    """Find the lens whose distortion numbers ``free`` (OpenCV's order, of 5 or 8) may differ from 0.

    ``corners_cm`` (N, 2) are the board's by id; ``bows`` numbers (0, 3, 7 or 12) describe its surface. What the corners
    are off by beyond their sigmas is found out for each view, unless ``extra_px`` (V,) says it. Raises cv2.error where
    OpenCV finds no start.
    """
    problem = _Problem(views, corners_cm, list(free), bows)
    x = problem.first(*_start(views, corners_cm)) if start is None else problem.first_of(start)
    if extra_px is not None:
        problem.weigh(extra_px)
        return problem.bundle(problem.solved(x))
    problem.weigh(np.full(len(views), _PIXEL_SIGMA_PX) if start is None else start.extra_px)
    for _ in range(3):
        x = problem.solved(x)
        before = problem.extra_px
        problem.weigh(problem.found_extra(x))
        if np.abs(problem.extra_px - before).max() < 0.05 * max(before.max(), 1e-3):
            break
    return problem.bundle(problem.solved(x))


class _Problem:
    def __init__(self, views: Sequence[BoardView], corners_cm: Floats, free: list[int], bows: int) -> None:
        self.views, self.free, self.bows = views, free, bows
        self.size = 8 if max(free, default=0) > 4 else 5
        self.middle = corners_cm.mean(axis=0)
        self.flat = corners_cm - self.middle
        self.bends = _bends(self.flat / np.abs(self.flat).max(), bows)
        self.head = 4 + len(free) + bows
        self.rows = sum(2 * len(view.ids) for view in views)
        self.noise = [
            np.zeros((len(view.ids), 2, 2)) if view.covariance_px is None else view.covariance_px for view in views
        ]

    def first(self, lens: Lens, bow: Floats, poses: Floats) -> Floats:
        """Return the unknowns in one row."""
        numbers = [lens.distortion[k] if k < lens.distortion.size else 0.0 for k in self.free]
        bow = np.concatenate([bow, np.zeros(self.bows)])[: self.bows]
        return np.concatenate([lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], numbers, bow, poses.ravel()])

    def first_of(self, start: Bundle) -> Floats:
        """Return the unknowns of another solution."""
        return self.first(start.lens, start.bow_cm, start.poses)

    def weigh(self, extra_px: Floats) -> None:
        """Take each view's corners to be off by so much more than their own sigmas."""
        self.extra_px = extra_px
        spread = [part + np.eye(2) * max(extra, 1e-6) ** 2 for part, extra in zip(self.noise, extra_px, strict=True)]
        # C = L L^T: L^-1 makes residuals of one sigma of them.
        self.whiten = [np.linalg.inv(np.linalg.cholesky(part)) for part in spread]

    def found_extra(self, x: Floats) -> Floats:
        """Return what makes each view's residuals what their sigmas say; the common value where a view is ordinary."""
        residuals = self._residuals(x)
        shared = x.size - 6 * len(self.views)
        lost = [6 + shared * 2 * len(part) / self.rows for part in residuals]
        own = np.array(
            [_extra([part], [noise], less) for part, noise, less in zip(residuals, self.noise, lost, strict=True)]
        )
        said = np.array([np.trace(noise, axis1=1, axis2=2).mean() / 2 for noise in self.noise])
        found = np.sqrt(said + own**2)
        plain = found <= _ORDINARY * np.median(found)
        ordinary = np.flatnonzero(plain)
        common = _extra([residuals[k] for k in ordinary], [self.noise[k] for k in ordinary], sum(np.array(lost)[plain]))
        return np.where(plain, common, own)

    def solved(self, x: Floats) -> Floats:
        """Return the unknowns that fit best, from x on."""

        def residual_of(x: Floats) -> Floats:
            return self.evaluate(x)[0]

        def jacobian_of(x: Floats) -> Floats:
            return self.evaluate(x)[1]

        done = least_squares(
            residual_of, x, jacobian_of, method="trf", x_scale="jac",
            loss="soft_l1", f_scale=_OUTLIER, ftol=1e-11, xtol=1e-11, max_nfev=60,
        )  # fmt: skip
        return np.asarray(done.x)

    def unpack(self, x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return matrix, distortion, bow and poses."""
        matrix = np.array([[x[0], 0, x[2]], [0, x[1], x[3]], [0, 0, 1]])
        distortion = np.zeros(self.size)
        distortion[self.free] = x[4 : 4 + len(self.free)]
        return matrix, distortion, x[self.head - self.bows : self.head], x[self.head :].reshape(-1, 6)

    def _residuals(self, x: Floats) -> list[Floats]:
        """Return each view's residuals (N, 2) px, predicted - seen."""
        matrix, distortion, bow, poses = self.unpack(x)
        found = []
        for view, pose in zip(self.views, poses, strict=True):
            points = np.column_stack([self.flat[view.ids], self.bends[view.ids] @ bow]).reshape(-1, 1, 3)
            seen, _ = cv2.projectPoints(points, pose[:3], pose[3:], matrix, distortion)
            found.append(np.asarray(seen, dtype=np.float64).reshape(-1, 2) - view.corners_px)
        return found

    def evaluate(self, x: Floats) -> tuple[Floats, Floats]:
        """Return residuals in sigmas and their Jacobian; the last rows hold the bow to what boards are like."""
        matrix, distortion, bow, poses = self.unpack(x)
        residual, jacobian = np.zeros(self.rows + self.bows), np.zeros((self.rows + self.bows, x.size))
        at = 0
        for k, view in enumerate(self.views):
            bend = self.bends[view.ids]
            points = np.column_stack([self.flat[view.ids], bend @ bow]).reshape(-1, 1, 3)
            seen, slope = cv2.projectPoints(points, poses[k, :3], poses[k, 3:], matrix, distortion)
            count = len(view.ids)
            here = slice(at, at + 2 * count)
            off = np.asarray(seen).reshape(-1, 2) - view.corners_px
            residual[here] = (self.whiten[k] @ off[..., None]).ravel()
            slope = (self.whiten[k] @ np.asarray(slope).reshape(count, 2, -1)).reshape(2 * count, -1)
            jacobian[here, :4] = slope[:, 6:10]
            jacobian[here, 4 : self.head - self.bows] = slope[:, [10 + j for j in self.free]]
            rotation, _ = cv2.Rodrigues(poses[k, :3])
            by_height = slope[:, 3:6] @ np.asarray(rotation)[:, 2]
            jacobian[here, self.head - self.bows : self.head] = by_height[:, None] * np.repeat(bend, 2, axis=0)
            jacobian[here, self.head + 6 * k : self.head + 6 * k + 6] = slope[:, :6]
            at += 2 * count
        residual[self.rows :] = bow / BOW_SIGMA_CM
        jacobian[self.rows :, self.head - self.bows : self.head] = np.eye(self.bows) / BOW_SIGMA_CM
        return residual, jacobian

    def bundle(self, x: Floats) -> Bundle:
        """Return the solution with its covariance."""
        residual, jacobian = self.evaluate(x)
        matrix, distortion, bow, poses = self.unpack(x)
        misfit = float((residual[: self.rows] ** 2).sum())
        # Columns differ by ten powers of ten (a distortion number, a pixel): made alike, or the inverse is noise.
        scale = np.linalg.norm(jacobian, axis=0)
        alike = jacobian / scale
        inverse = np.linalg.pinv(alike.T @ alike, hermitian=True) / np.outer(scale, scale)
        inverse = (inverse + inverse.T) / 2 * max(misfit / max(self.rows - x.size, 1), 1.0)
        named = [0, 1, 2, 3, *(4 + k for k in self.free)]
        covariance = np.zeros((4 + self.size, 4 + self.size))
        covariance[np.ix_(named, named)] = inverse[: len(named), : len(named)]
        lens = Lens(self.views[0].size_px, matrix, distortion)
        parts = tuple(-part for part in self._residuals(x))
        bent_mm = 10 * _depth(self.flat, self.bends @ bow)
        return Bundle(lens, covariance, bow, poses, parts, self.extra_px, misfit, x.size, bent_mm)


def _bends(relative: Floats, bows: int) -> Floats:
    """Return how each number of the bow lifts each corner (N, bows); ``relative`` (N, 2) is 1 at the board's edge."""
    if not bows:
        return np.zeros((len(relative), 0))
    x, y = relative.T
    powers = [(d - j, j) for d in range(2, _BOW_DEGREES[bows] + 1) for j in range(d + 1)]
    return np.column_stack([x**i * y**j for i, j in powers])


def _depth(flat: Floats, heights: Floats) -> float:
    """Return how deep the surface is, measured from the plane nearest to it, cm."""
    terms = np.column_stack([flat, np.ones(len(flat))])
    rest = heights - terms @ np.linalg.lstsq(terms, heights, rcond=None)[0]
    return float(np.ptp(rest))


def _extra(residuals: Sequence[Floats], noise: Sequence[Floats], lost: float) -> float:
    """Return the sigma px to add to each corner's so that the residuals are as large as expected."""
    off, spread = np.concatenate(residuals), np.concatenate(noise)
    freedom = max(off.size - lost, 0.1 * off.size)

    def too_much(extra: float) -> float:
        sigmas = np.linalg.solve(spread + np.eye(2) * max(extra, 1e-9) ** 2, off[..., None])[..., 0]
        # Beyond some sigmas a corner is an outlier, and no measure of the others.
        return float(np.minimum((off * sigmas).sum(axis=1), 2 * _OUTLIER**2).sum()) - freedom

    if too_much(0.0) <= 0:
        return 0.0
    if too_much(_MOST_EXTRA_PX) >= 0:
        return _MOST_EXTRA_PX
    return float(brentq(too_much, 0.0, _MOST_EXTRA_PX, xtol=1e-5))


def _start(views: Sequence[BoardView], corners_cm: Floats) -> tuple[Lens, Floats, Floats]:
    """Return OpenCV's own solution with two distortion numbers, from where the bundle starts."""
    middle = corners_cm.mean(axis=0)
    objects = [
        np.column_stack([corners_cm[view.ids] - middle, np.zeros(len(view.ids))]).astype(np.float32) for view in views
    ]
    seen = [view.corners_px.astype(np.float32).reshape(-1, 1, 2) for view in views]
    flags = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    _, matrix, distortion, turns, places = cv2.calibrateCamera(
        objects, seen, views[0].size_px, np.eye(3), np.zeros(5), flags=flags
    )
    poses = np.hstack(
        [np.asarray(turns, dtype=np.float64).reshape(-1, 3), np.asarray(places, dtype=np.float64).reshape(-1, 3)]
    )
    distortion = np.asarray(distortion, dtype=np.float64).ravel()[:5]
    return Lens(views[0].size_px, np.asarray(matrix, dtype=np.float64), distortion), np.zeros(0), poses
