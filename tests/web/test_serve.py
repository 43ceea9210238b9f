"""The server: ports, many streams, a clean end."""

import http.client
import queue
import socket
import threading

import pytest

from table.errors import BadInput
from web.app import create_app
from web.channels import Channel
from web.match_session import MatchSession
from web.serve import FIRST_PORT, Server, open_port


def ask(server: Server, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path, headers={"Connection": "close"})
    return connection.getresponse()


def test_a_taken_port_is_said() -> None:
    with open_port("127.0.0.1", 0) as taken, pytest.raises(BadInput, match="is taken"):
        open_port("127.0.0.1", taken.getsockname()[1])


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with open_port("127.0.0.1", None) as one, open_port("127.0.0.1", None) as other:
        assert FIRST_PORT <= one.getsockname()[1] < other.getsockname()[1]


def test_an_address_that_is_not_ours_is_said() -> None:
    with pytest.raises(BadInput, match="cannot open"):
        open_port("203.0.113.7", 0)


@pytest.mark.ci
def test_twenty_open_streams_starve_nobody(server: Server) -> None:
    streams = [ask(server, "/api/events") for _ in range(20)]
    firsts = [stream.readline() for stream in streams]
    assert all(first.startswith(b"data: ") for first in firsts)
    answer = ask(server, "/api/view")
    assert answer.status == 200
    answer.read()
    for stream in streams:
        stream.close()


@pytest.mark.ci
def test_a_change_reaches_an_open_stream(server: Server, session: MatchSession) -> None:
    with ask(server, "/api/events") as stream:
        first = stream.readline()
        stream.readline()
        session.act(lambda match: match.declare("Miller", "Weber"))
        assert stream.readline() != first


@pytest.mark.ci
def test_a_hundred_streams_hold_no_thread_and_leave_their_places(server: Server, session: MatchSession) -> None:
    dispatcher, open_streams = server._server.task_dispatcher, server._server.streams._open
    streams = [ask(server, "/api/events") for _ in range(100)]
    for stream in streams:
        assert stream.readline().startswith(b"data: ")
        stream.readline()
    session.act(lambda match: match.declare("Miller", "Weber"))
    assert all(stream.readline().startswith(b"data: ") for stream in streams)
    assert len(open_streams) == 100  # a stream is told of a change only once it is among them
    assert dispatcher.active_count < 5
    for stream in streams:
        stream.close()
    answered = ask(server, "/api/view")  # the loop has seen them go by the time it answers the next
    answered.read()
    session.act(lambda match: match.withdraw())
    ask(server, "/api/view").read()
    assert len(open_streams) == 0


def test_an_answer_is_sent_while_its_request_is_there(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is gone the loop sends without the lock, and two would send the same."""
    there, flush = queue.Queue[int](), Channel.flush

    def noted(channel: Channel) -> None:
        there.put(len(channel.requests))  # the answer may have been read before this
        flush(channel)

    monkeypatch.setattr(Channel, "flush", noted)
    ask(server, "/api/view").read()
    ask(server, "/api/view").read()  # the second time from what is kept
    assert [there.get(timeout=10), there.get(timeout=10)] == [1, 1]


def test_who_asks_more_on_a_stream_is_shut_out(server: Server) -> None:
    request = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(request)
        told = client.makefile("rb")
        assert any(line.startswith(b"data: ") for line in told)
        client.sendall(request)
        assert not any(line.startswith(b"HTTP/") for line in told)  # it ends without a second answer


def test_closing_ends_streams_threads_and_the_port(session: MatchSession) -> None:
    before = set(threading.enumerate())
    served = Server(create_app(session), open_port("127.0.0.1", 0), session.close)
    served.start()
    with ask(served, "/api/events") as stream:
        stream.readline()
        served.close()
        assert b"data" not in stream.read()
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert all(name.startswith("vedette-") for name in left), left  # the workers go with their application
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", served.port)) != 0


def test_a_huge_body_is_turned_away_before_it_arrives(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
        client.sendall(
            b"POST /api/match/undo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 500000000\r\n\r\n"
        )
        assert b" 413 " in client.recv(200)
