"""Who is nearer hides who is farther, whatever the order they come in."""

import random

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from table.painting import back_to_front
from table.perspective import Perspective, Place

VIEW = Perspective((0.0, 0.0, 2.0), 90.0, 480.0, 270.0, 240.0, 108.0)


def wall(x: float, y: float, wide: float, high: float, slant: float = 0.0) -> list[Place]:
    return [(x, y, 0), (x + wide, y + slant, 0), (x + wide, y + slant, high), (x, y, high)]


def order_of(faces: list[list[Place]]) -> list[int]:
    planes = [plane for face in faces if (plane := VIEW.nearness(face)) is not None]
    return back_to_front([shapely.Polygon(VIEW.outline(face)) for face in faces], planes)


def test_the_nearest_is_painted_last() -> None:
    walls = [wall(-5, far, 10, 3) for far in (30, 10, 50, 20)]
    assert order_of(walls) == [2, 0, 3, 1]


def test_a_long_slanting_wall_is_before_one_and_behind_another_though_its_middle_is_between() -> None:
    slanting = wall(-20, 10, 60, 4, 50)  # from 10 cm on the left to 60 on the right
    left_behind, right_before = wall(-18, 20, 4, 4), wall(16, 30, 4, 4)
    order = order_of([slanting, left_behind, right_before])
    assert order.index(1) < order.index(0) < order.index(2)


def test_what_lies_in_one_plane_keeps_its_order() -> None:
    house, window, pane = wall(-5, 20, 10, 4), wall(-2, 20, 2, 3), wall(-1.5, 20, 1, 2)
    assert order_of([house, window, pane]) == [0, 1, 2]


def test_three_that_cover_each_other_in_a_ring_are_all_painted() -> None:
    spun = [
        [(x, y, z) for x, z, y in ((-6.0, 1.0, 10.0), (6.0, 1.0, 20.0), (6.0, 2.0, 20.0), (-6.0, 2.0, 10.0))],
        [(4.0, 20.0, 0.0), (5.0, 20.0, 0.0), (1.0, 10.0, 4.0), (0.0, 10.0, 4.0)],
        [(-4.0, 20.0, 4.0), (-5.0, 20.0, 4.0), (1.0, 12.0, 0.0), (2.0, 12.0, 0.0)],
    ]
    assert sorted(order_of(spun)) == [0, 1, 2]


def test_nothing_is_painted_in_no_order() -> None:
    assert back_to_front([], []) == []


@pytest.mark.ci
@given(st.integers(0, 10_000))
def test_every_pixel_shows_what_a_depth_buffer_shows(seed: int) -> None:
    dice = random.Random(seed)
    walls = [
        wall(dice.uniform(-30, 20), far, dice.uniform(2, 15), dice.uniform(0.5, 8), dice.uniform(-0.9, 0.9))
        for far in dice.sample(range(6, 90, 2), 9)  # 2 cm apart: they do not run through each other
    ]
    shapes = [shapely.Polygon(VIEW.outline(each)) for each in walls]
    u, v = (axis.ravel() for axis in np.meshgrid(np.arange(4, 480, 12.0), np.arange(4, 270, 9.0)))
    painted, buffered, nearest = np.full(u.size, -1), np.full(u.size, -1), np.zeros(u.size)
    for k in order_of(walls):
        painted[shapely.contains_xy(shapes[k], u, v)] = k
    for k, each in enumerate(walls):
        a, b, c = VIEW.nearness(each) or (0.0, 0.0, 0.0)
        near = np.where(shapely.contains_xy(shapes[k], u, v), a * u + b * v + c, 0.0)
        buffered[near > nearest] = k
        nearest = np.maximum(near, nearest)
    assert (painted == buffered).all()
