"""Chessboard corners far finer than a pixel: a blurred saddle laid onto the light around each."""

from dataclasses import dataclass

import numpy as np
from scipy.special import erf

from calibration.lattice import Lattice
from vision.arrays import Bools, Floats, Grey, Light

# Light as a camera codes it, undone: in gamma-coded grey an edge seems to lie within the dark side.
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
MOST_RADIUS_PX, LEAST_RADIUS_PX = 18, 4
_ARM = 0.6  # of a square: how far along its edges a corner is looked at, before the next corner's edges begin
_ROUNDS = 7
_BLUR_PX, _BLUR_SPREAD = 0.8, 0.35  # what the blur usually is, and the spread of its logarithm
_LEAST_BLUR_PX, _MOST_BLUR_PX = 0.3, 4.0
_ACROSS_PX = 1.8  # what is looked at on either side of an edge, at least
_OUTLIER, _PLAIN = 3.0, 0.02  # as in vision/alignment.py
_FAR_PX = 1.0  # the most a corner moves in one round
_LOST_PX = 2.0  # further than this from where it was thought to be: something else was found
AGREEMENT = 0.93
_COMMON_PX = 0.004  # what no model covers: tone curve, JPEG, ink
_PULL_PX, _ORDINARY = 0.6, 0.05  # and what glare does: how much worse a saddle fits than the others tells how far
_UNKNOWNS = 9  # place 2, the edges' turns 2, blur, contrast, level, the light's slope 2


@dataclass(frozen=True, eq=False)
class Saddles:
    """N corners: places (N, 2) px, covariances (N, 2, 2) px², ``agreement`` (N,) with a saddle, blur (N,) px."""

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    blur_px: Floats

    def good(self, start_px: Floats) -> Bools:
        """Return which are corners indeed, and those that were looked for at ``start_px``."""
        moved = np.linalg.norm(self.corners_px - start_px, axis=1)
        return np.asarray((self.agreement > AGREEMENT) & (moved < _LOST_PX))


def refine_saddles(grey: Grey, corners_px: Floats, lattice: Lattice, margin: float, rounds: int = _ROUNDS) -> Saddles:
    """Find chessboard corners in a grey picture (H, W), from where they are within 1.5 px (N, 2).

    ``lattice`` is how the board runs through each, ``margin`` the white around its markers, in squares. Gauss-Newton on
    place, both edges' directions, blur, contrast, level and the light's slope, on the picture's own pixels in linear
    light.
    """
    start = np.array(corners_px, dtype=np.float64).reshape(-1, 2)
    if not len(start):
        return Saddles(start, np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    fit = _Fit(grey, start, lattice, margin)
    for left in reversed(range(rounds)):
        # At first edges that do not fit are those not yet in place, not something that covers them.
        fit.outlier = _OUTLIER * (1 + left)
        fit.step()
    return fit.result()


class _Fit:
    def __init__(self, grey: Grey, corners: Floats, lattice: Lattice, margin: float) -> None:
        count, squares = len(corners), lattice.squares_px
        lengths = np.linalg.norm(squares, axis=1)  # px of a square along the board's x and y
        radius = int(np.clip(np.ceil(_ARM * np.median(lengths)), LEAST_RADIUS_PX, MOST_RADIUS_PX))
        around = np.arange(-radius, radius + 1)
        dx, dy = (grid.ravel() for grid in np.meshgrid(around, around))
        middle = np.round(corners).astype(int)
        columns, rows = middle[:, :1] + dx, middle[:, 1:] + dy
        inside = (columns >= 0) & (rows >= 0) & (columns < grey.shape[1]) & (rows < grey.shape[0])
        codes = grey[rows.clip(0, grey.shape[0] - 1), columns.clip(0, grey.shape[1] - 1)]
        self.seen: Light = _LINEAR[codes]
        self.offset = np.stack([dx, dy]).astype(np.float32)
        self.place = corners - middle
        self.middle = middle.astype(np.float64)
        self.turn = np.stack([np.arctan2(squares[:, 1, k], squares[:, 0, k]) for k in (0, 1)], axis=1)
        # Which side of each edge is the other axis's: keeps the signs when the board is seen mirrored or upside down.
        across = squares[:, 0, 0] * squares[:, 1, 1] - squares[:, 1, 0] * squares[:, 0, 1]
        self.side = np.sign(across)
        self.bend = lattice.bends.astype(np.float32)
        self.log_blur = np.full(count, np.log(_BLUR_PX))
        self.slope = np.zeros((count, 2))
        self.outlier = _OUTLIER
        on_board = np.linalg.solve(squares, (self.offset[None] - self.place[..., None]).astype(np.float64))
        near, far = np.abs(on_board).min(axis=1), np.abs(on_board).max(axis=1)
        # The next marker's blurred edge must not be in it.
        wide = np.maximum(margin - 2.0 * _BLUR_PX / lengths.min(axis=1), _ACROSS_PX / lengths.min(axis=1))
        round_ = np.hypot(*(self.offset[None] - self.place[..., None]).transpose(1, 0, 2)) <= radius + 0.5
        self.mask = (inside & round_ & (near < wide[:, None]) & (far < _ARM)).astype(np.float32)

    def step(self) -> None:
        """Improve everything once."""
        self._look()
        pull = (self.weighted @ self.residual[..., None])[..., 0].astype(np.float64)
        pull[:, 4] += self.blur_trust * (np.log(_BLUR_PX) - self.log_blur)
        change = np.linalg.solve(self.normal, pull[..., None])[..., 0]
        change = np.where(np.isfinite(change), change, 0.0)
        self.place = self.place + np.clip(change[:, :2], -_FAR_PX, _FAR_PX)
        self.turn = self.turn + np.clip(change[:, 2:4], -0.1, 0.1)
        blur = self.log_blur + np.clip(change[:, 4], -0.3, 0.3)
        self.log_blur = np.clip(blur, np.log(_LEAST_BLUR_PX), np.log(_MOST_BLUR_PX))
        self.slope = np.clip(self.slope + change[:, 7:], -0.03, 0.03)

    def result(self) -> Saddles:
        """Return where the corners are and how well they fit."""
        self._look()
        variance = (self.trust * self.residual**2).sum(axis=1) / np.maximum(self.trust.sum(axis=1) - _UNKNOWNS, 1)
        one, two = (part - self._mean(part) for part in (self.shade, self.light))
        both = (self.mask * one * two).sum(axis=1)
        agreement = both / np.sqrt((self.mask * one**2).sum(axis=1) * (self.mask * two**2).sum(axis=1) + 1e-12)
        agreement = np.abs(agreement).astype(np.float64)
        unlike = np.sqrt(np.clip(1.0 - agreement**2, 0.0, 1.0))
        # Blur and sharpening make all fit a little worse, and pull none.
        ordinary = max(_ORDINARY, 1.2 * float(np.median(unlike)))
        common = _COMMON_PX + _PULL_PX * np.maximum(0.0, unlike - ordinary)
        covariance = np.linalg.inv(self.normal)[:, :2, :2] * variance[:, None, None]
        covariance = covariance + np.eye(2) * common[:, None, None] ** 2
        return Saddles(self.middle + self.place, covariance, agreement, np.exp(self.log_blur))

    def _mean(self, values: Light) -> Light:
        mean = (self.mask * values).sum(axis=1, keepdims=True) / np.maximum(self.mask.sum(axis=1, keepdims=True), 1)
        return np.asarray(mean, dtype=np.float32)

    def _look(self) -> None:
        """Compare saddle and picture: residuals, their derivatives, and the normal equations."""
        away = self.offset[None] - self.place[..., None].astype(np.float32)
        blur = np.exp(self.log_blur)[:, None].astype(np.float32)
        edges = []
        for axis, sign in ((0, self.side), (1, -self.side)):
            along = np.stack([np.cos(self.turn[:, axis]), np.sin(self.turn[:, axis])], axis=1).astype(np.float32)
            normal = np.stack([-along[:, 1], along[:, 0]], axis=1) * sign[:, None].astype(np.float32)
            beside, ahead = (np.einsum("ni,nik->nk", part, away) for part in (normal, along))
            bowed = np.einsum("ni,ni->n", normal, self.bend[:, axis])
            beside = beside - 0.5 * bowed[:, None] * ahead**2
            step = erf(beside / (np.sqrt(np.float32(2)) * blur))
            bell = np.sqrt(np.float32(2 / np.pi)) / blur * np.exp(-0.5 * (beside / blur) ** 2)
            edges.append((normal, -sign[:, None].astype(np.float32) * ahead, beside, step, bell))
        (n_x, turn_x, d_x, s_x, b_x), (n_y, turn_y, d_y, s_y, b_y) = edges
        self.shade = s_x * s_y
        self.light = self.seen / (1 + np.einsum("ni,nik->nk", self.slope.astype(np.float32), away))
        # Light = level + contrast * saddle: linear, so exact each round.
        level = self._mean(self.light)
        shade, bright = self.shade - self._mean(self.shade), self.light - level
        gain = (self.mask * shade * bright).sum(axis=1, keepdims=True) / (
            (self.mask * shade**2).sum(axis=1, keepdims=True) + 1e-9
        )
        self.residual = bright - gain * shade
        size = np.where(self.mask > 0, np.abs(self.residual), np.nan)
        size[np.isnan(size).all(axis=1)] = 1.0
        spread = 1.4826 * np.nanmedian(size, axis=1, keepdims=True) + 1e-4 + _PLAIN * np.abs(gain)
        self.trust = self.mask / (1.0 + (self.residual / (self.outlier * spread)) ** 2) ** 2
        by_x, by_y = gain * b_x * s_y, gain * b_y * s_x
        rows = np.empty((len(away), _UNKNOWNS, away.shape[2]), dtype=np.float32)
        for k in (0, 1):
            rows[:, k] = -by_x * n_x[:, k : k + 1] - by_y * n_y[:, k : k + 1]
        rows[:, 2], rows[:, 3] = by_x * turn_x, by_y * turn_y
        rows[:, 4] = -by_x * d_x - by_y * d_y
        rows[:, 5], rows[:, 6] = self.shade, 1.0
        np.multiply((level + gain * shade)[:, None], away, out=rows[:, 7:])
        self.weighted = rows * self.trust[:, None]
        self.blur_trust = spread[:, 0].astype(np.float64) ** 2 / _BLUR_SPREAD**2
        self.normal = (self.weighted @ rows.transpose(0, 2, 1)).astype(np.float64) + np.eye(_UNKNOWNS) * 1e-9
        self.normal[:, 4, 4] += self.blur_trust
