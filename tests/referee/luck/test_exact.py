"""Exact p of fair dice: against counting every throw there is, and uniform where dice are fair."""

from collections.abc import Iterator
from math import factorial, prod, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from referee.luck.exact import chi_square, critical_index, p_uneven, power_of, smallest_bias, upper_tail
from referee.luck.goodness_of_fit import die_kind, kind_of
from rules.registry import game_named

BATTLE, D6, NAC = (die_kind(game_named(game).die) for game in ("ancients", "ambush", "rommel"))

FAIR = (1,) * 6


def throws(count: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which so many dice can show their faces."""
    if faces == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in throws(count - first, faces - 1):
            yield (first, *rest)


def counted(counts: tuple[int, ...], sides: tuple[int, ...]) -> float:
    """p by going through every throw."""
    total, count = sum(sides), sum(counts)
    return sum(
        factorial(count) * prod((side / total) ** c / factorial(c) for c, side in zip(fell, sides, strict=True))
        for fell in throws(count, len(sides))
        if chi_square(fell, sides) >= chi_square(counts, sides) - 1e-9
    )


@pytest.mark.ci
@given(st.sampled_from([(1,) * 6, (1, 2, 2, 1), (1, 1), (3, 1, 2)]).flatmap(
    lambda sides: st.tuples(st.just(sides), st.lists(st.integers(0, 3), min_size=len(sides), max_size=len(sides)))
))  # fmt: skip
def test_p_is_that_of_every_throw_gone_through(told: tuple[tuple[int, ...], list[int]]) -> None:
    sides, counts = told
    assert p_uneven(counts, sides) == pytest.approx(counted(tuple(counts), sides), abs=1e-9)


@pytest.mark.ci
def test_extremes() -> None:
    assert p_uneven((0,) * 6, FAIR) == 1.0
    assert p_uneven((5, 0, 0, 0, 0, 0), FAIR) == pytest.approx(6 / 6**5)
    assert p_uneven((10,) * 6, FAIR) == pytest.approx(1.0)
    assert p_uneven((400, 0, 0, 0, 0, 0), FAIR) == 0.0
    assert p_uneven((900, 800, 850, 870, 880, 700), FAIR) == pytest.approx(
        chi2.sf(chi_square((900, 800, 850, 870, 880, 700), FAIR), 5)
    )


@pytest.mark.ci
def test_many_dice_come_near_the_curve() -> None:
    counts = (118, 84, 97, 92, 103, 106)
    assert p_uneven(counts, FAIR) == pytest.approx(chi2.sf(chi_square(counts, FAIR), 5), abs=0.003)


@pytest.mark.parametrize(("kind", "count"), [(D6, 60), (D6, 200), (NAC, 90)])
def test_fair_dice_have_uniform_p(kind: object, count: int) -> None:
    """Kolmogorov and Smirnov: within the bound that fair dice exceed once in 1000 seeds, plus the largest step of p."""
    rng, many = np.random.default_rng(count), 3000
    found = np.sort([p_uneven([int(c) for c in rng.multinomial(count, kind.chances)], kind.sides) for _ in range(many)])  # type: ignore[attr-defined]
    _, tail = upper_tail(count, kind.sides, tuple(map(float, kind.sides)))  # type: ignore[attr-defined]
    step = float(np.max(-np.diff(tail)))
    ranks = np.arange(1, many + 1) / many
    away = max(np.max(ranks - found), np.max(found - (ranks - 1 / many)))
    assert away < 1.95 / sqrt(many) + step
    for alpha in (0.01, 0.05, 0.2):  # and never too often small
        assert np.mean(found <= alpha) < alpha + 4 * sqrt(alpha / many)


@pytest.mark.ci
def test_a_loaded_die_is_found_with_the_power_that_is_stated() -> None:
    rng, many = np.random.default_rng(5), 2000
    for count in (30, 100, 300):
        bias = smallest_bias(count, FAIR)
        assert bias is not None
        weights = [*([(1 - 1 / 6 - bias) / 5] * 5), 1 / 6 + bias]
        found = np.mean(
            [p_uneven([int(c) for c in fell], FAIR) <= 0.05 for fell in rng.multinomial(count, weights, many)]
        )
        assert abs(found - 0.8) < 4 * sqrt(0.8 * 0.2 / many)


def test_the_power_of_a_fair_die_is_at_most_alpha() -> None:
    for count in (5, 20, 60):
        assert 0.02 < power_of(count, FAIR, 0.0) <= 0.05


def test_too_few_dice_find_nothing() -> None:
    assert critical_index(1, FAIR, 0.05) is None
    assert [smallest_bias(count, FAIR) for count in (0, 1, 2)] == [None, None, None]
    assert smallest_bias(3, FAIR) == pytest.approx(0.7616, abs=1e-3)  # three alike: 0.928 cubed is 0.8
    found = [smallest_bias(count, FAIR) for count in (10, 30, 60, 61, 120, 500)]
    assert found == sorted(found, key=lambda bias: -(bias or 0))


def test_which_die_shows_a_face() -> None:
    assert kind_of("ambush", 6) == D6
    assert kind_of("rommel", 5) == NAC
    assert kind_of("rommel", 6) is None
    assert kind_of("ancients", "flag") == BATTLE
    assert kind_of("ambush", 7) is None
    assert kind_of("ambush", True) is None
    assert kind_of("yankee", "red") is None
