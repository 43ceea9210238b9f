"""The result page: the match is ended, both sides sign, and everything of the end is on one page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kept_session import client_of, kept_session, shoot

from referee.result.text import end_said
from rules.goal import Goal
from rules.state import State
from web.match_session import MatchSession
from web.score import score_of


@pytest.fixture
def session(tmp_path: Path) -> Iterator[MatchSession]:
    with kept_session(tmp_path / "match.sqlite") as session:
        yield session


@pytest.fixture
def client(session: MatchSession) -> FlaskClient:
    return client_of(session)


@pytest.mark.ci
def test_a_match_is_ended_signed_and_shown(session: MatchSession, client: FlaskClient) -> None:
    shoot(session, "Miller", "Weber", 5, 6)
    answer = client.post("/api/match/end", json={"result": "won", "winner": "us"})
    assert answer.get_json()["score"]["ended"] == "Americans: victory, by the referee's word."
    assert client.post("/api/match/end-turn", json={}).status_code == 409
    for side in ("us", "de"):
        assert client.post("/api/match/sign", json={"side": side}).status_code == 200
    told = client.get("/api/result?lang=en").get_json()
    assert (told["result"], [side["signed"] for side in told["sides"]]) == (
        "Americans: victory, by the referee's word.", [True, True]
    )  # fmt: skip
    assert told["sides"][1]["lost"] == ["Weber"]
    assert told["seal"]["seal"] in told["seal_text"]
    page = client.get("/result?lang=it").get_data(as_text=True)
    assert "Americani: vittoria, per decisione dell&#39;arbitro." in page
    assert "data-sign" not in page
    assert "<path" in page.partition(told["seal"]["seal"])[2]  # its code, drawn


def test_an_end_that_is_taken_back_is_no_end(client: FlaskClient) -> None:
    client.post("/api/match/end", json={"result": "draw"})
    client.post("/api/match/undo", json={})
    told = client.get("/api/result").get_json()
    assert (told["ended"], told["seal"], told["result"]) == (False, None, "The match goes on.")


@pytest.mark.parametrize("own", [1, 2])
def test_vedettes_own_dice_are_told_also_where_no_others_fell(
    session: MatchSession, client: FlaskClient, own: int
) -> None:
    client.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    for body in ({} if own == 2 else {"dice": [6]}, {}):
        assert client.post("/api/match/throw", json=body).status_code == 200
    told = client.get("/api/result?lang=en").get_json()["dice_said"]
    assert [line for line in told if line.startswith(f"{own} di") and "Vedette's own" in line]


def test_nobody_signs_another_end_than_he_has_read(client: FlaskClient) -> None:
    """The end was taken back and is another now, while the result page lay open on a phone."""
    client.post("/api/match/end", json={"result": "won", "winner": "de"})
    read = client.get("/api/result").get_json()["seal"]["sequence"]
    assert f'data-entry="{read}"' in client.get("/result").get_data(as_text=True)
    client.post("/api/match/undo", json={})
    client.post("/api/match/end", json={"result": "won", "winner": "us"})
    answer = client.post("/api/match/sign?lang=en", json={"side": "de", "entry": read})
    assert (answer.status_code, answer.get_json()["error"]) == (
        409, "the match has ended otherwise since: look at the result again"
    )  # fmt: skip
    now = client.get("/api/result").get_json()["seal"]["sequence"]
    assert client.post("/api/match/sign", json={"side": "de", "entry": now}).status_code == 200


def test_an_end_without_a_winner_who_plays_is_refused(client: FlaskClient) -> None:
    assert client.post("/api/match/end", json={"result": "won"}).status_code == 400
    assert client.post("/api/match/end", json={"result": "won", "winner": "fr"}).status_code == 400


def test_the_score_says_what_each_side_needs(client: FlaskClient) -> None:
    score = client.get("/api/view?lang=en").get_json()["score"]
    assert score["note"].startswith("The book names no victory but a surrender")
    assert [side["to_act"] != [] for side in score["sides"]] == [True, False]


def test_where_both_have_come_to_their_goal_the_score_says_so(session: MatchSession) -> None:
    """The rules name neither, and nobody goes on as if nothing had happened."""
    info, table = session.info, session.position().table
    goals = tuple(
        Goal(side.name, "Y12.1", "goal_half_lost", 2, 2, {"enemy": "de", "started": 4}, reached=True)
        for side in info.sides
    )
    state = State(tuple(side.name for side in info.sides))
    told = score_of(table, state, info, "it", goals)
    assert told.winner is None
    assert told.both is not None
    assert told.both.startswith("Tutte e due le parti")
    assert score_of(table, state, info, "it", goals[:1]).both is None
    called = {side.name: side.title for side in info.sides}
    assert end_said(info.game, None, state, goals, called, language="it").startswith("Tutte e due le parti")
    assert end_said(info.game, None, state, goals[:1], called, language="en") == "Americans: victory!"
