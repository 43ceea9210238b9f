"""A client that means ill, at a real server: the table goes on, nothing is told that should not be, nothing is lost."""

import http.client
import json
import random
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from matches import match_at

from referee.journal.integrity import check_journal
from referee.journal.store import Journal
from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web import channels
from web.app import create_app
from web.channels import MOST_FROM_ONE
from web.doors.door import Door
from web.match_session import MatchSession
from web.serve import Server, open_port

STRANGER = "127.0.0.2"
"""Another address than this computer's own, to the server: Linux lets all of 127.* be used."""
HOST = "192.168.7.5"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "match.sqlite", write=True) as kept:
        yield kept


@pytest.fixture
def session(journal: Journal) -> MatchSession:
    scene = demo_scene("ambush")
    begins = State(tuple(side.name for side in scene.sides), scene.turn)
    table = scene.truth()
    match = match_at(table, scene.game, begins, scene.settings, journal)
    observation = Observation(table, TableStatus("still"), jpeg=lambda: b"\xff\xd8" + bytes(400_000))
    return MatchSession(scene, match, observation, lambda: 5, lambda: 0.0)


@pytest.fixture
def server(session: MatchSession) -> Iterator[Server]:
    door = Door({"us": "Americans", "de": "Germans"}, lambda: 0.0, lambda: f"http://{HOST}/")
    try:
        with socket.socket() as probe:
            probe.bind((STRANGER, 0))
    except OSError:
        pytest.skip("this system has no second address of its own")
    served = Server(create_app(session, ("127.0.0.1", HOST), door), open_port("127.0.0.1", 0), session.close)
    served.start()
    yield served
    served.close()


def ask(server: Server, path: str, body: Any = None, source: str = "127.0.0.1") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(source, 0))
    headers = {"Host": HOST, "Connection": "close", "Content-Type": "application/json"}
    sent = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, body=sent, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


def open_socket(server: Server, source: str = STRANGER) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=(source, 0))


def is_shut(connection: socket.socket) -> bool:
    """Say whether the other end has closed; waits for it as long as the socket's timeout."""
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def test_a_hundred_connections_that_say_nothing_hold_nobody_up(server: Server) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(open_socket(server)) for _ in range(100)]
        for connection in idle:
            connection.settimeout(0.5)
        assert ask(server, "/api/view")[0] == 200
        assert all(is_shut(connection) for connection in idle[MOST_FROM_ONE:])


@pytest.mark.ci
def test_who_sends_a_byte_now_and_then_is_shut_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_socket(server) as slow:
        slow.sendall(b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nContent-Length: 4000\r\n\r\n{")
        assert ask(server, "/api/view")[0] == 200
        channel = next(c for c in server._server.active_channels.values() if c.addr[0] == STRANGER)
        assert channel.asking_since is not None
        assert not channel.dawdles(channel.asking_since + channels.ASK_S - 1)
        assert channel.dawdles(channel.asking_since + channels.ASK_S + 1)
        look_often(server)
        monkeypatch.setattr(channels, "ASK_S", 0.0)
        assert is_shut(slow)


@pytest.mark.ci
def test_who_does_not_take_the_picture_asked_for_keeps_no_thread(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_FROM_ONE):
            lazy = stack.enter_context(open_socket(server))
            lazy.sendall(b"GET /api/picture.jpg HTTP/1.1\r\nHost: 192.168.7.5\r\n\r\n" * 3)
        status, picture = ask(server, "/api/picture.jpg")
        assert (status, len(picture)) == (200, 400_002)
        assert len(waiting(server)) > 0
        look_often(server)
        for _ in range(2000):
            if not waiting(server):
                break
            for channel in waiting(server):
                channel.last_activity -= channels.TAKE_S + 1
            assert ask(server, "/api/door")[0] == 200
        assert waiting(server) == []
        assert ask(server, "/api/view")[0] == 200


def waiting(server: Server) -> list[Any]:
    """Return the stranger's connections with an answer that is not taken."""
    open_now = list(server._server.active_channels.values())
    return [channel for channel in open_now if channel.total_outbufs_len and channel.addr[0] == STRANGER]


def look_often(server: Server) -> None:
    """Let the server look for dawdlers in every turn of its loop, not every five seconds."""
    server._server.adj.cleanup_interval = 0
    server._server.next_channel_cleanup = 0
    ask(server, "/api/door")


def stream_from(server: Server, source: str, stack: ExitStack) -> int:
    """Ask for the event stream, leave it open, and return the status it was answered with."""
    stream = stack.enter_context(open_socket(server, source))
    stream.sendall(f"GET /api/events HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    told = b""
    while b"\r\n" not in told:
        told += stream.recv(4000)
    return int(told.split()[1])


@pytest.mark.ci
def test_strangers_who_hold_all_the_streams_they_get_leave_one_to_the_referee(server: Server) -> None:
    with ExitStack() as stack:
        theirs = [
            stream_from(server, f"127.0.0.{2 + address}", stack) for address in range(8) for _ in range(MOST_FROM_ONE)
        ]
        assert set(theirs) == {200, 503}, "some get a stream, and whoever gets none is told so"
        assert ask(server, "/api/view")[0] == 200
        assert stream_from(server, "127.0.0.1", stack) == 200


JUNK = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS on a plain port
    b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 300_000 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 192.168.7.5\r\n\r\n",
    b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nContent-Length: 99999999999\r\n\r\n",
    b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
    b"POST /api/match/undo HTTP/1.1\r\nHost: 192.168.7.5\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: 192.168.7.5\r\n\r\n",
    b"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 192.168.7.5\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
)


@pytest.mark.ci
def test_junk_gets_an_error_or_nothing_and_the_table_goes_on(server: Server) -> None:
    wild = random.Random(7)
    for junk in (*JUNK, *(wild.randbytes(wild.randrange(1, 4000)) for _ in range(60))):
        with open_socket(server) as connection:
            connection.settimeout(0.3)
            try:
                connection.sendall(junk + b"\r\n\r\n")
                told = connection.recv(4000)
            except OSError:
                told = b""
            assert b"root:" not in told
            assert not told.startswith(b"HTTP/1.1 2"), junk[:60]
    assert ask(server, "/api/view")[0] == 200


@pytest.mark.ci
def test_a_flood_of_acts_changes_nothing_and_loses_nothing(server: Server, journal: Journal) -> None:
    assert ask(server, "/api/match/declare", {"actor": "Miller", "target": "Weber"})[0] == 200
    declared = journal.head
    forged = [
        ask(server, f"/api/match/{act}", body, STRANGER)[0]
        for act, body in (
            ("throw", {"dice": [6]}),
            ("undo", {}),
            ("withdraw", {}),
            ("end-turn", {}),
            ("mode", {"mode": "reveal"}),
        )
        for _ in range(15)
    ]
    assert set(forged) == {403, 429}
    assert journal.head == declared
    assert ask(server, "/api/match/throw", {"dice": [5]})[0] == 200
    assert ask(server, "/api/match/throw", {"dice": [6]})[0] == 200
    replayed = [ask(server, "/api/match/throw", {"dice": [6], "seen": 2})[0] for _ in range(5)]
    assert set(replayed) == {409}
    assert [entry.kind for entry in journal.entries()][-3:] == ["thrown", "thrown", "confirmed"]
    assert check_journal(journal.entries()).faults == ()


def test_the_network_is_told_no_more_than_it_may_know(server: Server) -> None:
    for path in ("/join", "/join/us.svg"):
        status, told = ask(server, path, source=STRANGER)
        assert status == 403
        assert b"join/" not in told.replace(b"/join", b"")
    assert json.loads(ask(server, "/api/door", source=STRANGER)[1]) == {"role": "spectator", "side": None}


def test_who_forges_where_they_come_from_is_a_spectator(server: Server) -> None:
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-Ip"):
        with open_socket(server) as connection:
            connection.sendall(
                f"GET /api/door HTTP/1.1\r\nHost: {HOST}\r\n{name}: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
            )
            told = b""
            while chunk := connection.recv(4000):
                told += chunk
        assert b'"spectator"' in told
