"""Webhooks: every event once, in order, signed; one that is away is told later, one that refuses is passed over."""

import base64
import hashlib
import hmac
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from journals import TABLE, Ticking
from matches import match_at

from referee.club.record import Club
from referee.journal.entry import Entry
from referee.journal.store import Journal
from table.errors import BadInput
from web.hall.events_out.event import ReceiverAway, events_of
from web.hall.events_out.publisher import Publisher
from web.hall.events_out.webhook import Webhook
from web.hall.positions import Positions

SECRET = "a secret of this club"


@dataclass
class Listening:
    """A program with a webhook: what it was sent, and what it answers in turn (then 204)."""

    server: ThreadingHTTPServer
    got: list[dict] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hook?key=1"

    def numbers(self) -> list[tuple[str, int]]:
        return [(event["place"], event["number"]) for event in self.got]


@pytest.fixture
def listening() -> Iterator[Listening]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
            right = base64.b64encode(hmac.new(SECRET.encode(), signed, hashlib.sha256).digest()).decode()
            assert self.headers["webhook-signature"] == f"v1,{right}"
            answer = heard.answers.pop(0) if heard.answers else 204
            if answer == 204:
                heard.got.append(json.loads(body))
                assert heard.got[-1]["id"] == self.headers["webhook-id"]
            self.send_response(answer)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    heard = Listening(server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield heard
    server.shutdown()
    server.server_close()


@pytest.fixture
def club(where: str | Path) -> Iterator[Club]:
    with Club(where) as opened:
        yield opened


def another(folder: Path) -> list[Entry]:
    with Journal(folder / "another.sqlite", write=True, now=Ticking(600)) as journal:
        match_at(TABLE, journal=journal).end("draw", None)
        return list(journal.entries())


def publisher(club: Club, listening: Listening) -> Publisher:
    return Publisher(club, Webhook(listening.url, SECRET, lambda: 1_700_000_000.0))


def test_what_happens_from_now_on_is_told_once_and_in_order(
    club: Club, listening: Listening, entries: list[Entry]
) -> None:
    number = club.take("Table 3", entries[:4]).match
    telling = publisher(club, listening)
    assert telling.send()
    assert listening.got == []
    club.take("Table 3", entries[4:8], number)
    assert telling.send()
    assert telling.send()
    assert listening.numbers() == [("Table 3", k) for k in (5, 6, 7, 8)]
    event = listening.got[-1]
    assert (event["id"], event["kind"], event["match"]) == (entries[7].seal, entries[7].kind, number[:8])
    assert event["data"] == json.loads(entries[7].text)
    assert event["said"].endswith(".")
    assert event["table"]["game"] == "Ambush"
    assert telling.sent == 4


def test_a_hall_that_was_closed_goes_on_where_it_was(club: Club, listening: Listening, entries: list[Entry]) -> None:
    first = publisher(club, listening)
    assert first.send()  # of an empty club
    number = club.take("Table 3", entries[:2]).match
    assert publisher(club, listening).send()
    club.take("Table 3", entries[2:3], number)
    assert publisher(club, listening).send()
    assert listening.numbers() == [("Table 3", k) for k in (1, 2, 3)]


@pytest.mark.parametrize("answer", [500, 503, 429, 408, 302])
def test_one_that_is_away_is_told_later(
    club: Club, listening: Listening, entries: list[Entry], tmp_path: Path, answer: int
) -> None:
    telling = publisher(club, listening)
    telling.send()
    number = club.take("Table 3", entries[:2]).match
    club.take("Table 4", another(tmp_path))
    listening.answers = [204, answer]
    assert not telling.send()
    assert telling.is_away
    assert listening.numbers()[0] == ("Table 3", 1)
    club.take("Table 3", entries[2:3], number)
    assert telling.send()
    assert not telling.is_away
    for place, count in (("Table 3", 3), ("Table 4", 2)):
        assert [k for at, k in listening.numbers() if at == place] == list(range(1, count + 1))


def test_an_event_that_is_refused_is_passed_over(club: Club, listening: Listening, entries: list[Entry]) -> None:
    telling = publisher(club, listening)
    telling.send()
    club.take("Table 3", entries[:3])
    listening.answers = [204, 410]
    assert telling.send()
    assert listening.numbers() == [("Table 3", 1), ("Table 3", 3)]


def test_nobody_there_is_said_and_tried_again(club: Club, entries: list[Entry], listening: Listening) -> None:
    listening.server.shutdown()
    listening.server.server_close()
    telling = publisher(club, listening)
    telling.send()
    club.take("Table 3", entries[:1])
    assert not telling.send()
    with pytest.raises(ReceiverAway, match="no answer"):
        telling.receiver.send(next(events_of(club, Positions(club), club.named(entries[0].seal), 0, "en")))


def test_a_thread_tells_it_by_itself(club: Club, listening: Listening, entries: list[Entry]) -> None:
    telling = publisher(club, listening)
    heard = threading.Event()
    told, send = telling.receiver, telling.receiver.send
    told.send = lambda event: (send(event), heard.set())  # type: ignore[method-assign]
    telling.send()
    telling.start()
    club.take("Table 3", entries[:1])
    assert heard.wait(20)
    telling.close()
    assert listening.numbers() == [("Table 3", 1)]


@pytest.mark.parametrize(
    ("url", "secret", "said"),
    [("ftp://x/", SECRET, "begins with http"), ("nowhere", SECRET, "begins with http"), ("http://x/", "short", "16")],
)
def test_what_is_no_webhook_is_said(url: str, secret: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Webhook(url, secret)


def test_its_name_has_no_password() -> None:
    assert Webhook("https://me:word@example.org:8443/a?token=1", SECRET).name == "https://example.org:8443/a"


@pytest.mark.ci
def test_the_example_in_the_docs_keeps_what_happens_at_its_table(tmp_path: Path, entries: list[Entry]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    kept = tmp_path / "table3.jsonl"
    program = Path(__file__).parents[4] / "docs/examples/webhook.py"
    environment = {**os.environ, "VEDETTE_WEBHOOK_SECRET": SECRET}
    command = [sys.executable, str(program), str(port), "Table 3", str(kept)]
    with Club(tmp_path / "club.sqlite") as club, subprocess.Popen(command, env=environment) as process:
        try:
            telling = Publisher(club, Webhook(f"http://127.0.0.1:{port}/", SECRET))
            telling.send()
            club.take("Table 3", entries)
            club.take("Table 4", another(tmp_path))
            while not telling.send():  # until it listens
                assert process.poll() is None
        finally:
            process.terminate()
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert [line["kind"] for line in lines] == [entry.kind for entry in entries]
