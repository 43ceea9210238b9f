"""What a lens is worth: how much it changes, and how well it does, without each of the views in turn."""

from dataclasses import dataclass

import numpy as np

from calibration.board_problem import BoardProblem
from calibration.board_start import State
from calibration.normal_equations import reduced, soft_misfit, solved, trust
from vision.arrays import Floats

_PRIOR = 1.0  # times the lens's numbers: as many views as what all of them say counts for


@dataclass(frozen=True, eq=False)
class Jackknife:
    """``covariance`` (L, L) of the lens's numbers, and the misfit (V,) of each view under what the others say.

    The latter to first order: it adds up to Takeuchi's information criterion, which a view on which much depends does
    not upset.
    """

    covariance: Floats
    held_out: Floats


def jackknife(problem: BoardProblem, state: State) -> Jackknife:
    """Leave out each view in turn, by one step from the solution, which is as good as solving again."""
    rows = problem.rows(state)
    told = reduced(rows, [trust(part.residual) for part in rows])
    tight, drawn = problem.prior(state)
    normal, pull = tight + told.normals.sum(axis=0), drawn + told.pulls.sum(axis=0)
    steps = solved(normal - told.normals, (pull - told.pulls)[..., None])[..., 0]
    misfit = np.array([soft_misfit(part.residual) for part in rows])
    follow = solved(normal, told.pulls.T).T
    held_out = misfit + 2 * np.einsum("vs,vs->v", told.pulls, follow)
    plain = reduced(rows)
    inverse = solved(tight + plain.normals.sum(axis=0), np.eye(problem.head))
    freedom = sum(part.residual.size for part in rows) - problem.head - 6 * len(rows)
    share = sum(float((part.residual**2).sum()) for part in rows) / max(freedom, 1)
    said = inverse * max(share, 1.0)
    lens = 4 + len(problem.free)
    return Jackknife(_mixed(said[:lens, :lens], steps[:, :lens]), held_out)


def _mixed(said: Floats, steps: Floats) -> Floats:
    """Return the lens's covariance: what the corners' noise says (L, L), as far as the views (V, L) do not say more.

    Corners of one view err together: it moved, or was out of focus. Views are few, so what they say of single
    directions is drawn towards what they say of all.
    """
    views, size = steps.shape
    scale = np.sqrt(np.diag(said))
    half = np.linalg.cholesky(said / np.outer(scale, scale)) * scale[:, None]
    apart = np.linalg.solve(half, (steps - steps.mean(axis=0)).T)
    found = apart @ apart.T * (views - 1) / views
    usual = max(float(np.trace(found)) / size, 1.0)
    trusted = _PRIOR * size
    return np.asarray(half @ (trusted * usual * np.eye(size) + (views - 1) * found) @ half.T / (trusted + views - 1))
