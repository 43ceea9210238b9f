"""A printed pattern as a blurred camera sees it: a sum of rectangles, so a product of error functions, exactly."""

import math

import numpy as np

from vision.arrays import Floats, Light
from vision.compiled import compiled

_ROOT_HALF = math.sqrt(0.5)
_BELL = 1 / math.sqrt(2 * math.pi)
_FAR = 5.0  # blurs away from an edge, nothing of it is seen


@compiled
def edges_seen(at: Floats, n: int, blur: float, share: Light, slope: Light, widen: Light) -> None:
    """Fill in what each place sees of each module's width, and how that changes with the place and with the blur.

    ``at`` (S,) modules along one side of a pattern of ``n``; ``share``, ``slope``, ``widen`` (n + 2, S) to fill: the
    first and the last are the paper beyond, which has no end. ``blur`` is the Gaussian's sigma in modules.
    """
    for i in range(at.shape[0]):
        step_before, bell_before, wide_before = 1.0, 0.0, 0.0
        for k in range(n + 2):
            step, bell, wide = 0.0, 0.0, 0.0
            if k <= n:
                z = (at[i] - k) / blur
                if z > _FAR:
                    step = 1.0
                elif z > -_FAR:
                    step = 0.5 * (1 + math.erf(z * _ROOT_HALF))
                    bell = math.exp(-0.5 * z * z) * _BELL / blur
                    wide = -bell * z
            share[k, i] = step_before - step
            slope[k, i] = bell_before - bell
            widen[k, i] = wide_before - wide
            step_before, bell_before, wide_before = step, bell, wide


@compiled
def rows_seen(printed: Light, weights: Light, out: Light) -> None:
    """Fill ``out`` (n + 2, S): each row of a pattern (n + 2, n + 2) by what the places' ``weights`` (n + 2, S) see."""
    for k in range(printed.shape[0]):
        for i in range(out.shape[1]):
            out[k, i] = 0
        for c in range(printed.shape[1]):
            if printed[k, c] != 0:
                for i in range(out.shape[1]):
                    out[k, i] += printed[k, c] * weights[c, i]


@compiled
def mixed(weights: Light, at: int, rows: Light, out: Light) -> None:
    """Add to ``out`` (S,) the ``rows`` (n + 2, S), each times its weight at a place: of ``weights`` (n + 2, S)."""
    for k in range(rows.shape[0]):
        weight = weights[k, at]
        if weight != 0:
            for i in range(out.shape[0]):
                out[i] += weight * rows[k, i]


@compiled
def pattern_at(
    printed: Light, u: Light, v: Light, blur: Floats, shade: Light, by_u: Light, by_v: Light, by_blur: Light
) -> None:
    """Fill the patterns (M, n + 2, n + 2) as they look at scattered places (M, K), and their slopes there."""
    many, count = printed.shape[1], u.shape[1]
    share_u, slope_u, widen_u = (
        np.empty((many, count), np.float32),
        np.empty((many, count), np.float32),
        np.empty((many, count), np.float32),
    )
    share_v, slope_v, widen_v = (
        np.empty((many, count), np.float32),
        np.empty((many, count), np.float32),
        np.empty((many, count), np.float32),
    )
    for m in range(u.shape[0]):
        edges_seen(u[m], many - 2, blur[m], share_u, slope_u, widen_u)
        edges_seen(v[m], many - 2, blur[m], share_v, slope_v, widen_v)
        for k in range(count):
            whole, along_u, along_v, along_blur = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
            for row in range(many):
                across, sloping, widening = np.float32(0), np.float32(0), np.float32(0)
                for column in range(many):
                    white = printed[m, row, column]
                    across += white * share_u[column, k]
                    sloping += white * slope_u[column, k]
                    widening += white * widen_u[column, k]
                whole += share_v[row, k] * across
                along_u += share_v[row, k] * sloping
                along_v += slope_v[row, k] * across
                along_blur += share_v[row, k] * widening + widen_v[row, k] * across
            shade[m, k], by_u[m, k], by_v[m, k], by_blur[m, k] = whole, along_u, along_v, along_blur
