"""Least squares over lens, board places and the board's own bow, all at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from calibration.charuco import BoardView
from vision.camera import Lens

Floats = NDArray[np.float64]

BOWS = 3  # how paper on a board bends: z = a x² + b x y + c y², in cm at the board's corner
_BOW_SIGMA_CM = 0.3  # nobody uses a board bent more than a few of these
_PIXEL_SIGMA_PX = 0.05


@dataclass(frozen=True, eq=False)
class Bundle:
    """A solved bundle: the lens, its covariance (fx, fy, cx, cy, distortion), the bow (3,) cm, turns and places.

    ``residuals_px`` are (N, 2) for each view, seen - predicted; ``poses`` (V, 6) Rodrigues turn and translation in cm.
    """

    lens: Lens
    covariance: Floats
    bow_cm: Floats
    poses: Floats
    residuals_px: tuple[Floats, ...]
    parameters: int

    @property
    def rms_px(self) -> float:
        """Root mean square of the corners' distances (as OpenCV counts it)."""
        return float(np.sqrt((np.concatenate(self.residuals_px) ** 2).sum(axis=1).mean()))

    def view_rms_px(self) -> Floats:
        """Return the same for each view (V,)."""
        return np.array([np.sqrt((part**2).sum(axis=1).mean()) for part in self.residuals_px])


def solve(views: Sequence[BoardView], corners_cm: Floats, free: Sequence[int], start: Bundle | None = None) -> Bundle:
    """Find the lens whose distortion numbers ``free`` (OpenCV's order, of 5 or 8) may differ from 0.

    ``corners_cm`` (N, 2) are the board's by id. Raises cv2.error where OpenCV finds no start.
    """
    size = 8 if max(free, default=0) > 4 else 5
    middle, reach = corners_cm.mean(axis=0), np.abs(corners_cm - corners_cm.mean(axis=0)).max(axis=0)
    relative = (corners_cm - middle) / reach.max()
    bends = np.stack([relative[:, 0] ** 2, relative[:, 0] * relative[:, 1], relative[:, 1] ** 2], axis=1)
    lens, bow, poses = _start(views, corners_cm) if start is None else (start.lens, start.bow_cm, start.poses)
    free = list(free)
    first = np.concatenate([lens.matrix[[0, 1, 0, 1], [0, 1, 2, 2]], np.zeros(len(free)), bow, poses.ravel()])
    first[4 : 4 + len(free)] = [lens.distortion[k] if k < lens.distortion.size else 0.0 for k in free]
    head = 4 + len(free) + BOWS
    rows = sum(2 * len(view.ids) for view in views)

    def unpack(x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        matrix = np.array([[x[0], 0, x[2]], [0, x[1], x[3]], [0, 0, 1]])
        distortion = np.zeros(size)
        distortion[free] = x[4 : 4 + len(free)]
        return matrix, distortion, x[head - BOWS : head], x[head:].reshape(-1, 6)

    def evaluate(x: Floats) -> tuple[Floats, Floats]:
        matrix, distortion, bow, poses = unpack(x)
        residual, jacobian = np.zeros(rows + BOWS), np.zeros((rows + BOWS, x.size))
        at = 0
        for k, view in enumerate(views):
            bend = bends[view.ids]
            points = np.column_stack([corners_cm[view.ids] - middle, bend @ bow]).reshape(-1, 1, 3)
            seen, slope = cv2.projectPoints(points, poses[k, :3], poses[k, 3:], matrix, distortion)
            here = slice(at, at + 2 * len(view.ids))
            residual[here] = (np.asarray(seen).reshape(-1, 2) - view.corners_px).ravel()
            slope = np.asarray(slope)
            jacobian[here, :4] = slope[:, 6:10]
            jacobian[here, 4 : head - BOWS] = slope[:, [10 + j for j in free]]
            rotation, _ = cv2.Rodrigues(poses[k, :3])
            by_height = slope[:, 3:6] @ np.asarray(rotation)[:, 2]
            jacobian[here, head - BOWS : head] = by_height[:, None] * np.repeat(bend, 2, axis=0)
            jacobian[here, head + 6 * k : head + 6 * k + 6] = slope[:, :6]
            at += 2 * len(view.ids)
        weight = _PIXEL_SIGMA_PX / _BOW_SIGMA_CM
        residual[rows:] = bow * weight
        jacobian[rows:, head - BOWS : head] = np.eye(BOWS) * weight
        return residual, jacobian

    def residual_of(x: Floats) -> Floats:
        return evaluate(x)[0]

    def jacobian_of(x: Floats) -> Floats:
        return evaluate(x)[1]

    solved = least_squares(
        residual_of, first, jacobian_of, method="trf", x_scale="jac", loss="soft_l1", f_scale=4 * _PIXEL_SIGMA_PX,
        ftol=1e-12, xtol=1e-12, max_nfev=60,
    )  # fmt: skip
    residual, jacobian = evaluate(solved.x)
    matrix, distortion, bow, poses = unpack(solved.x)
    sigma = float(np.sqrt((residual[:rows] ** 2).sum() / max(rows - solved.x.size, 1)))
    # Columns differ by ten powers of ten (a distortion number, a pixel): made alike, or the inverse is noise.
    scale = np.linalg.norm(jacobian, axis=0)
    alike = jacobian / scale
    inverse = np.linalg.pinv(alike.T @ alike, hermitian=True) * sigma**2 / np.outer(scale, scale)
    inverse = (inverse + inverse.T) / 2
    named = [0, 1, 2, 3, *(4 + k for k in free)]
    covariance = np.zeros((4 + size, 4 + size))
    covariance[np.ix_(named, named)] = inverse[: 4 + len(free), : 4 + len(free)]
    ends = np.cumsum([2 * len(view.ids) for view in views])
    parts = tuple(-part.reshape(-1, 2) for part in np.split(residual[:rows], ends[:-1]))
    return Bundle(Lens(views[0].size_px, matrix, distortion), covariance, bow, poses, parts, solved.x.size)


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
    return Lens(views[0].size_px, np.asarray(matrix, dtype=np.float64), distortion), np.zeros(BOWS), poses
