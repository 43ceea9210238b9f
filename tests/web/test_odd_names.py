"""Stands and sides called as people call them: every address takes every name, and no name hides anything."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from matches import match_at

from referee.match_info import MatchInfo
from referee.observation import Observation
from rules.state import State
from table.snapshot import Snapshot
from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession

NAMES = [
    "1/95th Rifles",
    "a%2Fb",
    "a//b",
    "/",
    "..",
    ".",
    "?",
    "#",
    " a",
    "é",
    "&stand=b",
    "may",
    "reach",
    "None",
    "क\u094d\u200dष",
]
HIDDEN = ["\x1b[2J", "a\x07", "a\u202eb", "a\u200bb", " ", "", "x" * 81]
HERE = "127.0.0.1:8470"


def called(session: MatchSession, name: str) -> MatchSession:
    """Return the same session with Miller called otherwise."""
    scene: MatchInfo = session.info
    now = session.position().table
    stands = tuple(replace(stand, name=name) if stand.name == "Miller" else stand for stand in now.stands)
    table: Snapshot = replace(now, stands=stands)
    memory = State(tuple(side.name for side in scene.sides), scene.turn)
    match = match_at(table, scene.game, memory, scene.settings)
    observation: Observation = replace(session.observation, table=table)
    return MatchSession(scene, match, observation, lambda: 1, lambda: 0.0)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def odd(session: MatchSession, name: str) -> Iterator[FlaskClient]:
    with create_app(called(session, name)).test_client() as client:
        client.environ_base["HTTP_HOST"] = HERE
        yield client


@pytest.mark.first(1)
@pytest.mark.ci
def test_he_is_told_of_and_acts_by_that_name_and_no_route_fails(odd: FlaskClient, name: str) -> None:
    for route in ("may", "reach"):
        answer = odd.get(f"/api/{route}", query_string={"stand": name})
        assert answer.status_code == 200, answer.get_json()
        assert answer.get_json()["stand"] == name
        if ".." not in name and "//" not in name and name not in ("/", "."):  # browsers and servers tidy these away
            answer = odd.get(f"/api/{route}/{quote(name, safe='')}")
            assert (answer.status_code, answer.get_json()["stand"]) == (200, name)
    every_route_takes(odd, name)
    answer = odd.post("/api/match/declare", json={"actor": name, "target": "Weber"})
    assert answer.status_code == 200, answer.get_json()
    assert name in [stand["name"] for stand in answer.get_json()["stands"]]


@pytest.mark.parametrize("route", ["may", "reach"])
def test_who_is_not_there_is_not_found_and_nobody_is_a_bad_question(page: FlaskClient, route: str) -> None:
    assert page.get(f"/api/{route}", query_string={"stand": "1/95th"}).status_code == 404
    assert page.get(f"/api/{route}").status_code == 400


def every_route_takes(odd: FlaskClient, name: str) -> None:
    """Ask every route that takes a text for that name; none may fail."""
    asked = 0
    for route in odd.application.url_map.iter_rules():
        texts = [key for key in route.arguments if type(route._converters[key]).__name__ != "IntegerConverter"]
        if not texts or "GET" not in (route.methods or ()):
            continue
        address = route.rule
        for key, converter in route._converters.items():
            kind = {"IntegerConverter": "int:", "PathConverter": "path:"}.get(type(converter).__name__, "")
            address = address.replace(f"<{kind}{key}>", quote(name, safe="") if key in texts else "1")
        answer = odd.get(address, query_string={"stand": name, "to": name})
        assert answer.status_code < 500, address
        asked += 1
    assert asked > 3


@pytest.mark.ci
@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("key", ["actor", "target"])
def test_a_name_that_hides_something_is_refused(page: FlaskClient, key: str, hidden: str) -> None:
    before = page.get("/api/view").get_json()
    answer = page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber", key: hidden})
    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(f"{key}: ")
    assert answer.get_json()["error"].isprintable()
    assert page.get("/api/view").get_json()["ruling"] == before["ruling"]


@pytest.mark.ci
@pytest.mark.parametrize("side", ["1/95th Rifles", "watch", "referee", "..", "a//b"])
def test_every_side_has_a_code_of_its_own(session: MatchSession, side: str) -> None:
    first, second = session.info.sides
    scene = replace(session.info, sides=(replace(first, name=side), second))
    door = Door({side: "One", second.name: "Other"}, lambda: 0.0, lambda: f"http://{HERE}/")
    begins = State((side, second.name), scene.turn)
    match = match_at(session.position().table, scene.game, begins, scene.settings)
    odd = MatchSession(scene, match, session.observation, lambda: 1, lambda: 0.0)
    client = create_app(odd, door=door).test_client()
    client.environ_base["HTTP_HOST"] = HERE
    page = client.get("/join").get_data(as_text=True)
    assert f"/join/{door.invitations.token(side)}" in page
    assert f'data-to="{side}" src="/join.svg?to=' in page
    answer = client.get("/join.svg", query_string={"to": side})
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
