"""What lies within four corners, sampled and held against printed patterns."""

import numpy as np

from vision.arrays import Floats, Grey, Indices, Light
from vision.compiled import compiled
from vision.kernels.sampling import seen_at, square_to_quad

MOST_CLOSEST = 8


@compiled
def sampled(
    grey: Grey, light: Light, quads_px: Floats, modules: int, at: Floats, first: int, border: Light,
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
    id. The best ids go to ``ids``, ``turns``, ``likeness`` (M, R) and ``blurs`` (M,), where better than what is there;
    where there are fewer, the best one's is said again.
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
        for c in range(1, count):  # the likest first
            column, value, place = columns[c], values[c], c
            while place > 0 and values[place - 1] < value:
                values[place], columns[place] = values[place - 1], columns[place - 1]
                place -= 1
            values[place], columns[place] = value, column
        if values[0] <= likeness[m, 0]:
            continue
        blurs[m] = blur
        found = 0
        for c in range(count):
            number, fresh = columns[c] // 4, True
            for earlier in range(found):
                fresh = fresh and ids[m, earlier] != number
            if fresh and found < ids.shape[1]:
                ids[m, found], turns[m, found], likeness[m, found] = number, columns[c] % 4, values[c]
                found += 1
        for c in range(found, ids.shape[1]):  # others are less like it than any that was looked at
            ids[m, c], turns[m, c], likeness[m, c] = ids[m, 0], turns[m, 0], values[count - 1]
