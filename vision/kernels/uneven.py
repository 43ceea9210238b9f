"""Light that differs from place to place on one marker: told by plain white and plain black nearby."""

import numpy as np

from vision.arrays import Light
from vision.compiled import compiled

FLAT, _FEW = 0.85, 0.03  # the pattern's share of white from which it is plain; how little of it says nothing
_SHADOW, _GLARE = 0.6, 0.15  # of the contrast: what light may take from white, and add


@compiled
def unevenly(off: Light, shade: Light, near: Light, contrast: float, white: Light, black: Light) -> None:
    """Fill ``white`` and ``black`` (S, S): how far plain white and plain black nearby are ``off`` (S, S).

    ``near`` (C, C) is what counts as nearby along one side, by cells of S / C samples: light changes slowly, so many
    samples are asked a cell at a time. Edges are left out, so where the pattern lies is not touched; what differs too
    much is no light, but a thing.
    """
    size, cells = off.shape[0], near.shape[0]
    each = size // cells
    flat, some = np.empty((cells, cells), np.float32), np.empty((cells, cells), np.float32)
    told = np.empty((cells, cells), np.float32)
    plain, light = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for plain_white in (True, False):
        for j in range(cells * each):  # rows of one cell are added up whole first: many samples at a time
            for i in range(size):
                is_plain = shade[j, i] > FLAT if plain_white else shade[j, i] < 1 - FLAT
                plain[i] += np.float32(1 if is_plain else 0)
                light[i] += off[j, i] if is_plain else np.float32(0)
            if (j + 1) % each == 0:
                _gathered(plain, each, flat[j // each])
                _gathered(light, each, some[j // each])
        smooth(some, near, told)
        smooth(flat, near, some)
        few = np.float32(_FEW * each * each)
        low = np.float32(contrast * (-_SHADOW if plain_white else -_GLARE))
        high = np.float32(contrast * _GLARE)
        for j in range(cells):
            for i in range(cells):
                told[j, i] = min(max(told[j, i] / (some[j, i] + few), low), high)
        _spread_out(told, each, white if plain_white else black)


@compiled
def smooth(image: Light, near: Light, out: Light) -> None:
    """Fill ``out`` (C, C) with ``image`` smoothed both ways by ``near`` (C, C), a row of weights for each place."""
    size = image.shape[0]
    down = np.zeros(size, np.float32)
    for j in range(size):
        for i in range(size):
            down[i] = 0
        for k in range(size):
            weight = near[j, k]
            if weight > 1e-4:
                for i in range(size):
                    down[i] += weight * image[k, i]
        for i in range(size):
            total = np.float32(0)
            for k in range(size):
                total += near[i, k] * down[k]
            out[j, i] = total


@compiled
def _gathered(samples: Light, each: int, cells: Light) -> None:
    """Fill ``cells`` (C,) with the sums of their samples, ``each`` so many, and empty those."""
    for c in range(cells.shape[0]):
        cells[c] = 0
        for k in range(each):
            cells[c] += samples[c * each + k]
    for i in range(samples.shape[0]):
        samples[i] = 0


@compiled
def _spread_out(image: Light, each: int, out: Light) -> None:
    """Fill ``out`` (S, S) with what ``image`` (C, C) has there, linear between its cells' middles."""
    cells, size = image.shape[0], out.shape[0]
    if each == 1:
        out[:] = image
        return
    left, beyond = np.empty(size, np.int64), np.empty(size, np.float32)
    for i in range(size):
        across = min(max((i + 0.5) / each - 0.5, 0.0), cells - 1.0)
        left[i] = min(int(across), cells - 2)
        beyond[i] = across - left[i]
    wide = np.empty((cells, size), np.float32)
    for c in range(cells):
        for i in range(size):
            wide[c, i] = image[c, left[i]] + beyond[i] * (image[c, left[i] + 1] - image[c, left[i]])
    for j in range(size):
        one, two, below = wide[left[j]], wide[left[j] + 1], beyond[j]
        for i in range(size):
            out[j, i] = one[i] + below * (two[i] - one[i])
