"""Requests that are alike are answered without Flask; nobody gets what was another's."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask, request, request_started
from flask.testing import FlaskClient

import web.doors.flood
from web.doors.door import Door
from web.match_session import MatchSession

Come = Callable[[str], FlaskClient]


@pytest.fixture
def entered(app: Flask) -> Iterator[list[str]]:
    """The paths with which Flask was entered."""
    paths: list[str] = []

    def note(sender: object, **more: object) -> None:
        paths.append(request.path)

    with request_started.connected_to(note, app):
        yield paths


@pytest.mark.ci
@pytest.mark.parametrize("path", ["/api/watch", "/api/versions", "/api/picture.jpg?v=1", "/api/reach/Miller"])
def test_flask_is_entered_once_for_all_spectators(entered: list[str], come: Come, path: str) -> None:
    answers = [come(f"10.0.0.{k}").get(path, headers={"Accept-Language": "it"}) for k in range(2, 9)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.data for answer in answers}) == 1
    assert len({tuple(answer.headers.items()) for answer in answers}) == 1
    assert len(entered) == 1


def test_after_an_act_and_in_another_language_it_is_entered_again(
    session: MatchSession, entered: list[str], come: Come
) -> None:
    first = come("10.0.0.2").get("/api/watch")
    assert come("10.0.0.2").get("/api/watch", headers={"Accept-Language": "it"}).data != first.data
    assert len(entered) == 2
    session.act(lambda match: match.end_turn())
    assert come("10.0.0.2").get("/api/watch").data != first.data
    assert len(entered) == 3


def test_who_has_a_role_or_another_host_gets_an_answer_of_their_own(
    session: MatchSession, door: Door, entered: list[str], come: Come
) -> None:
    session.keep_private(session.privacy.model_copy(update={"picture": "referee"}))
    stranger, referee = come("10.0.0.2"), come("10.0.0.2")
    referee.post("/api/door/pin", json={"pin": door.pin.renew()})
    told = [one.get("/api/view").get_json()["picture_hidden"] for one in (stranger, referee, come("127.0.0.1"))]
    assert [line is None for line in told] == [False, True, True]
    assert stranger.get("/api/view").get_json()["picture_hidden"] == told[0]
    assert stranger.get("/api/view", headers={"Host": "evil.example"}).status_code == 403
    assert entered.count("/api/view") == 4


def test_pictures_kept_from_everybody_are_kept_at_once(session: MatchSession, come: Come) -> None:
    assert come("10.0.0.2").get("/api/picture.jpg?v=1").status_code == 200
    session.keep_private(session.privacy.model_copy(update={"picture": "referee"}))
    assert come("10.0.0.2").get("/api/picture.jpg?v=1").status_code == 403


@pytest.mark.ci
def test_who_has_used_up_the_seconds_is_refused_without_flask_until_they_are_back(
    app: Flask, entered: list[str], come: Come
) -> None:
    stranger = come("10.0.0.2")
    budget = app.workers._spent["spectator"]  # type: ignore[attr-defined]
    budget.take("10.0.0.2", 1000.0)
    refused = [stranger.get("/api/reach/Miller") for _ in range(5)]
    assert {answer.status_code for answer in refused} == {429}
    assert {answer.headers["Retry-After"] for answer in refused} == {"1"}
    assert len(entered) == 1
    assert come("10.0.0.3").get("/api/reach/Miller").status_code == 200  # another address is not
    assert stranger.get("/api/reach/Miller").status_code == 200  # what is known already costs nothing
    budget.take("10.0.0.2", -2000.0)
    assert stranger.get("/api/reach/Brandt").status_code == 200


def test_a_page_that_gets_no_stream_is_refused_without_flask(
    entered: list[str], come: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.doors.flood, "MOST_STREAMS", web.doors.flood.RESERVED)
    answers = [come("10.0.0.2").get("/api/events") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [503] * 5
    assert len(entered) == 1
    monkeypatch.setattr(web.doors.flood, "MOST_STREAMS", 320)
    with come("10.0.0.2").get("/api/events") as stream:
        assert stream.status_code == 200


def test_a_flood_is_refused_without_flask(entered: list[str], come: Come) -> None:
    _, most = web.doors.flood.READS
    stranger = come("10.0.0.2")
    answers = [stranger.get("/api/watch").status_code for _ in range(int(most) + 100)]
    assert answers[: int(most)] == [200] * int(most)
    assert answers.count(429) > 80
    assert len(entered) <= 3
    assert come("10.0.0.3").get("/api/watch").status_code == 200


def test_what_is_too_long_to_be_asked_again_is_not_kept(entered: list[str], come: Come) -> None:
    long = "x" * 2000
    for _ in range(2):
        assert come("10.0.0.2").get(f"/api/watch?{long}").status_code == 200
    assert len(entered) == 2
