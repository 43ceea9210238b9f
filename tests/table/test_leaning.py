"""Where a picture laid flat shows what is high: along the ray, corner by corner; and whether anything is."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.frame import SquareBoard
from table.leaning import height_at, is_uneven, leaned, off_table, rise
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

CAMERA = (60.0, 50.0, 100.0)
STAND = Stand("A", "us", "soldier", 100.0, 50.0, 0.0, 2.0, 4.0)
cm = st.floats(-100, 200)


def test_what_is_higher_leans_away_from_the_camera_s_foot():
    assert leaned((100.0, 50.0), 20.0, CAMERA) == (110.0, 50.0)
    assert leaned((20.0, 10.0), 20.0, CAMERA) == (10.0, 0.0)
    assert leaned((100.0, 50.0), -25.0, CAMERA) == (92.0, 50.0)
    assert leaned((61.0, 50.0), 500.0, CAMERA) == pytest.approx((70.0, 50.0)), "no higher than the lens"


@given(cm, cm, st.floats(-20, 80))
def test_the_ray_through_a_place_meets_the_table_there(x, y, z):
    u, v = leaned((x, y), z, CAMERA)
    part = z / CAMERA[2]  # so far up the ray from the table to the lens
    assert (u + (CAMERA[0] - u) * part, v + (CAMERA[1] - v) * part) == pytest.approx((x, y), abs=1e-9)


def test_a_base_is_as_high_as_its_stand_and_rises_as_it_leans():
    tilted = replace(STAND, z_cm=20.0, tilt_y_deg=-30.0)  # its front, to the right, is up
    assert rise(tilted) == (pytest.approx(0.5), 0.0)
    assert rise(replace(STAND, tilt_x_deg=30.0)) == (0.0, pytest.approx(0.5)), "what is away is up"
    assert rise(STAND) == (0.0, 0.0)
    table = Snapshot(120.0, 100.0, (tilted,))
    assert [height_at(place, table) for place in ((100, 50), (102, 51), (98, 50))] == pytest.approx([20, 21, 19])


def test_beside_a_base_the_ground_counts_and_on_it_the_stand():
    low = replace(STAND, name="B", x=5.0, y=2.0)
    step = replace(HILL, top="level")
    table = Snapshot(120.0, 100.0, (low, replace(STAND, z_cm=1.0)), (step,))
    places = ((5.0, 2.0), (7.2, 3.0), (8.5, 5.0), (100.0, 52.5), (100.0, 54.0))
    assert [height_at(place, table) for place in places] == [0.0, 0.0, 4.0, 1.0, 0.0]


HILL = Piece("hill", "hill", ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), 4.0)


@pytest.mark.parametrize(
    ("stand", "piece", "uneven"),
    [
        (STAND, HILL, False),
        (replace(STAND, z_cm=-2.0), HILL, True),
        (replace(STAND, tilt_x_deg=6.0), HILL, True),
        (STAND, replace(HILL, top="level"), True),
        (STAND, replace(HILL, top="trench"), True),
        (STAND, replace(HILL, top="none"), False),
        (STAND, replace(HILL, top="level", height_cm=0.0), False),
    ],
)
def test_a_table_is_uneven_by_its_stands_and_by_what_one_may_stand_on(stand, piece, uneven):
    table = Snapshot(120.0, 100.0, (stand,), (piece,))
    assert is_uneven(table) == uneven
    assert off_table(stand) == bool(stand.z_cm or stand.tilt_deg)
    assert not is_uneven(replace(table, board=SquareBoard((0.0, 0.0), 5.0, 12, 8))), "on a board the pile tells"
