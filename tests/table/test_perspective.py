"""Projection on exact numbers: bearings, elevations, what is behind, and how near a plane is all over the picture."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.perspective import NARROWEST_DEG, WIDEST_DEG, Perspective, looking_at, normal_of

VIEW = Perspective((10.0, 20.0, 2.0), 90.0, 480.0, 270.0, 240.0, 108.0)
"""It looks along +y; 240 px of focal length: 45 degrees to either side."""


@pytest.mark.parametrize(
    ("bearing_deg", "elevation_deg"), [(90, 0), (90 - 45, 0), (90 + 30, 0), (90, 10), (90, -20), (75, -12)]
)
def test_a_bearing_and_an_elevation_have_their_pixel(bearing_deg: float, elevation_deg: float) -> None:
    far, off = 37.0, math.radians(90 - bearing_deg)
    place = (
        10 + far * math.cos(math.radians(bearing_deg)), 20 + far * math.sin(math.radians(bearing_deg)),
        2 + far * math.tan(math.radians(elevation_deg)),
    )  # fmt: skip
    expected = 240 + 240 * math.tan(off), 108 - 240 * math.tan(math.radians(elevation_deg)) / math.cos(off)
    assert VIEW.at(place) == pytest.approx(expected, abs=1e-9)


def test_what_is_upright_stays_upright_and_what_is_level_with_the_eye_is_on_the_horizon() -> None:
    foot, top = VIEW.at((13.0, 50.0, 0.0)), VIEW.at((13.0, 50.0, 6.0))
    assert foot is not None
    assert top is not None
    assert foot[0] == pytest.approx(top[0])
    assert foot[1] - top[1] == pytest.approx(240 * 6 / 30)
    for x, y in ((0.0, 40.0), (30.0, 90.0)):
        at = VIEW.at((x, y, 2.0))
        assert at is not None
        assert at[1] == pytest.approx(108)


def test_what_is_behind_is_not_there_and_what_passes_the_eye_is_cut() -> None:
    assert VIEW.at((10.0, 19.0, 2.0)) is None
    assert (VIEW.at((10.0, 20.499, 2.0)), VIEW.at((10.0, 20.5, 2.0))) == (None, (240.0, 108.0))
    assert VIEW.outline([(9, 10, 0), (11, 10, 0), (11, 15, 0)]) == []
    floor = VIEW.outline([(0, 0, 0), (20, 0, 0), (20, 60, 0), (0, 60, 0)])
    assert len(floor) == 4
    assert max(v for _, v in floor) == pytest.approx(108 + 240 * 2 / 0.5)  # cut half a centimetre ahead
    assert min(v for _, v in floor) == pytest.approx(108 + 240 * 2 / 40)


@given(st.floats(-30, 30), st.floats(5, 80), st.floats(0, 8), st.floats(0, math.pi))
def test_nearness_is_one_over_how_far_ahead_a_plane_is(x: float, ahead: float, z: float, turn: float) -> None:
    along = math.cos(turn), math.sin(turn)
    wall = [(10 + x + k * along[0], 20 + ahead + k * along[1], high) for k, high in ((0, z), (4, z), (4, z + 3))]
    plane = VIEW.nearness(wall)
    if plane is None or abs(along[1] * (x) - along[0] * ahead) < 1e-3:
        return  # seen edge on
    for corner in wall:
        at, far = VIEW.at(corner), VIEW.turned(corner)[0][2]
        if at is not None:
            assert plane[0] * at[0] + plane[1] * at[1] + plane[2] == pytest.approx(1 / far, rel=1e-5)


def test_a_plane_through_the_eye_has_no_nearness() -> None:
    assert VIEW.nearness([(10, 30, 0), (10, 40, 0), (10, 40, 5)]) is None


def test_the_normal_stands_where_corners_are_counter_clockwise() -> None:
    assert normal_of([(0, 0, 1), (2, 0, 1), (2, 3, 1), (0, 3, 1)]) == pytest.approx((0, 0, 12))


@pytest.mark.parametrize("far", [3.0, 20.0, 47.3, 110.0])
@pytest.mark.parametrize("height", [0.0, 4.5, 9.0])
def test_the_target_is_in_the_picture_wherever_it_stands(far: float, height: float) -> None:
    for eye_z in (2.3, 8.3):
        eye, place = (50.0, 50.0, eye_z), (50.0 - far, 50.0, height)
        view = looking_at(eye, place, 2.5, 480, 270)
        at = view.at(place)
        assert at is not None
        assert at[0] == pytest.approx(240)
        assert 0.19 * 270 < at[1] < 0.67 * 270
        wide = 2 * math.degrees(math.atan(240 / view.focal_px))
        assert NARROWEST_DEG - 1e-9 <= wide <= WIDEST_DEG + 1e-9


def test_an_eye_right_above_its_target_still_has_a_picture() -> None:
    view = looking_at((5.0, 5.0, 9.0), (5.0, 5.0, 0.0), 1.0, 480, 270)
    assert math.isfinite(view.horizon_px)
    assert math.isfinite(view.bearing_deg)
