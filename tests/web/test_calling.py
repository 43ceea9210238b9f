"""Calling a referee from the table's page: players and the referee may, where there is a hall to hear it."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.club.relay import OutboxRelay
from referee.journal.entry_sentences import entry_said
from web.calling import send_by
from web.match_session import MatchSession


@pytest.fixture
def relay(session: MatchSession, tmp_path: Path) -> OutboxRelay:
    found = OutboxRelay(session.journal, str(tmp_path / "club.sqlite"), "Table 1")
    send_by(session, found)
    return found


def call(page: FlaskClient) -> dict[str, object]:
    return page.get("/api/view").get_json()["call"]


def test_without_a_hall_nobody_is_called(page: FlaskClient) -> None:
    assert call(page) is None
    answer = page.post("/api/call/referee", json={})
    assert (answer.status_code, "no hall" in answer.get_json()["error"]) == (409, True)
    assert "data-call" not in page.get("/").get_data(as_text=True)


def test_a_referee_is_called_once_and_sent_for_when_the_hall_answers(page: FlaskClient, relay: OutboxRelay) -> None:
    assert call(page) == {"open": False, "coming": False, "said": ""}
    assert "data-call" in page.get("/").get_data(as_text=True)
    shown = page.post("/api/call/referee", json={"about": "  the\n wall "}).get_json()["call"]
    assert shown["open"]
    assert "as soon as the hall answers" in shown["said"]
    assert page.post("/api/call/referee", json={}).status_code == 409
    relay.outbox.send()
    relay.desk.look(relay.outbox.sent.there)
    assert call(page) == {"open": True, "coming": False, "said": "A referee is called."}
    assert page.get("/api/view").get_json()["undo"] is None  # a call is no act of the match
    assert page.post("/api/call/close", json={}).get_json()["call"]["open"] is False
    assert page.post("/api/call/close", json={}).status_code == 409


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_journal_says_what_was_called(
    page: FlaskClient, session: MatchSession, relay: OutboxRelay, language: str
) -> None:
    for path, body in (("referee", {"about": "the wall"}), ("close", {}), ("referee", {})):
        assert page.post(f"/api/call/{path}", json=body).status_code == 200
    said = [entry_said("ambush", entry, language=language) for entry in list(session.journal.entries())[-3:]]
    assert said[0].endswith("the wall.") or said[0].endswith("the wall")
    assert not {"referee_called", "call_closed", ""} & {*said}
    assert len({*said}) == 3


def test_a_long_call_is_refused(page: FlaskClient, relay: OutboxRelay) -> None:
    assert page.post("/api/call/referee", json={"about": "x" * 201}).status_code == 400
    assert call(page)["open"] is False
