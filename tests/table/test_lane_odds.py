"""The probability that a base lies in a lane is what measuring both again and again gives."""

import math

import numpy as np
import pytest
from first_seed import one_in_ci

from table.corridor import Corridor, corridor_of, may_overlap, overlap
from table.lane_odds import both_positive
from table.stand import Base, Stand
from table.verdict import Verdict

LENGTH_CM = 20.0
DRAWS = 10_000
WORST = 0.06  # by which one probability may be off: two corners and a third limit in doubt at once
MEAN = 0.012  # of those in doubt alone, the draws' own noise included

SHOOTER = Stand("a", "us", "k", 0, 0, 0, 2.5, 2.0, 0.05, 0.3)


def sampled(stand: Stand, dice: np.random.Generator, draws: int) -> tuple[np.ndarray, np.ndarray]:
    places = np.array(stand.centre) + dice.normal(size=(draws, 2)) * stand.sigma_cm
    turns = np.radians(stand.heading_deg + dice.normal(size=draws) * stand.sigma_deg)
    return places, np.stack([np.cos(turns), np.sin(turns)], axis=1)


def rectangles(middles: np.ndarray, ahead: np.ndarray, width_cm: float, depth_cm: float) -> np.ndarray:
    left = ahead @ [[0, 1], [-1, 0]]
    return np.stack([middles + ahead * i * depth_cm / 2 + left * j * width_cm / 2 for i in (1, -1) for j in (1, -1)], 1)


def share_inside(shooter: Stand, other: Stand, dice: np.random.Generator, draws: int = DRAWS) -> float:
    """Return how often two rectangles overlap: no edge of either parts them."""
    (places, ahead), (others, theirs) = sampled(shooter, dice, draws), sampled(other, dice, draws)
    middles = places + ahead * (shooter.depth_cm + LENGTH_CM) / 2
    lane = rectangles(middles, ahead, shooter.width_cm, LENGTH_CM)
    base = rectangles(others, theirs, other.width_cm, other.depth_cm)
    inside = np.ones(draws, dtype=bool)
    for way in (ahead, ahead @ [[0, 1], [-1, 0]], theirs, theirs @ [[0, 1], [-1, 0]]):
        on_lane, on_base = np.einsum("nki,ni->nk", lane, way), np.einsum("nki,ni->nk", base, way)
        inside &= (on_lane.max(axis=1) > on_base.min(axis=1)) & (on_base.max(axis=1) > on_lane.min(axis=1))
    return float(inside.mean())


def free_lane(shooter: Stand) -> Corridor:
    """A lane of a shooter whose own base keeps nobody out."""
    made = corridor_of(shooter, LENGTH_CM)
    return Corridor(
        made.start_left, made.start_right, made.heading_deg, LENGTH_CM, made.sigma_cm, made.sigma_deg, made.behind_cm
    )


@pytest.mark.parametrize("line", one_in_ci([1.0, 1.0 + LENGTH_CM]), ids=["start", "end"])
def test_where_the_start_or_the_end_cuts_a_base_the_odds_are_those_of_many_tries(line):
    dice, off = np.random.default_rng(31), []
    while len(off) < 100:
        sigmas = dice.choice([0.03, 0.05, 0.2], 2)
        turns = dice.choice([0.1, 0.3, 0.6], 2)
        shooter = Stand("a", "us", "k", 0, 0, 0, 2.5, 2.0, sigmas[0], turns[0])
        heading = dice.choice([dice.uniform(-180, 180), dice.normal(0, 2) + 90 * dice.integers(4)])
        x, y = line + dice.uniform(-3, 3), dice.uniform(-5, 5)
        other = Stand("b", "cs", "k", x, y, heading, *dice.uniform(0.5, 6, 2), sigmas[1], turns[1])
        if 0.0 < share_inside(shooter, other, dice, 200) < 1.0:
            said = overlap(free_lane(shooter), other).judged().probability_in
            off.append(abs(said - share_inside(shooter, other, dice)))
    assert max(off) < WORST
    assert np.mean(off) < MEAN


@pytest.mark.parametrize("length_cm", [2.245, 2.25, 2.255])
def test_an_edge_almost_along_the_end_does_not_reach_in_by_its_length(length_cm):
    # Issue 16, point 12: with a sigma of 1 cm, its edge's length, P was 0.07; it is 20 sigmas beside the lane.
    lane = corridor_of(Stand("a", "a", "b", 0, 0, 0, 0.5, 1.0), length_cm)
    other = Stand("b", "cs", "k", 3, 2, 91, 0.5, 1.0, 0.05)
    assert overlap(lane, other).lateral.value < -1
    assert overlap(lane, other).judged().probability_in < 1e-9


def test_a_base_whose_edge_lies_on_the_start_line_is_too_close_however_far_it_reaches_in():
    astride = Stand("b", "cs", "k", -0.99, 0.5, 0, 3.0, 4.0, 0.05, 0.0)
    assert overlap(free_lane(SHOOTER), astride).judged().verdict is Verdict.CLOSE


def test_flush_bases_are_one_and_a_gap_between_two_may_hold_the_lane():
    for across, verdict in ((1.0, Verdict.IN), (2.6, Verdict.OUT)):
        bases = tuple(Base(0, side * across, 2, 2) for side in (1, -1))
        both = Stand("b", "cs", "k", 10, 0, 0, sigma_cm=0.05, sigma_deg=0.1, bases=bases)
        assert overlap(free_lane(SHOOTER), both).judged().verdict is verdict


def test_who_lies_in_a_hollow_is_not_in_the_lane():
    # A wedge of three flush bases, open towards the shooter; its lane ends in the hollow.
    wedge = Stand(
        "b", "cs", "k", 21.5, 0, 180, sigma_cm=0.03, bases=(Base(0, 0, 2, 3), Base(1, 2.5, 4, 2), Base(1, -2.5, 4, 2))
    )
    lane = Corridor((0, 0.4), (0, -0.4), 0, 19.75, 0.03, 0.0, 1.0)
    assert overlap(lane, wedge).judged().verdict is Verdict.OUT


@pytest.mark.parametrize("seed", range(20))
def test_two_numbers_are_both_positive_as_often_as_drawn(seed):
    dice = np.random.default_rng(seed)
    (h, k), together = dice.normal(size=2) * 1.5, float(dice.uniform(-1, 1))
    one, own = dice.normal(size=(2, 200_000))
    other = together * one + math.sqrt(1 - together**2) * own
    assert both_positive(h, k, together) == pytest.approx(np.mean((one < h) & (other < k)), abs=0.005)


@pytest.mark.parametrize(("together", "both"), [(1.0, 0.5), (-1.0, 0.0), (0.0, 0.25), (0.5, 1 / 3)])
def test_the_corners_of_two_numbers(together, both):
    assert both_positive(0.0, 0.0, together) == pytest.approx(both)
    assert both_positive(9.0, 0.0, together) == pytest.approx(0.5)
    assert both_positive(-40.0, 0.0, together) == 0.0


def test_a_point_does_not_lie_in_a_lane_that_is_a_point():
    lane = corridor_of(Stand("a", "us", "k", 0, 0, 0, 0.0, 2.5, 0.05, 0.3), 0.0)
    assert overlap(lane, Stand("b", "us", "k", 5, 3, 0, sigma_cm=0.05)).odds == 0.0


def test_only_a_heading_that_errs_may_bring_a_base_into_the_lane():
    far = Stand("b", "cs", "k", 20.0, 1.8, 0, 1.0, 1.0, 0.0, 0.0)
    turning = free_lane(Stand("a", "us", "k", 0, 0, 0, 2.5, 2.0, 0.0, 1.0))
    assert 0.3 < overlap(turning, far).judged().probability_in < 0.5
    assert may_overlap(turning, far)
