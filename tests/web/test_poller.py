"""The server's loop: it asks a connection only when something happened to it, and lets the referee go first."""

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from referee.observation import TableStatus
from web import channels
from web.channels import Channel
from web.match_session import MatchSession
from web.serve import Server

STRANGERS = [f"127.0.3.{k}" for k in range(1, 61)]


@pytest.fixture
def phones(server: Server) -> Iterator[list[http.client.HTTPConnection]]:
    """Open connections, each from an address of its own, that have been answered once."""
    with ExitStack() as stack:
        opened = []
        for address in STRANGERS:
            phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30, source_address=(address, 0))
            try:
                phone.connect()
            except OSError:
                pytest.skip("this system has no second address of its own")
            stack.callback(phone.close)
            opened.append(phone)
            get(phone)
        yield opened


def get(phone: http.client.HTTPConnection, path: str = "/api/versions") -> bytes:
    phone.request("GET", path)
    answer = phone.getresponse()
    assert answer.status == 200
    return answer.read()


@pytest.mark.ci
def test_open_connections_are_not_asked_whenever_another_has_news(
    phones: list[http.client.HTTPConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    real = Channel.writable

    def writable(channel: Channel) -> bool:
        nonlocal asked
        asked += 1
        return real(channel)

    monkeypatch.setattr(Channel, "writable", writable)
    for _ in range(100):
        get(phones[0])
    assert asked < 10 * 100, "each of 60 was asked in each turn: more than 6000"


@pytest.mark.ci
def test_what_is_known_already_needs_no_thread(
    server: Server, phones: list[http.client.HTTPConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks: list[object] = []
    monkeypatch.setattr(server._server.task_dispatcher, "add_task", tasks.append)
    assert len({get(phone) for phone in phones}) == 1
    assert tasks == []


@pytest.mark.ci
def test_what_is_only_sent_waits_for_the_referee_but_not_long(
    server: Server, phones: list[http.client.HTTPConnection], monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = threading.Event()
    monkeypatch.setattr(server._server, "_busy", busy.is_set)
    busy.set()
    began = time.monotonic()
    get(phones[0])
    assert time.monotonic() - began >= channels.LATER_S
    monkeypatch.setattr(channels, "LATER_S", 3600.0)
    answers: list[bytes] = []
    waiting = threading.Thread(target=lambda: answers.append(get(phones[1])))
    waiting.start()
    phones[2].request("GET", "/api/nothing")  # what has to be computed is not put off
    assert phones[2].getresponse().status == 404
    assert answers == []
    busy.clear()
    waiting.join(30)
    assert len(answers) == 1


@pytest.mark.ci
def test_one_connection_that_fails_takes_no_other_down(
    phones: list[http.client.HTTPConnection], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = Channel.service

    def service(channel: Channel) -> None:
        if channel.address == STRANGERS[0]:
            raise RuntimeError("broken")
        real(channel)

    monkeypatch.setattr(Channel, "service", service)
    with pytest.raises((http.client.HTTPException, OSError)):
        get(phones[0])
    assert get(phones[1])
    assert "broken" in caplog.text


@pytest.mark.ci
def test_a_large_answer_arrives_whole_at_who_reads_it_late(
    session: MatchSession, phones: list[http.client.HTTPConnection]
) -> None:
    """More than the system keeps between two sockets: the loop sends the rest when there is room."""
    large = b"\xff\xd8" + bytes(900_000)
    session.publish(replace(session.observation, jpeg=lambda: large, status=TableStatus("hands")))
    page = get(phones[0], "/api/picture.jpg")
    assert page == large
    for phone in phones[1:10]:
        phone.request("GET", "/api/picture.jpg")
    assert {phone.getresponse().read() for phone in phones[1:10]} == {page}
