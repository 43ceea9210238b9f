"""Too many requests, too many streams."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from web.doors.flood import ACTS, MOST_FROM_ONE, MOST_STREAMS, READS, Flood, Streams
from web.failing import Refused


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.parametrize(("acts", "limit"), [(True, ACTS), (False, READS)])
def test_a_burst_is_let_through_and_then_so_many_a_second(acts: bool, limit: tuple[float, float]) -> None:
    clock = Clock()
    flood, (rate, most) = Flood(clock), limit
    let = sum(flood.admits("10.0.0.2", acts=acts) for _ in range(1000))
    assert let == most
    clock.now_s = 2.0
    assert sum(flood.admits("10.0.0.2", acts=acts) for _ in range(1000)) == 2 * rate
    assert flood.admits("10.0.0.3", acts=acts)


def test_this_computer_is_not_counted_and_a_stranger_is(come: Callable[[str], FlaskClient]) -> None:
    here, stranger = come("127.0.0.1"), come("192.168.7.20")
    codes = [stranger.post("/api/match/undo", json={}).status_code for _ in range(60)]
    assert codes[0] == 403
    assert codes[-1] == 429
    assert {here.post("/api/match/undo", json={}).status_code for _ in range(60)} == {409}


def events() -> Iterator[str]:
    yield "data: {}\n\n"


def test_streams_are_counted_while_they_are_open_and_given_back_even_unread() -> None:
    streams = Streams()
    held = [streams.through(events(), "10.0.0.2", here=False) for _ in range(MOST_FROM_ONE)]
    with pytest.raises(Refused, match="too many"):
        streams.through(events(), "10.0.0.2", here=False)
    held[0].close()  # type: ignore[attr-defined]
    held[0].close()  # type: ignore[attr-defined]
    again = streams.through(events(), "10.0.0.2", here=False)
    assert list(again) == ["data: {}\n\n"]
    with pytest.raises(Refused):
        streams.through(events(), "10.0.0.2", here=False)
    rest = [streams.through(events(), "127.0.0.1", here=True) for _ in range(MOST_STREAMS - MOST_FROM_ONE)]
    with pytest.raises(Refused):
        streams.through(events(), "127.0.0.1", here=True)
    assert len(rest) == MOST_STREAMS - MOST_FROM_ONE
