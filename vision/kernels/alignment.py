"""Laying printed patterns onto a picture: Gauss-Newton, one marker after another, all it needs in the core's cache."""

import math

import numpy as np

from vision.arrays import Floats, Grey, Light
from vision.compiled import compiled
from vision.kernels.normal import BLUR, CONTRAST, DARKNESS, POWERS, SUMS, UNKNOWNS, add_row, equations, factor, solve
from vision.kernels.pattern import edges_seen, mixed, rows_seen
from vision.kernels.pattern_fit import (
    BARE,
    BLACK,
    BY_BLUR,
    BY_U,
    BY_V,
    GAIN,
    RESIDUAL,
    SEEN,
    SHADE,
    SIDE,
    TRUST,
    UNEVENNESS,
    WHITE,
    fill,
    judge,
    modules_off,
    most,
    plainly_off,
    uncover,
)  # fmt: skip
from vision.kernels.sampling import seen_at, square_to_quad
from vision.kernels.uneven import unevenly

USUAL_BLUR_PX, BLUR_SPREAD = 0.8, 0.35  # what the blur usually is, and the spread of its logarithm
LEAST_BLUR_PX, MOST_BLUR_PX = 0.3, 4.0
PLAIN = 0.02  # of the contrast: most of a large marker is flat, and its edges are no outliers
FAR_PX = 1.5  # the most a corner moves in one round
FALL, HAZE = 0.15, 0.01  # of the contrast: how far light usually falls off across a marker, and black brightens
_CLEAR_PX, _LEAST_MARGIN, MOST_MARGIN = 2.0, 0.45, 0.6  # px from the paper's end; modules: less tells too little
_FULL = 0.98  # light: no level tells more
_HALVINGS = 11  # of what a median may be
_PLAINLY_EVEN = 0.4  # of an unevenness: where every plain module is off by less, it is not there
_REACH = 0.35  # modules: what covers one reaches so far into the next


@compiled
def fit(
    grey: Grey, by_level: Light, printed: Light, size: int, near: Light, outliers: Floats, local: bool, hide: bool,
    ask: float, corners: Floats, log_blur: Floats, light: Floats, homes: Floats, by_shape: Floats, told: Floats,
    off: Floats, lit: Floats,
) -> None:  # fmt: skip
    """Fit each of M markers to the picture, as many rounds as there are ``outliers``, and tell how well it did.

    In: ``grey`` (H, W), ``by_level`` (256,) the light of its levels, ``printed`` (M, n + 2, n + 2) with the white
    margin, ``size`` how many samples a side, ``near`` (C, C) see `unevenly`. With ``local`` light may differ
    by place; with ``hide`` modules that are unlike, from the start or after a look, are not looked at again.
    Unevenness is told where it may be more than ``ask`` of the contrast.
    In and out: ``corners`` (M, 4, 2) px, ``log_blur`` (M,) of px, ``light`` (M, 9) contrast and darkness with their
    slopes (NaN: not known), ``off`` (M, n + 2, n + 2) how far each module is from its shade; ``lit``, of the same
    shape and with ``local`` only, its contrast as it is lit.
    Out: ``homes`` (M, 3, 3) where the last look was taken, ``by_shape`` (M, 8, 8) the inverse normal matrix of the
    displacement, ``told`` (M, 6) by the names in pattern_fit.py.
    """
    n = printed.shape[1] - 2
    images = np.zeros((10, size, size), np.float32)
    at, share, cells = np.empty(size), np.empty(size, np.float32), np.empty(size, np.int64)
    normal, pull = np.empty((UNKNOWNS, UNKNOWNS)), np.empty(UNKNOWNS)
    for m in range(corners.shape[0]):
        if not _square(corners[m]):
            _say_nothing(homes[m], by_shape[m], told[m])
            continue
        margin = margin_seen(math.sqrt(abs(_area(corners[m]))) / n)
        step = (n + 2 * margin) / size
        reach = round(_REACH / step)
        for i in range(size):
            at[i] = (i + 0.5) * step - margin
            share[i], cells[i] = at[i] / n, min(max(math.floor(at[i]) + 1, 0), n + 1)
        fill(images[BARE])
        for left in range(outliers.shape[0]):
            if hide:
                uncover(off[m], told[m, GAIN], cells, reach, images[BARE])
            square_to_quad(corners[m], n, homes[m])
            side = math.sqrt(abs(_area(corners[m]))) + 1e-6
            blur = math.exp(log_blur[m]) * n / side
            seen_at(grey, by_level, homes[m], at, images[SEEN])
            _draw(printed[m], at, blur, images)
            if math.isnan(light[m, 0]):
                _plain_light(images[SHADE], images[SEEN], light[m])
            gain = _gain(light[m])
            _compare(light[m], at, n, local, near, gain, images)
            spread = _spread(images[RESIDUAL]) + PLAIN * abs(gain)
            _weigh(images, outliers[left] * spread)
            _normal(images, share, local, gain, normal, pull)
            _expect(normal, pull, gain, blur, spread, log_blur[m], light[m])
            told[m, GAIN], told[m, SIDE] = gain, side
            factor(normal)
            solve(normal, pull)
            _move(corners[m], homes[m], pull, FAR_PX * n / side, n)
            change = min(max(pull[BLUR], -0.3), 0.3)
            log_blur[m] = min(max(log_blur[m] + change, math.log(LEAST_BLUR_PX)), math.log(MOST_BLUR_PX))
            for k in range(DARKNESS + 3 - CONTRAST):
                light[m, k] += pull[CONTRAST + k]
            if hide or left == outliers.shape[0] - 1:
                modules_off(images[RESIDUAL], cells, off[m])
                if local:
                    modules_off(images[WHITE], cells, lit[m])
        judge(images, at, n, local, told[m])
        _inverse(normal, by_shape[m])
        told[m, UNEVENNESS] = 0
        if plainly_off(images[RESIDUAL], images[SHADE], cells, n + 2) > _PLAINLY_EVEN * ask * abs(told[m, GAIN]):
            unevenly(images[RESIDUAL], images[SHADE], near, told[m, GAIN], images[WHITE], images[BLACK])
            uneven = max(most(images[WHITE]), most(images[BLACK]))
            told[m, UNEVENNESS] = uneven / max(told[m, GAIN], 1e-3)


@compiled
def margin_seen(module_px: float) -> float:
    """Return how many modules of white margin are looked at: not so near its end that the blur shows what lies there.

    The sheets print one module of it.
    """
    return min(max(1.0 - _CLEAR_PX / max(module_px, 1e-6), _LEAST_MARGIN), MOST_MARGIN)


@compiled
def _area(corners: Floats) -> float:
    one_x, one_y = corners[2, 0] - corners[0, 0], corners[2, 1] - corners[0, 1]
    two_x, two_y = corners[3, 0] - corners[1, 0], corners[3, 1] - corners[1, 1]
    return float((one_x * two_y - one_y * two_x) / 2)


@compiled
def _square(corners: Floats) -> bool:
    """Return whether a quad is convex, runs clockwise on the screen and has no corner on a straight line."""
    area = _area(corners)
    square = area > 1 and math.isfinite(area)
    for k in range(4):
        before, after = (k + 3) % 4, (k + 1) % 4
        in_x, in_y = corners[k, 0] - corners[before, 0], corners[k, 1] - corners[before, 1]
        out_x, out_y = corners[after, 0] - corners[k, 0], corners[after, 1] - corners[k, 1]
        square = square and in_x * out_y - in_y * out_x > 0.1 * area
    return square


@compiled
def _say_nothing(home: Floats, by_shape: Floats, told: Floats) -> None:
    """Fill in what is told of what cannot be a marker: it agrees with nothing."""
    for p in range(3):
        for q in range(3):
            home[p, q] = 1.0 if p == q else 0.0
    for p in range(by_shape.shape[0]):
        for q in range(by_shape.shape[1]):
            by_shape[p, q] = 1.0 if p == q else 0.0
    for k in range(told.shape[0]):
        told[k] = 0.0
    told[SIDE] = 1.0


@compiled
def _gain(light: Floats) -> float:
    """Return the contrast in the marker's middle."""
    return float(light[0] + (light[1] + light[2]) / 2 + (light[3] + light[4] + light[5]) / 4)


@compiled
def _draw(printed: Light, at: Floats, blur: float, images: Light) -> None:
    """Draw the pattern as it should look, and its slopes along u, v and the blur."""
    size, many = at.shape[0], printed.shape[0]
    share, slope, widen = (
        np.empty((many, size), np.float32), np.empty((many, size), np.float32), np.empty((many, size), np.float32)
    )  # fmt: skip
    edges_seen(at, many - 2, blur, share, slope, widen)
    rows, sloping, widening = (
        np.empty((many, size), np.float32), np.empty((many, size), np.float32), np.empty((many, size), np.float32)
    )  # fmt: skip
    rows_seen(printed, share, rows)
    rows_seen(printed, slope, sloping)
    rows_seen(printed, widen, widening)
    for j in range(size):
        for k in range(SHADE, BY_BLUR + 1):
            for i in range(size):
                images[k, j, i] = 0
        mixed(share, j, rows, images[SHADE, j])
        mixed(share, j, sloping, images[BY_U, j])
        mixed(slope, j, rows, images[BY_V, j])
        mixed(share, j, widening, images[BY_BLUR, j])
        mixed(widen, j, rows, images[BY_BLUR, j])


@compiled
def _plain_light(shade: Light, seen: Light, light: Floats) -> None:
    """Fill contrast and darkness that fit best, without slopes."""
    many, low, level, own, both = 1e-12, 0.0, 0.0, 0.0, 0.0
    for j in range(shade.shape[0]):
        for i in range(shade.shape[1]):
            a, b = np.float64(shade[j, i]), np.float64(seen[j, i])
            many += 1
            low += a
            level += b
            own += a * a
            both += a * b
    for k in range(light.shape[0]):
        light[k] = 0
    light[0] = (both - low * level / many) / (own - low * low / many + 1e-12)
    light[6] = (level - light[0] * low) / many


@compiled
def _compare(light: Floats, at: Floats, n: int, local: bool, near: Light, gain: float, images: Light) -> None:
    """Fill the residual; with ``local`` also the whole contrast by place (in white) and the darkness (in black)."""
    _lay_light(light, at, n, images[WHITE], images[BLACK])
    _subtract(images)
    if local:
        white, black = np.empty_like(images[WHITE]), np.empty_like(images[BLACK])
        unevenly(images[RESIDUAL], images[SHADE], near, gain, white, black)
        for j in range(at.shape[0]):
            _add_light(images[WHITE, j], images[BLACK, j], white[j], black[j])
        _subtract(images)


@compiled
def _add_light(contrast: Light, darkness: Light, white: Light, black: Light) -> None:
    """Add to a row's contrast and darkness (S,) how far plain white and plain black are off there."""
    for i in range(contrast.shape[0]):
        contrast[i] += white[i] - black[i]
        darkness[i] += black[i]


@compiled
def _lay_light(light: Floats, at: Floats, n: int, contrast: Light, darkness: Light) -> None:
    """Fill contrast and darkness by place: bowls and planes."""
    for j in range(at.shape[0]):
        d = at[j] / n
        first, second = np.float32(light[0] + d * (light[2] + d * light[5])), np.float32(light[1] + d * light[3])
        third, dark, darker = np.float32(light[4]), np.float32(light[6] + d * light[8]), np.float32(light[7])
        for i in range(at.shape[0]):
            r = np.float32(at[i] / n)
            contrast[j, i] = first + r * (second + r * third)
            darkness[j, i] = dark + r * darker


@compiled
def _subtract(images: Light) -> None:
    for j in range(images.shape[1]):
        for i in range(images.shape[2]):
            lit = images[BLACK, j, i] + images[WHITE, j, i] * images[SHADE, j, i]
            images[RESIDUAL, j, i] = images[SEEN, j, i] - lit


@compiled
def _spread(residual: Light) -> float:
    """Return the residuals' own spread, whatever outliers there are: by their median, halving where it may lie."""
    size = residual.shape[0]
    low, high = np.float32(0), np.float32(0)
    for j in range(size):
        for i in range(size):
            high = max(high, abs(residual[j, i]))
    for _ in range(_HALVINGS):
        middle = (low + high) * np.float32(0.5)
        less = 0
        for j in range(0, size, 2):
            for i in range(size):
                less += 1 if abs(residual[j, i]) < middle else 0
        if 2 * less < (size + 1) // 2 * size:
            low = middle
        else:
            high = middle
    return 1.4826 * np.float64(high) + 1e-4


@compiled
def _weigh(images: Light, far: float) -> None:
    """Fill the trust in each sample: little beyond ``far``, none where something covers it or light is cut off."""
    inverse = np.float32(1 / far)
    for j in range(images.shape[1]):
        for i in range(images.shape[2]):
            residual = images[RESIDUAL, j, i]
            away = residual * inverse
            away = 1 + away * away
            # Paper that is cut off at the brightest level says only that the light is brighter still.
            told = images[SEEN, j, i] < _FULL or residual > 0
            images[TRUST, j, i] = images[BARE, j, i] / (away * away) if told else 0


@compiled
def _normal(images: Light, share: Light, local: bool, gain: float, normal: Floats, pull: Floats) -> None:
    """Fill the normal equations of displacement, blur and light (not yet in their units: see `_expect`)."""
    size = share.shape[0]
    sums, row = np.zeros((POWERS, SUMS), np.float32), np.empty((4, size), np.float32)
    for j in range(size):
        for i in range(size):
            even = images[WHITE, j, i] / np.float32(gain + 1e-6) if local else np.float32(1)
            row[0, i] = images[BY_U, j, i] * even
            row[1, i] = images[BY_V, j, i] * even
            row[2, i] = images[BY_BLUR, j, i] * even
            row[3, i] = images[SHADE, j, i]
        add_row(row, images[TRUST, j], images[RESIDUAL, j], share, share[j], sums)
    equations(sums, normal, pull)


@compiled
def _expect(
    normal: Floats, pull: Floats, gain: float, blur: float, spread: float, log_blur: float, light: Floats
) -> None:
    """Give the equations their units, and what is known beforehand: the usual blur, light that hardly slopes."""
    for p in range(BLUR + 1):
        scale = gain * blur if p == BLUR else -gain  # by the blur's logarithm
        pull[p] *= scale
        for q in range(normal.shape[0]):
            normal[p, q] *= scale
            normal[q, p] *= scale
    for p in range(normal.shape[0]):
        normal[p, p] += 1e-9
    variance = spread**2
    normal[BLUR, BLUR] += variance / BLUR_SPREAD**2
    pull[BLUR] += variance / BLUR_SPREAD**2 * (math.log(USUAL_BLUR_PX) - log_blur)
    for k in range(CONTRAST + 1, normal.shape[0]):
        if k == DARKNESS:
            continue
        usual = FALL if k < DARKNESS else HAZE
        sloping = variance / (usual**2 * (gain**2 + 1e-8))
        normal[k, k] += sloping
        pull[k] -= sloping * light[k - CONTRAST]


@compiled
def _move(corners: Floats, home: Floats, change: Floats, most: float, n: int) -> None:
    """Move the corners by the displacement found, ``most`` modules at the most, unless they make no square then."""
    moved = np.empty((4, 2))
    for k in range(4):
        r, d = 0.0 if k in (0, 3) else 1.0, 1.0 if k >= 2 else 0.0
        u = r * n + min(max(change[0] + change[1] * r + change[2] * d + change[3] * r * d, -most), most)
        v = d * n + min(max(change[4] + change[5] * r + change[6] * d + change[7] * r * d, -most), most)
        depth = home[2, 0] * u + home[2, 1] * v + home[2, 2]
        moved[k, 0] = (home[0, 0] * u + home[0, 1] * v + home[0, 2]) / depth
        moved[k, 1] = (home[1, 0] * u + home[1, 1] * v + home[1, 2]) / depth
    # What is no marker may drive its corners together: it stays where it was, and will agree with nothing.
    if _square(moved):
        for k in range(4):
            corners[k, 0], corners[k, 1] = moved[k, 0], moved[k, 1]


@compiled
def _inverse(factored: Floats, by_shape: Floats) -> None:
    """Fill the inverse normal matrix's part that concerns the displacement (8, 8)."""
    right = np.empty(UNKNOWNS)
    for p in range(by_shape.shape[0]):
        for q in range(factored.shape[0]):
            right[q] = 1.0 if q == p else 0.0
        solve(factored, right)
        for q in range(by_shape.shape[0]):
            by_shape[p, q] = right[q]
