"""Places for event streams: some for everybody, some for referee and players only."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from web.doors.flood import MOST_FROM_ONE, MOST_STREAMS, RESERVED, Streams
from web.errors import Refused
from web.roles import REFEREE, SPECTATOR, Role

PLAYER = Role("player", "us", "Americans")


def opened(
    streams: Streams, role: Role = SPECTATOR, address: str = "10.0.0.2", gone: Callable[[], bool] = lambda: False
) -> None:
    streams.enter(role, address, here=address == "127.0.0.1", gone=gone)


def test_streams_are_counted_while_their_pages_are_there() -> None:
    streams, left = Streams(), [False]
    for _ in range(MOST_FROM_ONE):
        opened(streams, gone=lambda: left[0])
    with pytest.raises(Refused, match="too many"):
        opened(streams)
    left[0] = True
    opened(streams)


def test_addresses_of_twelve_streams_leave_places_for_referee_and_players() -> None:
    streams = Streams()
    refused = []
    addresses = -(-MOST_STREAMS // 12)
    for address in range(addresses):
        for _ in range(12):
            try:
                opened(streams, address=f"10.0.1.{address}")
            except Refused as error:
                refused.append(error.status)
    assert refused == [503] * (12 * addresses - MOST_STREAMS + RESERVED)
    opened(streams, REFEREE, "10.0.0.9")
    opened(streams, PLAYER, "10.0.0.8")
    for _ in range(RESERVED - 2):
        opened(streams, REFEREE, "127.0.0.1")
    with pytest.raises(Refused):
        opened(streams, REFEREE, "127.0.0.1")


def test_the_place_of_a_page_that_has_gone_is_free_at_once() -> None:
    streams = Streams()
    left = {"gone": False}
    for k in range(MOST_STREAMS - RESERVED):
        opened(streams, address=f"10.0.{k % 200}.{k // 200}", gone=lambda: left["gone"])
    with pytest.raises(Refused):
        opened(streams)
    left["gone"] = True
    opened(streams)


@pytest.mark.ci
def test_a_page_without_a_stream_asks_for_the_versions(come: Callable[[str], FlaskClient]) -> None:
    stranger = come("192.168.7.20")
    before = stranger.get("/api/versions").get_json()
    assert set(before) == {"table", "picture", "run"}
    assert before == stranger.get("/api/watch").get_json()["versions"]
    come("127.0.0.1").post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    assert stranger.get("/api/versions").get_json()["table"] == before["table"] + 1
