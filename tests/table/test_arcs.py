"""Arcs and half-planes: bearings by hand and their sigma by measuring again and again."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.arcs import Arc, ahead_of_centre, ahead_of_front, arc_of, bearing_off, in_arc, outline, reach
from table.errors import BadGeometry
from table.stand import Base, Stand
from table.verdict import Verdict, judge

NAN = math.nan
coordinate = st.floats(-50, 50)


def gun(x=0.0, y=0.0, heading_deg=90.0, width_cm=3.0, depth_cm=6.0, sigma_cm=0.0, sigma_deg=0.0, **more) -> Stand:
    return Stand("g", "de", "vehicle", x, y, heading_deg, width_cm, depth_cm, sigma_cm, sigma_deg, **more)


@pytest.mark.parametrize(
    ("point", "off_deg"),
    [((0, 10), 0), ((10, 10), 45), ((-10, 10), 45), ((10, 0), 90), ((0, -10), 180), ((-3, -3), 135), ((0, 0), 0)],
)
def test_bearing_off_the_heading(point, off_deg):
    assert bearing_off(gun(), point).value == pytest.approx(off_deg)
    assert bearing_off(arc_of(gun(), 60), point).value == pytest.approx(off_deg)


def test_headings_beyond_the_turn():
    assert bearing_off(gun(heading_deg=170), (-10, -1)).value == pytest.approx(10 + math.degrees(math.atan(0.1)))


def test_sigma_of_a_bearing():
    m = bearing_off(gun(sigma_cm=0.03, sigma_deg=0.3), (0, 20), 0.04)
    assert m.sigma == pytest.approx(math.hypot(math.degrees(0.05 / 20), 0.3))
    dice = np.random.default_rng(5)
    sampled = []
    for dx, dy, turn, px, py in dice.normal(size=(4000, 5)):
        seen = gun(0.03 * dx, 0.03 * dy, 90 + 0.3 * turn)
        sampled.append(bearing_off(seen, (12 + 0.04 * px, 9 + 0.04 * py)).value)
    told = bearing_off(gun(sigma_cm=0.03, sigma_deg=0.3), (12, 9), 0.04)
    assert told.sigma == pytest.approx(np.std(sampled), rel=0.04)


def test_a_point_at_the_apex_has_any_direction():
    assert bearing_off(gun(), (0, 0)).sigma == 0
    assert bearing_off(gun(sigma_cm=0.1), (0, 0)).sigma == pytest.approx(180 / math.sqrt(3))
    assert bearing_off(gun(sigma_cm=0.1), (0, 1e-6)).sigma == pytest.approx(180 / math.sqrt(3))  # no more than that


@pytest.mark.parametrize(
    ("width_deg", "point", "verdict"),
    [
        (90, (9.9, 10), Verdict.IN),
        (90, (10, 10), Verdict.IN),  # on its side
        (90, (10.1, 10), Verdict.OUT),
        (180, (10, 0), Verdict.IN),
        (180, (10, -0.1), Verdict.OUT),
        (360, (0, -10), Verdict.IN),
        (0, (0, 10), Verdict.IN),
        (0, (0.1, 10), Verdict.OUT),
    ],
)
def test_in_an_arc(width_deg, point, verdict):
    assert judge(in_arc(arc_of(gun(), width_deg), point), 0, at_most=False).verdict is verdict


def test_near_its_side_an_arc_is_too_close_but_all_round_never():
    doubtful = gun(sigma_cm=0.1, sigma_deg=1)
    assert judge(in_arc(arc_of(doubtful, 90), (10, 10)), 0, at_most=False).verdict is Verdict.CLOSE
    assert judge(in_arc(arc_of(doubtful, 360), (0, -10)), 0, at_most=False).verdict is Verdict.IN


def test_reach_is_from_the_apex():
    m = reach(arc_of(gun(sigma_cm=0.03), 60, 60), (30, 40), 0.04)
    assert (m.value, m.sigma) == (50, pytest.approx(0.05))


@pytest.mark.parametrize(
    ("point", "of_front", "of_centre"),
    [((0, 10), 7, 10), ((40, 3), 0, 3), ((40, 0), -3, 0), ((-5, -3), -6, -3)],
)
def test_ahead_of_a_line(point, of_front, of_centre):
    assert ahead_of_front(gun(), point).value == pytest.approx(of_front)
    assert ahead_of_centre(gun(), point).value == pytest.approx(of_centre)


def test_the_front_of_several_bases_is_the_foremost():
    twin = gun(bases=(Base(2, 0, 2, 2), Base(-2, 0, 2, 2)))
    assert ahead_of_front(twin, (1, 10)).value == pytest.approx(7)


def test_what_lies_ahead_is_drawn_from_the_line():
    m = ahead_of_front(gun(), (5, 10))
    assert (m.start, m.end) == ((5, 3), (5, 10))


@pytest.mark.parametrize("measure", [ahead_of_front, ahead_of_centre])
def test_sigma_of_what_lies_ahead(measure):
    dice = np.random.default_rng(9)
    sampled = []
    for dx, dy, turn, px, py in dice.normal(size=(4000, 5)):
        seen = gun(5 + 0.03 * dx, 6 + 0.03 * dy, 30 + 0.5 * turn)
        sampled.append(measure(seen, (25 + 0.04 * px, -2 + 0.04 * py)).value)
    told = measure(gun(5, 6, 30, sigma_cm=0.03, sigma_deg=0.5), (25, -2), 0.04)
    assert told.sigma == pytest.approx(np.std(sampled), rel=0.04)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Arc((NAN, 0), 0, 60),
        lambda: Arc((0, 0), NAN, 60),
        lambda: Arc((0, 0), 0, -1),
        lambda: Arc((0, 0), 0, 361),
        lambda: Arc((0, 0), 0, NAN),
        lambda: Arc((0, 0), 0, 60, -1),
        lambda: Arc((0, 0), 0, 60, NAN),
        lambda: Arc((0, 0), 0, 60, 10, -0.1),
        lambda: bearing_off(gun(), (NAN, 0)),
        lambda: bearing_off(gun(), (1, 0), -1),
        lambda: in_arc(arc_of(gun(), 60), (0, math.inf)),
        lambda: reach(arc_of(gun(), 60), (0, 1), NAN),
        lambda: ahead_of_front(gun(), (NAN, 1)),
        lambda: ahead_of_centre(gun(), (1, 1), -0.1),
        lambda: outline(arc_of(gun(), 60)),
    ],
)
def test_what_is_no_arc_is_refused(make):
    with pytest.raises(BadGeometry):
        make()


def test_an_outline_to_draw():
    points = outline(Arc((1, 2), 0, 90, 10), step_deg=45)
    rim = [(1 + 10 * math.cos(a), 2 + 10 * math.sin(a)) for a in (-math.pi / 4, 0, math.pi / 4)]
    assert np.allclose(points, [(1, 2), *rim])
    assert len(outline(Arc((0, 0), 0, 360, 5), step_deg=90)) == 4  # a disc has no apex
    assert outline(Arc((0, 0), 0, 0), radius_cm=3)[0] == (0, 0)


@given(coordinate, coordinate, st.floats(-180, 180), coordinate, coordinate)
def test_left_and_right_are_alike(x, y, heading_deg, ahead, aside):
    cos, sin = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
    left = (x + ahead * cos - aside * sin, y + ahead * sin + aside * cos)
    right = (x + ahead * cos + aside * sin, y + ahead * sin - aside * cos)
    one, other = (bearing_off(gun(x, y, heading_deg), p) for p in (left, right))
    if math.hypot(ahead, aside) > 1e-3:
        assert one.value == pytest.approx(other.value, abs=1e-6)
        assert one.value == pytest.approx(math.degrees(abs(math.atan2(aside, ahead))), abs=1e-6)
    assert ahead_of_centre(gun(x, y, heading_deg), left).value == pytest.approx(ahead, abs=1e-9)


@given(coordinate, coordinate, st.floats(0, 360), st.floats(0, 360))
def test_a_wider_arc_never_holds_less(x, y, one, other):
    narrow, wide = (in_arc(arc_of(gun(), w), (x, y)).value for w in sorted((one, other)))
    assert narrow <= wide
