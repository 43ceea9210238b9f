"""Arcs: bearings by hand and their sigma by measuring again and again."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.arcs import Arc, arc_of, bearing_off, outline
from table.errors import BadGeometry
from table.stand import Stand

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


def test_a_point_at_the_centre_has_any_direction():
    assert bearing_off(gun(), (0, 0)).sigma == 0
    assert bearing_off(gun(sigma_cm=0.1), (0, 0)).sigma == pytest.approx(180 / math.sqrt(3))
    assert bearing_off(gun(sigma_cm=0.1), (0, 1e-6)).sigma == pytest.approx(180 / math.sqrt(3))  # no more than that


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
        lambda: bearing_off(gun(), (NAN, 0)),
        lambda: bearing_off(gun(), (1, 0), -1),
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
