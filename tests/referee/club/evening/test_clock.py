"""The clock of a round: it runs, stands, is made longer, ends; the time is told to it."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from referee.club.evening.clock import RoundClock

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_it_runs_from_its_start_and_stands_while_it_is_paused() -> None:
    clock = RoundClock(3600)
    assert (clock.runs, clock.until, clock.left_s(after(99))) == (False, None, 3600)
    clock = clock.started(NOON)
    assert (clock.runs, clock.until, clock.left_s(after(600))) == (True, after(3600), 3000)
    clock = clock.paused(after(600))
    assert (clock.runs, clock.until, clock.left_s(after(5000))) == (False, None, 3000)
    clock = clock.started(after(5000))
    assert (clock.until, clock.left_s(after(5100))) == (after(8000), 2900)


def test_when_its_time_is_up_nothing_is_left() -> None:
    clock = RoundClock(60).started(NOON)
    assert clock.left_s(after(61)) == 0
    assert clock.ended(after(600)).over == after(60)
    assert clock.ended(after(30)).over == after(30)
    assert clock.ended(after(30)).left_s(after(999)) == 30
    assert clock.ended(after(30)).started(after(31)).runs is False


def test_it_is_made_longer_while_it_runs() -> None:
    assert RoundClock(60).started(NOON).longer(300).until == after(360)


@given(st.lists(st.tuples(st.sampled_from(["started", "paused"]), st.integers(0, 500)), max_size=12))
def test_what_ran_and_what_is_left_are_its_length(acts: list[tuple[str, int]]) -> None:
    clock, now, ran = RoundClock(2000), NOON, 0
    for act, seconds in acts:
        clock = getattr(clock, act)(now)
        ran += seconds if clock.runs else 0
        now += timedelta(seconds=seconds)
    assert clock.left_s(now) == max(0, 2000 - ran)
