"""Vedette's own dice in the session."""

import json
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from hex_session import ANCIENTS, FIELD, HexHands
from matches import match_at

from referee.fair_dice import check, faces, read_proof
from referee.observation import Observation, TableStatus
from rules.ancients.hits import BATTLE
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.doors.door import Door
from web.fair import Cup
from web.match_session import MatchSession

SHOT = {"actor": "Miller", "target": "Weber"}


@pytest.fixture
def door() -> Door:
    return Door({"us": "Americans", "de": "Germans"}, lambda: 0.0)


@pytest.fixture
def client(door: Door) -> FlaskClient:
    scene = demo_scene("ambush")
    table = scene.truth()
    table = replace(table, stands=tuple(replace(stand, sigma_cm=0.015) for stand in table.stands))
    match = match_at(table, scene.game, State(tuple(side.name for side in scene.sides)), scene.settings)
    observation = Observation(table, TableStatus("still"))
    seeds = iter([bytes([1] * 32), bytes([2] * 32), bytes([3] * 32)])
    session = MatchSession(scene, match, observation, Cup(2, lambda _: next(seeds)), HandClock().now_s)
    client = create_app(session, door=door).test_client()
    client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    return client


def act(client: FlaskClient, name: str, **body: object) -> Any:
    answer = client.post(f"/api/match/{name}", json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def rolled(client: FlaskClient) -> list[int]:
    """Return the dice on the card once one more was rolled."""
    return [face for thrown in act(client, "throw")["ruling"]["dice"] for face in thrown["given"]]


def test_the_first_die_falls_with_one_tap_and_is_proved_without_a_word(client: FlaskClient) -> None:
    assert client.post("/api/match/throw", json={}).status_code == 409  # nobody has asked for one
    act(client, "declare", **SHOT)
    fell = rolled(client)
    late = client.post("/api/dice/word", json={"word": "late"})
    assert (late.status_code, late.get_json()["error"]) == (
        400, "a die has fallen: from here on nobody can change the dice",
    )  # fmt: skip
    proof = read_proof(client.post("/api/dice/show", json={}).get_json()["fair_dice"]["proofs"][0], "proof")
    assert (proof.words, list(proof.dice), check(proof)) == ((), fell, None)


@pytest.mark.ci
def test_after_an_undo_the_same_throw_of_the_same_action_falls_again(client: FlaskClient) -> None:
    act(client, "declare", **SHOT)
    first = rolled(client)
    for _ in range(3):
        act(client, "undo")
        assert rolled(client) == first
    act(client, "undo")
    act(client, "withdraw")
    act(client, "declare", actor="Rossi", target="Krause")  # something else in between buys no other die
    rolled(client)
    act(client, "undo")
    act(client, "withdraw")
    act(client, "declare", **SHOT)
    assert rolled(client) == first
    dice = client.get("/api/view").get_json()["fair_dice"]
    assert dice["thrown"] == 2  # one of each shot


@pytest.mark.ci
def test_dice_differ_from_shot_to_shot(client: FlaskClient) -> None:
    fell = []
    for actor, target in (("Miller", "Weber"), ("Rossi", "Krause"), ("Rossi", "Vogel"), ("Kowalski", "Brandt")):
        act(client, "declare", actor=actor, target=target)
        fell += rolled(client)
        act(client, "undo")
    assert len(set(fell)) > 1


def test_two_words_and_the_dice_fall_and_can_be_proved(client: FlaskClient) -> None:
    before = client.get("/api/view").get_json()["fair_dice"]
    for word in ("a", "b"):
        assert client.post("/api/dice/word", json={"word": word}).status_code == 200
    assert client.post("/api/dice/word", json={"word": "c"}).status_code == 400
    client.post("/api/match/declare", json=SHOT)
    assert client.post("/api/match/throw", json={}).status_code == 200
    shown = client.post("/api/dice/show", json={}).get_json()["fair_dice"]
    proof = read_proof(shown["proofs"][0], "proof")
    assert proof.commitment == before["commitment"]
    assert (proof.words, len(proof.dice)) == (("a", "b"), 1)
    assert check(proof) is None
    assert shown["commitment"] != before["commitment"]  # the seed that was shown is never thrown again
    assert shown["words_missing"] == 2


def test_a_player_types_the_own_side_s_word_only_and_the_referee_any(client: FlaskClient, door: Door) -> None:
    players = {}
    for side in ("us", "de"):
        player = client.application.test_client()
        player.environ_base.update(HTTP_HOST="127.0.0.1:8470", REMOTE_ADDR="192.168.7.20")
        token = door.invitations.token(side)
        assert player.get(f"/join/{token}").status_code == 302
        players[side] = player

    def word(who: FlaskClient, text: str) -> int:
        return who.post("/api/dice/word", json={"word": text}).status_code

    assert word(players["us"], "mine") == 200
    second = players["us"].post("/api/dice/word", json={"word": "theirs too"})
    assert (second.status_code, second.get_json()["error"]) == (
        403, "you have typed your side's word: the other side types its own",
    )  # fmt: skip
    assert client.get("/api/view").get_json()["fair_dice"]["words_missing"] == 1
    assert word(players["de"], "theirs") == 200
    client.post("/api/dice/show", json={})
    assert word(players["us"], "another match, another word") == 200
    assert word(client, "the referee's, for the other side") == 200
    assert client.get("/api/view").get_json()["fair_dice"]["words_missing"] == 0


def test_the_seed_is_nowhere_before_it_is_shown(client: FlaskClient) -> None:
    assert bytes([1] * 32).hex() not in client.get("/api/view").get_data(as_text=True)


@pytest.mark.parametrize("body", [{}, {"word": ""}, {"word": 3}, {"word": "x", "more": 1}, {"word": "  "}])
def test_a_word_that_is_none_is_said_to_be_so(client: FlaskClient, body: dict[str, object]) -> None:
    assert client.post("/api/dice/word", json=body).status_code == 400


@pytest.mark.ci
def test_on_hexes_they_fall_on_the_games_faces() -> None:
    cup = Cup(1, bytes)
    cup.mix("word")
    page = create_app(HexHands(ANCIENTS, FIELD, {"phase": "battle", "side": "roman"}, cup).session).test_client()
    page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
    page.post("/api/match/act", json={"action": {"type": "shoot", "actor": "r-bow", "target": "c-light"}})
    view = page.post("/api/match/throw", json={"many": 2}).get_json()
    proof = cup.show()
    (name,) = proof.throws
    expected = [BATTLE.faces[index - 1] for index in islice(faces(bytes(32), ["word"], name), 2)]
    assert [face for throw in view["ruling"]["dice"] for face in throw["given"]] == expected
    assert json.loads(name)["action"]["actor"] == "r-bow"
    assert (len(proof.dice), check(proof)) == (2, None)
    assert page.get("/passport").status_code == 200
