"""The normal equations of an alignment, from moments, and small ones solved in place: what costs is the picture."""

import math

import numpy as np

from vision.arrays import Floats, Light
from vision.compiled import compiled

UNKNOWNS = 18
BLUR = 8
CONTRAST, DARKNESS = 9, 15
POWERS = 5
# Each unknown: the image it works through (by u, by v, by blur, shade, one), and the monomial r^i d^j that shapes it.
_IMAGE = np.array([0] * 4 + [1] * 4 + [2] + [3] * 6 + [4] * 3)
_RIGHT = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 2, 0, 0, 1, 0])
_DOWN = np.array([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 2, 0, 0, 1])
# Sums over a row of products of two images, the residual as the sixth, times 1, r, r² ... as far as the shapes need:
# where those of images a and b start.
_START = np.array(
    [
        [0, 3, 6, 8, 12, 15],
        [3, 17, 20, 22, 26, 29],
        [6, 20, 31, 32, 35, 37],
        [8, 22, 32, 38, 43, 47],
        [12, 26, 35, 43, 50, 53],
    ]
)
SUMS = 55
_LEAST = 1e-12  # of a diagonal entry: what is left of it where nothing is known


# Written out: with a sum in a variable of its own the loops keep all of them in registers, side by side.
# fmt: off
@compiled
def add_row(images: Light, trust: Light, residual: Light, share: Light, down: float, sums: Light) -> None:
    """Add a row of samples at ``down`` (0 to 1) to ``sums`` (5, 55): sums of products by power of d.

    ``images`` (4, S): what the shade changes by (u, v, b), and the shade (s); ``trust``, ``residual`` (r) and
    ``share`` (S,), the places from 0 to 1. Sums are named by the two images (o: one) and the power of the place.
    """
    row, none = np.empty(SUMS, np.float32), np.float32(0)
    uu0 = uu1 = uu2 = uv0 = uv1 = uv2 = ub0 = ub1 = us0 = us1 = us2 = us3 = uo0 = uo1 = uo2 = ur0 = ur1 = none
    for i in range(share.shape[0]):
        at, x = share[i], trust[i] * images[0, i]
        p = x * images[0, i]; uu0 += p; p *= at; uu1 += p; p *= at; uu2 += p
        p = x * images[1, i]; uv0 += p; p *= at; uv1 += p; p *= at; uv2 += p
        p = x * images[2, i]; ub0 += p; p *= at; ub1 += p
        p = x * images[3, i]; us0 += p; p *= at; us1 += p; p *= at; us2 += p; p *= at; us3 += p
        p = x; uo0 += p; p *= at; uo1 += p; p *= at; uo2 += p
        p = x * residual[i]; ur0 += p; p *= at; ur1 += p
    row[0], row[1], row[2], row[3], row[4], row[5] = uu0, uu1, uu2, uv0, uv1, uv2
    row[6], row[7], row[8], row[9], row[10], row[11] = ub0, ub1, us0, us1, us2, us3
    row[12], row[13], row[14], row[15], row[16] = uo0, uo1, uo2, ur0, ur1
    vv0 = vv1 = vv2 = vb0 = vb1 = vs0 = vs1 = vs2 = vs3 = vo0 = vo1 = vo2 = vr0 = vr1 = none
    for i in range(share.shape[0]):
        at, x = share[i], trust[i] * images[1, i]
        p = x * images[1, i]; vv0 += p; p *= at; vv1 += p; p *= at; vv2 += p
        p = x * images[2, i]; vb0 += p; p *= at; vb1 += p
        p = x * images[3, i]; vs0 += p; p *= at; vs1 += p; p *= at; vs2 += p; p *= at; vs3 += p
        p = x; vo0 += p; p *= at; vo1 += p; p *= at; vo2 += p
        p = x * residual[i]; vr0 += p; p *= at; vr1 += p
    row[17], row[18], row[19], row[20], row[21], row[22] = vv0, vv1, vv2, vb0, vb1, vs0
    row[23], row[24], row[25], row[26], row[27], row[28] = vs1, vs2, vs3, vo0, vo1, vo2
    row[29], row[30] = vr0, vr1
    bb0 = bs0 = bs1 = bs2 = bo0 = bo1 = br0 = none
    for i in range(share.shape[0]):
        at, x = share[i], trust[i] * images[2, i]
        p = x * images[2, i]; bb0 += p
        p = x * images[3, i]; bs0 += p; p *= at; bs1 += p; p *= at; bs2 += p
        p = x; bo0 += p; p *= at; bo1 += p
        p = x * residual[i]; br0 += p
    row[31], row[32], row[33], row[34], row[35], row[36] = bb0, bs0, bs1, bs2, bo0, bo1
    row[37] = br0
    ss0 = ss1 = ss2 = ss3 = ss4 = so0 = so1 = so2 = so3 = sr0 = sr1 = sr2 = none
    for i in range(share.shape[0]):
        at, x = share[i], trust[i] * images[3, i]
        p = x * images[3, i]; ss0 += p; p *= at; ss1 += p; p *= at; ss2 += p; p *= at; ss3 += p; p *= at; ss4 += p
        p = x; so0 += p; p *= at; so1 += p; p *= at; so2 += p; p *= at; so3 += p
        p = x * residual[i]; sr0 += p; p *= at; sr1 += p; p *= at; sr2 += p
    row[38], row[39], row[40], row[41], row[42], row[43] = ss0, ss1, ss2, ss3, ss4, so0
    row[44], row[45], row[46], row[47], row[48], row[49] = so1, so2, so3, sr0, sr1, sr2
    oo0 = oo1 = oo2 = or0 = or1 = none
    for i in range(share.shape[0]):
        at, x = share[i], trust[i]
        p = x; oo0 += p; p *= at; oo1 += p; p *= at; oo2 += p
        p = x * residual[i]; or0 += p; p *= at; or1 += p
    row[50], row[51], row[52], row[53], row[54] = oo0, oo1, oo2, or0, or1
    power = np.float32(1)
    for q in range(sums.shape[0]):
        for k in range(SUMS):
            sums[q, k] += power * row[k]
        power *= np.float32(down)
# fmt: on


@compiled
def equations(sums: Light, normal: Floats, pull: Floats) -> None:
    """Fill the normal matrix (18, 18) and the right side (18,) from all rows' ``sums`` (5, 55)."""
    for p in range(normal.shape[0]):
        a = _IMAGE[p]
        pull[p] = sums[_DOWN[p], _START[a, 5] + _RIGHT[p]]
        for q in range(p, normal.shape[0]):
            entry = sums[_DOWN[p] + _DOWN[q], _START[a, _IMAGE[q]] + _RIGHT[p] + _RIGHT[q]]
            normal[p, q] = normal[q, p] = entry


@compiled
def factor(matrix: Floats) -> None:
    """Replace a positive matrix (P, P) by its Cholesky factor, in the lower half."""
    for j in range(matrix.shape[0]):
        whole = matrix[j, j]
        rest = whole
        for k in range(j):
            rest -= matrix[j, k] * matrix[j, k]
        matrix[j, j] = math.sqrt(max(rest, _LEAST * whole, 1e-300))
        for i in range(j + 1, matrix.shape[0]):
            total = matrix[i, j]
            for k in range(j):
                total -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = total / matrix[j, j]


@compiled
def solve(factored: Floats, right: Floats) -> None:
    """Replace ``right`` (P,) by the solution of a system whose matrix was ``factored``."""
    size = right.shape[0]
    for i in range(size):
        for k in range(i):
            right[i] -= factored[i, k] * right[k]
        right[i] /= factored[i, i]
    for i in range(size - 1, -1, -1):
        for k in range(i + 1, size):
            right[i] -= factored[k, i] * right[k]
        right[i] /= factored[i, i]
