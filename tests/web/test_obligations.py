"""What the game still asks for is on the page; only the referee may let a turn end with it."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from matches import match_at

from referee.observation import Observation, TableStatus
from rules.registry import game_named
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand
from web.app import create_app
from web.match_session import MatchSession

HERE = "127.0.0.1:8470"


def after_losses(session: MatchSession) -> MatchSession:
    """Return the same table where the Americans have lost half of those they began with."""
    info, table = session.info, session.position().table
    ours = [stand.name for stand in table.stands if stand.side == "us"]
    known = {"us": {"started": 2 * len(ours)}, "de": {"started": 2}}
    few = replace(table, stands=tuple(s for s in table.stands if s.side == "us" or s.name in ("Weber", "Krause")))
    match = match_at(few, info.game, State(("us", "de"), info.turn, known=known), info.settings)
    return MatchSession(info, match, replace(session.observation, table=few), lambda: 1, lambda: 0.0)


def client_of(session: MatchSession) -> FlaskClient:
    client = create_app(session).test_client()
    client.environ_base["HTTP_HOST"] = HERE
    return client


def test_the_view_says_what_is_owed_and_what_settles_it(session: MatchSession) -> None:
    page = client_of(after_losses(session))
    (owed,) = page.get("/api/view").get_json()["obligations"]
    assert (owed["clause"], owed["holds_the_turn"]) == ("A5.1", True)
    assert owed["action"] == {"type": "morale", "side": "us"}
    assert owed["side"] == "Americans"
    assert page.get("/api/view?lang=it").get_json()["obligations"][0]["sentence"] != owed["sentence"]
    assert page.post("/api/match/act", json={"action": owed["action"]}).status_code == 200
    assert page.post("/api/match/throw", json={"dice": [1]}).status_code == 200
    assert page.get("/api/view").get_json()["obligations"] == []


def test_a_turn_that_something_holds_ends_only_where_the_referee_waives_it(session: MatchSession) -> None:
    page = client_of(after_losses(session))
    refused = page.post("/api/match/end-turn", json={})
    assert refused.status_code == 409
    assert "A5.1" in refused.get_json()["error"]
    assert page.post("/api/match/end-turn", json={"waive": True}).get_json()["turn"]["side"] == "de"


def test_spectators_are_told_too(session: MatchSession) -> None:
    (owed,) = client_of(after_losses(session)).get("/api/watch").get_json()["obligations"]
    assert owed["clause"] == "A5.1"


def test_nothing_is_owed_at_the_start(page: FlaskClient) -> None:
    assert page.get("/api/view").get_json()["obligations"] == []


@pytest.mark.ci
def test_a_base_that_fire_destroyed_still_answers_from_the_page(session: MatchSession) -> None:
    """Y8.4: it owes its answer after it has fallen, and the list of what is owed declares it."""
    guns = {
        name: Stand(name, side, "artillery", 50.0, y, heading, 2.5, 3.8, sigma_cm=0.01)
        for name, side, y, heading in (("Rorty", "union", 20.0, 90.0), ("Alexander", "confederate", 55.0, 270.0))
    }
    known = {"table": {"begun": True, "phase": "fire", "answers": {"Rorty": "Alexander"}}}
    fell = {"Rorty": guns["Rorty"]}
    state = State(("union", "confederate"), side="confederate", known=known, fallen=fell, struck=fell)
    table = Snapshot(100.0, 80.0, tuple(guns.values()))
    info = replace(session.info, game="yankee", sides=game_named("yankee").sides, settings={})
    match = match_at(table, "yankee", state)
    page = client_of(MatchSession(info, match, Observation(table, TableStatus("still")), lambda: 1, lambda: 0.0))
    (owed,) = page.get("/api/view").get_json()["obligations"]
    assert (owed["clause"], owed["side"]) == ("Y8.4", "Union")
    answered = page.post("/api/match/act", json={"action": owed["action"]})
    assert answered.status_code == 200, answered.get_json()
    for _ in range(2):
        page.post("/api/match/throw", json={"dice": [3]})
    assert page.get("/api/view").get_json()["obligations"] == []


def test_who_begins_is_thrown_for_on_the_page_before_anybody_has(session: MatchSession) -> None:
    """A1.5: in the demo's third turn nobody throws for it any more."""
    assert client_of(session).get("/api/view").get_json()["start"] is None
    match = match_at(session.position().table, settings=session.info.settings)
    begun = MatchSession(session.info, match, session.observation, lambda: 1, lambda: 0.0)
    page = client_of(begun)
    assert page.get("/api/view?lang=it").get_json()["start"] == "inizio della battaglia"
    assert page.post("/api/match/act", json={"action": {"type": "start"}}).status_code == 200
    for die in (2, 5):
        page.post("/api/match/throw", json={"dice": [die]})
    view = page.get("/api/view").get_json()
    assert (view["start"], view["turn"]["side"]) == (None, "us")
