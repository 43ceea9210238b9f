"""The ground's elevation where stands are: how high it is and how it leans them, with the doubt of both."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.arrays import Floats
from vision.poses3d import PARAMETERS, TILT_X, TILT_Y, Z

LEAN_PER_CM = 1 / 6.0
"""Ground that is uneven by 1 cm leans by so much more or less, in rad: its bumps are some decimetres apart."""


@dataclass(frozen=True, eq=False)
class Elevation:
    """How high the ground is under M stands, ``cm`` (M,), and how it leans them, ``tilts`` (M, 2) rad about x and y.

    ``sigma_cm`` and ``sigma_rad`` (M,) are one sigma of each.
    """

    cm: Floats
    tilts: Floats
    sigma_cm: Floats
    sigma_rad: Floats


class Surface(Protocol):
    """Ground that is somewhere higher than elsewhere: it tells its elevation for each of M stands at any place."""

    def at(self, places: Floats) -> Elevation:
        """Return the elevation under the stands if they are at places (M, 2)."""


def elevation_of(rise: Floats, covariance: Floats) -> Elevation:
    """Return the elevation by the ground's height and how it rises along x and y (M, 3), and their covariance."""
    _, by_x, by_y = rise.T
    steep = np.hypot(by_x, by_y)
    turn = np.divide(np.arctan(steep), steep, out=np.ones_like(steep), where=steep > 0)
    variance = np.einsum("mii->mi", covariance)
    sigma_rad = np.sqrt(variance[:, 1:].max(axis=1))
    return Elevation(rise[:, 0], np.stack([by_y * turn, -by_x * turn], axis=1), np.sqrt(variance[:, 0]), sigma_rad)


def uneven_by(cm: Floats) -> Floats:
    """Return the covariance (..., 3, 3) of height and rise along x and y where ground is uneven by ``cm`` (...)."""
    return np.asarray(cm[..., None, None] ** 2 * np.diag([1.0, LEAN_PER_CM**2, LEAN_PER_CM**2]))


def mixed(evidence: Floats, means: Floats, spreads: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the shares (S, ...) of settings, and the mean (..., K) and covariance (..., K, K) of all of them.

    ``evidence`` (S, ...) is the logarithm of how likely each makes what was seen, ``means`` (S, ..., K) and ``spreads``
    (S, ..., K, K) what each says.
    """
    shares = np.exp(evidence - evidence.max(axis=0))
    shares /= shares.sum(axis=0)
    mean = np.einsum("s...,s...k->...k", shares, means)
    apart = means - mean
    spreads = spreads + apart[..., :, None] * apart[..., None, :]
    return shares, mean, np.einsum("s...,s...kl->...kl", shares, spreads)


def rise_under(poses: Floats, covariance: Floats) -> tuple[Floats, Floats]:
    """Return the height of the ground under stands and how it rises along x and y (M, 3), and their covariance.

    ``poses`` (M, 6) are those of stands that lean on it, ``covariance`` (M, 6, 6) theirs.
    """
    angle = np.hypot(*poses[:, TILT_X:].T)
    steeper = np.divide(np.tan(angle), angle, out=np.ones_like(angle), where=angle > 0)
    by_pose = np.zeros((len(poses), 3, PARAMETERS))
    by_pose[:, 0, Z], by_pose[:, 1, TILT_Y], by_pose[:, 2, TILT_X] = 1.0, -steeper, steeper
    rise = np.einsum("mip,mp->mi", by_pose, poses)
    return rise, np.asarray(by_pose @ covariance @ by_pose.transpose(0, 2, 1))
