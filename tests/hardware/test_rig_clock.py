"""When it was on the host's clock, by rig time: through wraps, drift, slow cables and gaps."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.rig_clock import RigClock, RigClocks, unwrapped_us

WRAP = 1 << 32


@given(st.integers(0, 10 * WRAP), st.integers(-WRAP // 3, WRAP // 3))
def test_a_wrapped_time_is_found_again_near_where_it_was(full_us: int, off_us: int):
    assert unwrapped_us(full_us % WRAP, max(0, full_us + off_us)) == full_us


def test_a_time_near_zero_is_not_negative():
    assert unwrapped_us(WRAP - 5, 0.0) == WRAP - 5


def look(clock: RigClock, true_s: float, rate: float, dice: random.Random, slow_s: float) -> None:
    """One look at a rig's clock that runs `rate` too fast and started at 0; each way takes up to `slow_s`."""
    asked_s = true_s - dice.uniform(0, slow_s)
    clock.add(round(true_s * (1 + rate) * 1e6), asked_s, true_s + dice.uniform(0, slow_s))


@given(st.floats(-5e-3, 5e-3), st.integers(0, 2**32), st.floats(0.0, 0.016), st.floats(0, 600))
def test_between_looks_the_time_is_right_within_what_a_way_takes(rate: float, seed: int, slow_s: float, at_s: float):
    clock, dice = RigClock(), random.Random(seed)
    for number in range(301):
        look(clock, 2.0 * number, rate, dice, slow_s)
    found = clock.host_time(round(at_s * (1 + rate) * 1e6))
    assert found is not None
    assert abs(found.s - at_s) <= slow_s / 2 + 1e-4
    assert abs(found.s - at_s) <= 3 * found.sigma_s


def test_an_hour_without_looks_and_three_wraps():
    clock, dice = RigClock(), random.Random(1)
    for number in range(100):
        look(clock, 10_000 + 2.0 * number, 4e-3, dice, 0.01)
    for number in range(100):
        look(clock, 14_000 + 2.0 * number, 4e-3, dice, 0.01)
    found = clock.host_time(round(12_000 * 1.004 * 1e6))
    assert found is not None
    assert found.s == pytest.approx(12_000, abs=0.01)
    assert found.sigma_s > 0.03  # its temperature may have changed meanwhile


def test_one_look_tells_little_of_a_time_long_before():
    clock = RigClock()
    clock.add(1_000_000_000, 1000.0, 1000.002)
    near, far = clock.host_time(1_000_000_000), clock.host_time(400_000_000)
    assert near is not None
    assert near.s == pytest.approx(1000.001)
    assert near.sigma_s < 0.001
    assert far is not None
    assert far.sigma_s == pytest.approx(600 * 5e-3, rel=0.01)


def test_the_quickest_answers_count_most():
    clock = RigClock()
    for number in range(10):
        clock.add(number * 1_000_000, number - 0.0005, number + 0.0005)
        clock.add(number * 1_000_000 + 100_000, number + 0.1 - 0.001, number + 0.1 + 0.2)  # answered late
    found = clock.host_time(9_200_000)
    assert found is not None
    assert found.s == pytest.approx(9.2, abs=5e-4)


def test_nothing_is_known_before_the_first_look():
    assert RigClock().host_time(5) is None
    assert RigClock().rig_us_at(7.0) == 0.0


def test_a_look_at_an_earlier_time_is_not_used():
    clock = RigClock()
    clock.add(2_000_000, 2.0, 2.001)
    clock.add(1_000_000, 3.0, 3.001)
    assert len(clock) == 1


@pytest.mark.ci
def test_a_day_of_looks_is_kept_thin():
    clock, dice = RigClock(), random.Random(2)
    for number in range(43_200):
        look(clock, 2.0 * number, -3e-3, dice, 0.008)
    assert len(clock) <= 10_061
    for at_s in (100.5, 40_000.3, 86_000.7):
        found = clock.host_time(round(at_s * (1 - 3e-3) * 1e6))
        assert found is not None
        assert found.s == pytest.approx(at_s, abs=0.004)


def test_a_new_start_of_the_same_rig_begins_with_its_rate():
    clocks, dice = RigClocks(), random.Random(3)
    for number in range(200):
        look(clocks.of("R-1", 1), 2.0 * number, 4e-3, dice, 0.004)
    clocks.of("R-1", 2).add(900_000_000, 1000.0, 1000.001)
    clocks.of("R-2", 2).add(900_000_000, 1000.0, 1000.001)
    known, unknown = (clocks.of(rig, 2).host_time(800_000_000) for rig in ("R-1", "R-2"))
    assert known is not None
    assert unknown is not None
    assert known.s == pytest.approx(1000 - 100 / 1.004, abs=0.02)
    assert known.sigma_s < 0.03 < unknown.sigma_s


def test_the_oldest_clocks_are_forgotten():
    clocks = RigClocks()
    for boot in range(1, 30):
        clocks.of("R-1", boot)
    assert clocks.get("R-1", 1) is None
    assert clocks.get("R-1", 29) is not None
