"""Markers at rest, held against how they looked: a few hundred pixels of each, and what their differences mean."""

import math

import numpy as np

from vision.arrays import Floats, Indices, Light, Picture
from vision.compiled import compiled
from vision.kernels.normal import BLUR, CONTRAST

_LEAST_GAIN = 1e-3


@compiled
def compare(
    picture: Picture, by_level: Light, pixels: Indices, light: Light, weight: Light, carry: Light,
    inverse: Floats, to_px: Floats, middle: Floats, freedom: Floats, before: Floats, moves: Floats, gain: Floats,
    log_blur: Floats, spread: Floats,
) -> None:  # fmt: skip
    """Fill the corners' moves (M, 8) px, contrast, blur's change and spread (M,): see `templates.differences`.

    ``picture`` is flat; ``middle`` says what the light's shapes are in a marker's middle, ``before`` (M,) what
    contrast each had at rest.
    """
    count, unknowns = pixels.shape[1], carry.shape[1]
    off, right, change = np.empty(count, np.float32), np.empty(unknowns), np.empty(unknowns)
    for m in range(len(pixels)):
        seen, total = pixels[m], np.float32(0)
        for k in range(count):
            off[k] = by_level[picture[min(seen[k], len(picture) - 1)]] - light[m, k]
        for k in range(count):
            total += weight[m, k] * off[k] * off[k]
        for p in range(unknowns):
            row, pull = carry[m, p], np.float32(0)
            for k in range(count):
                pull += row[k] * off[k]
            right[p] = pull
        square = np.float64(total)
        for p in range(unknowns):
            step = 0.0
            for q in range(unknowns):
                step += inverse[m, p, q] * right[q]
            change[p] = step
            square -= step * right[p]
        gain[m] = before[m]
        for p in range(len(middle)):
            gain[m] += middle[p] * change[CONTRAST + p]
        gain[m] = max(gain[m], _LEAST_GAIN)
        log_blur[m] = change[BLUR]
        # Were the light another, edges would pull otherwise.
        for i in range(8):
            moved = 0.0
            for q in range(8):
                moved += to_px[m, i, q] * change[q]
            moves[m, i] = moved * before[m] / gain[m]
        spread[m] = math.sqrt(max(square, 1e-12) / freedom[m])
