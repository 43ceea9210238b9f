"""Strangers who fill the connections, at a real server: referee and players are answered at once all the same."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from matches import match_at

from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.channels import MOST_FROM_ONE, MOST_WAITING
from web.doors.door import Door
from web.match_session import MatchSession
from web.serve import Server, open_port

HOST = "192.168.7.5"
HERE, PHONE, NEW = "127.0.0.1", "127.0.1.1", "127.0.1.2"
STRANGERS = [f"127.0.0.{number}" for number in range(2, 17)]
"""Other addresses than this computer's own, to the server: Linux lets all of 127.* be used."""
LIMIT = 300
"""Fifteen addresses fill it, also where a test may open a thousand files at most."""
PATIENCE_S = 5.0
HALF = b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nContent-Length: 4000\r\n\r\n{"
PICTURE = b"GET /api/picture.jpg HTTP/1.1\r\nHost: 192.168.7.5\r\n\r\n"


@pytest.fixture
def session() -> MatchSession:
    scene = demo_scene("ambush")
    match = match_at(scene.truth(), scene.game, State(tuple(side.name for side in scene.sides)), scene.settings)
    observation = Observation(scene.truth(), TableStatus("still"), jpeg=lambda: b"\xff\xd8" + bytes(400_000))
    return MatchSession(scene, match, observation, lambda: 5, lambda: 0.0)


@pytest.fixture
def door() -> Door:
    return Door({"us": "Americans", "de": "Germans"}, lambda: 0.0, lambda: f"http://{HOST}/")


@pytest.fixture
def server(session: MatchSession, door: Door) -> Iterator[Server]:
    try:
        with socket.socket() as probe:
            probe.bind((STRANGERS[0], 0))
    except OSError:
        pytest.skip("this system has no second address of its own")
    served = Server(create_app(session, ("127.0.0.1", HOST), door), open_port("127.0.0.1", 0), session.close)
    served._server.adj.connection_limit = LIMIT
    served.start()
    yield served
    served.close()


def ask(server: Server, path: str, source: str, body: object = None, cookie: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(HERE, server.port, timeout=PATIENCE_S, source_address=(source, 0))
    headers = {"Host": HOST, "Connection": "close", "Content-Type": "application/json", "Cookie": cookie}
    sent = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, body=sent, headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer


def come_in(server: Server, door: Door, source: str) -> str:
    """Become the referee by the PIN; return the cookie."""
    answer = ask(server, "/api/door/pin", source, {"pin": door.pin.renew()})
    assert answer.status == 200
    return (answer.getheader("Set-Cookie") or "").partition(";")[0]


def open_socket(server: Server, source: str) -> socket.socket:
    return socket.create_connection((HERE, server.port), timeout=PATIENCE_S, source_address=(source, 0))


def open_now(server: Server) -> int:
    return len(server._server.active_channels)


def besieged(server: Server, stack: ExitStack, said: bytes, each: int = MOST_FROM_ONE) -> list[socket.socket]:
    """Let fifteen addresses open all the connections they may, and send this on each."""
    opened = []
    for source in STRANGERS:
        for _ in range(each):
            held = stack.enter_context(open_socket(server, source))
            held.sendall(said)
            opened.append(held)
    return opened


@pytest.mark.ci
def test_half_open_connections_hold_neither_the_referee_up_nor_who_comes_new(server: Server, door: Door) -> None:
    cookie = come_in(server, door, PHONE)
    with ExitStack() as stack:
        besieged(server, stack, HALF)
        began_s = time.monotonic()
        for _ in range(5):
            assert ask(server, "/api/view", HERE).status == 200
            assert ask(server, "/api/match/declare", PHONE, {"actor": "x", "target": "y"}, cookie).status == 404
            assert ask(server, "/api/view", NEW).status == 200
        assert time.monotonic() - began_s < PATIENCE_S
        assert open_now(server) < LIMIT - 20, "there is always room for this computer"


@pytest.mark.ci
def test_who_proved_a_role_keeps_places_of_their_own(server: Server, door: Door) -> None:
    """Also where no stranger's connection can be shut, for all are being answered."""
    cookie = come_in(server, door, PHONE)
    with ExitStack() as stack:
        besieged(server, stack, b"GET /api/events HTTP/1.1\r\nHost: 192.168.7.5\r\n\r\n")
        assert ask(server, "/api/door", PHONE, cookie=cookie).status == 200
        assert ask(server, "/api/door", HERE).status == 200


@pytest.mark.ci
def test_pictures_asked_for_all_at_once_take_no_threads(server: Server) -> None:
    with ExitStack() as stack:
        besieged(server, stack, PICTURE * 3)
        assert ask(server, "/api/view", HERE).status == 200
        dispatcher = server._server.task_dispatcher
        assert len(dispatcher.queue) < 10


def test_a_few_requests_at_once_are_all_answered_in_turn(server: Server) -> None:
    with open_socket(server, NEW) as hasty:
        hasty.sendall(PICTURE * MOST_WAITING)
        got = 0
        while got < MOST_WAITING * 400_002:
            data = hasty.recv(1 << 20)
            assert data
            got += len(data)


def test_hundreds_at_once_shut_the_connection(server: Server) -> None:
    with open_socket(server, NEW) as greedy:
        greedy.sendall(PICTURE * 300)
        got = 0
        try:
            while data := greedy.recv(1 << 20):
                got += len(data)
        except ConnectionError:
            pass
        assert got < MOST_WAITING * 400_002
    assert ask(server, "/api/view", NEW).status == 200


EXPECT = "Host: 192.168.7.5\r\nExpect: 100-continue\r\nContent-Type: application/json\r\n"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("head", "body", "status"),
    [
        (f"GET /api/door HTTP/1.1\r\n{EXPECT}\r\n", b"", 200),
        (f"POST /api/door/leave HTTP/1.1\r\n{EXPECT}Content-Length: 0\r\n\r\n", b"", 400),
        (f"POST /api/door/leave HTTP/1.1\r\n{EXPECT}Content-Length: 2\r\n\r\n", b"{}", 200),
        (f"POST /api/door/leave HTTP/1.1\r\n{EXPECT}Content-Length: 500000000\r\n\r\n", b"", 413),
        (f"POST /api/door/leave HTTP/1.1\r\n{EXPECT}Content-Length: -1\r\n\r\n", b"", 400),
        (f"POST /api/door/leave HTTP/1.1\r\n{EXPECT}Transfer-Encoding: chunked\r\n\r\n", b"2\r\n{}\r\n0\r\n\r\n", 200),
    ],
    ids=["no body", "empty body", "body", "too long", "wrong length", "chunked"],
)
def test_who_waits_for_100_continue_is_answered_at_once(server: Server, head: str, body: bytes, status: int) -> None:
    with open_socket(server, NEW) as waiting:
        waiting.sendall(head.encode())
        if body:
            assert waiting.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
            waiting.sendall(body)
        assert waiting.recv(1000).startswith(f"HTTP/1.1 {status} ".encode())
