"""A push of the whole board is found by those who stand; who was dragged beside it does not count."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.falls.board_push import Push, push_between

GRID = np.array([(x, y) for x in (6.0, 15.0, 24.0, 33.0) for y in (10.0, 40.0, 70.0, 85.0)])


def pushed(degrees: float, dx: float, dy: float) -> Push:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Push(np.array([[cos, -sin], [sin, cos]]), np.array([dx, dy]))


@pytest.mark.ci
@given(st.floats(-2, 2), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_a_turn_and_a_shift_are_found(degrees: float, dx: float, dy: float) -> None:
    true = pushed(degrees, dx, dy)
    found = push_between(GRID, true.after(GRID))
    assert found.after(GRID) == pytest.approx(true.after(GRID), abs=1e-9)
    assert found.before(found.after(GRID)) == pytest.approx(GRID, abs=1e-9)


def test_who_was_dragged_does_not_count() -> None:
    true = pushed(0.4, 0.3, -0.2)
    after = true.after(GRID)
    after[[2, 7, 11]] += [(1.1, 0.4), (-0.8, 0.0), (0.0, 2.0)]
    assert push_between(GRID, after).after(GRID) == pytest.approx(true.after(GRID), abs=1e-6)


def test_three_figures_tell_no_push() -> None:
    assert push_between(GRID[:3], GRID[:3] + 0.4).shift.tolist() == [0.0, 0.0]


def test_nobody_tells_none() -> None:
    assert push_between(np.zeros((0, 2)), np.zeros((0, 2))).turn.tolist() == [[1, 0], [0, 1]]


def test_figures_close_together_tell_a_shift_only() -> None:
    close = np.array([(6.0, 10.0), (7.0, 10.0), (6.0, 11.0), (7.0, 11.0), (6.5, 12.0)])
    found = push_between(close, close + np.array([0.2, 0.1]))
    assert found.turn.tolist() == [[1, 0], [0, 1]]
    assert found.shift == pytest.approx((0.2, 0.1))
