"""A board's corners in many pictures as least squares: what lens, bow and places say of each, and what fits best."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.board_start import State
from calibration.charuco import BoardView
from calibration.corner_noise import found_extra
from calibration.normal_equations import POSE, ViewRows, reduced, soft_misfit, solved, trust
from table.errors import BadGeometry
from vision.arrays import Floats, Indices
from vision.camera import Lens

BOWS = 12  # of the board's surface: a lifted corner or an S is no parabola, and a flat board loses nothing by them
BOW_SIGMA_CM = 0.3  # nobody uses a board bent more than a few of these
_BOW_DEGREES = {3: 2, 7: 3, 12: 4}  # numbers of a bow, and the powers of x and y they go up to
_SIZES, _FISHEYE = (5, 8), 4  # distortion numbers
_ROUNDS, _EXACT = 60, 1e-9
_DAMPING, _MOST_DAMPING = 1e-4, 1e8


class BoardProblem:
    """The unknowns are `State`'s, of a lens whose distortion numbers ``free`` may differ from 0."""

    def __init__(
        self, views: Sequence[BoardView], corners_cm: Floats, free: list[int], bows: int, fisheye: bool
    ) -> None:
        self.views, self.free, self.bows, self.fisheye = views, free, bows, fisheye
        self.size = _FISHEYE if fisheye else next(size for size in _SIZES if size > max(free, default=0))
        middle = corners_cm.mean(axis=0)
        self.flat = corners_cm - middle
        self.bends = _bends(self.flat / np.abs(self.flat).max(), bows)
        self.head = 4 + len(free) + bows
        counts = [len(view.ids) for view in views]
        self.ids: Indices = np.concatenate([view.ids for view in views])
        self.seen = np.concatenate([view.corners_px for view in views])
        self.of: Indices = np.repeat(np.arange(len(views)), counts)
        ends = np.cumsum(counts)
        self.parts = [slice(end - count, end) for end, count in zip(ends, counts, strict=True)]
        self.noise = np.concatenate(
            [np.zeros((len(v.ids), 2, 2)) if v.covariance_px is None else v.covariance_px for v in views]
        )

    def weigh(self, extra_px: Floats) -> None:
        """Take each view's corners to be off by so much more than their own sigmas."""
        self.extra_px = extra_px
        spread = self.noise + np.eye(2) * (np.maximum(extra_px, 1e-6) ** 2)[self.of, None, None]
        # C = L L^T: L^-1 makes residuals of one sigma of them.
        self.whiten = np.linalg.inv(np.linalg.cholesky(spread))

    def fitting(self, state: State) -> State:
        """Return a state with as many distortion and bow numbers as here."""
        distortion = np.zeros(self.size)
        known = [k for k in self.free if k < state.lens.distortion.size]
        distortion[known] = state.lens.distortion[known]
        lens = Lens(state.lens.size_px, state.lens.matrix, distortion, self.fisheye)
        bow = np.concatenate([state.bow_cm, np.zeros(self.bows)])[: self.bows]
        return State(lens, bow, state.turns, state.places_cm)

    def found_extra(self, state: State) -> Floats:
        """Return what makes each view's residuals what their sigmas say; the common value where a view is ordinary."""
        off = self.off_px(state)
        return found_extra([off[part] for part in self.parts], [self.noise[part] for part in self.parts], self.head)

    def off_px(self, state: State) -> Floats:
        """Return the residuals (N, 2) px, predicted - seen."""
        return np.asarray(self._projected(state)[0] - self.seen)

    def _projected(self, state: State) -> tuple[Floats, Floats]:
        points = np.column_stack([self.flat[self.ids], self.bends[self.ids] @ state.bow_cm])
        there = np.einsum("nij,nj->ni", state.turns[self.of], points) + state.places_cm[self.of]
        if (there[:, 2] <= 0).any():
            raise BadGeometry("a board behind the camera")
        # In the camera's axes: one call for all views, and what a turn of each changes is told, too.
        return state.lens.seen(there, np.zeros(3), np.zeros(3))

    def rows(self, state: State) -> list[ViewRows]:
        """Return each view's residuals in sigmas, and their derivatives by lens and bow, and by the view's pose."""
        seen, slopes = self._projected(state)
        off = (self.whiten @ (seen - self.seen)[..., None]).reshape(-1)
        slopes = self.whiten @ slopes
        by_height = slopes[:, :, 3:6] @ state.turns[self.of][:, :, 2:3]
        by_lens = slopes[:, :, [6, 7, 8, 9, *(10 + k for k in self.free)]]
        shared = np.concatenate([by_lens, by_height * self.bends[self.ids][:, None]], axis=2).reshape(-1, self.head)
        pose = np.ascontiguousarray(slopes[:, :, :POSE]).reshape(-1, POSE)
        found = []
        for part in self.parts:
            here = slice(2 * part.start, 2 * part.stop)
            found.append(ViewRows(off[here], shared[here], pose[here]))
        return found

    def moved(self, state: State, shared: Floats, poses: Floats) -> State:
        """Return a state changed by what is shared (S,) and by each view's pose (V, 6) in the camera's axes."""
        fx, fy, cx, cy = shared[:4]
        distortion = state.lens.distortion.copy()
        distortion[self.free] += shared[4 : 4 + len(self.free)]
        matrix = state.lens.matrix + np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 0]])
        lens = Lens(state.lens.size_px, matrix, distortion, self.fisheye)
        turns = np.array([np.asarray(cv2.Rodrigues(turn)[0]) for turn in poses[:, :3]])
        places = np.einsum("vij,vj->vi", turns, state.places_cm) + poses[:, 3:]
        return State(lens, state.bow_cm + shared[4 + len(self.free) :], turns @ state.turns, places)

    def prior(self, state: State) -> tuple[Floats, Floats]:
        """Return the normal matrix and the pull that hold the bow to what boards are like."""
        tight = np.zeros(self.head)
        tight[self.head - self.bows :] = 1 / BOW_SIGMA_CM**2
        pull = np.zeros(self.head)
        pull[self.head - self.bows :] = -state.bow_cm / BOW_SIGMA_CM**2
        return np.diag(tight), pull

    def solved(self, state: State, enough: float) -> State:
        """Return the state that fits best, from this one on (Levenberg and Marquardt's way).

        A step that betters the fit by a smaller share than ``enough`` is the last.
        """
        rows = self.rows(state)
        cost, damping = self._cost(state, rows), _DAMPING
        for _ in range(_ROUNDS):
            told = reduced(rows, [trust(part.residual) for part in rows], damping)
            normal, pull = self.prior(state)
            normal, pull = normal + told.normals.sum(axis=0), pull + told.pulls.sum(axis=0)
            step = solved(normal + damping * np.diag(np.diag(normal)), pull[:, None])[:, 0]
            try:
                tried = self.moved(state, step, told.pose_by_shared @ step + told.pose_steps)
                tried_rows = self.rows(tried)
                tried_cost = self._cost(tried, tried_rows)
            except (BadGeometry, cv2.error):
                tried_cost = np.inf
            if tried_cost < cost:
                better = cost - tried_cost
                state, rows, cost, damping = tried, tried_rows, tried_cost, max(damping / 10, 1e-12)
                if better < enough * cost or cost < _EXACT * self.head:
                    break
            else:
                damping *= 10
                if damping > _MOST_DAMPING:
                    break
        return state

    def _cost(self, state: State, rows: Sequence[ViewRows]) -> float:
        bow = float(((state.bow_cm / BOW_SIGMA_CM) ** 2).sum())
        found = bow + sum(soft_misfit(part.residual) for part in rows)
        return found if np.isfinite(found) else np.inf

    def heights_cm(self, state: State) -> Floats:
        """Return how high the board's corners (N,) lie over the plane nearest to them."""
        return _above(self.flat, self.bends @ state.bow_cm)


def surface_cm(corners_cm: Floats, bow_cm: Floats, places_cm: Floats) -> Floats:
    """Return points (N, 3) of a board bent by ``bow_cm`` in the axes its poses have, at places (N, 2) on the paper.

    ``corners_cm`` are its inner corners by id.
    """
    middle = corners_cm.mean(axis=0)
    flat, reach = places_cm - middle, np.abs(corners_cm - middle).max()
    return np.column_stack([flat, _bends(flat / reach, len(bow_cm)) @ bow_cm])


def _bends(relative: Floats, bows: int) -> Floats:
    """Return how each number of the bow lifts each corner (N, bows); ``relative`` (N, 2) is 1 at the board's edge."""
    if not bows:
        return np.zeros((len(relative), 0))
    x, y = relative.T
    powers = [(d - j, j) for d in range(2, _BOW_DEGREES[bows] + 1) for j in range(d + 1)]
    return np.column_stack([x**i * y**j for i, j in powers])


def _above(flat: Floats, heights: Floats) -> Floats:
    """Return heights over the plane nearest to them, cm."""
    terms = np.column_stack([flat, np.ones(len(flat))])
    return np.asarray(heights - terms @ np.linalg.lstsq(terms, heights, rcond=None)[0])
