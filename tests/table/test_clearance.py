"""How clear of an outline a line of sight passes, or how deep it cuts."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely import MultiPolygon, Polygon, box

from table.clearance import clearance, free_shift
from table.errors import BadGeometry
from table.verdict import SLACK, Verdict, judge

NAN = math.nan
START, END = (0.0, 0.0), (10.0, 0.0)
BAY = Polygon([(4, -3), (8, -3), (8, 5), (7, 5), (7, -1), (5, -1), (5, 5), (4, 5)])  # two arms round a bay
DIAMOND = Polygon([(5, -1), (6, 0), (5, 1), (4, 0)])


@pytest.mark.parametrize(
    ("polygon", "value"),
    [
        (box(4, 1, 6, 3), 1),  # passes it
        (box(4, -3, 6, -0.25), 0.25),
        (box(12, -1, 14, 1), 2),  # beyond the end
        (box(13, 4, 14, 5), 5),  # past the end, askew
        (box(4, 0, 6, 3), 0),  # along its edge
        (box(4, -1, 6, 3), -1),  # cuts it: 1 to the right and it is free
        (box(4, -1, 6, 0.25), -0.25),
        (box(9, -5, 9.5, 5), -5),  # a wall just before the end
        (DIAMOND, -1),  # in at one corner, out at the opposite one
        (Polygon([(4, 0), (6, 0), (5, 2)]), 0),  # along an edge
        (Polygon([(5, 0), (6, 2), (4, 2)]), 0),  # grazes a corner
        (Polygon([(3, 0), (5, 0.2), (7, 0), (5, 2)]), 0),  # grazes two corners of a bay
        (BAY, -3),  # through both arms: under the bay's floor
        (box(2, 0, 10, 3), 0),  # along an edge up to the very end
        (box(10, -1, 12, 1), 0),  # the end on its edge
        (Polygon([(10, 0), (12, 1), (12, -1)]), 0),  # the end on its corner
        (Polygon([(0, 0), (-2, 1), (-2, -1)]), 0),
        (box(9.75, -2, 12, 2), -0.25),  # the end a quarter of a cm inside: draw it back
        (box(-5, -2, 0.25, 2), -0.25),
        (box(5, -0.5, 12, 3), -0.5),  # the end inside, but sideways is less
        (box(-5, -2, 15, 3), -2),  # both ends inside
        (MultiPolygon([box(2, -1, 3, 2), box(5, -4, 6, 0.5)]), -2),  # one bars to the left of the other's way out
        (MultiPolygon([box(2, -1, 3, 0), box(5, 0, 6, 1)]), 0),  # between two that meet in one line
        (Polygon([(2, -2), (8, -2), (8, 2), (2, 2)], [[(3, -1), (7, -1), (7, 1), (3, 1)]]), -2),  # a courtyard
    ],
)
def test_clearance(polygon, value):
    m = clearance(START, END, polygon)
    assert m.value == pytest.approx(value)
    assert m.value == 0 or value != 0  # touching is exactly 0
    assert clearance(END, START, polygon).value == pytest.approx(value)


@pytest.mark.parametrize("heading_deg", [0, 30, 45, 90, 123.4, 180, -77])
@pytest.mark.parametrize(
    "polygon",
    [
        box(4, 0, 6, 3),
        Polygon([(5, 0), (6, 2), (4, 2)]),
        box(10, -1, 12, 1),
        Polygon([(4, 0), (6, 0), (5, 2)]),
        box(2, 0, 10, 3),
        MultiPolygon([box(2, -1, 3, 0), box(5, 0, 6, 1)]),
        Polygon([(3, -4), (12, -4), (12, 4), (3, 4), (3, 3), (10, 3), (10, -3), (3, -3)]),  # round it, to its end
    ],
)
def test_touching_is_free_however_the_table_lies(heading_deg, polygon):
    cos, sin = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
    turned = shapely.transform(polygon, lambda xy: xy @ np.array([[cos, sin], [-sin, cos]]) + (31.7, 12.3))
    start, end = (31.7, 12.3), (31.7 + 10 * cos, 12.3 + 10 * sin)
    assert clearance(start, end, turned).value == pytest.approx(0, abs=1e-9)
    assert clearance(start, end, turned).value >= -SLACK


def test_a_corner_between_two_chains():
    # The corner (5, 0) lies on the line. Both chains on one side: it grazes. One on either side: it goes inside.
    grazing = Polygon([(4, 2), (5, 0), (6, 2)])
    entering = Polygon([(4, -2), (5, 0), (4, 2), (8, 2), (8, -2)])
    assert clearance(START, END, grazing).value == 0
    assert clearance(START, END, entering).value == pytest.approx(-2)


@pytest.mark.parametrize(
    ("at", "value"), [((5, 1), -1), ((5, 0.25), -0.25), ((5, 0), 0), ((4, 0), 0), ((5, -3), 3), ((1, -4), 5)]
)
def test_a_line_without_length_is_a_point(at, value):
    assert clearance(at, at, box(4, 0, 6, 3)).value == pytest.approx(value)


def test_a_point_on_an_outline_is_as_unsure_as_it_is():
    assert clearance((5, 0), (5, 0), box(4, 0, 6, 3), 0.3, 0.3).sigma == pytest.approx(math.hypot(0.15, 0.15))


def test_what_bars_no_deeper_than_the_slack_bars_nothing():
    assert free_shift([(-1.0, SLACK)]) == 0.0


@pytest.mark.parametrize(
    ("polygon", "t"),
    [
        (box(2, 1, 2.5, 3), (0.2, 0.25)),
        (box(7, -3, 8, -1), (0.7, 0.8)),
        (box(12, -1, 14, 1), (1, 1)),  # beyond the end: only the end counts
        (box(3, -1, 4, 3), (0.3, 0.4)),
        (Polygon([(8, -0.5), (9, 3), (7, 3)]), (0.8, 0.8)),
        (box(9.75, -2, 12, 2), (1, 1)),
        (DIAMOND, (0.5, 0.5)),
    ],
)
def test_sigma_is_that_of_the_point_that_decides(polygon, t):
    m = clearance(START, END, polygon, 0.03, 0.08)
    assert m.sigma == pytest.approx(max(math.hypot((1 - at) * 0.03, at * 0.08) for at in t))
    assert clearance(END, START, polygon, 0.08, 0.03).sigma == pytest.approx(m.sigma)


@pytest.mark.ci
@pytest.mark.parametrize("polygon", [Polygon([(6, 1), (8, 4), (5, 4)]), Polygon([(6, -1), (9, 4), (4, 4)])])
def test_sigma_is_what_measuring_again_and_again_gives(polygon):
    dice = np.random.default_rng(2)
    sampled = []
    for dx, dy, ex, ey in dice.normal(size=(2500, 4)):
        sampled.append(clearance((0.04 * dx, 0.04 * dy), (10 + 0.06 * ex, 2 / 3 + 0.06 * ey), polygon).value)
    told = clearance((0, 0), (10, 2 / 3), polygon, 0.04, 0.06)
    assert told.value == pytest.approx(np.mean(sampled), abs=0.01)
    assert told.sigma == pytest.approx(np.std(sampled), rel=0.05)


def test_near_a_corner_it_is_too_close():
    hedge = box(4, 0.02, 6, 3)

    def verdict(sigma_cm: float) -> Verdict:
        return judge(clearance(START, END, hedge, sigma_cm, sigma_cm), 0.0, at_most=False).verdict

    assert [verdict(sigma_cm) for sigma_cm in (0.05, 0.005, 0.0)] == [Verdict.CLOSE, Verdict.IN, Verdict.IN]
    wall = clearance(START, END, box(7, -4, 8, 4), 0.05, 0.05)
    assert judge(wall, 0.0, at_most=False).verdict is Verdict.OUT


@pytest.mark.parametrize(
    "call",
    [
        lambda: clearance((NAN, 0), END, DIAMOND),
        lambda: clearance(START, (0, math.inf), DIAMOND),
        lambda: clearance(START, END, DIAMOND, -1),
        lambda: clearance(START, END, DIAMOND, 0, NAN),
    ],
)
def test_what_is_no_line_is_refused(call):
    with pytest.raises(BadGeometry):
        call()


# ---- properties ----

whole = st.integers(0, 20).map(float)  # a coarse grid: lines along edges and through corners come up all the time
place = st.tuples(whole, whole) | st.tuples(st.floats(0, 20), st.floats(0, 20))


@st.composite
def polygons(draw) -> Polygon:
    corners = draw(st.lists(st.tuples(whole, whole), min_size=3, max_size=7, unique=True))
    if draw(st.booleans()):
        shape = shapely.convex_hull(shapely.MultiPoint(corners))
    else:  # round their middle, so that it is simple, but seldom convex
        x, y = np.mean(corners, axis=0)
        shape = Polygon(sorted(corners, key=lambda p: (math.atan2(p[1] - y, p[0] - x), math.dist(p, (x, y)))))
    assume(shape.geom_type == "Polygon" and shape.is_valid and shape.area > 0.01)
    return shape


@pytest.mark.ci
@given(place, place, polygons())
def test_blocked_is_what_geos_calls_sharing_interiors(start, end, polygon):
    assume(math.dist(start, end) > 1e-3)
    line = shapely.LineString([start, end])
    value = clearance(start, end, polygon).value
    if value > 0:
        assert value == pytest.approx(shapely.distance(line, polygon))
    if abs(value) > 1e-6 or (all(float(v).is_integer() for v in (*start, *end))):
        assert (value < -1e-6) == shapely.relate_pattern(line, polygon, "T********")


@pytest.mark.ci
@given(place, place, polygons(), st.floats(0, 0.2), st.floats(0, 0.2))
def test_clearance_is_symmetric(start, end, polygon, one, other):
    there, back = clearance(start, end, polygon, one, other), clearance(end, start, polygon, other, one)
    assert there.value == pytest.approx(back.value, abs=1e-9)
    assert there.sigma == pytest.approx(back.sigma, abs=1e-6)


@pytest.mark.ci
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(place, place, polygons())
def test_that_far_to_one_side_it_is_free_and_less_is_not(start, end, polygon):
    value = clearance(start, end, polygon).value
    assume(value < -0.01 and not polygon.intersects(shapely.MultiPoint([start, end])))
    normal = np.array([start[1] - end[1], end[0] - start[0]]) / math.dist(start, end)

    def after(shift):
        return clearance(tuple(start + normal * shift), tuple(end + normal * shift), polygon).value

    assert max(after(-value), after(value)) >= -1e-6
    for share in (0.3, 0.7, 0.999):
        assert max(after(-value * share), after(value * share)) < 0


@pytest.mark.ci
@given(place, place, polygons(), polygons())
def test_a_bigger_obstacle_never_sees_more(start, end, polygon, more):
    bigger = shapely.union(polygon, more)
    small, big = clearance(start, end, polygon).value, clearance(start, end, bigger).value
    if small < -1e-5:
        assert big < -1e-6
    if big > 1e-5:
        assert small > 0
        assert big <= small + 1e-9
    if not bigger.intersects(shapely.MultiPoint([start, end])):
        assert big <= small + 1e-6


def test_a_wall_too_thin_to_have_a_core():
    wall = box(5, -5, 5.00001, 5)
    assert clearance((0, 0), (10, 0), wall).value < -SLACK
    assert clearance((0, 0), (10, 20), wall).value > 0


@pytest.mark.parametrize("degrees", [35.0, 137.0, 250.0])
@pytest.mark.parametrize("polygon", [box(4, -1, 6, 3), box(9.75, -2, 12, 2), box(4, 1, 6, 3), BAY])
def test_the_tape_turns_with_the_table(polygon: Polygon, degrees: float) -> None:
    turn = math.radians(degrees)

    def turned(xy: np.ndarray) -> np.ndarray:
        return xy @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) + (30.0, 20.0)

    there = turned(np.array([START, END]))
    straight = clearance(START, END, polygon)
    found = clearance(tuple(there[0].tolist()), tuple(there[1].tolist()), shapely.transform(polygon, turned))
    assert found.value == pytest.approx(straight.value, abs=1e-9)
    assert np.array([found.start, found.end]) == pytest.approx(
        turned(np.array([straight.start, straight.end])), abs=1e-6
    )
