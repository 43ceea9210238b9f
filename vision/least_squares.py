"""The normal equations of an alignment, from moments: what costs is the picture, not the number of unknowns.

The unknowns are how far the pattern lies off along its own u and v, each as a + b r + c d + e r d over the marker
(r, d from 0 to 1 along its right and down: four corners' worth), its blur, a contrast that may bend (a figure's soft
shadow) and a darkness that may slope. So every entry of the normal matrix is a sum of (product of two images) x
r^i d^j with i, j <= 4: 15 products with 25 moments each, where rows for 18 unknowns would take 18 images and 324 sums.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Light = NDArray[np.float32]

UNKNOWNS = 18
BLUR = 8
CONTRAST, DARKNESS = 9, 15
_BY_U, _BY_V, _BY_BLUR, _SHADE, _ONE = range(5)
_MONOMIALS = {"1": (0, 0), "r": (1, 0), "d": (0, 1), "rd": (1, 1), "rr": (2, 0), "dd": (0, 2)}
_CORNERS = ("1", "r", "d", "rd")
_POWERS = 5
# Each unknown: the image it works through, and the monomial that shapes it.
_SHAPES: list[tuple[int, str]] = [
    *[(_BY_U, shape) for shape in _CORNERS],
    *[(_BY_V, shape) for shape in _CORNERS],
    (_BY_BLUR, "1"),
    *[(_SHADE, shape) for shape in ("1", "r", "d", "rd", "rr", "dd")],
    *[(_ONE, shape) for shape in ("1", "r", "d")],
]
_PAIRS = [(a, b) for a in range(5) for b in range(a, 5)]


def _places() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    matrix = np.zeros((UNKNOWNS, UNKNOWNS), dtype=np.intp)
    right = np.zeros(UNKNOWNS, dtype=np.intp)
    for p, (a, shape_a) in enumerate(_SHAPES):
        i, j = _MONOMIALS[shape_a]
        right[p] = (a * _POWERS + j) * _POWERS + i
        for q, (b, shape_b) in enumerate(_SHAPES):
            k, m = _MONOMIALS[shape_b]
            matrix[p, q] = (_PAIRS.index((min(a, b), max(a, b))) * _POWERS + j + m) * _POWERS + i + k
    return matrix, right


_MATRIX, _RIGHT = _places()
# A displacement a + b r + c d + e r d, told by its values at the corners TL, TR, BR, BL, and the other way round.
CORNERS_BY_SHAPE = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 0]], dtype=np.float64)


class Moments:
    """Sums over a grid of S x S samples whose places along either side are ``share`` (S,), 0 to 1 on the marker."""

    def __init__(self, share: Floats) -> None:
        powers = share ** np.arange(_POWERS)[:, None]
        both = np.einsum("ja,ib->abji", powers, powers)  # down first, as the moments are counted
        self._monomials = np.asfortranarray(both.reshape(-1, _POWERS**2).astype(np.float32))

    def normal(
        self, by_u: Light, by_v: Light, by_blur: Light, shade: Light, trust: Light, residual: Light
    ) -> tuple[Floats, Floats]:
        """Return normal matrices (M, 18, 18) and right sides (M, 18) from images (M, S, S), weighted by ``trust``."""
        count, size = by_u.shape[:2]
        images = (by_u, by_v, by_blur, shade)
        products = np.empty((count, len(_PAIRS) + 5, size, size), dtype=np.float32)
        at = 0
        for a in range(4):
            weighted = products[:, at + 4 - a]
            np.multiply(images[a], trust, out=weighted)  # the pair (a, one)
            for b in range(a, 4):
                np.multiply(weighted, images[b], out=products[:, at + b - a])
            np.multiply(weighted, residual, out=products[:, len(_PAIRS) + a])
            at += 5 - a
        products[:, at] = trust
        np.multiply(trust, residual, out=products[:, len(_PAIRS) + 4])
        sums = products.reshape(-1, size * size) @ self._monomials
        moments = sums.reshape(count, -1).astype(np.float64)
        return moments[:, _MATRIX], moments[:, len(_PAIRS) * _POWERS**2 + _RIGHT]
