"""Sums and runs: against every throw there is."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.luck.goodness_of_fit import die_kind, longest_run, mean_of, p_of_run, p_of_sum
from rules.registry import game_named

D6, NAC = (die_kind(game_named(game).die) for game in ("ambush", "rommel"))

NAC_SIDES = (2, 3, 3, 4, 4, 5)


@pytest.mark.ci
@pytest.mark.parametrize(("kind", "sides"), [(D6, (1, 2, 3, 4, 5, 6)), (NAC, NAC_SIDES)])
def test_sums_and_runs_are_those_of_every_throw(kind: object, sides: tuple[int, ...]) -> None:
    every = list(itertools.product(sides, repeat=5))
    mean = 5 * mean_of(kind)  # type: ignore[arg-type]
    for dice in ([2, 2, 3, 3, 4], [5, 5, 5, 5, 5], [2, 4, 3, 4, 5]):
        far = np.mean([abs(sum(fell) - mean) >= abs(sum(dice) - mean) - 1e-9 for fell in every])
        assert p_of_sum(kind, len(dice), sum(dice)) == pytest.approx(far)  # type: ignore[arg-type]
    for long in range(1, 6):
        runs = np.mean([(longest_run(fell) or (0, 0))[1] >= long for fell in every])
        assert p_of_run(kind, 5, long) == pytest.approx(runs)  # type: ignore[arg-type]


@given(st.lists(st.integers(1, 6), max_size=40))
def test_the_longest_run_is_in_the_dice(dice: list[int]) -> None:
    run = longest_run(dice)
    if not dice:
        assert run is None
        return
    assert run is not None
    text = "".join(map(str, dice))
    assert str(run[0]) * run[1] in text
    assert not any(str(face) * (run[1] + 1) in text for face in range(1, 7))


def test_a_long_match() -> None:
    assert p_of_run(D6, 300, 3) > 0.99
    assert p_of_run(D6, 300, 8) < 0.001
    assert p_of_run(D6, 3, 4) == 0.0
    assert p_of_sum(D6, 200, 700) == pytest.approx(1.0)
    assert p_of_sum(D6, 100, 600) < 1e-12
