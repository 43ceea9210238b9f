"""The way home: exact from every edge, never below what the camera can tell, and calm at the limit."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.observation import Whereabouts
from referee.putting_back.hints import EDGES, LEAVES, Edge, Hint, Tolerance, hint, hints
from table.errors import BadInput
from table.stand import Stand, wrap_deg
from table.uncertainty import SIGMAS_95

HOME = Stand("Miller", "us", "soldier", 30.0, 24.6, 52.0, 2.0, 1.6, sigma_cm=0.01, sigma_deg=0.2)
USUAL = Tolerance()

places = st.floats(-20, 200)
angles = st.floats(-720, 720)
edges = st.sampled_from(EDGES)


def seen(x: float, y: float, heading_deg: float = 52.0, state: str = "seen", sigma_cm: float = 0.01) -> Whereabouts:
    stand = Stand("Miller", "us", "soldier", x, y, heading_deg, 2.0, 1.6, sigma_cm=sigma_cm, sigma_deg=0.2)
    return Whereabouts("Miller", state, stand)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("edge", "right", "away"), [("near", -1.2, 0.4), ("far", 1.2, -0.4), ("left", -0.4, -1.2), ("right", 0.4, 1.2)]
)
def test_the_way_home_as_one_sees_it_from_each_edge(edge: Edge, right: float, away: float) -> None:
    # It stands 1.2 cm too far to the right and 0.4 cm too near, as the operator at the near edge sees it.
    found = hint(HOME, seen(31.2, 24.2, 44.0), USUAL)
    assert found.seen_from(edge) == pytest.approx((right, away))
    assert found.turn_deg == pytest.approx(8.0), "8 degrees counter-clockwise, whoever looks"
    assert found.state == "off"
    assert found.off_cm == pytest.approx(math.hypot(1.2, 0.4))


def test_a_stand_at_home_is_back() -> None:
    found = hint(HOME, seen(30.0, 24.6), USUAL)
    assert (found.state, found.off_cm, found.turn_deg) == ("back", 0.0, 0.0)


@pytest.mark.parametrize(
    ("off_cm", "off_deg", "state"),
    [(0.29, 0.0, "back"), (0.31, 0.0, "off"), (0.0, 2.9, "back"), (0.0, -3.1, "off"), (0.29, 2.9, "back")],
)
def test_both_tolerances_decide(off_cm: float, off_deg: float, state: str) -> None:
    assert hint(HOME, seen(30.0 + off_cm, 24.6, 52.0 + off_deg), USUAL).state == state


def test_no_tolerance_is_below_what_the_camera_can_tell() -> None:
    found = hint(HOME, seen(30.4, 24.6, sigma_cm=0.25), USUAL)
    assert found.tolerance_cm == pytest.approx(SIGMAS_95 * math.hypot(0.25, 0.01))
    assert found.state == "back", "0.4 cm, where the camera's 95 % are 0.49"


def test_a_stand_that_is_back_does_not_flicker_at_the_limit() -> None:
    just_out, far_out = seen(30.0 + 0.3 * 1.1, 24.6), seen(30.0 + 0.3 * LEAVES * 1.01, 24.6)
    assert hint(HOME, just_out, USUAL).state == "off"
    assert hint(HOME, just_out, USUAL, before="back").state == "back"
    assert hint(HOME, just_out, USUAL, before="off").state == "off"
    assert hint(HOME, far_out, USUAL, before="back").state == "off"


def test_what_is_not_seen_is_away_and_what_is_under_something_covered() -> None:
    assert hint(HOME, None, USUAL).state == "away"
    assert hint(HOME, seen(30.0, 24.6, state="gone"), USUAL).state == "away"
    assert hint(HOME, Whereabouts("Miller", "seen", None), USUAL).state == "away"
    assert hint(HOME, seen(30.0, 24.6, state="covered"), USUAL).state == "covered", "nobody knows whether it is back"


def test_a_stand_in_the_hand_at_its_place_may_be_let_go() -> None:
    assert hint(HOME, seen(30.1, 24.6, state="held"), USUAL).state == "there"
    assert hint(HOME, seen(33.0, 24.6, state="held"), USUAL).state == "off"


def test_every_agreed_stand_has_its_hint_in_order() -> None:
    other = HOME.moved_to(50.0, 50.0)
    agreed = (HOME, Stand("Novak", "us", "soldier", 1.0, 1.0))
    found = hints(agreed, [Whereabouts("Miller", "seen", other), Whereabouts("Nobody", "seen", other)], USUAL)
    assert [(h.name, h.state) for h in found] == [("Miller", "off"), ("Novak", "away")]


@pytest.mark.parametrize(("cm", "deg"), [(0.0, 3.0), (0.3, 0.0), (0.6, 3.0), (0.3, 11.0), (-1.0, 3.0)])
def test_a_tolerance_has_its_limits(cm: float, deg: float) -> None:
    with pytest.raises(BadInput, match="tolerance"):
        Tolerance(cm, deg)


RIGHT = {"near": (1, 0), "far": (-1, 0), "left": (0, -1), "right": (0, 1)}


def moved_from(edge: Edge, stand: Stand, right_cm: float, away_cm: float, turn_deg: float) -> Stand:
    """The stand as a person at that edge leaves it: pushed to the right and away, turned (ccw positive)."""
    right_x, right_y = RIGHT[edge]
    x, y = right_cm * right_x - away_cm * right_y, right_cm * right_y + away_cm * right_x
    return stand.moved_to(stand.x + x, stand.y + y, stand.heading_deg + turn_deg)


def follow(found: Hint, edge: Edge, digits: int | None = None) -> Stand:
    right, away = found.seen_from(edge)
    turn = found.turn_deg
    if digits is not None:
        right, away, turn = round(right, digits), round(away, digits), round(turn)
    assert found.now is not None
    return moved_from(edge, found.now, right, away, turn)


@given(places, places, angles, places, places, angles, edges)
def test_whoever_does_what_the_hint_says_has_it_back(
    x: float, y: float, heading: float, home_x: float, home_y: float, home_heading: float, edge: Edge
) -> None:
    home = HOME.moved_to(home_x, home_y, home_heading)
    moved = follow(hint(home, seen(x, y, heading), USUAL), edge)
    assert moved.centre == pytest.approx(home.centre, abs=1e-9)
    assert wrap_deg(moved.heading_deg - home.heading_deg) == pytest.approx(0.0, abs=1e-9)
    assert hint(home, Whereabouts("Miller", "seen", moved), USUAL).state == "back"


@given(places, places, angles, edges)
def test_the_rounded_words_are_enough(x: float, y: float, heading: float, edge: Edge) -> None:
    moved = follow(hint(HOME, seen(x, y, heading), USUAL), edge, digits=1)
    assert hint(HOME, Whereabouts("Miller", "seen", moved), USUAL).state == "back"


@given(places, places, angles, edges, st.floats(-180, 180), places, places)
def test_turning_the_whole_table_changes_neither_distance_nor_turn(
    x: float, y: float, heading: float, edge: Edge, turn: float, dx: float, dy: float
) -> None:
    def carried(stand: Stand) -> Stand:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return stand.moved_to(c * stand.x - s * stand.y + dx, s * stand.x + c * stand.y + dy, stand.heading_deg + turn)

    there = seen(x, y, heading)
    assert there.stand is not None
    before = hint(HOME, there, USUAL)
    after = hint(carried(HOME), Whereabouts("Miller", "seen", carried(there.stand)), USUAL)
    assert after.off_cm == pytest.approx(before.off_cm, abs=1e-6)
    assert math.hypot(*after.seen_from(edge)) == pytest.approx(before.off_cm, abs=1e-6)
    assert wrap_deg(after.turn_deg - before.turn_deg) == pytest.approx(0.0, abs=1e-6)


@given(places, places, angles)
def test_opposite_edges_say_opposite_ways(x: float, y: float, heading: float) -> None:
    found = hint(HOME, seen(x, y, heading), USUAL)
    for one, other in (("near", "far"), ("left", "right")):
        right, away = found.seen_from(one)  # type: ignore[arg-type]
        assert found.seen_from(other) == pytest.approx((-right, -away))  # type: ignore[arg-type]
