"""Where a camera is: its pose from markers whose places are known, though not perfectly."""

from dataclasses import dataclass

import cv2
import numpy as np

from table.errors import BadGeometry
from vision.arrays import Floats
from vision.camera import Camera, Lens
from vision.spread import POSE, camera_moved, slopes
from vision.square import bend_px

_ROUNDS = 12
SIZE_SIGMA = 0.02  # of a card's size: ink, "fit to page" and sharpened edges change it, and must not move the camera
MISLAID = "the cards do not lie as frame.toml says: are two cards swapped, or all of them laid upside down?"
_HUBER = 2.5  # a marker further off than this many sigma counts less


@dataclass(frozen=True, eq=False)
class PoseFit:
    """A camera pose found from M markers: residuals (M, 4, 2) px seen - predicted, covariance of pose and lens.

    ``chi2`` is the mean square of the whitened residuals of the markers' centres: about 1 when the sigmas are honest.
    """

    camera: Camera
    covariance: Floats
    residual_px: Floats
    chi2: float

    @property
    def rms_px(self) -> float:
        """Root mean square of the corners' distances to where they should be seen."""
        return float(np.sqrt((self.residual_px**2).sum(axis=-1).mean()))


def fit_pose(
    lens: Lens,
    corners_cm: Floats,
    seen_px: Floats,
    covariance_px: Floats,
    survey_sigma_cm: float,
    lens_covariance: Floats | None = None,
    start: Camera | None = None,
) -> PoseFit:
    """Fit the pose of a camera of known lens to markers (M, 4, 3) table cm seen at (M, 4, 2) px.

    ``covariance_px`` (M, 8, 8) is of the corners seen. A marker's place may be wrong by ``survey_sigma_cm`` along x and
    y, all four corners together, its turn by as much over its side, and its size by SIZE_SIGMA; a marker far off counts
    less (Huber). The lens's own covariance passes into the result's, lens and pose together. Raises BadGeometry where
    no camera can see the markers so.
    """
    try:
        with np.errstate(all="ignore"):
            return _fitted(lens, corners_cm, seen_px, covariance_px, survey_sigma_cm, lens_covariance, start)
    except (np.linalg.LinAlgError, BadGeometry, cv2.error):
        raise BadGeometry(MISLAID) from None


def _fitted(
    lens: Lens,
    corners_cm: Floats,
    seen_px: Floats,
    covariance_px: Floats,
    survey_sigma_cm: float,
    lens_covariance: Floats | None,
    start: Camera | None,
) -> PoseFit:
    camera = start or first_guess(lens, corners_cm, seen_px)
    count = len(corners_cm)
    bend = np.zeros_like(seen_px)
    share = np.ones(count)
    for round_ in range(_ROUNDS):
        if round_ < 2:
            bend = bend_px(camera, corners_cm)
        slope = slopes(camera, corners_cm.reshape(-1, 3))
        residual = (seen_px - bend - camera.project(corners_cm.reshape(-1, 3)).reshape(count, 4, 2)).reshape(count, 8)
        weight = np.linalg.inv(_noise(covariance_px, slope.by_point.reshape(count, 8, 3), corners_cm, survey_sigma_cm))
        distance = np.sqrt(np.einsum("mi,mij,mj->m", residual, weight, residual) / 8)
        share = np.minimum(1.0, _HUBER / np.maximum(distance, 1e-9))
        slant = slope.by_parameter.reshape(count, 8, -1)
        by_pose = slant[:, :, :POSE]
        pull = np.einsum("m,mip,mij->mpj", share, by_pose, weight)
        normal = np.einsum("mpj,mjq->pq", pull, by_pose)
        step = np.linalg.solve(normal, np.einsum("mpj,mj->p", pull, residual))
        camera = camera_moved(camera, step)
        if np.abs(step[:3]).max() < 1e-8 and np.abs(step[3:]).max() < 1e-6:
            break
    inverse = np.linalg.inv(normal)
    through_lens = -inverse @ np.einsum("mpj,mjq->pq", pull, slant[:, :, POSE:])
    dof = max(8 * count - POSE, 1)
    chi2 = float(np.einsum("mi,mij,mj->", residual, weight, residual) / dof)
    residual = seen_px - bend_px(camera, corners_cm) - camera.project(corners_cm.reshape(-1, 3)).reshape(count, 4, 2)
    return PoseFit(camera, joint_covariance(inverse, through_lens, lens_covariance), residual, chi2)


def _noise(covariance_px: Floats, by_point: Floats, corners_cm: Floats, survey_sigma_cm: float) -> Floats:
    """Return each marker's (8, 8) px²: what was seen, and what its place, its turn and its size may be off by."""
    arms = corners_cm[:, :, :2] - corners_cm[:, :, :2].mean(axis=1, keepdims=True)
    side = np.linalg.norm(corners_cm[:, 1] - corners_cm[:, 0], axis=1)
    turned = np.stack([-arms[..., 1], arms[..., 0]], axis=-1) / side[:, None, None]  # cm a cm at one side's distance
    along = by_point[:, :, :2]
    around = np.einsum("mkij,mkj->mki", by_point.reshape(-1, 4, 2, 3)[..., :2], turned).reshape(-1, 8, 1)
    moved = np.concatenate([along, around], axis=2) * survey_sigma_cm
    grown = np.einsum("mkij,mkj->mki", by_point.reshape(-1, 4, 2, 3)[..., :2], arms * SIZE_SIGMA).reshape(-1, 8, 1)
    return np.asarray(covariance_px + moved @ moved.transpose(0, 2, 1) + grown @ grown.transpose(0, 2, 1))


def joint_covariance(pose: Floats, through_lens: Floats, lens: Floats | None) -> Floats:
    """Return the covariance of pose and lens: the pose's own (6, 6), its slopes by the lens (6, L), the lens's."""
    size = POSE + through_lens.shape[1]
    joint = np.zeros((size, size))
    joint[:POSE, :POSE] = pose
    if lens is not None:
        cross = through_lens @ lens
        joint[:POSE, :POSE] += cross @ through_lens.T
        joint[:POSE, POSE:], joint[POSE:, :POSE] = cross, cross.T
        joint[POSE:, POSE:] = lens
    return (joint + joint.T) / 2


def first_guess(lens: Lens, corners_cm: Floats, seen_px: Floats) -> Camera:
    """Return a pose good enough to start from, whichever way the camera looks."""
    points = corners_cm.reshape(-1, 3)
    rays = lens.rays(seen_px.reshape(-1, 2))
    _, turn, translation = cv2.solvePnP(points, rays, np.eye(3), None, flags=cv2.SOLVEPNP_SQPNP)
    rotation, _ = cv2.Rodrigues(turn)
    return Camera(lens, np.asarray(rotation, dtype=np.float64), np.asarray(translation, dtype=np.float64))
