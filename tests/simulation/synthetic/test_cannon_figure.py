"""Figures in any attitude: nothing sinks into the table, markers lie on their discs, a falling one falls."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation.synthetic.cannon_fall import Fall, ground_shape, leaning_tilt_deg, slid
from simulation.synthetic.cannon_figure import (
    Figure,
    TippedPlate,
    Uniform,
    figure_things,
    lying_tilt_deg,
    plate_on,
    solids,
)
from simulation.synthetic.cannon_solid import Attitude
from simulation.synthetic.things import Stage

STAGE = Stage((22.0, 47.0, 90.0), 120.0)
CARD, DISC = Uniform(), Uniform(disc=(0.8, 0.8, 0.8))
degrees = st.floats(-180, 180)


@given(st.sampled_from([CARD, DISC]), st.sampled_from([1.2, 1.5]), degrees, degrees)
def test_one_that_lies_rests_on_base_and_card(uniform: Uniform, size_cm: float, heading: float, towards: float):
    tilt = lying_tilt_deg(2.56, size_cm, uniform)
    attitude = Figure("A0", 20.0, 30.0, heading, tilt, towards).attitude()
    base, body = solids(2.56, size_cm, uniform)
    rim = attitude.points(base[0].both)[:, 2]
    assert abs(float(rim.min())) < 0.03
    low = min(float(attitude.points(solid.both)[:, 2].min()) for solid in body)
    # A square card lies on an edge or a corner: whichever is down, by as much as its corner is farther out.
    deepest = size_cm * (math.sqrt(2) - 1) * 2 / 3 + 0.06 if uniform is CARD else 0.06
    assert -deepest <= low < 0.1


@given(st.floats(0.01, 100), degrees, degrees)
def test_a_marker_stays_on_its_figure_whichever_way_he_tips(tilt: float, towards: float, heading: float):
    attitude = Attitude.tipped(10.0, 20.0, heading, tilt, towards, 0.9, 0.0)
    plate = plate_on(attitude, "4x4_250", 7, 2.56, 1.2, 1.0)
    corners = plate.corners_cm()
    top = attitude.points(np.array([[0.0, 0.0, 2.56]]))[0]
    assert corners.mean(axis=0) == pytest.approx(top, abs=1e-9)
    assert (corners - top) @ attitude.axis == pytest.approx(np.zeros(4), abs=1e-9)
    assert np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) == pytest.approx(np.full(4, 1.2))
    # Seen from above its outside, the corners go round clockwise, as they are printed.
    turn = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    assert turn @ attitude.axis < 0


def test_a_standing_one_has_a_level_marker():
    plate = plate_on(Figure("A0", 3.0, 4.0, 30.0).attitude(), "4x4_250", 7, 2.56, 1.2, 1.0)
    assert not isinstance(plate, TippedPlate)
    assert (plate.x, plate.y, plate.height_cm, plate.heading_deg) == pytest.approx((3.0, 4.0, 2.56, 30.0))


@pytest.mark.parametrize(("towards", "shows"), [(90.0, False), (-90.0, True)])
def test_the_disc_of_one_that_lies_shows_only_towards_the_camera(towards: float, shows: bool):
    tilt = lying_tilt_deg(2.56, 1.2, DISC)
    things = figure_things(Figure("A0", 22.0, 80.0, 0.0, tilt, towards), DISC, "4x4_250", 3, 2.56, 1.2, STAGE)
    assert any(thing.plate is not None for thing in things) is shows


@given(st.floats(1.0, 3.0), degrees, st.floats(0, 8))
def test_a_fall_begins_upright_and_ends_lying_where_it_slid(push: float, towards: float, slide: float):
    turn = math.radians(towards)
    way = (slide * math.cos(turn), slide * math.sin(turn))
    fall = Fall("A0", 0.1, towards, 88.0, way, push=push)
    start = Figure("A0", 20.0, 30.0)
    assert fall.at(start, 0.1) == start
    tilts = [fall.at(start, 0.1 + t).tilt_deg for t in np.linspace(0, 1.5, 40)]
    assert tilts == sorted(tilts)
    end = fall.at(start, fall.end_s + 0.01)
    assert end.tilt_deg == 88.0
    assert (end.x, end.y) == pytest.approx((20.0 + way[0], 30.0 + way[1]), abs=1e-6)
    assert fall.end_s < 2.2


@given(st.floats(0, 20), st.floats(-1, 5))
def test_a_slide_only_goes_on(way: float, passed: float):
    assert 0 <= slid(way, passed) <= 1
    assert slid(way, passed) <= slid(way, passed + 0.01)


def test_one_leans_only_on_somebody_within_reach():
    assert leaning_tilt_deg(3.5, 1.2, CARD) == pytest.approx(62, abs=8)
    assert leaning_tilt_deg(2.0, 1.2, CARD) is None
    assert leaning_tilt_deg(6.0, 1.2, CARD) is None


def test_one_that_lies_takes_the_ground_beside_where_he_stood():
    upright = ground_shape(Figure("A0", 20.0, 30.0), CARD, 1.2)
    assert upright.area == pytest.approx(math.pi * 0.81, rel=0.02)
    lying = ground_shape(Figure("A0", 20.0, 30.0, 90.0, 90.0, 0.0), CARD, 1.2)
    assert lying.bounds[2] == pytest.approx(20.9 + 2.56, abs=0.15)
    assert lying.centroid.x > 21.0
