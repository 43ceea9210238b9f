"""Contact: which bases touch, along which edge, and the groups they form."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.contact import gap, groups, nearest_first, overlap_depth, touches_edge, touching
from table.errors import BadGeometry
from table.stand import Base, Stand
from table.verdict import Verdict

IN, OUT, CLOSE = Verdict.IN, Verdict.OUT, Verdict.CLOSE
SIDES = ("front", "rear", "left", "right")


def base(x=0.0, y=0.0, heading_deg=90.0, width_cm=2.5, depth_cm=2.0, sigma_cm=0.0, sigma_deg=0.0, **more) -> Stand:
    values = {"name": "s", "side": "us", "kind": "infantry"} | more
    return Stand(
        x=x, y=y, heading_deg=heading_deg, width_cm=width_cm, depth_cm=depth_cm, sigma_cm=sigma_cm, sigma_deg=sigma_deg,
        **values,
    )  # fmt: skip


TARGET = base()  # x from -1.25 to 1.25, y from -1 to 1, looking away


@pytest.mark.parametrize(
    ("other", "verdict", "measured"),
    [
        (base(2.5, 0), IN, 0),
        (base(2.7, 0), IN, 0.2),
        (base(2.8, 0), IN, 0.3),  # inclusive
        (base(2.81, 0), OUT, 0.31),
        (base(2.5, 2), IN, 0),  # corner to corner
        (base(2.5 + 0.2, 2 + 0.2), IN, math.hypot(0.2, 0.2)),
        (base(2.5 + 0.25, 2 + 0.25), OUT, math.hypot(0.25, 0.25)),
        (base(2.3, 0), IN, -0.2),  # overlapping by 0.2
        (base(2.3, 1.9), IN, -0.1),
        (base(0, 0), IN, -2),
        (base(0, 0, 0, 0, 0), IN, -1),  # a point in the middle
        (base(1.25, 0, 0, 0, 0), IN, 0),
        (base(1.0, 0, 90, 0, 1), IN, -0.25),  # a line inside
    ],
)
def test_touching(other, verdict, measured):
    judgement = touching(TARGET, other)
    assert judgement.verdict is verdict
    assert judgement.measured == pytest.approx(measured)
    assert touching(other, TARGET).measured == pytest.approx(measured)
    assert gap(TARGET, other).value == pytest.approx(max(measured, 0))


def test_a_carrier_between_two_bases_is_allowed_on_top():
    assert touching(TARGET, base(0, -3.5)).verdict is OUT
    assert touching(TARGET, base(0, -3.5), carrier_cm=1.8).verdict is IN
    assert touching(TARGET, base(0, -3.5), contact_cm=1.6).verdict is IN


def test_near_the_limit_it_is_too_close_and_an_overlap_is_sure():
    noisy = base(sigma_cm=0.05)
    assert touching(noisy, base(2.81, 0, sigma_cm=0.05)).verdict is CLOSE
    assert touching(noisy, base(2.7, 0, sigma_cm=0.05)).verdict is CLOSE
    assert touching(noisy, base(2.7, 0, sigma_cm=0.05), doubt=0.2).verdict is IN
    assert touching(base(sigma_cm=0.25), base(1.8, 0, sigma_cm=0.25)).verdict is IN  # 0.7 deep in each other


def test_two_points_touch_when_they_are_one():
    one = base(width_cm=0, depth_cm=0)
    assert touching(one, one, contact_cm=0).verdict is IN
    assert overlap_depth(one, one) == 0
    assert touching(one, base(0.01, 0, width_cm=0, depth_cm=0), contact_cm=0).verdict is OUT


def test_two_lines_side_by_side_do_not_overlap():
    line = base(heading_deg=30, width_cm=0, depth_cm=4)
    assert overlap_depth(line, base(0.25, -0.433, 30, 0, 4)) == 0


def test_bases_on_one_marker_overlap_by_the_deepest():
    twin = base(bases=(Base(0, 3, 2, 2), Base(0, -3, 2, 2)))
    assert overlap_depth(twin, base(0, 0, 90, 3, 2)) == 0  # it stands in the gap
    assert overlap_depth(twin, base(0, 0, 90, 4.5, 2)) == pytest.approx(0.25)
    assert touching(twin, base(0, 0, 90, 3, 2)).verdict is OUT  # 0.5 on either side


@pytest.mark.parametrize("wrong", [{"contact_cm": -1}, {"carrier_cm": math.nan}])
def test_a_contact_is_a_distance(wrong):
    for call in (touching, lambda a, b, **k: touches_edge(a, b, "rear", **k), lambda a, b, **k: groups([a, b], **k)):
        with pytest.raises(BadGeometry):
            call(TARGET, TARGET, **wrong)


def edges_touched(other: Stand, target: Stand = TARGET, wanted: Verdict = IN) -> set[str]:
    return {side for side in SIDES if touches_edge(target, other, side).verdict is wanted}


@pytest.mark.parametrize(
    ("other", "sides"),
    [
        (base(0, 2), {"front"}),
        (base(0, -2), {"rear"}),
        (base(-2.5, 0), {"left"}),
        (base(2.5, 0), {"right"}),
        (base(0, -2.3), {"rear"}),
        (base(0, -2.31), set()),
        (base(0, -2, 90, 10, 2), {"rear"}),  # wider than the base: its flanks stay free
        (base(0, -2.2, 90, 10, 2), {"rear"}),
        (base(3, -2, 90, 4, 2), {"rear"}),  # overlaps the rear's right end by 0.25
        (base(2.5, -2), set()),  # corner to corner: nothing of any edge
        (base(2.5, -1.9), {"right"}),  # 0.1 of the flank
        (base(2.4, -2), {"rear"}),
        (base(-2.25, 0.5, 180), {"left"}),  # its front against the flank
        (base(-2.25, 0.5, 180, 8, 2), {"left"}),
        (base(0, 5), set()),
        (base(0, -1.5, 0, 0, 0), set()),  # a point reaches no length of an edge
    ],
)
def test_which_edges_are_touched(other, sides):
    assert edges_touched(other) == sides
    if sides:
        (side,) = sides
        assert touches_edge(TARGET, other, side).probability_in == 1


def test_a_corner_poking_at_a_flank_touches_it():
    corner = base(1.25 + math.sqrt(2) + 0.1, 0, 45, 2, 2)
    judgement = touches_edge(TARGET, corner, "right")
    assert judgement.verdict is IN
    assert judgement.measured == pytest.approx(0.1)
    assert touches_edge(TARGET, corner, "right", contact_cm=0.05).verdict is OUT
    assert touches_edge(TARGET, corner, "right", contact_cm=0.05, carrier_cm=0.06).verdict is IN


@pytest.mark.parametrize("sunk", [-0.1, 0.0, 0.03, 0.06])
@pytest.mark.parametrize("sigma_cm", [0.0, 0.02])
@pytest.mark.parametrize("heading_deg", [0, 90, 37, -125])
def test_noise_does_not_put_an_enemy_behind_the_rear_onto_the_flanks(sunk, sigma_cm, heading_deg):
    turn = math.radians(heading_deg - 90)
    target = base(30, 40, heading_deg, sigma_cm=sigma_cm)
    x, y = 1.0, -2 + sunk
    place = (30 + x * math.cos(turn) - y * math.sin(turn), 40 + x * math.sin(turn) + y * math.cos(turn))
    wide = base(*place, heading_deg, 6, 2, sigma_cm=sigma_cm)
    assert edges_touched(wide, target) == {"rear"}
    assert edges_touched(wide, target, OUT) == {"front", "left", "right"}


def test_a_doubtful_edge_is_too_close():
    noisy = base(sigma_cm=0.05)
    at_the_limit = touches_edge(noisy, base(0, -2.31, sigma_cm=0.05), "rear")
    assert at_the_limit.verdict is CLOSE
    # Of the edge it surely has some: only the gap is doubtful.
    assert at_the_limit.probability_in == pytest.approx(touching(noisy, base(0, -2.31, sigma_cm=0.05)).probability_in)
    assert touches_edge(noisy, base(0, -2.0, sigma_cm=0.02), "rear").verdict is IN
    assert touches_edge(noisy, base(2.5, -2, sigma_cm=0.05), "rear").verdict is CLOSE  # at the very corner
    assert touches_edge(noisy, base(0, -4, sigma_cm=0.05), "rear").verdict is OUT


@pytest.mark.ci
@given(st.floats(-3.5, 3.5), st.floats(-3, 3), st.floats(-180, 180))
def test_who_touches_an_edge_touches_the_base(x, y, heading_deg):
    other = base(x, y, heading_deg)
    for side in SIDES:
        if touches_edge(TARGET, other, side).verdict is IN:
            assert touching(TARGET, other).verdict is IN


@pytest.mark.ci
@given(st.floats(-4, 4), st.floats(-4, 4), st.floats(-180, 180))
def test_overlap_is_the_shift_that_parts_them(x, y, heading_deg):
    other = base(x, y, heading_deg)
    depth = overlap_depth(TARGET, other)
    assert depth == pytest.approx(overlap_depth(other, TARGET))
    assert (depth > 1e-9) <= (gap(TARGET, other).value == 0)
    turns = [math.radians(t) for t in range(0, 360, 15)] + [math.radians(heading_deg + t) for t in (0, 90, 180, 270)]
    moved = [other.moved_to(x + (depth + 1e-6) * math.cos(t), y + (depth + 1e-6) * math.sin(t)) for t in turns]
    assert min(overlap_depth(TARGET, m) for m in moved) < 1e-5  # that far in the right direction parts them
    if depth > 0.02:
        nearly = [other.moved_to(x + (depth - 0.01) * math.cos(t), y + (depth - 0.01) * math.sin(t)) for t in turns]
        assert all(overlap_depth(TARGET, m) > 0 for m in nearly)  # less does not, in any


def names(found) -> list[list[str]]:
    return [[stand.name for stand in group] for group in found]


def line(*places, **more) -> list[Stand]:
    return [base(x, y, name=name, **more) for name, x, y in places]


def test_groups_are_chains_of_contact():
    stands = line(("a", 0, 0), ("far", 40, 0), ("b", 2.5, 0), ("d", 0, -6.5), ("c", 5.3, 0))
    assert names(groups(stands)) == [["a", "b", "c"], ["far"], ["d"]]
    assert names(groups(stands, contact_cm=0.2)) == [["a", "b"], ["far"], ["d"], ["c"]]
    assert names(groups(stands, carrier_cm=4.2)) == [["a", "b", "d", "c"], ["far"]]
    assert groups([]) == ()


def test_groups_of_one_side():
    stands = [
        replace(s, side=side) for s, side in zip(line(("a", 0, 0), ("b", 2.5, 0), ("c", 5, 0)), "uxu", strict=True)
    ]
    assert names(groups(stands, same=lambda a, b: a.side == b.side)) == [["a"], ["b"], ["c"]]
    assert names(groups(stands)) == [["a", "b", "c"]]


@pytest.mark.ci
@given(st.lists(st.tuples(st.floats(0, 20), st.floats(0, 20)), max_size=8), st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order(places, shuffler):
    stands = [base(x, y, name=str(i)) for i, (x, y) in enumerate(places)]
    mixed = list(stands)
    shuffler.shuffle(mixed)
    assert {frozenset(g) for g in names(groups(stands))} == {frozenset(g) for g in names(groups(mixed))}
    for group in groups(stands):
        for stand in group:
            assert len(group) == 1 or min(gap(stand, o).value for o in group if o is not stand) <= 0.300002


def test_of_two_equally_far_the_first_by_name_is_nearest_however_far_rounding_parts_them() -> None:
    one = Stand("one", "south", "infantry", 0, 0, 0, 2, 2)
    b = Stand("b", "north", "infantry", 10 - 1e-13, 0, 0, 2, 2)
    a = Stand("a", "north", "infantry", 0, 10, 0, 2, 2)
    assert [stand.name for stand in nearest_first(one, [b, a])] == ["a"]


def test_how_sure_an_edge_is_touched_does_not_depend_on_where_the_table_begins() -> None:
    """A heading in doubt swings the edge about the base's middle, wherever that is."""
    near, far = (
        (base(x, 5, heading_deg=0.0, sigma_deg=8.0), base(x + 2.15, 7.4, heading_deg=0.0)) for x in (0.0, 90.0)
    )
    chances = [touches_edge(*pair, "front").probability_in for pair in (near, far)]
    assert 0.01 < chances[0] < 0.99
    assert chances[1] == pytest.approx(chances[0], abs=1e-9)
