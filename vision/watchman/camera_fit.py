"""Where the camera is in one picture: its pose from the frame markers, a pushed or half covered one weighed down."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.median import median
from vision.spread import POSE, camera_moved, slopes
from vision.watchman.laid_frame import LaidFrame

ENOUGH = 3  # markers that a pose is found from
_ROUNDS = 5
_LEAST_PX = 0.03  # markers that agree this well with the others are all trusted
_NOTHING = 1e-9
_TURN, _CM = 1e-6, 1e-4  # a change that moves no marker by 0.002 px


@dataclass(frozen=True, eq=False)
class CameraFit:
    """A camera, what is left of each marker's centre (M, 2) px, and the ``noise_px`` of the picture it predicts."""

    camera: Camera
    off_px: Floats
    noise_px: float


def fit_camera(laid: LaidFrame, corners_px: Floats, covariance_px: Floats, use: Bools, start: Camera) -> CameraFit:
    """Fit the camera to corners (M, 4, 2) px with covariance (M, 8, 8), near ``start``, by the markers in ``use`` (M,).

    At least three markers are needed. One that disagrees with the others hardly counts. Gauss-Newton, quick enough for
    every picture; survey errors play no part, because the corners are where the calibrated camera saw them.
    """
    camera = start
    which = np.flatnonzero(use)
    places, seen = laid.corners_cm[which], corners_px[which]
    bend = laid.bend_px(camera)[which]
    weight = np.linalg.inv(covariance_px[which] + np.eye(8) * _NOTHING)
    count = len(which)
    normal = np.eye(POSE)
    for round_ in range(_ROUNDS):
        there = slopes(camera, places.reshape(-1, 3))
        slope = there.by_parameter.reshape(count, 8, -1)[:, :, :POSE]
        residual = seen - bend - there.seen_px.reshape(count, 4, 2)
        off = np.linalg.norm(residual.mean(axis=1), axis=1)
        scale = 3.0 * max(median(off), _LEAST_PX)
        share = np.ones(count) if round_ == 0 or count <= ENOUGH else 1.0 / (1.0 + (off / scale) ** 2) ** 2
        pull = np.einsum("m,mip,mij->mpj", share, slope, weight)
        normal = np.einsum("mpj,mjq->pq", pull, slope)
        step = np.linalg.solve(normal, np.einsum("mpj,mj->p", pull, residual.reshape(count, 8)))
        camera = camera_moved(camera, step)
        if np.abs(step[:3]).max() < _TURN and np.abs(step[3:]).max() < _CM and round_:
            break
    spread = slope @ np.linalg.inv(normal) @ slope.transpose(0, 2, 1)
    noise = float(np.sqrt(np.trace(spread, axis1=1, axis2=2).mean() / 4))
    everywhere = corners_px - laid.seen_by(camera)
    return CameraFit(camera, everywhere.mean(axis=1), noise)
