"""The move audit's page and its JSON."""

import pytest
from flask.testing import FlaskClient

from referee.match.course import Course
from web.match_session import MatchSession


def walk(session: MatchSession, far: float) -> None:
    def walks(match) -> None:
        stand = match.current.measured.stand("Miller")
        way = (stand.centre, (stand.x, stand.y + far))
        match.see(match.current.measured.with_stand(stand.moved_to(*way[1])))
        match.walk("Miller", far, Course(way, 0.05))

    session.act(walks)


def test_the_page_says_and_draws_who_went_how_far(session: MatchSession, page: FlaskClient) -> None:
    assert "Nobody has moved yet." in page.get("/audit").text
    walk(session, 3.0)
    told = page.get("/api/audit").json["turns"][0]
    assert (told["ended"], told["said"]) == (False, "1 moved: all within what they had")
    text = page.get("/audit").text
    assert told["moves"][0]["said"] in text
    assert 'class="interval" d="M' in text
    assert "un tratto" not in text
    assert "1 si è mosso: tutti entro il consentito" in page.get("/audit?lang=it").text


@pytest.mark.ci
def test_while_distances_are_hidden_only_the_referee_sees_the_ways(session: MatchSession, page: FlaskClient) -> None:
    walk(session, 6.13)
    page.post("/api/match/mode", json={"mode": "reveal"})
    assert page.get("/api/audit").json["turns"][0]["moves"][0]["gone"] == 6.13
    watcher = {"REMOTE_ADDR": "10.0.0.7"}
    assert page.get("/api/audit", environ_base=watcher).json["turns"] == []
    page.post("/api/match/end-turn", json={})
    (turn,) = page.get("/api/audit", environ_base=watcher).json["turns"]
    assert page.get("/api/audit/last", environ_base=watcher).json["turns"] == [turn]
    assert (turn["moves"][0]["gone"], turn["moves"][0]["path"]) == (6.0, [])


@pytest.mark.ci
def test_the_last_turn_alone_is_that_of_the_whole_audit(session: MatchSession, page: FlaskClient) -> None:
    assert page.get("/api/audit/last").json["turns"] == []
    walk(session, 3.0)
    assert page.get("/api/audit/last").json["turns"] == []
    for far in (2.0, 4.0):
        page.post("/api/match/end-turn", json={})
        page.post("/api/match/end-turn", json={})
        walk(session, far)
    newest, *_ = [turn for turn in page.get("/api/audit").json["turns"] if turn["ended"]]
    assert page.get("/api/audit/last").json["turns"] == [newest]
    assert newest["moves"][0]["gone"] == 2.0
