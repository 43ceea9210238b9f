"""What two things' errors make together: exact cases, properties, and drawing both again and again."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.arcs import bearing_off
from table.clearance import clearance
from table.contact import nearest_first, touching
from table.corridor import corridor_of, may_overlap, overlap
from table.footprint import footprint
from table.measurement import Measurement
from table.shared import Shared
from table.stand import Stand
from table.uncertainty import (
    FAR,
    SIGMAS_95,
    SURE,
    Pull,
    apart,
    covariance_of_two,
    farther_by,
    has_moved,
    has_turned,
    is_off,
    sigma_between,
    sigma_of,
    sigma_turned,
    within,
)
from table.verdict import DOUBT, Verdict, judge

CAMERA = object()
OWN_CM, OWN_DEG = 0.01, 0.1
places, sigmas = st.floats(-60, 60), st.floats(0, 1)


def stand(x=0.0, y=0.0, heading_deg=90.0, sigma_cm=0.03, sigma_deg=0.4, name="a", **more) -> Stand:
    return Stand(name, "us", "infantry", x, y, heading_deg, 2.0, 2.0, sigma_cm, sigma_deg, **more)


def seen(x=0.0, y=0.0, modes=((0.05, 0.0), (0.0, 0.05), (0.0, 0.0)), cause=CAMERA, **more) -> Stand:
    """Return a stand with a small error of its own beside what ``modes`` (cm, cm, rad) do to it."""
    shared = Shared(np.array(modes, dtype=float), cause)
    cm = math.sqrt(OWN_CM**2 + shared.place_variance_cm2)
    deg = math.degrees(math.sqrt(math.radians(OWN_DEG) ** 2 + shared.turn_variance_rad2))
    return stand(x, y, sigma_cm=cm, sigma_deg=deg, shared=shared, **more)


mode = st.floats(-0.3, 0.3)
all_modes = st.tuples(*[st.tuples(mode, mode)] * 3)
stands = st.builds(stand, places, places, st.floats(-180, 180), sigmas, sigmas) | st.builds(
    seen, places, places, all_modes, st.sampled_from([CAMERA, None])
)


def alone(one: Stand) -> Stand:
    return replace(one, shared=None)


def test_95_percent_is_what_is_too_close_to_call():
    assert math.erfc(SIGMAS_95 / math.sqrt(2)) / 2 == pytest.approx(DOUBT, abs=1e-5)
    assert judge(Measurement(50 - 0.99 * SIGMAS_95, 1.0), 50).verdict is Verdict.CLOSE
    assert judge(Measurement(50 - 1.01 * SIGMAS_95, 1.0), 50).verdict is Verdict.IN


def test_what_shares_nothing_adds_as_squares():
    one, other = stand(sigma_cm=0.03, sigma_deg=0.3), stand(3, 4, sigma_cm=0.04, sigma_deg=0.4)
    assert apart(one, other) == Measurement(5, 0.05, (0, 0), (3, 4))
    assert sigma_between(one, other) == pytest.approx(0.05)
    assert sigma_turned(one, other) == pytest.approx(0.5)
    assert sigma_between(0.03, other) == pytest.approx(0.05)
    assert sigma_between(one, 0.0) == 0.03
    assert apart(one, None, at_b=(0, 9)) == Measurement(9, 0.03, (0, 0), (0, 9))


def test_a_heading_counts_by_its_lever():
    one = stand(sigma_cm=0.0, sigma_deg=1.0)
    corner = apart(one, None, (3, 4), (3, 14))  # straight up from a corner 3 cm to the right of the centre
    assert corner.sigma == pytest.approx(3 * math.radians(1))
    assert sigma_of(Pull.at(one, (3, 4), (1, 0))) == pytest.approx(4 * math.radians(1))


def test_what_moves_both_alike_leaves_only_their_own():
    one, other = seen(), seen(30, 40)
    assert apart(one, other).sigma == pytest.approx(OWN_CM * math.sqrt(2))
    assert sigma_between(one, other) == pytest.approx(OWN_CM * math.sqrt(2))
    turning = ((0, 0), (0, 0), (0.02, 0.01))
    assert sigma_turned(seen(modes=turning), seen(30, 40, turning)) == pytest.approx(OWN_DEG * math.sqrt(2))


def test_what_moves_both_against_each_other_counts_twice():
    one, other = seen(modes=((0.05,), (0,), (0,))), seen(40, 0, ((-0.05,), (0,), (0,)))
    assert apart(one, other).sigma == pytest.approx(math.sqrt(2 * OWN_CM**2 + 0.1**2))
    assert apart(one, other).sigma > math.hypot(one.sigma_cm, other.sigma_cm)


@given(stands, stands)
def test_it_does_not_matter_which_is_first(one, other):
    assert apart(one, other).sigma == pytest.approx(apart(other, one).sigma, abs=1e-12)
    assert sigma_between(one, other) == pytest.approx(sigma_between(other, one), abs=1e-12)
    assert sigma_turned(one, other) == pytest.approx(sigma_turned(other, one), abs=1e-12)
    assert has_moved(one, other, 0.5) == has_moved(other, one, 0.5)
    assert has_turned(one, other, 5) == has_turned(other, one, 5)


@given(stands, stands)
def test_it_is_never_negative_nor_more_than_both(one, other):
    assert 0 <= sigma_between(one, other) <= one.sigma_cm + other.sigma_cm + 1e-12
    assert 0 <= sigma_turned(one, other) <= one.sigma_deg + other.sigma_deg + 1e-9


@given(stands, stands)
def test_without_anything_shared_it_is_the_hypot(one, other):
    one, other = alone(one), alone(other)
    both = math.hypot(one.sigma_cm, other.sigma_cm)
    assert sigma_between(one, other) == both
    assert apart(one, other).sigma == pytest.approx(both)
    assert sigma_turned(one, other) == pytest.approx(math.hypot(one.sigma_deg, other.sigma_deg))


@given(stands, stands)
def test_between_is_the_mean_over_all_directions(one, other):
    ways = [sigma_of(Pull(one, (-x, -y)), Pull(other, (x, y))) for x, y in ((1, 0), (0, 1), (0.6, 0.8), (-0.8, 0.6))]
    assert sigma_between(one, other) == pytest.approx(math.hypot(*ways) / 2)


@given(stands, stands, st.tuples(*[st.floats(-1, 1)] * 6))
def test_a_sum_and_the_covariance_say_the_same(one, other, gain):
    a, b = np.array(gain[:3]), np.array(gain[3:])
    direct = sigma_of(Pull(one, (a[0], a[1]), a[2]), Pull(other, (b[0], b[1]), b[2]))
    assert direct**2 == pytest.approx(np.array(gain) @ covariance_of_two(one, other) @ np.array(gain), abs=1e-12)


def test_a_stand_held_against_itself_a_moment_later_is_known_by_its_own_error():
    before = seen()
    after = before.moved_to(SURE * OWN_CM * math.sqrt(2) + 0.001, 0)
    assert has_moved(before, after)
    assert not has_moved(before, before.moved_to(SURE * OWN_CM * math.sqrt(2) - 0.001, 0))
    assert not has_moved(before, after, least_cm=0.06)
    assert not has_moved(alone(before), alone(after))  # as every place said before errors were shared
    assert not has_moved(before, replace(after, shared=replace(after.shared, cause=object())))  # calibrated anew


def test_a_turn_counts_the_short_way_round():
    before = stand(heading_deg=179, sigma_deg=0.1)
    assert has_turned(before, replace(before, heading_deg=-180), 0.9)
    assert not has_turned(before, replace(before, heading_deg=-180), 1.1)
    assert not has_turned(before, replace(before, heading_deg=179 + 3.9 * 0.1 * math.sqrt(2)))
    assert has_turned(before, replace(before, heading_deg=179 + 4.1 * 0.1 * math.sqrt(2)))


@pytest.mark.parametrize(("cm", "inside"), [(50, True), (50.0000005, True), (50.39, True), (50.41, False)])
def test_within_is_said_unless_surely_beyond(cm, inside):
    sigma = 0.0 if cm < 50.1 else 0.1
    assert within(Measurement(cm, sigma), 50) is inside
    assert within(Measurement(cm, 0.1), 50, FAR)


@given(st.floats(0, 5), sigmas, st.floats(0, 5))
def test_what_is_off_is_not_within_a_nudge(value, sigma, least):
    if is_off(Measurement(value, sigma), least):
        assert value > least
        assert not within(Measurement(value, sigma), -1e-5)


# Each kind of place where errors are combined, against the same table drawn again and again.


def drawn(stands: list[Stand], dice: np.random.Generator) -> list[Stand]:
    causes, found = dice.normal(size=2), []
    for one in stands:
        x, y, turn = one.shared.modes @ causes
        own = dice.normal(0, (OWN_CM, OWN_CM, OWN_DEG))
        found.append(
            one.moved_to(one.x + x + own[0], one.y + y + own[1], one.heading_deg + math.degrees(turn) + own[2])
        )
    return found


TURNING = ((0.05, 0.02), (0.0, 0.05), (0.003, 0.004))
VEHICLE = seen(20, 4, name="tank")
KINDS = {
    "past a vehicle": (lambda a, b, c: clearance(a.centre, b.centre, footprint(c), a, b, c), (40, 1)),
    "bearing": (lambda a, b, c: bearing_off(a, b.centre, b), (8, 1)),
    "nearer than another": (farther_by, (-8, 1)),
    "beyond a lane's end": (lambda a, b, c: overlap(corridor_of(a, 5.0), b).lateral, (0, 40)),
}


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
def test_each_measure_counts_what_its_ends_share(kind):
    measure, there = KINDS[kind]
    a, b, dice = seen(0, 0, TURNING), seen(*there, TURNING, name="b"), np.random.default_rng(7)
    found = [measure(*drawn([a, b, VEHICLE], dice)).value for _ in range(600)]
    told = measure(a, b, VEHICLE).sigma
    assert told == pytest.approx(np.std(found), rel=0.08)
    assert abs(measure(alone(a), alone(b), alone(VEHICLE)).sigma / told - 1) > 0.15


def test_a_quick_question_leaves_nobody_out_whom_errors_bring_near():
    """Two that one camera moves against each other err by more than the hypot of both."""
    against = [((s * 1.0,), (0,), (0,)) for s in (1, -1)]
    shooter, beside = seen(0, 0, against[0]), seen(12, 0, against[1], name="b")
    assert touching(shooter, beside).probability_in > 1e-7
    assert beside in nearest_first(shooter, [beside, stand(3, 0, name="c")])
    lane, aside = corridor_of(shooter, 20), seen(15, 12, against[1], name="b")
    assert overlap(lane, aside).judged().probability_in > 1e-12
    assert may_overlap(lane, aside)
