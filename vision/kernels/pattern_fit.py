"""How well a printed pattern fits where it was laid, module by module and in all."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Light
from vision.compiled import compiled
from vision.kernels.uneven import FLAT

Places = NDArray[np.int64]

# The images of one marker, (S, S) each, and what is told of it in the end.
SEEN, SHADE, BY_U, BY_V, BY_BLUR, RESIDUAL, TRUST, WHITE, BLACK, BARE = range(10)
AGREEMENT, BARE_AGREEMENT, VARIANCE, GAIN, SIDE, UNEVENNESS = range(6)
TOLD = 6
UNLIKE = 0.15  # of the contrast: modules further from their shade than this are covered


@compiled
def fill(image: Light) -> None:
    """Make an image 1 everywhere."""
    for j in range(image.shape[0]):
        for i in range(image.shape[1]):
            image[j, i] = 1


@compiled
def most(image: Light | Floats) -> float:
    """Return an image's largest value, whichever its sign."""
    largest = 0.0
    for j in range(image.shape[0]):
        for i in range(image.shape[1]):
            largest = max(largest, abs(image[j, i]))
    return float(largest)


@compiled
def modules_off(residual: Light, cells: Places, off: Floats) -> None:
    """Fill by how much each module, the margin's among them, is lighter than it should be (n + 2, n + 2)."""
    size, many = cells.shape[0], off.shape[0]
    count, down = np.zeros(many), np.zeros(size, np.float32)
    off[:] = 0
    for j in range(size):  # rows of one module are added up whole first: many samples at a time
        count[cells[j]] += 1
        for i in range(size):
            down[i] += residual[j, i]
        if j + 1 == size or cells[j + 1] != cells[j]:
            for i in range(size):
                off[cells[j], cells[i]] += down[i]
                down[i] = 0
    for row in range(many):
        for column in range(many):
            off[row, column] /= max(count[row] * count[column], 1.0)


@compiled
def plainly_off(residual: Light, shade: Light, cells: Places, many: int) -> float:
    """Return by how much the module is off that is most so, by its samples that see no edge."""
    size = cells.shape[0]
    total, count = np.zeros((many, many), np.float32), np.zeros((many, many), np.float32)
    down, plain = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for j in range(size):
        for i in range(size):
            told = np.float32(0 if 1 - FLAT < shade[j, i] < FLAT else 1)
            down[i] += told * residual[j, i]
            plain[i] += told
        if j + 1 == size or cells[j + 1] != cells[j]:
            for i in range(size):
                total[cells[j], cells[i]] += down[i]
                count[cells[j], cells[i]] += plain[i]
                down[i] = plain[i] = 0
    largest = 0.0
    for row in range(many):
        for column in range(many):
            if count[row, column] >= 1:
                largest = max(largest, abs(total[row, column]) / count[row, column])
    return largest


@compiled
def uncover(off: Floats, gain: float, cells: Places, reach: int, bare: Light) -> None:
    """Fill ``bare``: 0 for samples within ``reach`` of modules that are unlike, else 1."""
    size = cells.shape[0]
    fill(bare)
    for j in range(size):
        top, low = cells[max(j - reach, 0)], cells[min(j + reach, size - 1)]
        for i in range(size):
            first, last = cells[max(i - reach, 0)], cells[min(i + reach, size - 1)]
            for row in range(top, low + 1):
                for column in range(first, last + 1):
                    if abs(off[row, column]) > UNLIKE * abs(gain):
                        bare[j, i] = 0


@compiled
def judge(images: Light, at: Floats, n: int, local: bool, told: Floats) -> None:
    """Tell how well the pattern fits: all of it, or the modules inside, whichever is worse; and the residuals' size."""
    size = at.shape[0]
    low, high = 0, size
    while at[low] <= 1:
        low += 1
    while at[high - 1] >= n - 1:
        high -= 1
    seen, shade = images[SEEN], images[SHADE]
    whole = correlation(shade, seen, images[BARE], 0, size, False)
    told[AGREEMENT] = min(whole, correlation(shade, seen, images[BARE], low, high, False))
    told[BARE_AGREEMENT] = told[AGREEMENT]
    if local:
        for j in range(size):
            for i in range(size):
                even = (seen[j, i] - images[BLACK, j, i]) / max(images[WHITE, j, i], np.float32(1e-3))
                seen[j, i] = min(max(even, np.float32(-1)), np.float32(2))
        told[BARE_AGREEMENT] = correlation(shade, seen, images[BARE], 0, size, True)
    square, trust = 0.0, 1e-9
    for j in range(size):
        for i in range(size):
            trust += images[TRUST, j, i]
            square += images[TRUST, j, i] * images[RESIDUAL, j, i] ** 2
    told[VARIANCE] = square / trust


@compiled
def correlation(one: Light, two: Light, weight: Light, low: int, high: int, weighted: bool) -> float:
    """Return the correlation of two images' middles, rows and columns ``low`` to ``high``."""
    many, first, second, own, other, both = 1e-6, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(low, high):
        for i in range(low, high):
            w = np.float64(weight[j, i]) if weighted else 1.0
            a, b = np.float64(one[j, i]), np.float64(two[j, i])
            many += w
            first += w * a
            second += w * b
            own += w * a * a
            other += w * b * b
            both += w * a * b
    own, other = own - first * first / many, other - second * second / many
    return (both - first * second / many) / math.sqrt(max(own, 0.0) * max(other, 0.0) + 1e-12)
