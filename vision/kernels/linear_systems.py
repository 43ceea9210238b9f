"""Small symmetric systems, solved in place."""

import math

from vision.arrays import Floats
from vision.compiled import compiled

_LEAST = 1e-12  # of a diagonal entry: what is left of it where nothing is known


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
