"""Where the camera is in one picture: its pose from the frame markers, a pushed or half covered one weighed down."""

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Bools, Floats, Indices
from vision.camera import Camera, Lens
from vision.median import median
from vision.pose import PoseFit, fit_pose
from vision.spread import POSE, camera_moved, slopes
from vision.table_view import FrameSeen, TableView
from vision.watchman.laid_frame import LaidFrame

ENOUGH = 3  # markers that a pose is found from
_ROUNDS = 5
_LEAST_PX = 0.03  # markers that agree this well with the others are all trusted
_NOTHING = 1e-9
_TURN, _CM = 1e-6, 1e-4  # a change that moves no marker by 0.002 px
PUSHED_CM = 0.05  # one frame marker further than this from where the others put it was pushed, or is half hidden


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


def resolved(
    view: TableView,
    laid: LaidFrame,
    corners_px: Floats,
    covariance_px: Floats,
    use: Bools,
    start: Camera | None = None,
) -> tuple[TableView, Bools]:
    """Return the view with the camera that sees the frame's markers at corners (M, 4, 2) px, and those left out (M,).

    ``view`` is the calibrated one and ``laid`` its frame: errors of the survey stay what they were; what ``view`` has
    ``seen`` follows the camera. The covariance (M, 8, 8) of what is seen now is added to the pose's. Raises BadGeometry
    where no camera can see the markers so.
    """
    usable = np.flatnonzero(use & laid.known)
    fit, using = _agreeing(view.camera.lens, laid, corners_px, covariance_px, usable, start)
    if turn_deg(view.camera, fit.camera) > TURNED_DEG:
        # A hand turns the camera; a driver, or a phone that lies flat, the picture, and with it the lens.
        lens = view.camera.lens.upside_down()
        other, others = _agreeing(lens, laid, corners_px, covariance_px, usable, None)
        if (len(using), -fit.rms_px) < (len(others), -other.rms_px):
            fit, using = other, others
    covariance = view.covariance
    if covariance is not None:
        covariance = covariance.copy()
        covariance[:POSE, :POSE] += fit.covariance[:POSE, :POSE]
    left_out = use & laid.known
    left_out[using] = False
    # Where this camera sees them as they lay: by what the calibrated one saw, it would lay them somewhere else.
    now = dict(zip(laid.ids.tolist(), laid.seen_by(fit.camera), strict=True))
    seen = tuple(FrameSeen(card.id, now[card.id]) for card in view.seen if card.id in now)
    return replace(view, camera=fit.camera, covariance=covariance, seen=seen), left_out


def _agreeing(
    lens: Lens, laid: LaidFrame, corners_px: Floats, covariance_px: Floats, using: Indices, start: Camera | None
) -> tuple[PoseFit, Indices]:
    """Return the pose from the markers in ``using``, and those that agree: the others are left out, worst first."""
    while True:
        fit = fit_pose(lens, laid.corners_cm[using], corners_px[using], covariance_px[using], 0.0, start=start)
        off_cm = np.linalg.norm(fit.residual_px.mean(axis=1), axis=1) * laid.cm_per_px[using]
        worst = int(np.argmax(off_cm))
        if len(using) <= ENOUGH or off_cm[worst] < PUSHED_CM:
            return fit, using
        using = np.delete(using, worst)


TURNED_DEG = 45.0
"""By more than this nobody bumps a camera without noticing."""


def turn_deg(before: Camera, now: Camera) -> float:
    """Return by how much a camera is turned about its axis of sight, 0 to 180."""
    turn = before.rotation @ now.rotation.T
    return float(abs(np.degrees(np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1]))))
