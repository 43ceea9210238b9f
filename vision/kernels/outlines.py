"""Dark patches of a picture: how much darker than nearby, runs of dark pixels that touch, four corners of each."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Grey
from vision.compiled import compiled

TILE_PX = 8
MOST_DARKER = 127  # grey levels: all that the runs can tell
_SOME = 6  # of so many rows and columns, one is counted
_RAGGED = 3  # runs for each pixel of width and height: more are no square's
_NO_DIAGONAL = 0.1  # of what lies on the other side of it: with less the line is one of the patch's sides
# What is known of a patch: its box, the row at hand, sums over the rows before, how many runs it has.
_LEFT, _RIGHT, _TOP, _BOTTOM, _FROM, _TO, _MIDDLES, _WIDTHS, _FIRST_WIDTH, _RUNS = range(10)
_EACH_BYTE = np.uint64(0x0101010101010101)
_HIGH_BITS = np.uint64(0x8080808080808080)
_GATHER = np.uint64(0x0102040810204080)  # brings the lowest bits of eight bytes together in the highest byte


@compiled
def darker_than_nearby(grey: Grey, reach: int, darker: Grey, tiles: Grey, counts: NDArray[np.int32]) -> None:
    """Fill in by how much each pixel is darker than the mean about it, ``reach`` px each way.

    ``darker`` (H, W or wider) gets that; ``tiles``, a row and a column for each 8 px or part of 8, the mean
    difference; ``counts`` (256,) how often each grey level of ``darker`` is found on some pixels.
    """
    height, width = grey.shape
    side = 2 * reach + 1
    share = np.uint32((1 << 16) // (side * side) + 1)
    half = np.uint16(side * side // 2)
    column = np.zeros(width + 2 * reach, np.uint16)  # sums over the rows nearby
    inner = column[reach : reach + width]
    box = np.zeros(width, np.uint16)
    down = np.zeros(darker.shape[1], np.uint16)
    for y in range(-reach, reach + 1):
        row = grey[min(max(y, 0), height - 1)]
        for x in range(width):
            inner[x] += row[x]
    for y in range(height):
        if y > 0:
            coming, leaving = grey[min(y + reach, height - 1)], grey[max(y - reach - 1, 0)]
            for x in range(width):
                inner[x] += np.uint16(coming[x]) - np.uint16(leaving[x])
        for k in range(reach):
            column[k] = column[reach]
            column[reach + width + k] = column[reach + width - 1]
        for x in range(width):
            box[x] = column[x] + half
        for k in range(1, side, 2):
            one, two = column[k : k + width], column[k + 1 : k + 1 + width]
            for x in range(width):
                box[x] += one[x] + two[x]
        here, out = grey[y], darker[y]
        for x in range(width):
            mean = np.uint8((np.uint32(box[x]) * share) >> np.uint32(16))
            top = max(mean, here[x])
            out[x] = min(np.uint8(top - here[x]), np.uint8(MOST_DARKER))
            down[x] += np.uint8(top - min(mean, here[x]))
        if y % _SOME == 0:
            for x in range(0, width, _SOME):
                counts[out[x]] += 1
        if y % TILE_PX == TILE_PX - 1 or y == height - 1:
            high = y % TILE_PX + 1
            for t in range(tiles.shape[1]):
                wide = min(TILE_PX, width - TILE_PX * t)
                total = 0
                for k in range(TILE_PX):
                    total += down[TILE_PX * t + k]
                tiles[y // TILE_PX, t] = (total + high * wide // 2) // (high * wide)
            down[:] = 0


@compiled
def _first_bits() -> NDArray[np.int32]:
    table = np.zeros(256, np.int32)
    for k in range(1, 256):
        while not (k >> table[k]) & 1:
            table[k] += 1
    return table


@compiled
def dark_runs(
    words: NDArray[np.uint64], busy: Bools, least: int, each: int, reach: int, runs: NDArray[np.int32],
    parents: NDArray[np.int32],
) -> int:  # fmt: skip
    """Find runs of pixels darker than ``least`` in busy tiles and unite those that touch; return how many there are.

    ``words`` (H, W / 8) are a picture's bytes, eight together, of which only ``each`` so manieth row is looked at.
    With a ``reach`` of 1 runs that meet only at a corner touch, too; with 0 they do not.
    ``runs`` (R, 3) gets row, first and last column, by rows; ``parents`` (R,) leads to a run's patch's first. It ends
    when these are full.
    """
    table = _first_bits()
    over = _EACH_BYTE * np.uint64(MOST_DARKER - least)
    tiles = np.zeros(busy.shape[1] + 1, np.int32)
    count, before, after, many, strip = 0, 0, 0, 0, -1  # the row above has runs before .. after
    for y in range(0, len(words), each):
        if y // TILE_PX != strip:
            strip, many = y // TILE_PX, 0
            for t in range(busy.shape[1]):
                tiles[many] = t
                many += busy[strip, t]
        row = words[y]
        first = count
        inside, ended = 0, 0  # whether a run goes on, and where the last tile looked at ends
        for n in range(many):
            t = tiles[n]
            if inside and ended != TILE_PX * t:
                runs[count, 2] = ended - 1
                count += 1
                inside = 0
            ended = TILE_PX * t + TILE_PX
            over_least = ((row[t] + over) & _HIGH_BITS) >> np.uint64(7)
            bits = np.int64((over_least * _GATHER) >> np.uint64(56))
            if bits == 255 * inside:
                continue
            edges = (bits ^ ((bits << 1) | inside)) & 255
            while edges:
                x = TILE_PX * t + table[edges]
                edges &= edges - 1
                if inside:
                    runs[count, 2] = x - 1
                    count += 1
                else:
                    if count == len(runs):
                        return count
                    runs[count, 0], runs[count, 1], parents[count] = y, x, count
                inside = 1 - inside
        if inside:
            runs[count, 2] = ended - 1
            count += 1
        above = before
        for run in range(first, count):
            while above < after and runs[above, 2] < runs[run, 1] - reach:
                above += 1
            root, touching = run, above
            while touching < after and runs[touching, 1] <= runs[run, 2] + reach:
                other = touching
                while parents[other] != other:
                    parents[other] = parents[parents[other]]
                    other = parents[other]
                if root == run:
                    root = other
                elif other < root:
                    parents[root] = other
                    root = other
                else:
                    parents[other] = root
                touching += 1
            parents[run] = root
            above = max(above, touching - 1)
        before, after = first, count
    return count


@compiled
def four_corners(
    runs: NDArray[np.int32], parents: NDArray[np.int32], least_px: int, most_long: float, least_full: float,
    most_full: float,
) -> Floats:  # fmt: skip
    """Return four corners (M, 4, 2) px of each patch of runs that is about a quad, clockwise on the screen.

    A patch is at least ``least_px`` wide and high, no more than ``most_long`` times longer than wide, and what its
    outline encloses is a share of its corners' area between ``least_full`` and ``most_full``.
    """
    count = len(runs)
    patch = np.zeros(count, np.int32)
    patches = 0
    for run in range(count):
        if parents[run] == run:
            patch[run] = patches
            patches += 1
        else:  # a patch's first run comes before its others
            parents[run] = parents[parents[run]]
            patch[run] = patch[parents[run]]
    of = np.zeros((patches, 10), np.int32)
    for run in range(count):
        it, y, first, last = of[patch[run]], runs[run, 0], runs[run, 1], runs[run, 2]
        if it[_RUNS] == 0:
            it[_LEFT], it[_RIGHT], it[_TOP], it[_BOTTOM] = first, last, y, y
            it[_FROM], it[_TO], it[_FIRST_WIDTH] = first, last, -1
        elif it[_BOTTOM] != y:
            it[_MIDDLES] += it[_TO] + it[_FROM]
            it[_WIDTHS] += it[_TO] - it[_FROM]
            if it[_FIRST_WIDTH] < 0:
                it[_FIRST_WIDTH] = it[_TO] - it[_FROM]
            it[_BOTTOM], it[_FROM], it[_TO] = y, first, last
        else:
            it[_TO] = last
        it[_RUNS] += 1
        it[_LEFT], it[_RIGHT] = min(it[_LEFT], first), max(it[_RIGHT], last)
    number = np.zeros(patches, np.int32)
    fair = 0
    for k in range(patches):
        it = of[k]
        wide, high = it[_RIGHT] - it[_LEFT] + 1, it[_BOTTOM] - it[_TOP] + 1
        low, high = min(wide, high), max(wide, high)
        number[k] = -1
        if low >= least_px and high <= most_long * low and it[_RUNS] <= _RAGGED * (low + high):
            number[k] = fair
            fair += 1
    middle = np.zeros((fair, 2))
    enclosed = np.zeros(fair)
    for k in range(patches):
        if number[k] >= 0:
            it, at = of[k], number[k]
            wide = it[_TO] - it[_FROM]
            middle[at, 0] = (it[_MIDDLES] + it[_TO] + it[_FROM]) / (2 * (it[_BOTTOM] - it[_TOP] + 1))
            middle[at, 1] = (it[_TOP] + it[_BOTTOM]) / 2
            enclosed[at] = it[_WIDTHS] + (wide - it[_FIRST_WIDTH]) / 2
    quads = np.zeros((fair, 4, 2))
    some = np.zeros(count, np.int32)
    many = 0
    for run in range(count):
        patch[run] = number[patch[run]]
        if patch[run] >= 0:
            some[many] = run
            many += 1
    farthest = np.zeros((fair, 2))
    for corner in range(0, 3, 2):
        for at in range(many):
            run = some[at]
            k = patch[run]
            y = runs[run, 0]
            for end in range(1, 3):
                x = runs[run, end]
                away = (x - middle[k, 0]) ** 2 + (y - middle[k, 1]) ** 2
                if away > farthest[k, corner // 2]:
                    farthest[k, corner // 2] = away
                    quads[k, corner, 0], quads[k, corner, 1] = x, y
        if corner == 0:
            for k in range(fair):
                middle[k, 0], middle[k, 1] = quads[k, 0, 0], quads[k, 0, 1]
                for side in range(1, 4):
                    quads[k, side, 0], quads[k, side, 1] = quads[k, 0, 0], quads[k, 0, 1]
    off = np.zeros((fair, 2))
    for at in range(many):
        run = some[at]
        k = patch[run]
        along_x, along_y = quads[k, 2, 0] - quads[k, 0, 0], quads[k, 2, 1] - quads[k, 0, 1]
        for end in range(1, 3):
            aside = along_x * (runs[run, 0] - quads[k, 0, 1]) - along_y * (runs[run, end] - quads[k, 0, 0])
            if aside < off[k, 0]:
                off[k, 0] = aside
                quads[k, 1, 0], quads[k, 1, 1] = runs[run, end], runs[run, 0]
            if aside > off[k, 1]:
                off[k, 1] = aside
                quads[k, 3, 0], quads[k, 3, 1] = runs[run, end], runs[run, 0]
    _spanning_a_side(runs, patch, some[:many], quads, off)
    good = 0
    for k in range(fair):
        area = (off[k, 1] - off[k, 0]) / 2
        share = (enclosed[k] + 1) / max(area, 1.0)
        if area > least_px**2 / 3 and least_full < share < most_full and _convex(quads[k], 0.1 * area):
            for corner in range(4):
                quads[good, corner, 0], quads[good, corner, 1] = quads[k, corner, 0], quads[k, corner, 1]
            good += 1
    return quads[:good]


@compiled
def _spanning_a_side(
    runs: NDArray[np.int32], patch: NDArray[np.int32], some: NDArray[np.int32], quads: Floats, off: Floats
) -> None:
    """Find the fourth corner of ``quads`` (fair, 4, 2) whose first and third span a side, no diagonal.

    The sides of a marker seen from far aside may be longer than its diagonals. ``off`` (fair, 2) is how far each
    reaches to either side of its first and third corner, as cross products; it gets what the fourth one adds.
    """
    third = np.zeros(len(quads), np.int32)  # of the three corners clockwise, the one that is on no such side; 0: none
    edge = np.zeros(len(quads), np.int32)  # the side of the three corners beyond which the fourth lies
    for k in range(len(quads)):
        left, right = -off[k, 0], off[k, 1]
        if min(left, right) < _NO_DIAGONAL * max(left, right):
            third[k] = 1 if left > right else 2
            for axis in range(2):
                if left < right:
                    quads[k, 1, axis], quads[k, 2, axis] = quads[k, 2, axis], quads[k, 3, axis]
    for again in range(2):  # the third may be anywhere on a side that is parallel: the fourth tells where it is
        for k in range(len(quads)):
            if third[k] and again:
                quads[k, third[k], 0], quads[k, third[k], 1] = quads[k, 3, 0], quads[k, 3, 1]
            if third[k]:
                off[k, 0], off[k, 1] = 0.0, _aside(quads[k], 0, quads[k, 2, 0], quads[k, 2, 1])
        for run in some:
            k = patch[run]
            if not third[k]:
                continue
            for end in range(1, 3):
                for side in range(3):
                    aside = _aside(quads[k], side, runs[run, end], runs[run, 0])
                    if aside < off[k, 0]:
                        off[k, 0], edge[k] = aside, side
                        quads[k, 3, 0], quads[k, 3, 1] = runs[run, end], runs[run, 0]
    for k in range(len(quads)):
        if third[k]:
            for place in range(3, edge[k] + 1, -1):
                for axis in range(2):
                    between = quads[k, place, axis]
                    quads[k, place, axis], quads[k, place - 1, axis] = quads[k, place - 1, axis], between


@compiled
def _aside(quad: Floats, side: int, x: float, y: float) -> float:
    """Return twice the area between a point and a side of the first three corners: less than 0 outside of them."""
    here, after = quad[side], quad[(side + 1) % 3]
    return float((after[0] - here[0]) * (y - here[1]) - (after[1] - here[1]) * (x - here[0]))


@compiled
def _convex(quad: Floats, least: float) -> bool:
    for k in range(4):
        before, here, after = quad[k - 1], quad[k], quad[(k + 1) % 4]
        if (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (after[0] - here[0]) <= least:
            return False
    return True
