"""What is asked of the page: computed once for all who ask alike, by few threads, referee and players first."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

import web.doors.workers
import web.evidence
import web.reach
import web.spectators
from web.doors.workers import MOST_WAITING, SPECTATORS, Requester, Workers
from web.errors import Refused
from web.match_session import MatchSession
from web.response_cache import EACH, CachedResponse, ResponseCache
from web.roles import REFEREE, SPECTATOR, Role

REACHES: dict[str, object] = {}
"""By stand: these tests count who computes them, and need not wait for it each time."""


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


STRANGER = Requester(SPECTATOR, "10.0.0.2")
UMPIRE = Requester(REFEREE, "127.0.0.1")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The stands whose reach was computed, and the threads that did it."""
    done: list[str] = []
    real = web.reach.reach

    def reach(*args: Any) -> object:
        done.append(threading.current_thread().name)
        return REACHES[args[3]] if args[3] in REACHES else REACHES.setdefault(args[3], real(*args))

    monkeypatch.setattr(web.reach, "reach", reach)
    return done


@pytest.mark.ci
def test_what_is_asked_again_is_not_computed_again(
    app: Flask, counted: list[str], come: Callable[[str], FlaskClient]
) -> None:
    one, other = come("10.0.0.2"), come("10.0.0.3")
    first = one.get("/api/reach/Miller")
    assert other.get("/api/reach/Miller?x=1").data == first.data
    assert other.get("/api/reach/Miller", headers={"Host": "localhost:9"}).data == first.data
    assert len(counted) == 1
    assert other.get("/api/reach/Miller?lang=it").data != first.data
    assert come("127.0.0.1").get("/api/reach/Miller").data == first.data  # the referee's own: he may be told more
    assert len(counted) == 3


@pytest.mark.ci
def test_after_an_act_it_is_computed_anew(session: MatchSession, counted: list[str], page: FlaskClient) -> None:
    page.get("/api/reach/Miller")
    session.act(lambda match: match.end_turn())
    page.get("/api/reach/Miller")
    assert len(counted) == 2


@pytest.mark.ci
def test_views_compute_on_the_workers_threads_only(counted: list[str], come: Callable[[str], FlaskClient]) -> None:
    names = ("Miller", "Weber", "Krause", "Vogel")
    askers = [come(f"10.0.0.{k}") for k in range(4)] + [come("127.0.0.1") for _ in range(4)]
    with ThreadPoolExecutor(8) as phones:
        answers = list(
            phones.map(
                lambda pair: pair[0].get(f"/api/reach/{pair[1]}").status_code, zip(askers, names * 2, strict=True)
            )
        )
    assert answers == [200] * 8
    kinds = {name.rpartition("_")[0] for name in counted}
    assert {"vedette-referee"} < kinds <= {"vedette-referee", "vedette-spectator", "vedette-expensive"}
    assert len(set(counted)) <= 4


def test_the_same_card_is_drawn_once_whatever_the_host(app: Flask) -> None:
    """The Host header is the requester's to choose: no address on a card may come from it."""
    assert "request" not in vars(web.evidence)


@pytest.fixture
def blocked() -> Iterator[tuple[Workers, threading.Event, Clock]]:
    """Workers of which the spectators' one is at work until the event is set."""
    clock, go, begun = Clock(), threading.Event(), threading.Event()
    workers = Workers(clock, used_s=clock)

    def work() -> None:
        begun.set()
        go.wait(30)

    thread = threading.Thread(target=lambda: workers.run(Requester(SPECTATOR, "10.0.9.9"), work))
    thread.start()
    begun.wait(30)
    yield workers, go, clock
    go.set()
    thread.join()


def test_the_referee_does_not_wait_for_spectators(blocked: tuple[Workers, threading.Event, Clock]) -> None:
    workers, _, _ = blocked
    assert workers.run(UMPIRE, lambda: "ruled") == "ruled"
    assert workers.run(Requester(Role("player", "us"), "10.0.0.5"), lambda: "ruled") == "ruled"


def test_few_may_wait_and_fewer_of_one_address(blocked: tuple[Workers, threading.Event, Clock]) -> None:
    workers, go, _ = blocked
    most, most_from_one = MOST_WAITING["spectator"]
    refused: SimpleQueue[int] = SimpleQueue()

    def ask(address: str) -> None:
        try:
            workers.run(Requester(SPECTATOR, address), lambda: None)
        except Refused as error:
            refused.put(error.status)

    with ThreadPoolExecutor(60) as phones:
        for _ in range(10):
            phones.submit(ask, "10.0.0.2")
        statuses = [refused.get(timeout=60) for _ in range(10 - most_from_one)]
        for k in range(40):
            phones.submit(ask, f"10.0.1.{k}")
        left = 40 - (most - most_from_one - 1)  # one is at work
        statuses += [refused.get(timeout=60) for _ in range(left)]
        go.set()
    assert refused.empty()
    assert set(statuses) == {503}
    assert workers.run(STRANGER, lambda: "free again") == "free again"


def test_an_address_has_so_many_seconds_of_computing() -> None:
    clock = Clock()
    workers = Workers(clock, used_s=clock)

    def work() -> None:
        clock.now_s += 1.0

    rate, most = SPECTATORS
    for _ in range(int(most) + 1):
        workers.run(STRANGER, work)
    with pytest.raises(Refused) as refused:
        workers.run(STRANGER, work)
    assert refused.value.status == 429
    assert workers.run(Requester(SPECTATOR, "10.0.0.3"), lambda: "another's") == "another's"
    for _ in range(20):
        workers.run(UMPIRE, work)  # never refused
    clock.now_s += 1 / rate
    assert workers.run(STRANGER, lambda: "again") == "again"


def test_what_is_expensive_is_at_work_a_tenth_of_the_time() -> None:
    clock = Clock()
    workers = Workers(clock, used_s=clock)
    began: list[float] = []

    def expensive() -> None:
        began.append(clock.now_s)
        clock.now_s += 0.2

    workers.run(STRANGER, expensive, expensive=True)
    waiting = threading.Thread(target=lambda: workers.run(Requester(SPECTATOR, "10.0.0.3"), expensive, expensive=True))
    waiting.start()
    assert workers.run(Requester(SPECTATOR, "10.0.0.4"), lambda: "at once") == "at once"
    assert workers.run(UMPIRE, lambda: "at once", expensive=True) == "at once"
    assert began == [0.0]
    clock.now_s = 2.0
    workers.run(UMPIRE, lambda: None)  # wakes who waits
    waiting.join(30)
    assert began == [0.0, 2.0]


def test_what_is_expensive_yields_to_the_referee_when_it_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.doors.workers, "YIELD_S", 30.0)
    workers, done = Workers(Clock()), list[str]()
    begun, ruling, yields = threading.Event(), threading.Event(), threading.Event()
    real = workers._yield

    def note(*call: object) -> None:
        if workers.busy:
            yields.set()
        real(*call)

    monkeypatch.setattr(workers, "_yield", note)

    def expensive() -> None:
        begun.set()
        ruling.wait(30)
        done.append("expensive")

    def ruled() -> None:
        ruling.set()
        assert yields.wait(30)
        done.append("ruled")

    stranger = threading.Thread(target=lambda: workers.run(STRANGER, expensive, expensive=True))
    stranger.start()
    begun.wait(30)
    workers.run(UMPIRE, ruled)
    stranger.join(30)
    assert done == ["ruled", "expensive"]


def test_what_work_raises_is_raised_where_it_was_asked() -> None:
    def work() -> None:
        raise Refused("no", 404)

    for requester in (STRANGER, UMPIRE):
        with pytest.raises(Refused, match="no"):
            Workers(Clock()).run(requester, work)


@pytest.mark.ci
def test_a_refusal_for_want_of_room_says_when_to_come_again(app: Flask, come: Callable[[str], FlaskClient]) -> None:
    stranger = come("10.0.0.2")
    answers = [stranger.post("/api/match/undo", json={}) for _ in range(60)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["Retry-After"] == "1"


def test_answers_are_forgotten_where_they_take_too_much_room() -> None:
    answers = ResponseCache(most_bytes=2 * EACH + 10)
    for k in range(3):
        answers.keep((k,), CachedResponse(lambda: True, "200 OK", (), b"1234"))
    assert [answers.find((k,)) is not None for k in range(3)] == [False, True, True]


def test_an_answer_is_found_while_it_would_be_the_same() -> None:
    answers, version = ResponseCache(), [1]
    answers.keep(("view",), CachedResponse(lambda: version[0] == 1, "200 OK", (), b"1234"))
    assert answers.find(("view",)) is not None
    version[0] = 2
    assert answers.find(("view",)) is None


def test_answers_that_are_out_of_date_take_no_room() -> None:
    answers, version = ResponseCache(), [0]
    for number in range(500):
        version[0] = number
        answers.keep(
            ("view", number), CachedResponse(lambda made=number: version[0] == made, "200 OK", (), bytes(1000))
        )
    answers.keep(("document",), CachedResponse(lambda: True, "200 OK", (), b"1234"))
    assert answers.size < 5 * (EACH + 1000)
    assert answers.find(("document",)) is not None


def test_of_many_who_ask_the_same_at_once_one_is_computed_for(
    app: Flask, counted: list[str], come: Callable[[str], FlaskClient]
) -> None:
    phones = [come(f"10.0.1.{k}") for k in range(30)]
    with ThreadPoolExecutor(30) as hands:
        answers = list(hands.map(lambda phone: phone.get("/api/reach/Miller"), phones))
    assert [answer.status_code for answer in answers] == [200] * 30
    assert len({answer.data for answer in answers}) == 1
    assert len(counted) == 1


def test_who_asked_while_the_table_changed_is_given_what_was_computed_meanwhile(
    app: Flask, session: MatchSession, come: Callable[[str], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each of them would have it computed anew, one after the other."""
    phones, computed, asking = 12, [], threading.Semaphore(0)
    real, follow = web.spectators.watch_view, app._follow  # type: ignore[attr-defined]

    def slow(*args: Any) -> Any:
        computed.append(args)
        for _ in range(phones - 1 if len(computed) == 1 else 0):
            assert asking.acquire(timeout=30)
        session.act(lambda match: match.end_turn())
        return real(*args)

    def counted(first: Any) -> Any:
        asking.release()
        return follow(first)

    monkeypatch.setattr(web.spectators, "watch_view", slow)
    monkeypatch.setattr(app, "_follow", counted)
    with ThreadPoolExecutor(phones) as hands:
        answers = list(hands.map(lambda k: come(f"10.0.1.{k}").get("/api/watch").status_code, range(phones)))
    assert answers == [200] * phones
    assert len(computed) == 1
