"""True sight: exact by similar triangles, over walls, from roofs, across slopes and trenches; and its probability."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.body import Body, body_of
from table.errors import BadGeometry
from table.ground import gone_to, settled
from table.shared import Shared
from table.sight_errors import correlated, normal_draws
from table.stand import Stand
from table.terrain import Piece, Top
from table.true_sight import hiding, seen_share, sight_probability

EYE = (0.0, 0.0, 2.0)


def man(x: float = 21.0, y: float = 0.0, foot: float = 0.0, high: float = 2.0, **more: float) -> Body:
    """Return a block of 2 x 2 cm whose near side is at x - 1."""
    corners = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
    return Body("man", corners, foot, foot + high, (x, y), **more)


def block(left: float, right: float, high: float, near: float = -9.0, far: float = 9.0, top: Top | None = None,
          name: str = "wall", crest: tuple[tuple[float, float], ...] = ()) -> Piece:  # fmt: skip
    return Piece(name, "wall", ((left, near), (right, near), (right, far), (left, far)), high, top, crest)


def angle(z: float, far: float, eye: float = EYE[2]) -> float:
    return math.atan((z - eye) / far)


def test_nothing_between_and_nothing_high_hide_nothing():
    assert seen_share(EYE, man(), []) == 1.0
    assert seen_share(EYE, man(), [block(10, 11, 0.0), block(12, 13, 1.0, 4, 9), block(30, 31, 9.0)]) == 1.0
    assert seen_share(EYE, man(), [block(10, 11, 1.5, top="trench")]) == 1.0


@pytest.mark.parametrize(("high", "hidden_to"), [(1.0, 0.0), (1.5, 1.0), (1.9, 1.8), (2.0, 2.0), (2.2, 2.0)])
def test_a_wall_hides_all_below_the_line_over_its_top(high: float, hidden_to: float):
    """Its far edge is half way: what it lacks to the eye's height is doubled at the man."""
    share = seen_share(EYE, man(), [block(9.5, 10.0, high)])
    whole = angle(2.0, 20) - angle(0.0, 20)
    assert share == pytest.approx((angle(2.0, 20) - angle(hidden_to, 20)) / whole, abs=2e-4)
    assert (share == 0) == (high >= 2.0)


def test_a_wall_higher_than_the_eye_hides_by_its_near_edge():
    tall = man(high=5.0)
    hidden_to = 2 + (2.5 - 2) * 20 / 10
    expected = (angle(5, 20) - angle(hidden_to, 20)) / (angle(5, 20) - angle(0, 20))
    assert seen_share(EYE, tall, [block(10, 14, 2.5)]) == pytest.approx(expected, abs=2e-4)


def test_half_of_the_width_is_one_half():
    assert seen_share(EYE, man(), [block(9, 10, 5.0, 0.0, 9.0)]) == pytest.approx(0.5, abs=1e-9)
    quarter = seen_share(EYE, man(), [block(9, 10, 5.0, 0.0, 9.0), block(9.5, 10, 1.5, -9, 0, name="low")])
    assert quarter == pytest.approx(0.25, abs=5e-3)  # the angle of half the height is not quite half the angle


def test_a_sliver_beside_a_house_is_seen():
    edge = -9.0 / 20.0  # the line to the man's near right corner, at the house's near side
    assert seen_share(EYE, man(), [block(9, 10, 5.0, edge - 1e-3, 9.0)]) == 0.0
    assert 0 < seen_share(EYE, man(), [block(9, 10, 5.0, edge + 1e-3, 9.0)]) < 1e-2


@pytest.mark.parametrize(("x", "seen"), [(8.0, False), (9.4, False), (9.6, True)])
def test_from_a_roof_the_ground_below_the_edge_is_dead(x: float, seen: bool):
    """Eyes 2 cm above a roof of 6 cm, 3 cm from its edge: ground is seen from 12 cm on, what is 1 cm high from 10.5.

    The farthest of the man, 1 cm behind his middle, comes into view first.
    """
    roof = block(-3, 3, 6.0, -3, 3, "level", "house")
    share = seen_share((0, 0, 8.0), man(x, high=1.0), [roof])
    assert (share > 0) == seen, share
    assert seen_share((0, 0, 8.0), man(14), [roof]) == 1.0


def test_a_slope_between_hides_by_its_crest_and_not_by_its_foot():
    crest = ((9.0, -1.0), (11.0, -1.0), (11.0, 1.0), (9.0, 1.0))
    hill, step = (block(5, 15, 2.5, -5, 5, top, "hill", crest) for top in ("slope", "level"))
    tall = man(high=4.0)
    assert seen_share(EYE, tall, [step]) == 0.0, "its near edge hides him to 2 + 0.5 * 20 / 5"
    hidden_to = 2 + 0.5 * 20 / 9
    expected = (angle(4, 20) - angle(hidden_to, 20)) / (angle(4, 20) - angle(0, 20))
    assert seen_share(EYE, tall, [hill]) == pytest.approx(expected, abs=2e-3)
    cone = block(5, 15, 2.5, -5, 5, "slope", "hill")
    assert seen_share(EYE, tall, [cone]) > seen_share(EYE, tall, [hill])


def test_who_stands_on_a_slope_is_not_hidden_by_it_from_below_and_is_from_behind():
    hill = block(10, 30, 4.0, -10, 10, "slope", "hill")
    half_way, behind = man(15, foot=2.0), man(27, foot=1.2)
    assert seen_share(EYE, half_way, [hill]) > 0.95
    assert seen_share(EYE, behind, [hill]) == 0.0


def test_a_trench_lowers_who_stands_in_it():
    """The table's edge before him is 1 cm nearer than he: what is below it is hidden."""
    trench = block(19, 23, 1.5, -5, 5, "trench", "trench")
    standing, there = man(), man(foot=-1.5)
    share = seen_share(EYE, there, [trench])
    rim = 2 - 2 * 20 / 19  # how low the eye sees past the edge at x = 19
    upper = angle(0.5, 22) - angle(0.5, 20)  # his top, seen from above
    whole = angle(0.5, 20) - angle(-1.5, 20) + upper
    assert share == pytest.approx((angle(0.5, 20) - angle(rim, 20) + upper) / whole, abs=5e-3)
    assert seen_share(EYE, standing, [trench]) == 1.0
    assert seen_share(EYE, man(foot=-2.5), [replace(trench, height_cm=2.5)]) < 0.1
    assert [each.name for each, _ in hiding(EYE, there, [trench])] == ["trench"]
    assert seen_share(EYE, there, []) == 1.0, "nobody knows what hollow he stands in"


def test_a_soldier_in_a_trench_sees_out_only_with_his_eyes_above_it():
    trench = block(-2, 2, 3.0, -5, 5, "trench", "trench")
    assert seen_share((0, 0, 0.5), man(), [trench]) == 1.0
    assert seen_share((0, 0, -0.5), man(), [trench]) == 0.0
    assert seen_share((0, 0, -0.1), man(), [trench]) > 0.4
    beside = replace(man(10, 8), name="comrade"), block(8, 9, 5.0, 6, 9)
    assert seen_share((0, 0, -0.1), man(), [trench, *beside]) == seen_share((0, 0, -0.1), man(), [trench])


def test_a_wood_hides_nothing_of_who_is_in_it_nor_from_him_but_a_told_top_is_ground():
    wood = block(18, 30, 6.0)
    assert seen_share(EYE, man(), [wood]) == 1.0
    assert seen_share(EYE, man(40), [wood]) == 0.0
    assert seen_share((20, 0, 2.0), man(40), [wood]) == 1.0
    assert seen_share((20, 0, 2.0), man(40), [replace(wood, top="level")]) == 0.0
    on_it = seen_share(EYE, man(29, foot=6.0), [wood])
    assert on_it < 1.0, "on its top, its edge hides his feet"


def test_a_body_between_hides_from_its_foot_up():
    hull = Body("tank", ((9, -9), (10, -9), (10, 9), (9, 9)), 0.0, 1.5, (9.5, 0))
    assert seen_share(EYE, man(), [hull]) == pytest.approx(seen_share(EYE, man(), [block(9, 10, 1.5)]))
    assert seen_share(EYE, man(), [hull, block(9.5, 10, 2.0)]) == 0.0


@pytest.mark.ci
@given(st.lists(st.tuples(st.floats(2, 15), st.floats(0.2, 4), st.floats(0.3, 5), st.floats(-6, 3), st.floats(0.5, 9)),
                max_size=4), st.floats(-math.pi, math.pi))  # fmt: skip
def test_turned_it_is_the_same_and_more_hides_more(walls: list[tuple[float, ...]], turn: float):
    pieces = [
        block(x, min(x + deep, 19.5), high, y, y + wide, name=f"w{k}")
        for k, (x, deep, high, y, wide) in enumerate(walls)
    ]
    cos, sin = math.cos(turn), math.sin(turn)

    def turned(points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in points)

    shares = [seen_share(EYE, man(), pieces[:count]) for count in range(len(pieces) + 1)]
    assert all(after <= before + 2e-2 for before, after in itertools.pairwise(shares))
    there = replace(man(), outline=turned(man().outline), centre=turned((man().centre,))[0])
    assert seen_share(EYE, there, [replace(p, polygon=turned(p.polygon)) for p in pieces]) == pytest.approx(
        shares[-1], abs=1e-6
    )
    assert all(0 <= share <= 1 for share in shares)


# ---- probability ----


def viewer(**more: float) -> Body:
    return Body("viewer", ((-1, -1), (1, -1), (1, 1), (-1, 1)), 0.0, 2.5, (0, 0), **more)


def test_where_all_is_exact_it_is_sure():
    for high, seen in ((1.9, 1.0), (2.1, 0.0)):
        sure = replace(block(9.5, 10, high), top=None)
        hull = Body("hull", sure.polygon, 0.0, high, (10, 0))
        found = sight_probability(EYE, viewer(), man(), [hull])
        assert (found.probability(), found.sigma) == (seen, 0.0)
    assert sight_probability(EYE, viewer(sigma_cm=0.1), man(sigma_cm=0.1), [block(9, 10, 3, 2, 9)]).probability() == 1.0


@pytest.mark.parametrize("off", [-0.10, -0.05, -0.02, 0.0, 0.02, 0.05, 0.10])
def test_the_ruler_s_error_alone(off: float):
    """A wall as high as the eye and the man: he is seen if it is truly lower, and it errs by 0.5 mm."""
    found = sight_probability(EYE, viewer(), man(), [block(9.5, 10, 2.0 + off)])
    assert found.probability() == pytest.approx(0.5 * math.erfc(off / 0.05 / math.sqrt(2)), abs=0.012)


@pytest.mark.parametrize("off", [-0.2, -0.1, 0.0, 0.1])
def test_the_places_errors_alone(off: float):
    """The corner of a house as near the line as the two are sure: half way, both ends' errors count half."""
    house = block(9.99, 10.01, 50.0, -0.5 + off, 9.0)  # the line to the man's right edge passes at -0.5
    at, of = viewer(sigma_cm=0.1), man(sigma_cm=0.1)
    sigma = 0.1 / math.sqrt(2)
    found = sight_probability(EYE, at, of, [house])
    assert found.probability() == pytest.approx(0.5 * math.erfc(-off / sigma / math.sqrt(2)), abs=0.02)
    common = Shared(np.array([[0.0], [0.1], [0.0]]), object())
    both = (replace(body, sigma_cm=0.1 / math.sqrt(2), shared=common) for body in (at, of))
    together = sight_probability(EYE, *both, [house])
    assert together.probability() == pytest.approx(0.5 * math.erfc(-off / 0.1 / math.sqrt(2)), abs=0.02)


def test_who_stands_on_a_piece_errs_with_it():
    """Eye and man on one hill: over its top they see each other however high it truly is."""
    hill = block(-5, 30, 4.0, -9, 9, "level", "hill")
    eye = (0.0, 0.0, 6.0)
    on = {"on": "hill", "sigma_z_cm": 0.5}
    found = sight_probability(eye, viewer(**on), man(foot=4.0, **on), [hill])
    assert found.probability(0.999) == 1.0
    alone = sight_probability(eye, viewer(), man(foot=4.0, sigma_z_cm=0.5), [hill])
    assert alone.sigma > 0.05


def test_mean_and_sigma_are_those_of_the_share():
    found = sight_probability(EYE, viewer(), man(), [block(9.5, 10, 1.5)])
    assert found.share == pytest.approx(0.5, abs=0.01)
    assert found.mean == pytest.approx(found.share, abs=0.01)
    assert found.sigma == pytest.approx(0.05, abs=0.005)  # a ruler's 0.5 mm are 1 mm of his 2 cm
    assert found.probability(0.55) == pytest.approx(0.16, abs=0.03)


def test_who_is_told_to_be_where_nobody_can_be_is_left_out():
    """A man at the foot of a house, half of whose places would be inside it: he is outside."""
    house = block(0.0, 9.0, 6.0, -9, 9, "level", "house")
    away = sight_probability((-0.05, 0, 2.0), replace(viewer(sigma_cm=0.05), centre=(-0.05, 0)), man(-20), [house])
    assert away.probability() == 1.0
    assert not away.weights.all()


def test_draws_are_normal_and_follow_a_covariance():
    draws = normal_draws(128, 12)
    assert draws.shape == (256, 12)
    assert np.allclose(draws.mean(axis=0), 0, atol=1e-12)
    assert np.allclose(draws.T @ draws / 256, np.eye(12), atol=1e-9)
    assert np.allclose(np.quantile(draws, [0.16, 0.84]), [-0.994, 0.994], atol=0.05)
    covariance = np.array([[4.0, 1.0], [1.0, 2.0]])
    made = correlated(normal_draws(128, 2), covariance)
    assert np.allclose(made.T @ made / 256, covariance)


# ---- bodies and ground ----


def test_a_body_is_the_block_over_the_base():
    stand = Stand("a", "us", "soldier", 10, 10, 0, 2.0, 1.6, 0.1, z_cm=3.0, sigma_z_cm=0.2)
    body = body_of(stand, 2.5, "hill")
    assert (body.foot_cm, body.top_cm, body.on, body.sigma_z_cm) == (3.0, 5.5, "hill", 0.2)
    assert sorted(body.outline) == [(9.2, 9.0), (9.2, 11.0), (10.8, 9.0), (10.8, 11.0)]
    assert len(body_of(replace(stand, width_cm=0, depth_cm=0), 2.5).outline) == 4, "a point is a small square"
    with pytest.raises(BadGeometry, match="its top must be above its foot"):
        body_of(stand, 0.0)


def at(x: float, z_cm: float, sigma_z_cm: float = 0.05) -> Stand:
    return Stand("a", "us", "soldier", x, 0.0, 0.0, 2.0, 2.0, z_cm=z_cm, sigma_z_cm=sigma_z_cm)


@pytest.mark.parametrize(
    ("stand", "pieces", "z_cm", "on"),
    [
        (at(0, 0.12), [], 0.0, None),
        (at(5, 4.1), [block(0, 9, 4.0)], 4.0, "wall"),
        (at(5, 4.1), [block(0, 9, 4.0, top="level")], 4.0, "wall"),
        (at(5, 0.1), [block(0, 9, 4.0)], 0.0, None),
        (at(5, 0.0, 0.0), [block(0, 9, 4.0, top="level")], 4.0, "wall"),
        (at(5, 2.2), [block(0, 9, 4.0)], 2.2, None),
        (at(5, -1.4), [block(0, 9, 1.5, top="trench")], -1.5, "wall"),
        (at(5, 4.1), [block(0, 9, 4.0, top="none")], 4.1, None),
        (at(0.2, 0.03), [block(0, 20, 4.0, top="slope")], 0.0, None),
        (at(0.2, 0.07), [block(0, 20, 4.0, top="slope")], 0.08, "wall"),
        (at(5, 2.1), [block(-9, 29, 4.0, -19, 19, top="slope")], 2.1, None),
        (at(5, 3.0), [block(-9, 29, 4.0, -19, 19, top="slope")], 4.0 * 14 / 19, "wall"),
    ],
)
def test_a_stand_is_as_high_as_what_it_was_measured_on(stand: Stand, pieces: list[Piece], z_cm: float, on: str | None):
    there, piece = settled(stand, pieces)
    assert there.z_cm == pytest.approx(z_cm)
    assert (None if piece is None else piece.name) == on
    assert (there.sigma_z_cm == 0) == (on is not None or z_cm == 0)


def test_who_goes_along_stays_on_his_hill_and_comes_down_beyond_it():
    hill, step = block(0, 9, 4.0), block(20, 30, 2.0, top="level", name="step")
    assert gone_to(at(5, 4.0), (8, 0), [hill, step]).z_cm == 4.0
    assert gone_to(at(5, 4.0), (12, 0), [hill, step]).z_cm == 0.0
    assert gone_to(at(12, 0.0), (25, 0), [hill, step]).z_cm == 2.0
    assert gone_to(at(12, 0.0), (5, 0), [hill, step]).z_cm == 0.0, "a hill of old: into it"
