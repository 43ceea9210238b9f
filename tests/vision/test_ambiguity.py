"""What is bare of a marker tells its id, or leaves it open."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dictionary import dictionary, patterns
from vision.search.acceptance import unmistakable

BITS = patterns(dictionary("4x4_50")).astype(float)


def pair(differs: list[tuple[int, int]]) -> np.ndarray:
    """Two patterns that differ in these modules only, and that no turn makes more alike."""
    one = np.zeros((6, 6))
    one[1, 1:5] = one[2, 1:3] = 1
    other = one.copy()
    for row, column in differs:
        other[row, column] = 1 - other[row, column]
    return np.array([one, other])


def untold(*modules: tuple[int, int]) -> np.ndarray:
    """Which modules do not tell their shade, those of the margin counted: the marker's first is (1, 1)."""
    off = np.zeros((1, 8, 8), bool)
    for row, column in modules:
        off[0, row + 1, column + 1] = True
    return off


THREE = [(3, 3), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    ("covered", "wrong", "clear"),
    [([], 0, True), ([(1, 1)], 0, True), ([(3, 3)], 0, True), ([(3, 3), (3, 4)], 0, False), ([(1, 1)], 1, True),
     ([(1, 1)], 2, False), (THREE, 0, False)],
)  # fmt: skip
def test_two_modules_must_be_left_that_tell_and_one_more_for_each_wrong_one(covered, wrong, clear):
    said = unmistakable(np.array([0]), untold(*covered), np.array([float(wrong)]), pair(THREE), (0, 1))
    assert said.tolist() == [clear]


def test_only_those_waited_for_are_rivals_and_none_is_its_own():
    covered = untold(*THREE)
    assert unmistakable(np.array([0]), covered, np.zeros(1), pair(THREE), (0,)).all()
    assert unmistakable(np.array([0]), covered, np.zeros(1), pair(THREE), ()).all()
    assert not unmistakable(np.array([0]), covered, np.zeros(1), pair(THREE), (1,)).any()


@pytest.mark.ci
@given(st.integers(0, 49), st.integers(0, 2**16 - 1))
def test_it_counts_as_by_hand(number, covers):
    off = np.zeros((1, 8, 8), bool)
    off[0, 2:6, 2:6] = np.array([covers >> k & 1 for k in range(16)], bool).reshape(4, 4)
    bare = ~off[0, 1:-1, 1:-1]
    least = min(
        (np.rot90(BITS[other], turn)[bare] != BITS[number][bare]).sum()
        for other in range(50)
        for turn in range(4)
        if other != number
    )
    said = unmistakable(np.array([number]), off, np.zeros(1), BITS, range(50))
    assert bool(said[0]) == (least >= 2 or not covers)
