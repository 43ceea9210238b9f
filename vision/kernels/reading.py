"""What lies within four corners, sampled and held against printed patterns."""

import numpy as np
from numpy.typing import NDArray

from vision.compiled import compiled
from vision.kernels.sampling import seen_at, square_to_quad

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
Indices = NDArray[np.intp]

MOST_CLOSEST = 8


@compiled
def sampled(
    grey: NDArray[np.uint8], light: Light, quads_px: Floats, modules: int, at: Floats, first: int, border: Light,
    whole: Light, inside: Light, framed: Light,
) -> None:  # fmt: skip
    """Fill in the light (M, S S) seen within quads (M, 4, 2) px at ``at`` (S,) modules each way, rows standardised.

    ``inside`` gets the rows of what lies ``first`` samples within; ``framed`` (M,) how like ``border`` (S, S) the rest
    is, that is: how like a black frame in a white one.
    """
    size = len(at)
    home, seen = np.zeros((3, 3)), np.zeros((size, size), np.float32)
    for m in range(len(quads_px)):
        square_to_quad(quads_px[m], float(modules), home)
        seen_at(grey, light, home, at, seen)
        row, within = whole[m], inside[m]
        total, squares, total_in, squares_in, alike, borders, border_squares = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        inner = 0
        for i in range(size):
            for j in range(size):
                here = seen[i, j]
                row[i * size + j] = here
                total += here
                squares += here * here
                if first <= i < size - first and first <= j < size - first:
                    within[inner] = here
                    inner += 1
                    total_in += here
                    squares_in += here * here
                else:
                    alike += here * border[i, j]
                    borders += border[i, j]
                    border_squares += border[i, j] * border[i, j]
        _standardise(row, total, squares)
        _standardise(within, total_in, squares_in)
        outer = size * size - inner
        total, squares = total - total_in, squares - squares_in
        spread = (squares - total * total / outer) * (border_squares - borders * borders / outer)
        framed[m] = (alike - total * borders / outer) / (np.sqrt(max(spread, 0.0)) + 1e-9)


@compiled
def _standardise(row: Light, total: float, squares: float) -> None:
    count = len(row)
    mean = total / count
    share = 1 / (np.sqrt(max(squares - total * mean, 0.0)) + 1e-6)
    for k in range(count):
        row[k] = (row[k] - mean) * share


@compiled
def best_readings(
    like: Light, which: Indices, whole: Light, patterns: Light, closest: int, least: float, blur: float,
    ids: Indices, turns: Indices, likeness: Light, blurs: Light,
) -> None:  # fmt: skip
    """Look closely at those ``closest`` columns of each row of ``like`` (K, P) that are highest and over ``least``.

    ``which`` (K,) rows of ``whole`` (M, S S) they are, which is held against ``patterns`` (P, S S), four turns of each
    id. The best, and the best of another id, go to ``ids``, ``turns``, ``likeness`` (M, 2) and ``blurs`` (M,), where
    better than what is there.
    """
    columns, values = np.zeros(MOST_CLOSEST, np.intp), np.zeros(MOST_CLOSEST, np.float32)
    for k in range(len(like)):
        row, m = like[k], which[k]
        count = 0
        for column in range(len(row)):
            if count == closest and row[column] <= values[count - 1]:
                continue
            place = min(count, closest - 1)
            while place > 0 and values[place - 1] < row[column]:
                values[place], columns[place] = values[place - 1], columns[place - 1]
                place -= 1
            values[place], columns[place] = row[column], column
            count = min(count + 1, closest)
        if values[0] <= least:
            continue
        for c in range(count):
            fit = np.float32(0)
            pattern, seen = patterns[columns[c]], whole[m]
            for s in range(len(seen)):
                fit += pattern[s] * seen[s]
            values[c] = min(values[c], fit)
        best, worst = 0, 0
        for c in range(1, count):
            best = c if values[c] > values[best] else best
            worst = c if values[c] < values[worst] else worst
        if values[best] <= likeness[m, 0]:
            continue
        second = -1
        for c in range(count):
            if columns[c] // 4 != columns[best] // 4 and (second < 0 or values[c] > values[second]):
                second = c
        second = worst if second < 0 else second
        blurs[m] = blur
        ids[m, 0], ids[m, 1] = columns[best] // 4, columns[second] // 4
        turns[m, 0], turns[m, 1] = columns[best] % 4, columns[second] % 4
        likeness[m, 0], likeness[m, 1] = values[best], values[second]
