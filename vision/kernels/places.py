"""Squares that are one and the same, and which readings each place is worth."""

import numpy as np

from vision.arrays import Floats, Indices, Light
from vision.compiled import compiled


@compiled
def first_of_each(quads_px: Floats, centres: Floats, sides: Floats, by_x: Indices, near: float, fresh: Indices) -> int:
    """Fill in which quads (M, 4, 2) px have none before them whose corners all lie within ``near`` sides; how many.

    ``by_x`` (M,) is their order from left to right.
    """
    twin = np.zeros(len(by_x), np.bool_)
    for i in range(len(by_x)):
        one = by_x[i]
        for j in range(i + 1, len(by_x)):
            other = by_x[j]
            most = near * min(sides[one], sides[other])
            if centres[other, 0] - centres[one, 0] > near * sides[one]:
                break
            if abs(centres[other, 1] - centres[one, 1]) > most or twin[one] or twin[other]:
                continue
            for turn in range(4):
                off = 0.0
                for k in range(4):
                    for axis in range(2):
                        off = max(off, abs(quads_px[one, k, axis] - quads_px[other, (k + turn) % 4, axis]))
                if off < most:
                    twin[max(one, other)] = True
    count = 0
    for k in range(len(twin)):
        if not twin[k]:
            fresh[count] = k
            count += 1
    return count


@compiled
def worth_a_try(
    best_first: Indices, centres: Floats, sides: Floats, ids: Indices, likeness: Light, same_sides: float, plain: float,
    least: float, near: float, places: Indices, quads: Indices, columns: Indices, rivals: Floats,
) -> int:  # fmt: skip
    """Fill in, place by place, the best reading of squares ``best_first`` (K,), and the next best where it is close.

    Squares nearer than ``same_sides`` share a place. ``ids`` and ``likeness`` (M, 2) are each square's readings. A next
    best is left out where the best one's misfit is less than ``plain`` of its own: ``rivals`` says how like it was.
    """
    free = np.ones(len(best_first), np.bool_)
    count, place = 0, 0
    for i in range(len(best_first)):
        if not free[i]:
            continue
        best = best_first[i]
        rival, quad, column = -1.0, best, 0
        for j in range(i, len(best_first)):
            other = best_first[j]
            apart_x, apart_y = centres[other, 0] - centres[best, 0], centres[other, 1] - centres[best, 1]
            most = same_sides * max(sides[best], sides[other])
            if not free[j] or apart_x * apart_x + apart_y * apart_y >= most * most:
                continue
            free[j] = False
            for c in range(2):
                if ids[other, c] != ids[best, 0] and likeness[other, c] > rival:
                    rival, quad, column = likeness[other, c], other, c
        alone = 1 - likeness[best, 0] < plain * (1 - rival)
        places[count], quads[count], columns[count], rivals[count] = place, best, 0, rival if alone else 0.0
        count += 1
        if not alone and rival > max(least, likeness[best, 0] - near):
            places[count], quads[count], columns[count], rivals[count] = place, quad, column, 0.0
            count += 1
        place += 1
    return count


@compiled
def best_of_each(
    centres: Floats, sides: Floats, ids: Indices, likeness: Light, same_sides: float, least: float, near: float,
    tried: int, most: int, places: Indices, quads: Indices, columns: Indices,
) -> int:  # fmt: skip
    """Fill in, place by place, the likest readings of K squares, best first: one of each id, ``tried`` at most.

    Squares nearer than ``same_sides`` share a place. ``ids`` and ``likeness`` (K, R) are each square's readings. One
    less like it than ``least``, or than the place's best by ``near``, is left out; so are places beyond ``most``.
    """
    free = np.ones(len(sides), np.bool_)
    best_quads, best_columns = np.empty(tried, np.intp), np.empty(tried, np.intp)
    count = place = 0
    for i in range(len(sides)):
        if place == most:
            break
        if not free[i]:
            continue
        found = 0
        for j in range(i, len(sides)):
            apart_x, apart_y = centres[j, 0] - centres[i, 0], centres[j, 1] - centres[i, 1]
            reach = same_sides * max(sides[i], sides[j])
            if not free[j] or apart_x * apart_x + apart_y * apart_y >= reach * reach:
                continue
            free[j] = False
            for c in range(ids.shape[1]):
                at = 0  # where its id stands already, or behind the last
                while at < found and ids[best_quads[at], best_columns[at]] != ids[j, c]:
                    at += 1
                if at == found < tried:
                    found += 1
                else:
                    at = min(at, found - 1)
                    if likeness[j, c] <= likeness[best_quads[at], best_columns[at]]:
                        continue
                while at > 0 and likeness[best_quads[at - 1], best_columns[at - 1]] < likeness[j, c]:
                    best_quads[at], best_columns[at] = best_quads[at - 1], best_columns[at - 1]
                    at -= 1
                best_quads[at], best_columns[at] = j, c
        highest = likeness[best_quads[0], best_columns[0]]
        for k in range(found):
            if likeness[best_quads[k], best_columns[k]] > max(least, highest - near):
                places[count], quads[count], columns[count] = place, best_quads[k], best_columns[k]
                count += 1
        place += 1
    return count
