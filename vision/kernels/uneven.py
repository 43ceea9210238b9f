"""Light that differs from place to place on one marker: told by plain white and plain black nearby."""

import numpy as np

from vision.arrays import Light
from vision.compiled import compiled

FLAT, _FEW = 0.85, 0.03  # the pattern's share of white from which it is plain; how little of it says nothing
_SHADOW, _GLARE = 0.6, 0.15  # of the contrast: what light may take from white, and add


@compiled
def unevenly(off: Light, shade: Light, near: Light, contrast: float, white: Light, black: Light) -> None:
    """Fill ``white`` and ``black`` (S, S): how far plain white and plain black nearby are ``off`` (S, S).

    ``near`` (S, S) is what counts as nearby along one side. Edges are left out, so where the pattern lies is not
    touched; what differs too much is no light, but a thing.
    """
    size = off.shape[0]
    flat, some = np.empty((size, size), np.float32), np.empty((size, size), np.float32)
    for plain_white in (True, False):
        for j in range(size):
            for i in range(size):
                plain = shade[j, i] > FLAT if plain_white else shade[j, i] < 1 - FLAT
                flat[j, i] = 1 if plain else 0
                some[j, i] = off[j, i] if plain else 0
        out = white if plain_white else black
        smooth(some, near, out)
        smooth(flat, near, some)
        low = np.float32(contrast * (-_SHADOW if plain_white else -_GLARE))
        high = np.float32(contrast * _GLARE)
        for j in range(size):
            for i in range(size):
                out[j, i] = min(max(out[j, i] / (some[j, i] + np.float32(_FEW)), low), high)


@compiled
def smooth(image: Light, near: Light, out: Light) -> None:
    """Fill ``out`` (S, S) with ``image`` smoothed both ways by ``near`` (S, S), a row of weights for each place."""
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
