"""Least squares in which many views share some numbers, and each has six of its own: the views' are taken out first."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats

POSE = 6
_LEAST = 1e-13  # of a number's own: what is told of one of which nothing is told
OUTLIER = 4.0  # sigmas beyond which a row counts less


@dataclass(frozen=True, eq=False)
class ViewRows:
    """One view's residuals in sigmas (R,), and their derivatives by what is shared (R, S) and by its pose (R, 6)."""

    residual: Floats
    by_shared: Floats
    by_pose: Floats


@dataclass(frozen=True, eq=False)
class Reduced:
    """What V views say of S shared numbers, each view's own pose being whatever suits it best then.

    ``normals`` (V, S, S) and ``pulls`` (V, S) add up; ``pose_by_shared`` (V, 6, S) is how a pose follows what is
    shared, ``pose_steps`` (V, 6) where it goes when nothing shared changes.
    """

    normals: Floats
    pulls: Floats
    pose_by_shared: Floats
    pose_steps: Floats


def reduced(rows: list[ViewRows], weights: list[Floats] | None = None, damping: float = 0.0) -> Reduced:
    """Take the poses out of the views' normal equations (the Schur complement), with a weight for each row."""
    shared = rows[0].by_shared.shape[1]
    wide = np.empty((len(rows), shared + POSE + 1, shared + POSE + 1))
    for k, part in enumerate(rows):
        all_ = np.column_stack([part.by_shared, part.by_pose, -part.residual])
        wide[k] = all_.T @ (all_ if weights is None else all_ * weights[k][:, None])
    own = slice(shared, shared + POSE)
    poses = wide[:, own, own] + damping * np.eye(POSE) * np.diagonal(wide[:, own, own], axis1=1, axis2=2)[:, None]
    answer = solved(poses, np.concatenate([-wide[:, own, :shared], wide[:, own, -1:]], axis=2))
    across = wide[:, :shared, own]
    return Reduced(
        wide[:, :shared, :shared] + across @ answer[:, :, :shared],
        wide[:, :shared, -1] - (across @ answer[:, :, shared:])[..., 0],
        answer[:, :, :shared],
        answer[:, :, shared],
    )


def solved(normal: Floats, right: Floats) -> Floats:
    """Return normal^-1 @ right (..., S, R) for symmetric matrices (..., S, S) whose numbers differ by powers of ten."""
    scale = np.sqrt(np.maximum(np.diagonal(normal, axis1=-2, axis2=-1), 1e-30))
    alike = normal / (scale[..., :, None] * scale[..., None, :]) + _LEAST * np.eye(normal.shape[-1])
    return np.asarray(np.linalg.solve(alike, right / scale[..., None]) / scale[..., None])


def trust(residual: Floats) -> Floats:
    """Return the weight of each residual, in sigmas, under which squares add up to what `soft_misfit` says."""
    return np.asarray(1 / np.sqrt(1 + (residual / OUTLIER) ** 2))


def soft_misfit(residual: Floats) -> float:
    """Return the sum of squares of residuals in sigmas, of which outliers' grow no faster than they do (soft L1)."""
    return float(2 * OUTLIER**2 * (np.sqrt(1 + (residual / OUTLIER) ** 2) - 1).sum())
