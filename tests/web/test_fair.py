"""Vedette's own dice in the session."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.fair_dice import check, read_proof
from referee.observation import Observation, TableStatus
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


def test_nothing_is_rolled_while_a_word_is_missing(client: FlaskClient) -> None:
    client.post("/api/match/declare", json=SHOT)
    refused = client.post("/api/match/throw", json={})
    assert refused.status_code == 400
    assert "2 of 2 players have not typed their word yet" in refused.get_json()["error"]
    typed = client.post("/api/match/throw", json={"dice": [4]})  # what falls on the table counts in any case
    assert typed.status_code == 200


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
