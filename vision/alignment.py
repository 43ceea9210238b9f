"""Photometric alignment: laying a marker's known black-and-white pattern onto the picture, far finer than a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import areas, homographies, proper
from vision.soft_pattern import SoftPattern

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

# Light as a camera codes it, undone: in gamma-coded grey edges sit askew (0.03 mm at 1080p).
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
_MARGIN = 0.6  # modules of white margin that are looked at
_BLUR_PX, _BLUR_SPREAD = 0.8, 0.35  # what the blur usually is, and the spread of its logarithm
_OUTLIER = 3.0  # residuals beyond this many of their own spreads count little: something lies on the marker
_PLAIN = 0.02  # of the contrast: most of a large marker is flat, and its edges are no outliers
COARSE_PX = 40.0  # the largest side that is aligned coarsely as it is
_FAR_PX = 1.5  # the most a corner moves in one round
# Beyond noise: what no model covers (tone curve, JPEG, uneven light), as found against exact pictures.
_SIDE_SHARE, _COMMON_PX = 0.0003, 0.004
_PULL_PX, _ORDINARY = 0.45, 0.07
_TOGETHER = np.tile(np.eye(2), (4, 4))  # all four corners one way
_UNKNOWNS = 13  # corners 8, blur, contrast, darkness, light's slope 2


@dataclass(frozen=True, eq=False)
class Aligned:
    """M markers after alignment: corners (M, 4, 2) px, their covariance (M, 8, 8) px², and how well each fits.

    ``agreement`` (M,) is the correlation of pattern and picture, of the whole or of the modules inside, whichever is
    less: 1 is a perfect fit. ``contrast`` (M,) is white less black in linear light, ``blur_px`` (M,).
    """

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    contrast: Floats
    blur_px: Floats


def linear_light(grey: NDArray[np.uint8]) -> Light:
    """Return a grey picture (H, W) as light, 0 to 1."""
    return np.asarray(cv2.LUT(grey, _LINEAR), dtype=np.float32)


def align(light: Light, corners_px: Floats, bits: Floats, rounds: int = 4, samples: int = 24) -> Aligned:
    """Move each marker's corners until its pattern fits the picture best.

    ``light`` (H, W), ``corners_px`` (M, 4, 2) to start from (within 2 px), ``bits`` (M, n, n) 0 or 1 with the black
    border. Gauss-Newton on the corners, blur, contrast, darkness and the light's slope across the marker, on
    ``samples`` x ``samples`` points, those weighted down that fit badly: a finger or a figure may cover some.
    """
    state = _State(corners_px, bits, samples)
    for left in reversed(range(rounds)):
        # At first edges that do not fit are those not yet in place, not something that covers them.
        state.outlier = _OUTLIER * (1 + left)
        state.step(light)
    return state.result(light)


def align_coarsely(light: Light, corners_px: Floats, bits: Floats, rounds: int = 3, samples: int = 16) -> Aligned:
    """Do the same from further away and quicker: a large marker in a picture made so small that it is 20 to 40 px."""
    corners = np.array(corners_px, dtype=np.float64)
    halvings = np.ceil(np.log2(np.sqrt(np.abs(areas(corners))) / COARSE_PX)).clip(0, 5).astype(int)
    parts: dict[str, list[Floats]] = {name: [] for name in Aligned.__dataclass_fields__}
    order = []
    for halving in np.unique(halvings):
        which, factor = np.flatnonzero(halvings == halving), 2**halving
        height, width = (side // factor * factor for side in light.shape)
        small = light if factor == 1 else _shrunk(light[:height, :width], factor)
        # The first pixel's centre is (0, 0), so its corner is half a pixel off, in either picture.
        found = align(small, (corners[which] + 0.5) / factor - 0.5, bits[which], rounds, samples)
        parts["corners_px"].append((found.corners_px + 0.5) * factor - 0.5)
        parts["covariance_px"].append(found.covariance_px * factor**2)
        parts["blur_px"].append(found.blur_px * factor)
        for name in ("agreement", "contrast"):
            parts[name].append(getattr(found, name))
        order.append(which)
    back = np.argsort(np.concatenate(order))
    return Aligned(**{name: np.concatenate(values)[back] for name, values in parts.items()})


def _shrunk(light: Light, factor: int) -> Light:
    size = (light.shape[1] // factor, light.shape[0] // factor)
    return np.asarray(cv2.resize(light, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


class _State:
    def __init__(self, corners_px: Floats, bits: Floats, samples: int) -> None:
        self.corners = np.array(corners_px, dtype=np.float64)
        count, self.n = bits.shape[0], bits.shape[1]
        self.samples = samples
        at = -_MARGIN + (np.arange(samples) + 0.5) * (self.n + 2 * _MARGIN) / samples
        u, v = (grid.ravel() for grid in np.meshgrid(at, at))
        self.points = np.stack([u, v, np.ones(u.size)])
        right, down = u / self.n, v / self.n
        # How a sample moves with each corner (TL, TR, BR, BL), and how far it lies from the middle.
        corners = [(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down]
        self.by_corner = np.array(corners, dtype=np.float32)
        self.slant = np.array([right - 0.5, down - 0.5], dtype=np.float32)
        self.inner = (u > 1) & (u < self.n - 1) & (v > 1) & (v < self.n - 1)
        self.pattern = SoftPattern(bits, at)
        self.log_blur = np.full(count, np.log(_BLUR_PX))
        self.slope = np.zeros((count, 2))
        self.outlier = _OUTLIER

    def step(self, light: Light) -> None:
        """Improve everything once."""
        self._look(light)
        pull = (self.weighted @ self.residual[..., None])[..., 0].astype(np.float64)
        pull[:, 8] += self.blur_trust * (np.log(_BLUR_PX) - self.log_blur)
        change = np.linalg.solve(self.normal, pull[..., None])[..., 0]
        moved = self.corners + np.clip(change[:, :8], -_FAR_PX, _FAR_PX).reshape(-1, 4, 2)
        # What is no marker may drive its corners together: it stays where it was, and will agree with nothing.
        whole = proper(moved) & np.isfinite(moved).all(axis=(1, 2))
        self.corners = np.where(whole[:, None, None], moved, self.corners)
        self.log_blur = np.clip(self.log_blur + np.clip(change[:, 8], -0.3, 0.3), np.log(0.3), np.log(4.0))
        self.slope = np.clip(self.slope + change[:, 11:], -0.5, 0.5)

    def result(self, light: Light) -> Aligned:
        """Return how well it fits where it is now."""
        self._look(light)
        variance = (self.trust * self.residual**2).sum(axis=1) / self.trust.sum(axis=1)
        # Samples closer than a pixel share their noise.
        sides = np.sqrt(np.abs(areas(self.corners)))
        shared = np.maximum(1.0, (self.samples * self.n / (self.n + 2 * _MARGIN) / sides) ** 2)
        noise = np.linalg.inv(self.normal)[:, :8, :8] * (variance * shared)[:, None, None]
        agreement = np.minimum(
            _correlation(self.shade, self.seen), _correlation(self.shade[:, self.inner], self.seen[:, self.inner])
        )
        # A shadow or a scratch pulls all corners one way; how badly the pattern fits tells how far.
        unlike = np.sqrt(np.clip(1.0 - agreement**2, 0.0, 1.0))
        common = _COMMON_PX + _PULL_PX * np.maximum(0.0, unlike - _ORDINARY)
        covariance = noise + np.eye(8) * (_SIDE_SHARE * sides[:, None, None]) ** 2
        covariance = covariance + _TOGETHER * common[:, None, None] ** 2
        return Aligned(self.corners, covariance, agreement, self.contrast, np.exp(self.log_blur))

    def _look(self, light: Light) -> None:
        """Compare pattern and picture: residuals, their derivatives, and the normal equations."""
        x, y, right_x, right_y, down_x, down_y = self._warp()
        seen = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        tilt = np.asarray(1 + self.slope @ self.slant, dtype=np.float32)
        self.seen: Light = np.asarray(seen, dtype=np.float32) / tilt
        sides = np.sqrt(np.abs(areas(self.corners))) + 1e-6
        blur = np.exp(self.log_blur) * self.n / sides
        self.shade, by_right, by_down, by_blur = self.pattern.blurred(blur)
        # Light = darkness + contrast * pattern: linear, so exact each round.
        level = self.seen.mean(axis=1, keepdims=True)
        shade, bright = self.shade - self.shade.mean(axis=1, keepdims=True), self.seen - level
        gain = (shade * bright).sum(axis=1, keepdims=True) / (shade**2).sum(axis=1, keepdims=True)
        self.contrast = gain[:, 0].astype(np.float64)
        self.residual = bright - gain * shade
        spread = 1.4826 * np.median(np.abs(self.residual), axis=1, keepdims=True) + 1e-4 + _PLAIN * np.abs(gain)
        self.trust = 1.0 / (1.0 + (self.residual / (self.outlier * spread)) ** 2) ** 2
        # The pattern's own slope carried through the warp: free of the picture's noise.
        share = -gain / (right_x * down_y - down_x * right_y)
        slope_x = (down_y * by_right - right_y * by_down) * share
        slope_y = (right_x * by_down - down_x * by_right) * share
        rows = np.empty((len(self.corners), _UNKNOWNS, self.points.shape[1]), dtype=np.float32)
        np.multiply(slope_x[:, None], self.by_corner, out=rows[:, 0:8:2])
        np.multiply(slope_y[:, None], self.by_corner, out=rows[:, 1:8:2])
        rows[:, 8] = gain * by_blur * blur[:, None]
        rows[:, 9] = self.shade
        rows[:, 10] = 1.0
        np.multiply((level + gain * shade)[:, None], self.slant, out=rows[:, 11:])
        self.weighted = rows * self.trust[:, None]
        self.blur_trust = spread[:, 0].astype(np.float64) ** 2 / _BLUR_SPREAD**2
        self.normal = (self.weighted @ rows.transpose(0, 2, 1)).astype(np.float64) + np.eye(_UNKNOWNS) * 1e-9
        self.normal[:, 8, 8] += self.blur_trust

    def _warp(self) -> tuple[Light, ...]:
        """Return where the samples lie, x and y (M, S²) px, and how these move along the marker's right and down."""
        n = float(self.n)
        home = homographies(np.array([[0, 0], [n, 0], [n, n], [0, n]]), self.corners)
        x, y, depth = (part.astype(np.float32) for part in (home @ self.points).transpose(1, 0, 2))
        x, y, steps = x / depth, y / depth, home.astype(np.float32)[..., None]
        slopes = [(steps[:, row, k] - at * steps[:, 2, k]) / depth for k in (0, 1) for row, at in ((0, x), (1, y))]
        return x, y, *slopes


def _correlation(one: Light, two: Light) -> Floats:
    one, two = one - one.mean(axis=1, keepdims=True), two - two.mean(axis=1, keepdims=True)
    return np.asarray(
        (one * two).sum(axis=1) / np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1) + 1e-12), np.float64
    )
