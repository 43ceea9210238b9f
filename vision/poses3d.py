"""Markers fitted in space: x, y, height, heading and two tilts of each stand, from its marker's corners."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table.mount import Mount
from table.stand import Stand
from vision.arrays import Bools, Floats
from vision.camera import Camera
from vision.spread import slopes
from vision.square import bend_px

PARAMETERS = 6
X, Y, Z, HEADING, TILT_X, TILT_Y = range(PARAMETERS)
_STEP_RAD = 1e-6
_FAR = np.array([0.05, 0.05, 0.05, 0.02, 0.02, 0.02])
_ROUNDS, _ENOUGH = 12, 1e-5


@dataclass(frozen=True, eq=False)
class Prior:
    """What is known of M poses before they are seen: their values (M, 6), and the inverse variance of each (M, 6)."""

    values: Floats
    weights: Floats

    def misfit(self, poses: Floats) -> Floats:
        """Return how far poses (M, 6) are from what was known, squared in its sigmas and added up (M,)."""
        return np.asarray(((poses - self.values) ** 2 * self.weights).sum(axis=1))


@dataclass(frozen=True, eq=False)
class Fitted:
    """M poses (M, 6): x, y, z cm, heading rad, the turns about x and y that tilt it, rad.

    ``curvature`` (M, 6, 6) is the inverse of their covariance, ``prior`` included; ``misfit`` (M,) the corners' squared
    distance in their own sigmas plus the prior's; ``by_pixel`` (M, 6, 8) how the poses follow the corners.
    """

    poses: Floats
    curvature: Floats
    misfit: Floats
    by_pixel: Floats
    prior: Prior

    def covariance(self, row: int, free: Sequence[int], noise: float) -> Floats:
        """Return the covariance (6, 6) of one pose if its corners are inexact by ``noise``, squared; 0 if not free."""
        known = np.diag(self.prior.weights[row])
        curvature = (self.curvature[row] - known) / noise + known
        covariance, listed = np.zeros_like(curvature), np.ix_(free, free)
        covariance[listed] = np.linalg.inv(curvature[listed])
        return np.asarray(covariance)


def pose_of(stand: Stand) -> Floats:
    """Return a stand's pose (6,)."""
    angles = np.radians([stand.heading_deg, stand.tilt_x_deg, stand.tilt_y_deg])
    return np.array([stand.x, stand.y, stand.z_cm, *angles])


def turned(tilts: Floats, headings: Floats) -> Floats:
    """Return rotations (M, 3, 3) from a stand's axes (ahead, left, up) to the table's."""
    a, b = tilts.T
    angle = np.hypot(a, b)
    half = np.where(angle > 1e-9, np.sin(angle) / np.maximum(angle, 1e-12), 1.0)
    bent = (1 - np.cos(angle)) / np.maximum(angle, 1e-9) ** 2
    c, s = np.cos(headings), np.sin(headings)
    found = np.empty((len(tilts), 3, 3))
    ahead = (1 - bent * b * b, bent * a * b, -half * b)  # of a stand that is not turned
    left = (bent * a * b, 1 - bent * a * a, half * a)
    for k in range(3):
        found[:, k, 0], found[:, k, 1] = c * ahead[k] + s * left[k], c * left[k] - s * ahead[k]
    found[:, 0, 2], found[:, 1, 2], found[:, 2, 2] = half * b, -half * a, np.cos(angle)
    return found


def own_corners(mounts: Sequence[Mount], scale: float = 1.0) -> Floats:
    """Return markers' corners (M, 4, 3) in their stands' own axes: ahead, left and up from the base's underside."""
    unit = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
    corners = np.empty((len(mounts), 4, 3))
    for k, mount in enumerate(mounts):
        turn = np.radians(mount.turn_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners[k, :, :2] = unit @ spin.T * (mount.size_cm * scale / 2) + (mount.along_cm, mount.across_cm)
        corners[k, :, 2] = mount.height_cm
    return corners


def corners_at(poses: Floats, own: Floats) -> Floats:
    """Return where markers' corners (M, 4, 3) are on the table, in cm, for poses (M, 6) of their stands."""
    turn = turned(poses[:, TILT_X:], poses[:, HEADING])
    return np.asarray(np.einsum("mij,mkj->mki", turn, own) + poses[:, None, :3])


def fit_poses(
    camera: Camera, corners_px: Floats, whitening: Floats, own: Floats, start: Floats, free: Bools, prior: Prior
) -> Fitted:
    """Fit poses to corners (M, 4, 2) px by least squares, from a start (M, 6), over the free parameters (M, 6).

    ``whitening`` (M, 8, 8) makes the corners' errors independent, each of sigma 1.
    """
    poses, count = start.copy(), len(start)
    damping = np.full(count, 1e-3)
    fixed = np.where(free, 0.0, 1e30)  # infinitely sure of what is not free
    tilts = bool(free[:, TILT_X:].any())

    def bends(at: Floats) -> Floats:
        return bend_px(camera, corners_at(at, own)).reshape(count, 8)

    def look(at: Floats) -> tuple[Floats, Floats]:
        seen = camera.project(corners_at(at, own).reshape(-1, 3)).reshape(count, 8)
        rest = np.einsum("mij,mj->mi", whitening, corners_px.reshape(count, 8) - bent - seen)
        return rest, (rest**2).sum(axis=1) + prior.misfit(at)

    bent = bends(poses)
    rest, cost = look(poses)
    for _ in range(_ROUNDS):
        jacobian = whitening @ slopes_of(camera, poses, own, tilts)
        normal = jacobian.transpose(0, 2, 1) @ jacobian
        diagonal = np.einsum("mii->mi", normal).copy()
        np.einsum("mii->mi", normal)[...] += prior.weights + fixed + diagonal * damping[:, None]
        pull = np.einsum("mji,mj->mi", jacobian, rest) - prior.weights * (poses - prior.values)
        step = np.linalg.solve(normal, pull[..., None])[..., 0]
        tried = poses + step
        if (np.abs(step) > _FAR).any():  # on a small step a lens bends a marker as before
            bent = bends(tried)
        new_rest, new_cost = look(tried)
        better = new_cost <= cost + 1e-9
        poses[better], rest[better] = tried[better], new_rest[better]
        done = better & (cost - new_cost < _ENOUGH * (1 + cost))
        cost = np.where(better, new_cost, cost)
        damping = np.where(better, damping / 10, damping * 10)
        if (done | (damping > 1e8)).all():
            break
    jacobian = whitening @ slopes_of(camera, poses, own, tilts)
    curvature = jacobian.transpose(0, 2, 1) @ jacobian
    np.einsum("mii->mi", curvature)[...] += prior.weights
    loose = curvature + fixed[:, :, None] * np.eye(PARAMETERS)
    by_pixel = np.linalg.solve(loose, jacobian.transpose(0, 2, 1) @ whitening)
    return Fitted(poses, curvature, cost, np.asarray(by_pixel, dtype=np.float64), prior)


def slopes_of(camera: Camera, poses: Floats, own: Floats, tilts: bool) -> Floats:
    """Return (M, 8, 6): px of each corner a unit of each parameter; 0 for the tilts unless they are asked for."""
    count, corners = len(poses), corners_at(poses, own)
    by_point = slopes(camera, corners.reshape(-1, 3)).by_point.reshape(count, 4, 2, 3)
    moved = np.zeros((count, 4, 3, PARAMETERS))
    moved[:, :, :, : Z + 1] = np.eye(3)
    aside = np.stack([-own[:, :, 1], own[:, :, 0], np.zeros_like(own[:, :, 0])], axis=2)
    moved[:, :, :, HEADING] = np.einsum("mij,mkj->mki", turned(poses[:, TILT_X:], poses[:, HEADING]), aside)
    for k in (TILT_X, TILT_Y) if tilts else ():
        more = poses.copy()
        more[:, k] += _STEP_RAD
        moved[:, :, :, k] = (corners_at(more, own) - corners) / _STEP_RAD
    return np.asarray(np.einsum("mcup,mcpk->mcuk", by_point, moved).reshape(count, 8, PARAMETERS))
