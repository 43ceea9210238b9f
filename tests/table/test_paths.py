"""Path lengths and their sigma, wheels, straight back, and what a move sweeps over."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from table.errors import BadGeometry
from table.footprint import corners, footprint
from table.paths import leg_lengths, path_length, straight_back, swept, turned_about
from table.stand import Base, Stand

NAN = math.nan
coordinate = st.floats(-100, 100)
points = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=6)


def stand(x=0.0, y=0.0, heading_deg=90.0, width_cm=2.5, depth_cm=2.0, bases=()) -> Stand:
    return Stand("s", "us", "infantry", x, y, heading_deg, width_cm, depth_cm, bases=bases)


def test_a_path_is_the_sum_of_its_legs():
    stug = [(0, 0), (3, 0), (3, 11), (13, 11)]  # A7.3: 3 + 11 + 10 = 24
    assert leg_lengths(stug) == (3, 11, 10)
    m = path_length(stug)
    assert (m.value, m.sigma, m.start, m.end) == (24, 0, (0, 0), (13, 11))


@pytest.mark.parametrize(
    ("path", "in_sigmas"),
    [
        ([(0, 0), (5, 0)], math.sqrt(2)),  # two ends
        ([(0, 0), (5, 0), (9, 0)], math.sqrt(2)),  # a point on the way moves no length
        ([(0, 0), (5, 0), (5, 9)], 2),  # a right angle: |(1, 0) - (0, 1)|^2 = 2
        ([(0, 0), (5, 0), (0, 0)], math.sqrt(6)),  # there and back: 2 + |2|^2
        ([(0, 0), (5, 0), (5, 0), (5, 9)], 2),  # a point told twice
        ([(3, 4)], 0),  # it did not move
        ([(3, 4), (3, 4)], math.sqrt(2)),  # seen twice in one place
    ],
)
def test_a_shared_point_moves_two_legs(path, in_sigmas):
    assert path_length(path, 0.05).sigma == pytest.approx(0.05 * in_sigmas)


def test_sigma_of_a_path_measured_again_and_again():
    path = np.array([(0, 0), (12, 3), (15, 20), (40, 22), (38, 5)], dtype=float)
    dice = np.random.default_rng(3)
    sampled = [path_length((path + dice.normal(scale=0.1, size=path.shape)).tolist()).value for _ in range(4000)]
    assert path_length(path.tolist(), 0.1).sigma == pytest.approx(np.std(sampled), rel=0.04)


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ([], "a path needs at least one point"),
        ([(0, 0), (1, NAN)], "point 2 of a path must be two finite numbers"),
        ([(0, 0, 0)], "point 1 of a path must be two numbers"),
    ],
)
def test_what_is_no_path_is_refused(path, problem):
    with pytest.raises(BadGeometry, match=problem):
        path_length(path)
    with pytest.raises(BadGeometry, match=problem):
        leg_lengths(path)


def test_a_sigma_is_not_negative():
    with pytest.raises(BadGeometry, match="sigma_cm must be 0 or more"):
        path_length([(0, 0), (1, 1)], -0.1)


@given(points)
def test_a_path_is_as_long_as_shapelys_and_the_same_backwards(path):
    assert path_length(path).value == pytest.approx(LineString([path[0], *path]).length, abs=1e-9)
    there, back = path_length(path, 0.1), path_length(path[::-1], 0.1)
    assert (there.value, there.sigma) == pytest.approx((back.value, back.sigma), abs=1e-9)


@given(points, st.tuples(coordinate, coordinate))
def test_a_detour_is_never_shorter(path, detour):
    assert path_length([*path[:1], detour, *path[1:]]).value >= path_length(path).value - 1e-9


def test_a_quarter_turn_about_a_front_corner():
    # Front from (-1.25, 1) to (1.25, 1); a quarter turn about the left corner brings the right one to (-1.25, 3.5).
    turned = turned_about(stand(), (-1.25, 1), 90)
    assert turned.heading_deg == 180
    assert turned.centre == pytest.approx((-0.25, 2.25))
    assert corners(turned)[1] == pytest.approx((-1.25, 3.5))


@given(coordinate, coordinate, st.floats(-180, 180), st.floats(-170, 170), st.sampled_from([0, 1]))
def test_a_turn_keeps_its_corner_and_undoes_itself(x, y, heading_deg, degrees, at):
    before = stand(x, y, heading_deg)
    about = corners(before)[at]
    turned = turned_about(before, about, degrees)
    assert corners(turned)[at] == pytest.approx(about, abs=1e-9)
    assert turned_about(turned, about, -degrees).centre == pytest.approx((x, y), abs=1e-9)


def test_straight_back():
    assert straight_back(stand(), 2).centre == (0, -2)
    assert straight_back(stand(5, 5, 0), 2).centre == (3, 5)
    assert straight_back(stand(), 0) == stand()
    for wrong in (-1, NAN):
        with pytest.raises(BadGeometry, match="a way back must be"):
            straight_back(stand(), wrong)


def test_a_straight_move_sweeps_its_way():
    assert swept(stand(), stand(0, 10)).equals(shapely.box(-1.25, -1, 1.25, 11))
    slanted = swept(stand(), stand(10, 10))
    assert slanted.area == pytest.approx(2.5 * 2 + 10 * 2.5 + 10 * 2)  # the base and both projections
    assert swept(stand(), stand()).equals(footprint(stand()))
    assert swept(stand(width_cm=0, depth_cm=0), stand(3, 4, width_cm=0, depth_cm=0)).length == 5
    assert swept(stand(width_cm=0, depth_cm=0), stand(width_cm=0, depth_cm=0)).equals(shapely.Point(0, 0))


def test_several_bases_do_not_sweep_the_gap_between_them():
    twin = stand(bases=(Base(0, 3, 2, 2), Base(0, -3, 2, 2)))
    way = swept(twin, twin.moved_to(0, 10))
    assert way.area == pytest.approx(2 * 2 * 12)
    assert not way.contains(shapely.Point(0, 5))


@pytest.mark.parametrize("heading_deg", [95, 90.5])
def test_a_turn_is_no_straight_move(heading_deg):
    with pytest.raises(BadGeometry, match=f"stand 's' turns from 90 to {heading_deg} degrees"):
        swept(stand(), stand(0, 10, heading_deg))


@given(coordinate, coordinate, st.floats(-180, 180), st.floats(0, 1))
def test_every_place_on_the_way_is_swept(dx, dy, heading_deg, share):
    start = stand(0, 0, heading_deg)
    way = swept(start, start.moved_to(dx, dy))
    between = footprint(start.moved_to(dx * share, dy * share))
    assert way.buffer(1e-6).covers(between)
