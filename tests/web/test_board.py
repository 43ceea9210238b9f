"""The routes of a game on a board: steps asked about, what the camera saw, who may do it, what makes no sense."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from board_session import Hands, full_board
from flask.testing import FlaskClient

from referee.journal.store import TemporaryJournal
from referee.observation import TableStatus
from rules.state import State
from rules.turn_order import goals
from web.app import create_app
from web.score import score_of

PLACE = {"HTTP_HOST": "127.0.0.1:8470"}


@pytest.fixture
def board() -> Iterator[FlaskClient]:
    journal = TemporaryJournal()
    hands = Hands(full_board(a18="A-26", a20="A-44", g24="A-53"), journal=journal)
    with create_app(hands.session).test_client() as client:
        client.environ_base.update(PLACE)
        client.hands = hands  # type: ignore[attr-defined]
        yield client
    journal.close()


def asked(board: FlaskClient, **body: Any) -> dict[str, Any]:
    answer = board.post("/api/board/steps", json=body)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def test_where_a_soldier_may_go(board: FlaskClient) -> None:
    told = asked(board, at="A-44")
    options = {option["cell"]: option for option in told["options"]}
    assert options["A-53"]["kind"] == "capture"
    assert options["A-68"]["squares"] == 3
    assert [step["to"] for step in options["A-68"]["steps"]] == ["A-52", "A-60", "A-68"]
    assert "A-35" not in options  # back and aside in one step
    assert told["left"] == 3


@pytest.mark.ci
def test_a_turn_grows_and_says_what_is_left(board: FlaskClient) -> None:
    took = asked(board, steps=[{"from": "A-44", "to": "A-53"}], at="A-26")
    assert (took["notation"], took["left"], took["taken"]) == ("A-44 × A-53", 2, ["g24"])
    assert took["moved"] == [{"name": "a20", "to": "A-53"}]
    whole = asked(board, steps=[{"from": "A-44", "to": "A-52"}, {"from": "A-52", "to": "A-60"}], at="A-26")
    assert {option["squares"] for option in whole["options"]} == {1}
    done = asked(board, steps=[{"from": "A-44", "to": "A-53"}], at="A-53")
    assert (done["at"], done["options"]) == (None, [])  # who has taken a prisoner goes no further
    assert "A-26" in done["movable"]


def test_a_refused_square_says_why_in_every_language(board: FlaskClient) -> None:
    for language, letter in (("en", "G-40"), ("it", "T-40"), ("es", "G-40")):
        board.set_cookie("vedette_language", language)
        refused = asked(board, at="A-44", to="G-40")["refusal"]
        assert refused["notation"] == f"A-44 → {letter}"
        assert refused["clause"] == "M2.4"
        assert letter in refused["sentence"]


@pytest.mark.ci
@pytest.mark.parametrize(
    "body",
    [
        {"at": "Z-99"}, {"at": "A-30"}, {"at": "G-10"}, {"at": 5}, {"steps": "A-25"}, {"steps": [{"from": "A-30"}]},
        {"steps": [{"from": "A-30", "to": "A-31"}], "at": "A-44"}, {"steps": [{"from": "A-44", "to": "Q-1"}]},
        {"steps": [{"from": "A-44", "to": "A-52"}] * 13}, {"at": "A-44", "to": "A-99"}, {"at": "A-44", "more": 1},
        {"at": "2A-44"}, {"at": "A-44", "to": "2A-44"}, {"at": "A-44", "to": "A-44"},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said(board: FlaskClient, body: dict[str, Any]) -> None:
    answer = board.post("/api/board/steps", json=body)
    assert answer.status_code == 400
    assert answer.json["error"]


def test_who_is_not_seen_is_called_by_his_square(board: FlaskClient) -> None:
    """Nobody knows a soldier by the name that his marker has in the roster."""
    session = board.hands.session  # type: ignore[attr-defined]
    session.publish(replace(session.observation, status=TableStatus("unseen", names=("a20", "g24"))))
    said = {}
    for language in ("en", "it"):
        board.set_cookie("vedette_language", language)
        said[language] = board.get("/api/view").get_json()["status"]["text"]
    assert "A-44 (a20), A-53 (g24)" in said["en"]
    assert "A-44 (a20), A-53 (g24)" in said["it"]


def test_the_view_has_the_board_and_the_score(board: FlaskClient) -> None:
    view = board.get("/api/view").json
    assert len(view["board"]["cells"]) == 144
    assert view["board"]["soldiers"]["a18"] == {
        "cell": "A-26", "state": "on", "cells": ["A-26"], "place": None,
        "label": "A-26: Allied soldier", "said": "A-26: Allied soldier",
    }  # fmt: skip
    assert view["board"]["seen"] is None
    assert [side["numbers"]["enemies"] for side in view["board"]["tally"]] == [24, 24]


@pytest.mark.parametrize(
    ("known", "counted"), [({}, "foremost line"), ({side: {"started": 24} for side in "AG"}, "enemy lost")]
)
def test_the_bar_says_what_it_counts(board: FlaskClient, known: dict[str, Any], counted: str) -> None:
    """Where nobody told with how many they began, its numbers are lines: 11/18 was called enemies lost."""
    session = board.hands.session  # type: ignore[attr-defined]
    state = State(("G", "A"), known=known)
    reached = goals("montecassino", session.position().table, state, {})
    assert score_of(session.position().table, state, session.info, "en", reached).counted == counted


def test_what_the_camera_saw_is_played_at_once_when_it_is_allowed(board: FlaskClient) -> None:
    board.hands.move(a18="A-34")  # type: ignore[attr-defined]
    reading = board.get("/api/view").json["board"]["seen"]["readings"][0]
    assert (reading["notation"], reading["tone"]) == ("A-26 → A-34", "in")
    view = board.post("/api/board/seen", json={"action": reading["action"]}).json
    assert view["ruling"]["confirmed"]
    assert view["turn"]["side"] == "germans"


def test_an_enemy_moved_out_of_turn_is_not_played(board: FlaskClient) -> None:
    board.hands.move(g17="G-25")  # type: ignore[attr-defined]
    reading = board.get("/api/view").json["board"]["seen"]["readings"][0]
    assert reading["tone"] == "out"
    view = board.post("/api/board/seen", json={"action": reading["action"]}).json
    assert not view["ruling"]["confirmed"]
    assert view["turn"]["side"] == "allies"


AWAY = [{"from": "A-26", "to": "A-34"}, {"from": "A-34", "to": "A-42"}, {"from": "A-42", "to": "A-50"}]


def test_who_was_touched_first_must_move_unless_compongo_was_said(board: FlaskClient) -> None:
    told = asked(board, at="A-26", touched="A-44")
    assert told["facts"] == ["A-44 was touched first: he moves in this turn."]
    gone = asked(board, steps=AWAY, touched="A-44")
    assert (gone["refusal"]["clause"], gone["action"]["touched"]) == ("M2.1", "A-44")
    assert "must move" in gone["refusal"]["sentence"]
    assert asked(board, steps=AWAY[:2], touched="A-44")["refusal"] is None  # he may still move
    said = asked(board, steps=AWAY, touched="A-44", compongo=True)
    assert said["refusal"] is None
    assert said["facts"] == ['A-44 was only put straight: "Compongo" was said.']
    ruling = board.post("/api/match/act", json={"action": said["action"]}).json["ruling"]
    assert ruling["verdict"] == "allowed"
    assert ["compongo" in check["sentence"] for check in ruling["checks"]].count(True) == 1


def test_a_board_hides_nothing_when_it_is_declared_first(board: FlaskClient) -> None:
    before = asked(board, at="A-44")
    assert board.post("/api/match/mode", json={"mode": "reveal"}).status_code == 200
    assert {**asked(board, at="A-44"), "sealed": False} == before
    stands = board.get("/api/view").json["stands"]
    assert {stand["name"]: stand["x"] % 0.5 for stand in stands}["a20"] != 0.0  # nor is anything rounded


def test_on_squares_no_counter_is_chosen(board: FlaskClient) -> None:
    assert board.post("/api/board/choose", json={"actor": "a20"}).status_code == 400


def test_another_game_has_no_board(page: FlaskClient) -> None:
    assert page.get("/api/view").json["board"] is None
    assert page.post("/api/board/steps", json={}).status_code == 409
    assert page.post("/api/board/settle", json={}).status_code == 409
    assert page.get("/chart").status_code == 404


@pytest.mark.ci
def test_chart_page_and_files(board: FlaskClient) -> None:
    steps = [{"from": "A-44", "to": "A-53"}]
    board.post("/api/match/act", json={"action": {"type": "move", "steps": steps}})
    board.post("/api/match/confirm", json={})
    assert "A-53" in board.get("/chart").text
    table = board.get("/chart.csv?side=allies")
    assert table.text.splitlines()[1] == "1,infantry,A-44,A-53,A-53,,23"
    assert board.get("/chart.pdf").data.startswith(b"%PDF")
    assert board.get("/chart.csv").status_code == 400
    assert board.get("/chart.pdf?side=nobody").status_code == 404
    rows = board.get("/api/chart?side=allies").json["charts"][0]["rows"]
    assert rows[0]["cells"][2:5] == ["A-44", "A-53", "A-53"]
