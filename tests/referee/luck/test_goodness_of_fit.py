"""What is said of dice: fair ones are hardly ever called unusual, loaded ones are, few say nothing."""

from math import sqrt

import numpy as np
import pytest

from referee.luck.goodness_of_fit import assess_fairness, die_kind, told_together
from rules.registry import game_named

BATTLE, D6, NAC = (die_kind(game_named(game).die) for game in ("ancients", "ambush", "rommel"))


@pytest.mark.ci
def test_fair_matches_are_called_unusual_in_at_most_one_of_twenty() -> None:
    """Four groups of one match each, overlapping as a passport's do: Holm holds whatever they have in common."""
    rng, many, unusual = np.random.default_rng(6), 400, 0
    for _ in range(many):
        dice = [int(face) for face in rng.integers(1, 7, size=60)]
        sides = [dice[0::2], dice[1::2]]
        groups = told_together([assess_fairness(D6, some, "all", "") for some in (dice, *sides, dice[:40])])
        unusual += any(group.verdict == "unusual" for group in groups)
    assert unusual / many < 0.05 + 3 * sqrt(0.05 * 0.95 / many)


def test_a_loaded_die_is_called_unusual() -> None:
    rng = np.random.default_rng(9)
    dice = [int(face) for face in rng.choice(6, size=120, p=[0.1, 0.12, 0.12, 0.13, 0.13, 0.4]) + 1]
    (group,) = told_together([assess_fairness(D6, dice, "all", "")])
    assert group.verdict == "unusual"
    six = group.faces[5]
    assert six.low > 1 / 6
    assert six.count / 120 > six.band[1]


def test_few_dice_say_nothing() -> None:
    for dice in ([], [6], [6, 6]):
        group = assess_fairness(D6, dice, "all", "")
        assert (group.verdict, group.smallest_bias) == ("too_few", None)
        assert group.mean == (6.0 if dice else None)


@pytest.mark.ci
def test_bayes_interval_covers_on_average_over_the_dice_it_thinks_of() -> None:
    rng, hits, many = np.random.default_rng(12), 0, 1500
    for _ in range(many):
        true = rng.dirichlet([1.0] * 6)
        face = assess_fairness(D6, [int(die) for die in rng.choice(6, size=25, p=true) + 1], "all", "").faces[2]
        hits += face.low <= true[2] <= face.high
    assert abs(hits / many - 0.95) < 4 * sqrt(0.95 * 0.05 / many)


@pytest.mark.ci
def test_the_band_holds_what_fair_dice_show() -> None:
    rng, many, inside = np.random.default_rng(13), 1000, 0
    for _ in range(many):
        face = assess_fairness(NAC, [int(die) for die in rng.choice([2, 3, 3, 4, 4, 5], size=40)], "all", "").faces[1]
        inside += face.band[0] <= face.count / 40 <= face.band[1]
    assert inside / many > 0.95 - 3 * sqrt(0.95 * 0.05 / many)


def test_signs_have_no_mean() -> None:
    group = assess_fairness(BATTLE, ["flag", "flag", "red", "green", "blue", "leader", "sword"], "source", "table")
    assert (group.mean, group.p_mean, group.fair_mean) == (None, None, None)
    assert group.run == ("flag", 2)


def test_looking_at_more_makes_each_weigh_less() -> None:
    dice = [1] * 9 + [2, 3, 4, 5, 6] * 2
    alone = told_together([assess_fairness(D6, dice, "all", "")])[0]
    among = told_together(
        [assess_fairness(D6, dice, "all", "")] + [assess_fairness(D6, [1, 2, 3, 4, 5, 6] * 4, "all", "")] * 5
    )[0]
    assert alone.p_uneven == among.p_uneven
    assert among.least_p == pytest.approx(6 * alone.least_p)
    assert told_together([]) == []
