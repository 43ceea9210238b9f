"""Pixel coverage against shapely's areas."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from simulation.synthetic.coverage import Box, Edges, coverages

coordinate = st.one_of(
    st.floats(-4, 12, allow_nan=False), st.integers(-4, 12).map(float), st.integers(-8, 24).map(lambda k: k / 2)
)
polygons = st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=9, unique=True)


def pixel(column: int, row: int) -> shapely.Polygon:
    return shapely.box(column - 0.5, row - 0.5, column + 0.5, row + 0.5)


@pytest.mark.ci
@given(polygons)
def test_every_pixel_gets_the_area_that_shapely_finds_in_it(corners):
    shape = shapely.convex_hull(shapely.MultiPoint(corners))
    if not isinstance(shape, shapely.Polygon):
        return
    edges = Edges.of_polygon(np.array(shape.exterior.coords)[:-1])
    box = edges.box
    (share,) = coverages([edges], [box])
    wanted = [
        [pixel(c, r).intersection(shape).area for c in range(box.left, box.right)] for r in range(box.top, box.bottom)
    ]
    assert share == pytest.approx(np.array(wanted), abs=2e-6)


def test_shapes_drawn_together_are_what_they_are_alone():
    dice = np.random.default_rng(4)
    shapes = [Edges.of_polygon(dice.uniform(-5, 40, 2) + dice.uniform(0, 9, (3, 2))) for _ in range(20)]
    boxes = [shape.box.grown(int(dice.integers(0, 4))) for shape in shapes]
    for shape, box, together in zip(shapes, boxes, coverages(shapes, boxes), strict=True):
        (alone,) = coverages([shape], [box])
        assert together.shape == (box.height, box.width)
        assert together == pytest.approx(alone, abs=1e-6)
        assert together.sum() == pytest.approx(shapely.Polygon(shape.start).area, abs=1e-4)


def test_a_hole_is_a_loop_the_other_way_round():
    outer = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    inner = outer[::-1] * 0.4 + 3.0
    edges = Edges(np.concatenate([outer, inner]), np.concatenate([np.roll(outer, -1, 0), np.roll(inner, -1, 0)]))
    (share,) = coverages([edges], [Box(-1, -1, 13, 13)])
    assert share.sum() == pytest.approx(100 - 16, abs=1e-4)
    assert share[6, 6] == 0  # pixel (5, 5), the middle of the hole
    assert share[2, 2] == 1


def test_nothing_to_draw_is_nothing():
    assert coverages([], []) == []


@pytest.mark.parametrize(
    ("other", "shared"), [(Box(3, 3, 10, 10), Box(3, 3, 7, 7)), (Box(20, 0, 5, 5), None), (Box(10, 0, 5, 5), None)]
)
def test_windows_meet_and_clip(other, shared):
    box = Box(0, 0, 10, 10)
    assert box.meets(other) == other.meets(box) == (shared is not None)
    clipped = box.clipped(other)
    if shared is None:
        assert clipped.width * clipped.height == 0
    else:
        assert (clipped.left, clipped.top, clipped.width, clipped.height) == (3, 3, 7, 7)
