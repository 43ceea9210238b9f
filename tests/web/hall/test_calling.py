"""Referees see every call, take one, and see who took another; nobody else does."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from journals import begin, play

from referee.club.calls import call_note
from referee.club.record import Club
from referee.journal.store import Journal
from web.hall.news import HallNews

Come = Callable[..., FlaskClient]
HERE, PHONE, OTHER = "127.0.0.1", "192.168.7.20", "192.168.7.21"


@pytest.fixture
def called(club: Club, news: HallNews, tmp_path: Path) -> dict[str, object]:
    journal, match = begin(tmp_path / "own.sqlite")
    play(match)
    match.note(call_note("<b>the wall</b>", "http://192.168.7.30:8470/"))
    club.take("Table 3", list(journal.entries()))
    found = {"match": next(journal.entries()).seal, "number": journal.length}
    journal.close()
    news.look()
    return found


def test_a_referee_sees_the_call_its_ruling_and_the_tables_page(come: Come, called: dict[str, object]) -> None:
    anna = come(PHONE, "referee", "Anna")
    (call,) = anna.get("/api/calls").get_json()["calls"]
    assert {key: call[key] for key in ("match", "number")} == called
    assert (call["place"], call["taken"], call["address"]) == ("Table 3", "", "http://192.168.7.30:8470/")
    assert "Krause" in call["ruling"] or "Weber" in call["ruling"]
    assert all(rule["clause"] for rule in call["rules"])
    page = anna.get("/").get_data(as_text=True)
    assert "&lt;b&gt;the wall" in page
    assert 'href="http://192.168.7.30:8470/"' in page
    assert "Take the call" in page


def test_the_first_takes_it_and_either_closes_it(come: Come, called: dict[str, object]) -> None:
    anna, bob = come(PHONE, "referee", "Anna"), come(OTHER, "referee", "Bob")
    (call,) = anna.post("/api/calls/take", json=called).get_json()["calls"]
    assert (call["taken"], call["mine"]) == ("Anna", True)
    late = bob.post("/api/calls/take", json=called)
    assert (late.status_code, late.get_json()["error"]) == (409, "Anna has taken this call")
    assert "Anna is coming" in bob.get("/").get_data(as_text=True)
    assert bob.get("/api/calls").get_json()["calls"][0]["mine"] is False
    assert come(HERE).post("/api/calls/close", json=called).get_json() == {"calls": []}
    assert anna.post("/api/calls/take", json=called).status_code == 409


def test_who_is_no_referee_neither_sees_nor_takes_calls(come: Come, table: Come, called: dict[str, object]) -> None:
    guests = [come("192.168.7.30"), *(come("192.168.7.31", kind, "Eve") for kind in ("player", "spectator"))]
    for guest in (*guests, table("Table 3"), table("Table 4")):
        assert guest.get("/api/calls").status_code == 403
        assert "the wall" not in guest.get("/").get_data(as_text=True)
        for act in ("take", "close"):
            assert guest.post(f"/api/calls/{act}", json=called).status_code == 403
    anna = come(PHONE, "referee", "Anna")
    assert anna.post("/api/calls/take", json=called, headers={"Origin": "http://evil.example"}).status_code == 403
    assert anna.get("/api/calls").get_json()["calls"][0]["taken"] == ""


@pytest.mark.parametrize(
    "change", [{"match": "f" * 64}, {"number": 1}, {"number": 0}, {"match": "x"}, {"number": "7"}, {"name": "Eve"}]
)
def test_an_odd_call_is_refused_in_words(come: Come, called: dict[str, object], change: dict[str, object]) -> None:
    anna = come(PHONE, "referee", "Anna")
    answer = anna.post("/api/calls/take", json={**called, **change})
    assert answer.status_code in (400, 409)
    assert answer.get_json()["error"]


def test_a_table_hears_of_its_own_call_only(come: Come, table: Come, called: dict[str, object]) -> None:
    come(PHONE, "referee", "Anna").post("/api/calls/take", json=called)
    asked = f"/api/table/call?match={called['match']}"
    assert table("Table 3").get(asked).get_json() == {"number": called["number"], "taken": "Anna", "open": True}
    assert table("Table 4").get(asked).get_json() == {"number": 0, "taken": "", "open": False}
    assert come(PHONE, "referee", "Anna").get(asked).status_code == 403
    assert table("Table 3").get("/api/table/call?match=x").status_code == 400


def test_no_table_calls_for_another(
    table: Come, club: Club, come: Come, tmp_path: Path, called: dict[str, object]
) -> None:
    with Journal(tmp_path / "own.sqlite", write=True) as journal:
        journal.append(("note", 1, {"about": "referee_called", "text": "Eve was here", "data": {}}))
        forged = list(journal.entries())[-1:]
    body = {"match": called["match"], "entries": [asdict(entry) for entry in forged]}
    assert table("Table 4").post("/api/table/entries", json=body).status_code == 409
    assert "Eve" not in str(come(PHONE, "referee").get("/api/calls").get_json())
