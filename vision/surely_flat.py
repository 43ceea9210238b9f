"""Which stands are on the plane for sure, by one linear step: nobody pays for hills that he has not got."""

from collections.abc import Sequence

import numpy as np

from table.terrain import Piece
from vision.arrays import Bools, Floats, Indices
from vision.on_plane import OnPlane
from vision.piece_ground import near
from vision.poses3d import HEADING, PARAMETERS, TILT_X, TILT_Y, Fitted, Prior, X, Y, Z
from vision.stances import (
    FLAT,
    LEANING,
    LEAST_CM,
    LEVEL,
    TILT_SIGMA_RAD,
    by_point_of,
    gain,
    guess_of,
    poses_on,
    widened,
)
from vision.weighing import shares_by

NO_DOUBT = 0.995
"""So likely on the plane, by one linear step, that a fit in space is not worth its while."""


def surely_flat(
    laid: OnPlane, rows: Indices, covariance: Floats | None, noise: float, terrain: Sequence[Piece]
) -> Bools:
    """Say of which of some rows, laid on the plane, no fit in space would say otherwise.

    One linear step of each way of standing tells nearly how well it would fit, at a tenth of the cost. Near a piece
    that one may stand on nobody is sure.
    """
    poses, rest = poses_on(laid)[rows], laid.rest_px[rows]
    moved = _moved(laid.tips_cm[rows] - poses[:, None, : Z + 1])
    jacobian = (by_point_of(laid, rows) @ moved).reshape(-1, 8, PARAMETERS)
    white = np.linalg.solve(widened(laid, rows, covariance), np.concatenate([jacobian, rest[..., None]], axis=2))
    curvature = jacobian.transpose(0, 2, 1) @ white[..., :PARAMETERS]
    curvature[:, [TILT_X, TILT_Y], [TILT_X, TILT_Y]] += TILT_SIGMA_RAD**-2
    pull, lifted = np.einsum("mji,mj->mi", jacobian, white[..., PARAMETERS]), poses.copy()
    lifted[:, Z] = LEAST_CM  # believed to be possible, whatever a linear step says
    nothing, guesses = Prior(lifted, np.zeros_like(lifted)), []
    for free, likely in (((X, Y, HEADING), FLAT), ((X, Y, Z, HEADING), LEVEL), (range(PARAMETERS), 2 * LEANING)):
        left = (rest * white[..., PARAMETERS]).sum(axis=1) - gain(curvature, pull, free)
        guesses.append(guess_of(Fitted(lifted, curvature, left, jacobian, nothing), free, likely))
    flat = shares_by(guesses, np.array([guess.fitted.misfit for guess in guesses]), noise)[0]
    for piece in terrain:
        flat[near(piece, poses[:, :Z])] = 0.0
    return np.asarray(flat > NO_DOUBT)


def _moved(arms: Floats) -> Floats:
    """Return (M, 4, 3, 6): how corners so far (M, 4, 3) from their stand, which is level, follow its pose."""
    x, y, z = np.moveaxis(arms, 2, 0)
    moved = np.zeros((*arms.shape, PARAMETERS))
    moved[..., X : Z + 1] = np.eye(3)
    moved[..., 0, HEADING], moved[..., 1, HEADING] = -y, x
    moved[..., 1, TILT_X], moved[..., 2, TILT_X] = -z, y
    moved[..., 0, TILT_Y], moved[..., 2, TILT_Y] = z, -x
    return moved
