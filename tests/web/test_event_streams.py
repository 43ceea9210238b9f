"""What the loop tells the pages that have a stream, and when."""

import json
from dataclasses import dataclass, field

import pytest

from web.event_streams import HEARTBEAT_S, LATER_S, PICTURE_S, EventStream, OpenStreams
from web.match_session import MatchSession, Versions


def told(text: bytes) -> Versions:
    assert text.startswith(b"data: ")
    assert text.endswith(b"\n\n")
    return Versions(**json.loads(text[6:]))


@pytest.fixture
def stream(session: MatchSession) -> EventStream:
    return EventStream(session, session.versions, 0.0)


def test_a_stream_tells_every_change_of_the_table(session: MatchSession, stream: EventStream) -> None:
    first = session.versions
    assert stream.due(1.0) == b""
    session.act(lambda match: match.declare("Miller", "Weber"))
    second = told(stream.due(1.0))
    assert second.table > first.table
    assert second.picture == first.picture
    assert stream.due(1.1) == b""


def test_a_slow_page_is_told_once_of_many_changes(session: MatchSession, stream: EventStream) -> None:
    for target in ("Weber", "Krause", "Vogel"):
        session.act(lambda match, target=target: match.declare("Miller", target))
    assert told(stream.due(1.0)) == session.versions
    assert stream.due(1.0) == b""


def test_another_picture_is_told_twice_a_second_at_most(session: MatchSession, stream: EventStream) -> None:
    stream.known = replace_picture(session.versions)
    assert stream.due(PICTURE_S / 2) == b""
    assert told(stream.due(PICTURE_S)) == session.versions


def replace_picture(versions: Versions) -> Versions:
    return versions._replace(picture=versions.picture - 1)


def test_a_quiet_stream_says_that_it_is_still_there(stream: EventStream) -> None:
    assert stream.due(HEARTBEAT_S - 1) == b""
    assert stream.due(HEARTBEAT_S) == b": still here\n\n"
    assert stream.due(HEARTBEAT_S + 1) == b""


@dataclass(eq=False)
class Connection:
    """A connection that keeps what it was sent."""

    stream: EventStream | None
    taken: bool = True
    sent: list[bytes] = field(default_factory=list)

    def send_event(self, text: bytes) -> None:
        self.sent.append(text)


@dataclass
class Told:
    """Open streams of a session, the loop's wakings, and whether the referee waits for something."""

    session: MatchSession
    busy: bool = False
    woken: int = 0

    def __post_init__(self) -> None:
        self.streams = OpenStreams(lambda: self.busy, self.wake)
        self.session.at_change(self.streams.news)

    def wake(self) -> None:
        self.woken += 1

    def connect(self, now_s: float = 0.0) -> Connection:
        connection = Connection(EventStream(self.session, self.session.versions, now_s))
        self.streams.add(connection)
        return connection


@pytest.fixture
def told_of(session: MatchSession) -> Told:
    return Told(session)


def test_every_open_stream_is_told_and_the_loop_is_woken(session: MatchSession, told_of: Told) -> None:
    pages = [told_of.connect() for _ in range(3)]
    told_of.streams.tell(0.1)
    session.act(lambda match: match.declare("Miller", "Weber"))
    assert told_of.woken == 1
    told_of.streams.tell(0.2)
    assert [len(page.sent) for page in pages] == [1, 1, 1]
    told_of.streams.discard(pages[0])
    session.act(lambda match: match.withdraw())
    told_of.streams.tell(0.3)
    assert [len(page.sent) for page in pages] == [1, 2, 2]


def test_news_wait_while_the_referee_does_but_not_for_ever(session: MatchSession, told_of: Told) -> None:
    page = told_of.connect()
    told_of.streams.tell(0.1)
    told_of.busy = True
    session.act(lambda match: match.declare("Miller", "Weber"))
    told_of.streams.tell(1.0)
    assert page.sent == []
    assert told_of.streams.wait_s(1.0, 1.0) < LATER_S
    told_of.busy = False
    told_of.streams.tell(1.0 + LATER_S / 2)
    assert len(page.sent) == 1
    told_of.busy = True
    session.act(lambda match: match.withdraw())
    told_of.streams.tell(2.0)
    told_of.streams.tell(2.0 + LATER_S)
    assert len(page.sent) == 2


def test_who_has_not_taken_the_last_event_is_told_the_newest_later(session: MatchSession, told_of: Told) -> None:
    page = told_of.connect()
    page.taken = False
    session.act(lambda match: match.declare("Miller", "Weber"))
    told_of.streams.tell(1.0)
    assert page.sent == []
    page.taken = True
    assert told_of.streams.wait_s(60.0, 1.0) <= PICTURE_S
    told_of.streams.tell(1.0 + PICTURE_S)
    assert [told(text) for text in page.sent] == [session.versions]


def test_the_loop_is_not_asked_to_hurry_where_nobody_listens(told_of: Told) -> None:
    assert told_of.streams.wait_s(1.0, 5.0) == 1.0


def test_a_closed_session_ends_its_streams(session: MatchSession, told_of: Told) -> None:
    page = told_of.connect()
    session.close()
    told_of.streams.tell(1.0)
    assert page.sent == [b""]
    told_of.streams.tell(2.0)
    assert page.sent == [b""]


def test_the_first_look_does_not_tell_what_the_page_knows(told_of: Told) -> None:
    page = told_of.connect()
    told_of.streams.tell(0.0)
    assert page.sent == []
