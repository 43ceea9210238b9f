"""A camera that was bumped or turned: how far, and its view solved anew from where the frame markers are now."""

from dataclasses import replace

import numpy as np

from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.pose import fit_pose
from vision.spread import POSE
from vision.table_view import TableView
from vision.watchman.laid_frame import LaidFrame

ENOUGH = 3  # frame markers that a new pose is solved from
PUSHED_CM = 0.05  # one frame marker further than this from where the others put it was pushed, or is half hidden


def resolved(
    view: TableView,
    laid: LaidFrame,
    corners_px: Floats,
    covariance_px: Floats,
    use: Bools,
    start: Camera | None = None,
) -> tuple[TableView, Bools]:
    """Return the view with the camera that sees the frame's markers at corners (M, 4, 2) px, and those left out (M,).

    ``view`` is the calibrated one and ``laid`` its frame: errors of the survey stay what they were. The covariance
    (M, 8, 8) of what is seen now is added to the pose's. Raises BadGeometry where no camera can see the markers so.
    """
    using = np.flatnonzero(use & laid.known)
    scale = laid.cm_per_px
    while True:
        fit = fit_pose(
            view.camera.lens, laid.corners_cm[using], corners_px[using], covariance_px[using], 0.0, start=start
        )
        off_cm = np.linalg.norm(fit.residual_px.mean(axis=1), axis=1) * scale[using]
        worst = int(np.argmax(off_cm))
        if len(using) <= ENOUGH or off_cm[worst] < PUSHED_CM:
            break
        using = np.delete(using, worst)
    covariance = view.covariance
    if covariance is not None:
        covariance = covariance.copy()
        covariance[:POSE, :POSE] += fit.covariance[:POSE, :POSE]
    left_out = use & laid.known
    left_out[using] = False
    return replace(view, camera=fit.camera, covariance=covariance), left_out


TURNED_DEG = 45.0
"""By more than this nobody bumps a camera without noticing."""


def turn_deg(before: Camera, now: Camera) -> float:
    """Return by how much a camera is turned about its axis of sight, 0 to 180."""
    turn = before.rotation @ now.rotation.T
    return float(abs(np.degrees(np.arctan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1]))))
