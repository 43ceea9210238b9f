"""Tables of rows: some taken, put back and joined."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.rows import Rows


@dataclass(frozen=True, eq=False)
class Pair(Rows):
    one: NDArray[np.float64]
    two: NDArray[np.float64]


def pair(*numbers: float) -> Pair:
    return Pair(np.array(numbers), np.array([[number, -number] for number in numbers]))


def test_some_are_taken_and_put_back():
    whole = pair(1, 2, 3)
    some = whole.of(np.array([2, 0]))
    assert some.one.tolist() == [3, 1]
    assert some.two.tolist() == [[3, -3], [1, -1]]
    some.one[0] = 9
    assert whole.one.tolist() == [1, 2, 3]
    whole.put(np.array([2, 0]), some)
    assert whole.one.tolist() == [1, 2, 9]


@pytest.mark.parametrize("cuts", [[], [1], [1, 2]])
def test_lots_are_joined_in_their_order(cuts):
    whole = pair(1, 2, 3)
    parts = [whole.of(slice(a, b)) for a, b in zip([0, *cuts], [*cuts, 3], strict=True)]
    assert Pair.joined(parts).two.tolist() == whole.two.tolist()
