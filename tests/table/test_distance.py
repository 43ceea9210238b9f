"""Distances: by hand, against shapely, and their sigma against the same table measured thousands of times."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from table.distance import centre_to_centre, depth_inside, edge_to_edge, front_to_target, to_point
from table.errors import BadGeometry
from table.footprint import footprint
from table.stand import Base, Stand
from table.terrain import Piece
from table.verdict import Verdict, judge

NAN = math.nan
SQUARE = Piece("w", "wood", ((0, 0), (10, 0), (10, 6), (0, 6)))


def stand(x=0.0, y=0.0, heading_deg=90.0, width_cm=2.5, depth_cm=2.0, sigma_cm=0.0, sigma_deg=0.0, **more) -> Stand:
    return Stand("s", "us", "infantry", x, y, heading_deg, width_cm, depth_cm, sigma_cm, sigma_deg, **more)


coordinate = st.floats(-40, 40)
size = st.sampled_from([0.0, 1.0, 2.5, 7.0])
stands = st.builds(
    stand,
    coordinate,
    coordinate,
    st.floats(-180, 180) | st.sampled_from([0.0, 90.0, 180.0, -90.0]),
    size,
    size,
    st.floats(0, 0.2),
    st.floats(0, 2),
)


def test_centre_to_centre():
    m = centre_to_centre(stand(0, 0, sigma_cm=0.03), stand(3, 4, sigma_cm=0.04))
    assert (m.value, m.start, m.end) == (5, (0, 0), (3, 4))
    assert m.sigma == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (stand(10, 0), 7.5),  # side by side
        (stand(0, 10), 8),  # one behind the other
        (stand(5.5, 6), 5),  # corner to corner: 3 across, 4 along
        (stand(2.5, 0), 0),  # shoulder to shoulder
        (stand(2.5, 2), 0),  # a corner touches a corner
        (stand(1, 1), 0),  # overlapping
        (stand(0, 0), 0),  # on top of each other
        (stand(10, 0, 0, 0, 0), 8.75),  # a point
        (stand(0, 0, 0, 0, 0), 0),  # a point inside
        (stand(0, 10, 90, 6, 0), 9),  # a line
        (stand(0, 10, 45, 2, 2), 10 - math.sqrt(2) - 1),  # a corner towards the edge
    ],
)
def test_edge_to_edge(other, expected):
    assert edge_to_edge(stand(), other).value == pytest.approx(expected)
    assert edge_to_edge(other, stand()).value == pytest.approx(expected)


def test_parallel_edges_are_measured_in_their_middle():
    m = edge_to_edge(stand(), stand(1, 10))
    assert (m.start, m.end) == ((0.5, 1), (0.5, 9))


def test_a_gap_between_bases_is_no_place_to_measure_from():
    twin = stand(bases=(Base(0, 3, 2, 2), Base(0, -3, 2, 2)))
    m = edge_to_edge(twin, stand(0, 10, 90, 20, 2))
    assert m.value == pytest.approx(8)
    assert shapely.distance(footprint(twin), shapely.Point(m.start)) == pytest.approx(0)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (stand(0, 20, -90), 18),  # straight ahead: 20 less half of each depth
        (stand(9, 1 + 12 + 1, -90, 6, 2), math.hypot(6, 12)),  # to its near corner
        (stand(0, 1.5), 0),  # over the middle of the front
        (stand(0, -5), 5),  # behind: measured through the shooter's own base
        (stand(0, 20, 0, 0, 0), 19),
    ],
)
def test_front_to_target(target, expected):
    assert front_to_target(stand(), target).value == pytest.approx(expected)


def test_to_a_point():
    m = to_point(stand(0, 0, sigma_cm=0.03), (6, 8))
    assert (m.value, m.sigma, m.start, m.end) == (10, 0.03, (0, 0), (6, 8))
    with pytest.raises(BadGeometry, match="two finite numbers"):
        to_point(stand(), (NAN, 1))
    with pytest.raises(BadGeometry, match="two numbers"):
        to_point(stand(), (1, 2, 3))


@pytest.mark.parametrize(
    ("x", "y", "expected", "end"),
    [(5, 1, 1, (5, 0)), (5, 0, 0, (5, 0)), (5, -2, -2, (5, 0)), (13, 10, -5, (10, 6)), (0, 0, 0, (0, 0))],
)
def test_depth_inside(x, y, expected, end):
    m = depth_inside((x, y), SQUARE, 0.04)
    assert (m.value, m.sigma, m.start, m.end) == (expected, 0.04, (x, y), end)
    assert judge(depth_inside((x, y), SQUARE), 0, at_most=False).verdict is (
        Verdict.IN if expected >= 0 else Verdict.OUT
    )


def test_depth_inside_a_piece_with_a_bay():
    bay = Piece("b", "wood", ((0, 0), (10, 0), (10, 10), (6, 10), (6, 4), (4, 4), (4, 10), (0, 10)))
    assert depth_inside((5, 8), bay).value == pytest.approx(-1)
    assert depth_inside((5, 3), bay).value == pytest.approx(1)
    assert depth_inside((2, 8), bay).value == pytest.approx(2)
    with pytest.raises(BadGeometry):
        depth_inside((NAN, 0), bay)


@given(stands, stands)
def test_distances_agree_with_shapely_and_are_symmetric(a, b):
    there, back = edge_to_edge(a, b), edge_to_edge(b, a)
    assert there.value == pytest.approx(shapely.distance(footprint(a), footprint(b)), abs=1e-9)
    assert back.value == pytest.approx(there.value, abs=1e-9)
    assert back.sigma == pytest.approx(there.sigma, abs=1e-9)
    assert centre_to_centre(a, b).value == centre_to_centre(b, a).value
    for m, shapes in ((there, (a, b)), (back, (b, a))):
        for shape, end in zip(shapes, (m.start, m.end), strict=True):
            assert shapely.distance(footprint(shape), shapely.Point(end)) < 1e-6
        assert math.dist(m.start, m.end) == pytest.approx(m.value, abs=1e-9)


@given(stands, stands)
def test_no_distance_is_less_than_the_gap(a, b):
    least = edge_to_edge(a, b).value - 1e-9
    assert front_to_target(a, b).value >= least
    assert centre_to_centre(a, b).value >= least


@pytest.mark.ci
@given(stands, stands, st.floats(1, 3))
def test_a_bigger_base_is_never_farther(a, b, times):
    bigger = replace(b, width_cm=b.width_cm * times, depth_cm=b.depth_cm * times)
    assert edge_to_edge(a, bigger).value <= edge_to_edge(a, b).value + 1e-9
    assert front_to_target(a, bigger).value <= front_to_target(a, b).value + 1e-9


def measured_again(one: Stand, dice: np.random.Generator) -> Stand:
    dx, dy, turn_deg = dice.normal(size=3) * (one.sigma_cm, one.sigma_cm, one.sigma_deg)
    return one.moved_to(one.x + dx, one.y + dy, one.heading_deg + turn_deg)


A = stand(10, 10, 70, 2.5, 6, sigma_cm=0.03, sigma_deg=0.4)
B = stand(31, 17, -150, 8, 3, sigma_cm=0.05, sigma_deg=0.8)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(
    "measure",
    [
        centre_to_centre,
        edge_to_edge,
        front_to_target,
        lambda a, b: edge_to_edge(b, a),
        lambda a, b: front_to_target(b, a),
        lambda a, b: to_point(a, (40, 3)),
    ],
    ids=["centres", "edges", "front", "edges back", "front back", "point"],
)
def test_sigma_is_what_measuring_again_and_again_gives(measure):
    dice = np.random.default_rng(7)
    sampled = [measure(measured_again(A, dice), measured_again(B, dice)).value for _ in range(3000)]
    told = measure(A, B)
    assert told.sigma == pytest.approx(np.std(sampled), rel=0.05)  # 3000 throws know a sigma to 1.3 %
    assert told.value == pytest.approx(np.mean(sampled), abs=4 * told.sigma / math.sqrt(3000) + 0.01)


def test_without_a_direction_sigma_is_that_of_the_places():
    a, b = stand(0, 0, sigma_cm=0.03, sigma_deg=5), stand(1, 1, sigma_cm=0.04, sigma_deg=5)
    assert front_to_target(a, b).sigma == pytest.approx(0.05)
    assert edge_to_edge(a, b).sigma == pytest.approx(0.05)
    assert centre_to_centre(a, a).sigma == pytest.approx(0.03 * math.sqrt(2))


@pytest.mark.ci
@given(stands, stands, st.floats(0, 0.3), st.floats(0, 3))
def test_more_noise_is_never_a_smaller_sigma(a, b, more_cm, more_deg):
    noisier = replace(a, sigma_cm=a.sigma_cm + more_cm, sigma_deg=a.sigma_deg + more_deg)
    assert edge_to_edge(noisier, b).sigma >= edge_to_edge(a, b).sigma - 1e-12
    assert front_to_target(noisier, b).sigma >= front_to_target(a, b).sigma - 1e-12
