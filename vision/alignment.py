"""Photometric alignment: laying a marker's known black-and-white pattern onto the picture, far finer than a pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

Floats = NDArray[np.float64]

# Light as a camera codes it, undone: in gamma-coded grey edges sit askew (0.03 mm at 1080p).
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
_MARGIN = 0.75  # modules of white margin that are looked at
_BLUR_PX, _BLUR_SPREAD = 0.8, 0.35  # what the blur usually is, and the spread of its logarithm
_OUTLIER = 3.0  # residuals beyond this many of their own spreads count little: something lies on the marker


def linear_light(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return a grey picture (H, W) as light, 0 to 1."""
    return np.asarray(cv2.LUT(grey, _LINEAR), dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Aligned:
    """M markers after alignment: corners (M, 4, 2) px, their covariance (M, 8, 8) px², and how well each fits.

    ``agreement`` (M,) is the correlation between pattern and picture, 1 for a perfect fit; ``blur_px`` (M,).
    """

    corners_px: Floats
    covariance_px: Floats
    agreement: Floats
    blur_px: Floats
    contrast: Floats


def align(
    light: NDArray[np.float32], corners_px: Floats, bits: Floats, iterations: int = 4, samples: int = 24
) -> Aligned:
    """Move each marker's corners until its pattern fits the picture best.

    ``light`` (H, W) linear, ``corners_px`` (M, 4, 2) to start from (within 2 px), ``bits`` (M, n, n) 0 or 1 with the
    black border. Gauss-Newton on four corners, blur, gain and offset, with residuals weighted down where something
    covers the marker.
    """
    corners = np.array(corners_px, dtype=np.float64)
    count, n = bits.shape[0], bits.shape[1]
    printed = np.pad(np.asarray(bits, dtype=np.float64), ((0, 0), (1, 1), (1, 1)), constant_values=1.0)
    step = (n + 2 * _MARGIN) / samples
    at = -_MARGIN + (np.arange(samples) + 0.5) * step
    # Bilinear weight of each corner (TL, TR, BR, BL) at each sample: how a sample moves with a corner.
    right, down = (at / n)[None, :], (at / n)[:, None]
    weights = np.stack(
        [(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down], axis=-1
    ).reshape(-1, 4)
    log_blur = np.full(count, np.log(_BLUR_PX))
    prior = 1.0 / _BLUR_SPREAD**2
    for round_ in range(iterations + 1):
        place, along_u, along_v = _warp(corners, at, n)
        seen = _sample(light, place).reshape(count, -1)
        side = np.sqrt(np.abs(_area(corners)))
        blur = np.exp(log_blur) * n / side
        shade, du, dv, dblur = _blurred(printed, at, blur)
        # Light = dark + contrast * pattern, both solved for on the way: linear, so exact each round.
        mean_t, mean_s = shade.mean(1, keepdims=True), seen.mean(1, keepdims=True)
        dev_t, dev_s = shade - mean_t, seen - mean_s
        contrast = (dev_t * dev_s).sum(1) / (dev_t**2).sum(1)
        residual = dev_s - contrast[:, None] * dev_t
        agreement = (dev_t * dev_s).sum(1) / np.sqrt((dev_t**2).sum(1) * (dev_s**2).sum(1) + 1e-12)
        spread = 1.4826 * np.median(np.abs(residual), axis=1, keepdims=True) + 1e-4
        trust = 1.0 / (1.0 + (residual / (_OUTLIER * spread)) ** 2)
        # d(pattern)/d(px): the pattern's slope carried through the warp's own slope.
        a, b, c, d = along_u[..., 0], along_v[..., 0], along_u[..., 1], along_v[..., 1]
        determinant = a * d - b * c
        slope_x = (d * du - c * dv) / determinant
        slope_y = (a * dv - b * du) / determinant
        gain = -contrast[:, None]
        columns = np.empty((count, seen.shape[1], 11))
        columns[..., 0:8:2] = (gain * slope_x)[..., None] * weights
        columns[..., 1:8:2] = (gain * slope_y)[..., None] * weights
        columns[..., 8] = contrast[:, None] * dblur * blur[:, None]
        columns[..., 9] = shade
        columns[..., 10] = 1.0
        weighted = columns * trust[..., None]
        normal = np.einsum("mki,mkj->mij", weighted, columns, optimize=True)
        if round_ == iterations:
            break
        right_side = np.einsum("mki,mk->mi", weighted, residual, optimize=True)
        noise = spread[:, 0] ** 2
        normal[:, 8, 8] += prior * noise
        right_side[:, 8] += prior * noise * (np.log(_BLUR_PX) - log_blur)
        normal += np.eye(11) * 1e-9
        delta = np.linalg.solve(normal, right_side[..., None])[..., 0]
        move = np.clip(delta[:, :8], -1.5, 1.5)
        corners = corners + move.reshape(-1, 4, 2)
        log_blur = np.clip(log_blur + np.clip(delta[:, 8], -0.3, 0.3), np.log(0.3), np.log(4.0))
    variance = (trust * residual**2).sum(1) / trust.sum(1)
    normal[:, 8, 8] += prior * spread[:, 0] ** 2
    crowding = np.maximum(1.0, samples**2 / (side * (n + 2 * _MARGIN) / n) ** 2)
    covariance = np.linalg.inv(normal + np.eye(11) * 1e-9)[:, :8, :8] * (variance * crowding)[:, None, None]
    return Aligned(corners, covariance, agreement, np.exp(log_blur), contrast)


def _warp(corners: Floats, at: Floats, n: int) -> tuple[Floats, Floats, Floats]:
    """Return where samples at modules (at x at) lie (M, S*S, 2) px, and how they move along u and v."""
    square = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)
    home = homographies(square, corners)
    u, v = np.meshgrid(at, at)
    flat = np.column_stack([u.ravel(), v.ravel(), np.ones(u.size)])
    mapped = np.einsum("mij,kj->mki", home, flat)
    depth = mapped[..., 2:3]
    place = mapped[..., :2] / depth
    along_u = (home[:, None, :2, 0] - place * home[:, None, 2:3, 0]) / depth
    along_v = (home[:, None, :2, 1] - place * home[:, None, 2:3, 1]) / depth
    return place, along_u, along_v


def homographies(square: Floats, corners: Floats) -> Floats:
    """Return the (M, 3, 3) homographies that take a square's four corners (4, 2) to each of (M, 4, 2)."""
    count = len(corners)
    left = np.zeros((count, 8, 8))
    for k, (u, v) in enumerate(square):
        x, y = corners[:, k, 0], corners[:, k, 1]
        left[:, 2 * k, 0:3] = (u, v, 1)
        left[:, 2 * k + 1, 3:6] = (u, v, 1)
        left[:, 2 * k, 6], left[:, 2 * k, 7] = -u * x, -v * x
        left[:, 2 * k + 1, 6], left[:, 2 * k + 1, 7] = -u * y, -v * y
    solved = np.linalg.solve(left, corners.reshape(count, 8)[..., None])[..., 0]
    return np.concatenate([solved, np.ones((count, 1))], axis=1).reshape(count, 3, 3)


def _area(corners: Floats) -> Floats:
    one, two = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2


def _sample(light: NDArray[np.float32], place: Floats) -> Floats:
    maps = place.astype(np.float32)
    return np.asarray(
        cv2.remap(light, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.float64,
    )


def _blurred(printed: Floats, at: Floats, blur: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the pattern blurred (M, S*S) and its slopes along u, v and the blur (all in modules)."""
    n = printed.shape[1] - 2
    edges = np.arange(0, n + 1, dtype=np.float64)  # the margin goes on beyond what is looked at
    z = (at[None, :, None] - edges[None, None, :]) / blur[:, None, None]
    step = 0.5 * (1 + erf(z / np.sqrt(2)))
    bell = np.exp(-0.5 * z**2) / np.sqrt(2 * np.pi)
    # A module's share = step at its near edge - step at its far edge; the margin's near edge is far away.
    ones, zeros = np.ones_like(step[..., :1]), np.zeros_like(step[..., :1])
    share = np.concatenate([ones, step], axis=2) - np.concatenate([step, zeros], axis=2)
    slope = np.diff(-np.concatenate([zeros, bell / blur[:, None, None], zeros], axis=2), axis=2)
    widen = np.diff(-np.concatenate([zeros, -bell * z / blur[:, None, None], zeros], axis=2), axis=2)
    half = printed @ share.transpose(0, 2, 1)  # (M, n+2, S): rows of modules, blurred along u
    shade = share @ half
    du = share @ (printed @ slope.transpose(0, 2, 1))
    dv = slope @ half
    dblur = share @ (printed @ widen.transpose(0, 2, 1)) + widen @ half
    m = len(printed)
    return shade.reshape(m, -1), du.reshape(m, -1), dv.reshape(m, -1), dblur.reshape(m, -1)
