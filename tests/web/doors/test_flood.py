"""Too many requests."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from web.doors.flood import ACTS, READS
from web.doors.token_buckets import TokenBuckets


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.parametrize("limit", [ACTS, READS])
def test_a_burst_is_let_through_and_then_so_many_a_second(limit: tuple[float, float]) -> None:
    clock = Clock()
    (rate, most), flood = limit, TokenBuckets(*limit, clock)
    let = sum(flood.take("10.0.0.2", least=0.0) for _ in range(1000))
    assert let == most
    clock.now_s = 2.0
    assert sum(flood.take("10.0.0.2", least=0.0) for _ in range(1000)) == 2 * rate
    assert flood.take("10.0.0.3", least=0.0)


def test_what_was_used_up_beyond_the_bucket_is_owed() -> None:
    clock = Clock()
    seconds = TokenBuckets(0.5, 2.0, clock)
    assert seconds.holds("10.0.0.2")
    seconds.take("10.0.0.2", 3.0)
    assert not seconds.holds("10.0.0.2")
    clock.now_s = 1.9
    assert not seconds.holds("10.0.0.2")
    clock.now_s = 2.1
    assert seconds.holds("10.0.0.2")


@pytest.mark.ci
def test_this_computer_is_not_counted_and_a_stranger_is(come: Callable[[str], FlaskClient]) -> None:
    here, stranger = come("127.0.0.1"), come("192.168.7.20")
    codes = [stranger.post("/api/match/undo", json={}).status_code for _ in range(60)]
    assert codes[0] == 403
    assert codes[-1] == 429
    assert {here.post("/api/match/undo", json={}).status_code for _ in range(60)} == {409}
