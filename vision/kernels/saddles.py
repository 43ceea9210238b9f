"""Laying blurred saddles onto chessboard corners: Gauss-Newton, one corner after another."""

import math

import numpy as np

from vision.arrays import Floats, Grey, Light
from vision.compiled import compiled
from vision.kernels.normal import factor, solve

UNKNOWNS = 9  # place 2, the edges' turns 2, blur, contrast, level, the light's slope 2
ROWS = UNKNOWNS + 1  # and the residual
XX, XY, YY, AGREES, BLUR_PX, TOLD = range(6)

BLUR, BLUR_SPREAD = 0.8, 0.35  # px: what the blur usually is, and the spread of its logarithm
LEAST_BLUR_PX, MOST_BLUR_PX = 0.3, 4.0
OUTLIER, PLAIN = 3.0, 0.02  # as in vision/alignment.py
FAR_PX = 1.0  # the most a corner moves in one round


@compiled
def fit(
    grey: Grey, by_level: Light, squares: Floats, bends: Floats, wide: Floats, arm: float, radius: int, rounds: int,
    corners: Floats, told: Floats,
) -> None:  # fmt: skip
    """Fit N corners in so many rounds, and tell how well each fits.

    In: ``grey`` (H, W), ``by_level`` (256,) the light of its levels, ``squares`` (N, 2, 2) where one square leads
    (columns: the board's x, y), ``bends`` (N, 2, 2) how its lines curve
    (rows: along x, y), ``wide`` (N,) how many squares beside an edge
    are looked at, ``arm`` how many along it, ``radius`` px at most. In and out: ``corners`` (N, 2) px.
    Out: ``told`` (N, 5): the covariance's xx, xy, yy, the agreement with a saddle, the blur px.
    """
    most = (2 * radius + 1) ** 2
    near, rows, trust = np.empty((most, 3)), np.empty((most, ROWS)), np.empty(most)
    normal, pull, one = np.empty((UNKNOWNS, UNKNOWNS)), np.empty(UNKNOWNS), np.empty(UNKNOWNS)
    state, shades = np.empty(7), np.empty((most, 2))
    for n in range(corners.shape[0]):
        middle_x, middle_y = math.floor(corners[n, 0] + 0.5), math.floor(corners[n, 1] + 0.5)
        state[0], state[1] = corners[n, 0] - middle_x, corners[n, 1] - middle_y
        for k in range(2):
            state[2 + k] = math.atan2(squares[n, 1, k], squares[n, 0, k])
        state[4], state[5], state[6] = math.log(BLUR), 0.0, 0.0
        count = _gather(
            grey, by_level, squares[n], wide[n], arm, radius, middle_x, middle_y, state[0], state[1], near
        )  # fmt: skip
        across = squares[n, 0, 0] * squares[n, 1, 1] - squares[n, 1, 0] * squares[n, 0, 1]
        side = 1.0 if across > 0 else -1.0
        for left in range(rounds, -1, -1):
            # At first edges that do not fit are those not yet in place, not something that covers them.
            outlier = OUTLIER * max(left, 1)
            blur_trust = _look(near[:count], state, bends[n], side, outlier, rows, trust, shades)
            _equations(rows[:count], trust, normal, pull)
            normal[4, 4] += blur_trust
            pull[4] += blur_trust * (math.log(BLUR) - state[4])
            factor(normal)
            if left:
                solve(normal, pull)
                _step(state, pull)
        corners[n, 0], corners[n, 1] = middle_x + state[0], middle_y + state[1]
        _tell(rows[:count], trust, shades, normal, one, told[n])
        told[n, BLUR_PX] = math.exp(state[4])


@compiled
def _gather(
    grey: Grey, by_level: Light, square: Floats, wide: float, arm: float, radius: int, middle_x: int, middle_y: int,
    x: float, y: float, near: Floats,
) -> int:  # fmt: skip
    """Write the samples beside a corner's edges, as offsets from its middle pixel and light; return how many."""
    across = square[0, 0] * square[1, 1] - square[1, 0] * square[0, 1]
    count = 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            column, row = middle_x + dx, middle_y + dy
            if column < 0 or row < 0 or column >= grey.shape[1] or row >= grey.shape[0]:
                continue
            away_x, away_y = dx - x, dy - y
            if math.hypot(away_x, away_y) > radius + 0.5:
                continue
            u = abs((square[1, 1] * away_x - square[0, 1] * away_y) / across)
            v = abs((square[0, 0] * away_y - square[1, 0] * away_x) / across)
            if min(u, v) < wide and max(u, v) < arm:
                near[count, 0], near[count, 1] = dx, dy
                near[count, 2] = by_level[grey[row, column]]
                count += 1
    return count


@compiled
def _look(
    near: Floats, state: Floats, bend: Floats, side: float, outlier: float, rows: Floats, trust: Floats,
    shades: Floats,
) -> float:  # fmt: skip
    """Compare saddle and picture: rows of derivatives and the residual, their trust; return that of the usual blur."""
    count = near.shape[0]
    x, y, blur = state[0], state[1], math.exp(state[4])
    cos_x, sin_x, cos_y, sin_y = math.cos(state[2]), math.sin(state[2]), math.cos(state[3]), math.sin(state[3])
    # Which side of each edge is the other axis's: keeps the signs when the board is seen mirrored or upside down.
    across_x, across_y = (-sin_x * side, cos_x * side), (sin_y * side, -cos_y * side)
    bow_x = across_x[0] * bend[0, 0] + across_x[1] * bend[0, 1]
    bow_y = across_y[0] * bend[1, 0] + across_y[1] * bend[1, 1]
    scale, peak = 1 / (math.sqrt(2.0) * blur), math.sqrt(2 / math.pi) / blur
    shade_mean = light_mean = 0.0
    for i in range(count):
        away_x, away_y = near[i, 0] - x, near[i, 1] - y
        ahead_x, ahead_y = cos_x * away_x + sin_x * away_y, cos_y * away_x + sin_y * away_y
        beside_x = across_x[0] * away_x + across_x[1] * away_y - 0.5 * bow_x * ahead_x * ahead_x
        beside_y = across_y[0] * away_x + across_y[1] * away_y - 0.5 * bow_y * ahead_y * ahead_y
        step_x, step_y = math.erf(beside_x * scale), math.erf(beside_y * scale)
        by_x = peak * math.exp(-((beside_x * scale) ** 2)) * step_y
        by_y = peak * math.exp(-((beside_y * scale) ** 2)) * step_x
        light = near[i, 2] / (1 + state[5] * away_x + state[6] * away_y)
        rows[i, 0] = -by_x * across_x[0] - by_y * across_y[0]
        rows[i, 1] = -by_x * across_x[1] - by_y * across_y[1]
        rows[i, 2], rows[i, 3] = -by_x * side * ahead_x, by_y * side * ahead_y
        rows[i, 4] = -by_x * beside_x - by_y * beside_y
        rows[i, 7], rows[i, 8] = away_x, away_y
        shades[i, 0], shades[i, 1] = step_x * step_y, light
        shade_mean += shades[i, 0]
        light_mean += light
    shade_mean, light_mean = shade_mean / max(count, 1), light_mean / max(count, 1)
    both = alone = 0.0
    for i in range(count):
        shade = shades[i, 0] - shade_mean
        both += shade * (shades[i, 1] - light_mean)
        alone += shade * shade
    # Light = level + contrast * saddle: linear, so exact each round.
    gain = both / (alone + 1e-9)
    for i in range(count):
        shade = shades[i, 0] - shade_mean
        rows[i, UNKNOWNS] = shades[i, 1] - light_mean - gain * shade
        for k in range(5):
            rows[i, k] *= gain
        rows[i, 5], rows[i, 6] = shades[i, 0], 1.0
        rows[i, 7] *= light_mean + gain * shade
        rows[i, 8] *= light_mean + gain * shade
        trust[i] = abs(rows[i, UNKNOWNS])
    spread = 1.4826 * (np.median(trust[:count]) if count else 1.0) + 1e-4 + PLAIN * abs(gain)
    for i in range(count):
        trust[i] = 1.0 / (1.0 + (rows[i, UNKNOWNS] / (outlier * spread)) ** 2) ** 2
        shades[i, 0] -= shade_mean
        shades[i, 1] -= light_mean
    return spread * spread / BLUR_SPREAD**2


@compiled
def _equations(rows: Floats, trust: Floats, normal: Floats, pull: Floats) -> None:
    normal[:] = 0.0
    pull[:] = 0.0
    for i in range(rows.shape[0]):
        for j in range(UNKNOWNS):
            weighed = trust[i] * rows[i, j]
            pull[j] += weighed * rows[i, UNKNOWNS]
            for k in range(j + 1):
                normal[j, k] += weighed * rows[i, k]
    for j in range(UNKNOWNS):
        normal[j, j] += 1e-9


@compiled
def _step(state: Floats, change: Floats) -> None:
    for k in range(UNKNOWNS):
        if not math.isfinite(change[k]):
            change[k] = 0.0
    for k in range(2):
        state[k] += min(max(change[k], -FAR_PX), FAR_PX)
        state[2 + k] += min(max(change[2 + k], -0.1), 0.1)
        state[5 + k] = min(max(state[5 + k] + change[7 + k], -0.03), 0.03)
    blur = state[4] + min(max(change[4], -0.3), 0.3)
    state[4] = min(max(blur, math.log(LEAST_BLUR_PX)), math.log(MOST_BLUR_PX))


@compiled
def _tell(rows: Floats, trust: Floats, shades: Floats, factored: Floats, one: Floats, told: Floats) -> None:
    weight = misfit = both = dark = bright = 0.0
    for i in range(rows.shape[0]):
        weight += trust[i]
        misfit += trust[i] * rows[i, UNKNOWNS] ** 2
        both += shades[i, 0] * shades[i, 1]
        dark += shades[i, 0] ** 2
        bright += shades[i, 1] ** 2
    variance = misfit / max(weight - UNKNOWNS, 1.0)
    for k in range(2):
        one[:] = 0.0
        one[k] = 1.0
        solve(factored, one)
        told[XX + k], told[XY + k] = one[0] * variance, one[1] * variance
    told[AGREES] = abs(both) / math.sqrt(dark * bright + 1e-12)
