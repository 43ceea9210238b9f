"""What all markers do together is the camera's; what one does alone is not."""

import numpy as np
import pytest

from vision.camera_check.shake import STILL, Shakes, shake_of

DICE = np.random.default_rng(4)
AT = DICE.uniform(-500, 500, (20, 2))


def _off(right, down, turn, growth):
    return np.array([right, down]) + growth * AT + turn * np.column_stack([-AT[:, 1], AT[:, 0]])


@pytest.mark.parametrize("numbers", [(0.3, -0.2, 0, 0), (0, 0, 2e-4, 0), (0.1, 0.1, -1e-4, 3e-4)])
def test_shift_turn_and_growth_are_told_exactly(numbers):
    told = shake_of(_off(*numbers), AT)
    np.testing.assert_allclose(told.numbers, numbers, atol=1e-12)
    np.testing.assert_allclose(told.moved_px(AT), _off(*numbers), atol=1e-9)


def test_markers_that_go_their_own_way_do_not_count():
    off = _off(0.3, -0.2, 0, 0)
    off[:4] += [5, -7]
    told = shake_of(off, AT)
    np.testing.assert_allclose(told.numbers, [0.3, -0.2, 0, 0], atol=1e-9)
    assert told.kept == pytest.approx(1 - 2 / 16)


@pytest.mark.ci
def test_what_is_left_of_their_own_scatter_is_known():
    left = []
    for _ in range(400):
        off = DICE.normal(0, 0.01, (20, 2))
        told = shake_of(off, AT)
        left.append(np.square(off - told.moved_px(AT)).mean())
    assert np.mean(left) == pytest.approx(0.01**2 * told.kept, rel=0.03)


def test_few_markers_tell_only_a_shift():
    off = _off(0.5, 1, 0, 0)[:5]
    off[3] += 9
    told = shake_of(off, AT[:5])
    np.testing.assert_allclose(told.numbers, [0.5, 1, 0, 0], atol=1e-9)
    assert told.kept == pytest.approx(1 - 1 / 4)
    assert shake_of(off[:2], AT[:2]) is STILL


def test_sums_of_shakes():
    shakes, middle = Shakes(), np.array([300.0, 400.0])
    assert shakes.told(middle) is None
    numbers = DICE.normal(0, [0.2, 0.2, 1e-4, 1e-4], (500, 4))
    for one in numbers:
        shakes.add(one)
    told = shakes.told(middle)
    assert told.shift_px == pytest.approx(np.sqrt(numbers[:, :2].var(axis=0, ddof=1).mean()))
    assert told.corner_px == pytest.approx(500 * numbers[:, 3].std(ddof=1))
