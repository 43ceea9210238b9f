"""Least squares over lens, board places and the board's own bow, all at once; and what the lens is worth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.board_problem import BOWS, BoardProblem
from calibration.board_start import State, first_state
from calibration.charuco import BoardView
from calibration.normal_equations import reduced, soft_misfit, solved, trust
from vision.arrays import Floats
from vision.camera import Lens

_PRIOR = 1.0  # times the lens's numbers: as many views as what all of them say counts for
_PIXEL_SIGMA_PX = 0.05  # of a corner whose own is not known


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


@dataclass(frozen=True, eq=False)
class Bundle:
    """A solved bundle: the lens, its covariance (fx, fy, cx, cy, distortion), the bow's numbers in cm, and places.

    ``residuals_px`` are (N, 2) for each view, seen - predicted; ``poses`` (V, 6) Rodrigues turn and translation in cm;
    ``extra_px`` (V,) what each view's corners are off by an axis beyond their own sigmas; ``held_out`` (V,) each
    view's misfit, in sigmas squared, under what the others say (see jackknife.py); ``heights_cm`` (N,) of the board's
    corners over the plane nearest to them.
    """

    lens: Lens
    covariance: Floats
    bow_cm: Floats
    poses: Floats
    residuals_px: tuple[Floats, ...]
    extra_px: Floats
    held_out: Floats
    heights_cm: Floats

    @property
    def bent_mm(self) -> float:
        """How far the board is from flat, from its lowest corner to its highest."""
        return 10 * float(np.ptp(self.heights_cm))

    @property
    def rms_px(self) -> float:
        """Root mean square of the corners' distances (as OpenCV counts it)."""
        return float(np.sqrt((np.concatenate(self.residuals_px) ** 2).sum(axis=1).mean()))

    def view_rms_px(self) -> Floats:
        """Return the same for each view (V,)."""
        return np.array([np.sqrt((part**2).sum(axis=1).mean()) for part in self.residuals_px])

    def without(self, view: int) -> "Bundle":
        """Return what is left of it without a view, from where a fit of the others may start."""
        parts = self.residuals_px[:view] + self.residuals_px[view + 1 :]
        poses, extra_px, held_out = (
            np.delete(each, view, axis=0) for each in (self.poses, self.extra_px, self.held_out)
        )
        return replace(self, poses=poses, extra_px=extra_px, held_out=held_out, residuals_px=parts)


def solve(
    views: Sequence[BoardView], corners_cm: Floats, free: Sequence[int], start: Bundle | None = None, bows: int = BOWS,
    extra_px: Floats | None = None, fisheye: bool = False, enough: float = 1e-10,
) -> Bundle:  # fmt: skip
    """Find the lens whose distortion numbers ``free`` (OpenCV's order, of 5 or 8; of 4) may differ from 0.

    ``corners_cm`` (N, 2) are the board's by id; ``bows`` numbers (0, 3, 7 or 12) describe its surface. What the corners
    are off by beyond their sigmas is found out for each view, unless ``extra_px`` (V,) says it. A step that betters the
    fit by a smaller share than ``enough`` is the last. Raises cv2.error where no start is found.
    """
    problem = BoardProblem(views, corners_cm, list(free), bows, fisheye)
    if start is None or start.lens.fisheye != fisheye:
        state = problem.fitting(first_state(views, problem.flat, fisheye))
    else:
        state = problem.fitting(_state(start))
    if extra_px is not None:
        problem.weigh(extra_px)
        return _bundle(problem, problem.solved(state, enough))
    problem.weigh(np.full(len(views), _PIXEL_SIGMA_PX) if start is None else start.extra_px)
    for _ in range(3):
        state = problem.solved(state, enough)
        before = problem.extra_px
        problem.weigh(problem.found_extra(state))
        if np.abs(problem.extra_px - before).max() < 0.05 * max(before.max(), 1e-3):
            break
    return _bundle(problem, problem.solved(state, enough))


def widened(bundle: Bundle, views: Sequence[BoardView], corners_cm: Floats, free: Sequence[int]) -> Bundle:
    """Return a bundle whose covariance is that of all ``free`` numbers, though some of them were held at 0.

    Which of them a lens needs is not certain, either.
    """
    problem = BoardProblem(views, corners_cm, list(free), len(bundle.bow_cm), bundle.lens.fisheye)
    problem.weigh(bundle.extra_px)
    try:
        return replace(bundle, covariance=_covariance(problem, jackknife(problem, problem.fitting(_state(bundle)))))
    except np.linalg.LinAlgError:  # the pictures say nothing of the others
        return bundle


def _state(bundle: Bundle) -> State:
    turns = np.array([np.asarray(cv2.Rodrigues(pose[:3])[0]) for pose in bundle.poses])
    return State(bundle.lens, bundle.bow_cm, turns, bundle.poses[:, 3:])


def _covariance(problem: BoardProblem, found: Jackknife) -> Floats:
    named = [0, 1, 2, 3, *(4 + k for k in problem.free)]
    covariance = np.zeros((4 + problem.size, 4 + problem.size))
    covariance[np.ix_(named, named)] = found.covariance
    return covariance


def _bundle(problem: BoardProblem, state: State) -> Bundle:
    found = jackknife(problem, state)
    turns = np.array([np.asarray(cv2.Rodrigues(turn)[0]).ravel() for turn in state.turns])
    off = problem.off_px(state)
    return Bundle(
        state.lens, _covariance(problem, found), state.bow_cm, np.hstack([turns, state.places_cm]),
        tuple(-off[part] for part in problem.parts), problem.extra_px, found.held_out, problem.heights_cm(state),
    )  # fmt: skip
