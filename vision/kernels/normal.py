"""The normal equations of an alignment, from moments: what costs is the picture, not the number of unknowns.

The unknowns are how far the pattern lies off along its own u and v, each as a + b r + c d + e r d over the marker
(r, d from 0 to 1 along its right and down: four corners' worth), its blur, a contrast that may bend (a figure's soft
shadow) and a darkness that may slope. So every entry of the normal matrix is a sum of (product of two images) x
r^i d^j with i, j <= 4: 15 products with a few moments each, where rows for 18 unknowns would take 171 sums.
"""

import numpy as np
from numpy.typing import NDArray

from vision.compiled import compiled

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

UNKNOWNS = 18
BLUR = 8
CONTRAST, DARKNESS = 9, 15
POWERS = 5
# Each unknown: the image it works through (by u, by v, by blur, shade, one), and the monomial r^i d^j that shapes it.
_IMAGE = np.array([0] * 4 + [1] * 4 + [2] + [3] * 6 + [4] * 3)
_RIGHT = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 2, 0, 0, 1, 0])
_DOWN = np.array([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 2, 0, 0, 1])
# The highest power of r, and of d, that goes with an image; with a product of two goes the sum.
_HIGHEST = np.array([1, 1, 0, 2, 1])
PRODUCTS = 20  # of every two of the five images, and of each with the residual


@compiled
def add_row(  # one row of samples
    images: Light, trust: Light, residual: Light, down: float, product: Light, moments: Light
) -> None:
    """Add a row of samples at ``down`` (0 to 1) to ``moments`` (20, 5, S): products of images by power of d.

    ``images`` (4, S), each what the shade changes by; ``trust`` and ``residual`` (S,); ``product`` (S,) is scratch.
    """
    size, many = trust.shape[0], images.shape[0] + 1
    at = 0
    for a in range(many):
        for b in range(a, many + 1):  # the sixth is the residual
            for i in range(size):
                value = trust[i]
                if a < 4:
                    value *= images[a, i]
                if b < 4:
                    value *= images[b, i]
                elif b == 5:
                    value *= residual[i]
                product[i] = value
            highest = _HIGHEST[a] + (_HIGHEST[b] if b < 5 else 0)
            power = np.float32(1)
            for q in range(highest + 1):
                for i in range(size):
                    moments[at, q, i] += power * product[i]
                power *= np.float32(down)
            at += 1


@compiled
def equations(moments: Light, right: Light, normal: Floats, pull: Floats) -> None:
    """Fill the normal matrix (18, 18) and the right side (18,) from all rows' moments; ``right`` (5, S) holds r^i."""
    sums = np.empty((PRODUCTS, POWERS, POWERS))
    many, at = right.shape[0], 0
    for a in range(many):
        for b in range(a, many + 1):
            highest = _HIGHEST[a] + (_HIGHEST[b] if b < 5 else 0)
            for q in range(highest + 1):
                for p in range(highest + 1):
                    total = np.float32(0)
                    for i in range(right.shape[1]):
                        total += moments[at, q, i] * right[p, i]
                    sums[at, q, p] = total
            at += 1
    for p in range(normal.shape[0]):
        a = _IMAGE[p]
        pull[p] = sums[_product(a, 5), _DOWN[p], _RIGHT[p]]
        for q in range(p, normal.shape[0]):
            b = _IMAGE[q]
            entry = sums[_product(min(a, b), max(a, b)), _DOWN[p] + _DOWN[q], _RIGHT[p] + _RIGHT[q]]
            normal[p, q] = normal[q, p] = entry


@compiled
def _product(a: int, b: int) -> int:
    """Return where the product of images a and b, a the lesser, is kept."""
    return a * 6 - a * (a - 1) // 2 + b - a
