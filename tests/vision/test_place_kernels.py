"""The likest readings of each place, held against the same said plainly, one square after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.kernels.places import best_of_each

SAME, LEAST, NEAR, TRIED, MOST = 0.3, 0.5, 0.25, 3, 4


def plainly(centres, sides, ids, likeness):
    """Return (place, square, column) of what is tried, by sorting."""
    free, told, place = set(range(len(sides))), [], 0
    for first in range(len(sides)):
        if first not in free or place == MOST:
            continue
        apart = np.hypot(*(centres - centres[first]).T)
        here = [k for k in sorted(free) if apart[k] < SAME * max(sides[first], sides[k])]
        free -= set(here)
        each = sorted((-likeness[k, c], k, c) for k in here for c in range(ids.shape[1]))
        best = {}
        for less, k, c in each:
            best.setdefault(ids[k, c], (-less, k, c))
        likest = list(best.values())[:TRIED]
        told += [(place, k, c) for like, k, c in likest if like > max(LEAST, likest[0][0] - NEAR)]
        place += 1
    return told


@given(st.integers(0, 12), st.integers(0, 10**6))
def test_it_is_what_sorting_says(count, seed):
    dice = np.random.default_rng(seed)
    centres, sides = dice.uniform(0, 60, (count, 2)), dice.uniform(15, 40, count)
    ids = dice.integers(0, 5, (count, 2)).astype(np.intp)
    likeness = dice.uniform(0.4, 1, (count, 2)).astype(np.float32)
    places, squares, columns = (np.empty(MOST * TRIED, np.intp) for _ in range(3))
    many = best_of_each(centres, sides, ids, likeness, SAME, LEAST, NEAR, TRIED, MOST, places, squares, columns)
    told = list(zip(places[:many].tolist(), squares[:many].tolist(), columns[:many].tolist(), strict=True))
    assert told == plainly(centres, sides, ids, likeness)
