"""Corridors: what lies in the lane ahead, what beside it, and who stands shoulder to shoulder."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from table.corridor import Corridor, corridor_of, local, overlap
from table.errors import BadGeometry
from table.footprint import footprint
from table.stand import Base, Stand
from table.verdict import Verdict

NAN = math.nan


def base(x=0.0, y=0.0, heading_deg=90.0, width_cm=2.5, depth_cm=2.0, sigma_cm=0.0, sigma_deg=0.0, **more) -> Stand:
    return Stand("s", "us", "infantry", x, y, heading_deg, width_cm, depth_cm, sigma_cm, sigma_deg, **more)


LANE = corridor_of(base(), 18)  # x from -1.25 to 1.25, y from 1 to 19


def test_the_lane_is_one_front_wide_straight_ahead():
    assert LANE.polygon.equals(shapely.box(-1.25, 1, 1.25, 19))
    assert (LANE.start, LANE.width_cm, LANE.behind_cm, LANE.base_cm) == ((0, 1), 2.5, 1, 2)
    tilted = corridor_of(base(10, 5, 30), 18)
    assert tilted.polygon.area == pytest.approx(2.5 * 18)
    twin = corridor_of(base(bases=(Base(1, 2, 2, 2), Base(-1, -2, 2, 2))), 10)
    assert twin.polygon.equals(shapely.box(-3, 2, 3, 12))


def test_in_its_own_axes():
    moved = local(corridor_of(base(10, 5, 0), 18), shapely.Point(21, 7))
    assert (moved.x, moved.y) == (10, 2)  # ten ahead of the front at x = 11, two to the left


@pytest.mark.parametrize(
    ("other", "lateral", "nearest", "farthest"),
    [
        (base(0, 10, -90), 2.5, 8, 10),  # straight ahead: 2.5 sideways and it is out
        (base(1, 10, -90), 1.5, 8, 10),
        (base(-1, 10, -90), 1.5, 8, 10),  # the same on the left
        (base(2.4, 10), 0.1, 8, 10),
        (base(2.5, 10), 0, 8, 10),  # touches the side line
        (base(3, 10), -0.5, 8, 10),  # half a cm beside it
        (base(-7, 10), -4.5, 8, 10),
        (base(0, 10, 90, 10, 2), 6.25, 8, 10),  # wider than the lane
        (base(0, 20, -90), 2.5, 18, 18.000001),  # its near edge at the very end
        (base(0, 20.5, -90), -0.5, 18.5, 20.5),  # beyond it
        (base(0, -5), -5, -7, -5),  # behind: as far as its front from the start line
        (base(5, -5), -math.hypot(2.5, 5), -7, -5),
        (base(0, 10, 0, 0, 0), 1.25, 9, 9),  # a point in the middle
        (base(1.25, 10, 0, 0, 0), 0, 9, 9),  # on the side line
        (base(0.5, 10, 90, 0, 4), 0.75, 7, 11),  # a line along it
        (base(0.5, 10, 90, 4, 0), 2.75, 9, 9),  # a line across it
        (base(1.75, 10, 45, 2, 2), math.sqrt(2) - 0.5, 9 - math.sqrt(2) + 0.5, 9 + math.sqrt(2) - 0.5),  # by a corner
    ],
)
def test_how_a_base_lies_to_the_lane(other, lateral, nearest, farthest):
    found = overlap(LANE, other)
    assert found.lateral.value == pytest.approx(lateral)
    assert found.inside is (lateral > 1e-6)
    assert found.judged().verdict is (Verdict.IN if lateral > 1e-6 else Verdict.OUT)
    assert found.nearest_cm.value == pytest.approx(nearest)
    assert found.farthest_cm == pytest.approx(farthest)
    assert found.polygon.is_empty is not found.inside


def test_the_part_inside_is_drawn_where_it_lies():
    found = overlap(corridor_of(base(10, 20, 0), 18), base(20, 21, 180))
    assert found.polygon.bounds == pytest.approx((19, 19.75, 21, 21.25))
    assert found.lateral.start == pytest.approx((21, 21.25))  # the lane's left side
    assert found.lateral.end == pytest.approx((21, 19.75))  # the base's far corner
    assert found.nearest_cm.value == pytest.approx(8)


def test_only_what_is_ahead_counts():
    # It covers the lane with its rear half behind the start line and is clear of it ahead.
    slanting = base(2.2, 0.2, 60, 1, 6)
    whole = local(LANE, footprint(slanting))
    assert whole.bounds[1] < 1.25
    assert overlap(LANE, slanting).lateral.value < 1.25 - whole.bounds[1] - 0.1


def test_a_gap_between_two_bases_may_hold_the_lane():
    astride = base(0, 10, bases=(Base(0, 3, 2, 2), Base(0, -3, 2, 2)))
    found = overlap(LANE, astride)
    assert found.lateral.value == pytest.approx(-0.75)
    assert not found.inside


@pytest.mark.parametrize("ahead", [-1.0, -0.3, 0.0, 0.3, 1.0, 1.6])
@pytest.mark.parametrize("squeezed", [-0.1, -0.02, 0.0, 0.02, 0.25])
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("sigma_cm", [0.0, 0.03])
def test_a_neighbour_shoulder_to_shoulder_never_lies_in_the_lane(ahead, squeezed, side, sigma_cm):
    shooter = base(sigma_cm=sigma_cm)
    neighbour = base(side * (2.5 + squeezed), ahead, sigma_cm=sigma_cm)
    found = overlap(corridor_of(shooter, 18), neighbour)
    assert found.judged().verdict is Verdict.OUT
    assert found.lateral.value <= 1e-6


def test_a_neighbour_that_the_base_keeps_out_has_no_odds():
    found = overlap(corridor_of(base(sigma_cm=0.03), 18), base(2.48, 0.3, sigma_cm=0.03))
    assert (found.lateral.value, found.lateral.sigma, found.odds) == (0.0, 0.0, None)


def test_a_neighbour_leaning_in_does_lie_in_it():
    # Its corner at the start line touches the shooter's; turned by 20 degrees its front reaches into the lane.
    leaning = base(2.62, 1.2, 110, 2.5, 2.0)
    found = overlap(LANE, leaning)
    assert found.lateral.value == pytest.approx(0.146636, abs=1e-6)
    assert found.judged().verdict is Verdict.IN
    noisy = overlap(corridor_of(base(sigma_cm=0.01), 18), replace(leaning, sigma_cm=0.01))
    assert noisy.judged().verdict is Verdict.IN


def test_a_heading_nobody_can_measure_is_no_leaning():
    shooter, neighbour = base(sigma_cm=0.03, sigma_deg=0.3), base(2.5, 0.4, 90.2, sigma_cm=0.03, sigma_deg=0.3)
    assert overlap(corridor_of(shooter, 18), neighbour).judged().verdict is Verdict.OUT


@pytest.mark.parametrize("sunk", [0.0, 0.02, 0.05])
@pytest.mark.parametrize("sigma_cm", [0.0, 0.03])
def test_an_enemy_in_contact_with_the_front_does_lie_in_it(sunk, sigma_cm):
    # Noise may have it overlap the shooter's base a little: that makes it no neighbour.
    shooter, enemy = base(sigma_cm=sigma_cm), base(0.5, 2 - sunk, -90, sigma_cm=sigma_cm)
    assert overlap(corridor_of(shooter, 18), enemy).judged().verdict is Verdict.IN


def test_near_the_side_line_it_is_too_close():
    noisy = corridor_of(base(sigma_cm=0.03), 18)
    assert overlap(noisy, base(2.52, 10, sigma_cm=0.03)).judged().verdict is Verdict.CLOSE
    assert overlap(noisy, base(2.48, 10, sigma_cm=0.03)).judged().verdict is Verdict.CLOSE
    assert overlap(noisy, base(2.3, 10, sigma_cm=0.03)).judged().verdict is Verdict.IN
    assert overlap(noisy, base(2.7, 10, sigma_cm=0.03)).judged().verdict is Verdict.OUT


def test_sigma_grows_with_the_way_ahead():
    noisy = corridor_of(base(sigma_cm=0.03, sigma_deg=0.5), 60)
    near, far = (overlap(noisy, base(1.5, y, sigma_cm=0.04)).lateral for y in (5, 50))
    assert far.sigma == pytest.approx(math.hypot(0.05, 51 * math.radians(0.5)))
    assert near.sigma == pytest.approx(math.hypot(0.05, 6 * math.radians(0.5)))


@pytest.mark.first(1)
@pytest.mark.parametrize("measure", [lambda o: o.lateral, lambda o: o.nearest_cm], ids=["lateral", "nearest"])
@pytest.mark.parametrize(
    "place",
    [pytest.param((12, 18.5), marks=pytest.mark.ci), pytest.param((14, 16.4), marks=pytest.mark.prove)],
    ids=["the lane's side cuts it", "its corner is nearest"],
)
def test_sigma_is_what_measuring_again_and_again_gives(measure, place):
    shooter = base(3, 4, 50, sigma_cm=0.03, sigma_deg=0.4)
    other = base(*place, 200, 2.5, 4, sigma_cm=0.04, sigma_deg=0.6)
    dice = np.random.default_rng(11)

    def again(s):
        dx, dy, turn = dice.normal(size=3) * (s.sigma_cm, s.sigma_cm, s.sigma_deg)
        return s.moved_to(s.x + dx, s.y + dy, s.heading_deg + turn)

    told = measure(overlap(corridor_of(shooter, 40), other))
    sampled = [measure(overlap(corridor_of(again(shooter), 40), again(other))).value for _ in range(1000)]
    assert told.sigma == pytest.approx(np.std(sampled), rel=0.06)


@pytest.mark.parametrize(
    "numbers",
    [
        {"start_left": (NAN, 0)},
        {"start_right": (0, math.inf)},
        {"heading_deg": NAN},
        {"length_cm": -1},
        {"length_cm": NAN},
        {"sigma_cm": -1},
        {"base_cm": NAN},
    ],
)
def test_what_is_no_corridor_is_refused(numbers):
    with pytest.raises(BadGeometry):
        replace(LANE, **numbers)


def test_a_stand_without_width_has_a_lane_without_width():
    line = corridor_of(base(width_cm=0, depth_cm=0), 10)
    assert line.polygon.area == 0
    assert overlap(line, base(0.5, 5)).lateral.value == pytest.approx(0.75)
    assert overlap(line, base(1.25, 5)).inside is False
    assert overlap(line, base(0, 20)).lateral.value == pytest.approx(-9)
    assert overlap(Corridor((0, 0), (0, 0), 90, 0), base(3, 4, width_cm=0, depth_cm=0)).lateral.value == pytest.approx(
        -5
    )


place = st.floats(-25, 25)


@given(place, place, st.floats(-180, 180), st.floats(0.2, 6), st.floats(0.2, 6))
def test_inside_is_what_shapely_calls_sharing_an_area(x, y, heading_deg, width_cm, depth_cm):
    other = base(x, y, heading_deg, width_cm, depth_cm)
    assume(shapely.distance(footprint(base()), footprint(other)) > 1e-6)  # else it may be a neighbour
    found = overlap(LANE, other)
    shared = LANE.polygon.intersection(footprint(other)).area
    if found.lateral.value > 1e-5:
        assert shared > 0
    elif found.lateral.value < -1e-5:
        assert shared < 1e-4


@given(place, place, st.floats(-180, 180), st.floats(0, 40), st.floats(0, 40))
def test_a_longer_lane_never_holds_less(x, y, heading_deg, one, other):
    short, long_ = (overlap(corridor_of(base(), cm), base(x, y, heading_deg)) for cm in sorted((one, other)))
    if short.inside:
        assert long_.lateral.value >= short.lateral.value - 1e-9


@pytest.mark.ci
@given(place, place, st.floats(-180, 180), st.floats(1, 3))
def test_a_bigger_base_never_reaches_in_less(x, y, heading_deg, times):
    small = base(x, y, heading_deg)
    assume(
        shapely.distance(footprint(base()), footprint(small)) > 8
    )  # clear of the shooter's own base, also the bigger
    bigger = replace(small, width_cm=2.5 * times, depth_cm=2.0 * times)
    if overlap(LANE, small).inside:
        assert overlap(LANE, bigger).lateral.value >= overlap(LANE, small).lateral.value - 1e-9


@given(place, place, st.floats(-180, 180))
def test_left_and_right_are_alike(x, y, heading_deg):
    one, mirrored = overlap(LANE, base(x, y, heading_deg)), overlap(LANE, base(-x, y, 180 - heading_deg))
    assert one.lateral.value == pytest.approx(mirrored.lateral.value, abs=1e-9)
    assert one.nearest_cm.value == pytest.approx(mirrored.nearest_cm.value, abs=1e-6)


@pytest.mark.parametrize("back_cm", [0.7, 1.3, 2.05, 3.1])
@pytest.mark.parametrize("width_cm", [2.5, 4.0, 6.0])
def test_who_is_sunk_in_as_far_as_he_reaches_back_is_judged_alike_however_the_table_lies(
    back_cm: float, width_cm: float
):
    """One tie, at every turn of the table: rounding does not decide whether a base beside is kept out."""
    found = set()
    for turn in range(0, 360, 11):
        forward = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        ahead, left = 1 - back_cm + 3, 1.25 - back_cm + width_cm / 2
        x, y = ahead * forward[0] - left * forward[1], ahead * forward[1] + left * forward[0]
        lain = overlap(corridor_of(base(heading_deg=turn), 20), base(x, y, turn, width_cm, 6.0))
        found.add((lain.inside, round(lain.nearest_cm.value, 6) + 0.0))
    assert len(found) == 1, found
