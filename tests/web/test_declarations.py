"""Declaring any action of the game through the API, and confirming what asks for no dice."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from web.app import create_app
from web.match_session import MatchSession

ROSSI = {"type": "move", "actor": "Rossi", "path": [[19.0, 38.5], [22.0, 42.0]]}


def act(page: FlaskClient, name: str, **body: Any) -> dict[str, Any]:
    answer = page.post(f"/api/match/{name}", json=body)
    assert answer.status_code == 200, answer.get_json()
    view: dict[str, Any] = answer.get_json()
    return view


def may(page: FlaskClient, name: str) -> dict[str, dict[str, Any]]:
    return {it["verb"]: it for it in page.get(f"/api/may/{name}").get_json()["may"]}


def test_a_move_is_declared_and_confirmed(page: FlaskClient) -> None:
    ruling = act(page, "act", action=ROSSI)["ruling"]
    assert (ruling["actor"], ruling["target"], ruling["verb"]) == ("Rossi", None, "move")
    assert (ruling["title"], ruling["ready"], ruling["word"]) == ("Rossi: move", True, "ALLOWED")
    view = act(page, "confirm")
    assert view["ruling"]["confirmed"]
    assert not view["ruling"]["ready"]
    assert view["undo"] == "the ruling"
    assert may(page, "Rossi")["move"]["left_cm"] == pytest.approx(8 - 4.61, abs=0.01)


@pytest.mark.ci
def test_a_whole_ambush_turn(page: FlaskClient) -> None:
    act(page, "act", action=ROSSI)
    act(page, "confirm")
    act(page, "withdraw")
    act(page, "declare", actor="Miller", target="Weber")
    act(page, "throw", dice=[5])
    assert act(page, "throw", dice=[5])["ruling"]["outcome"] == "Weber is hit and removed."
    act(page, "withdraw")
    view = act(page, "act", action={"type": "grenade", "actor": "Kowalski", "point": [18.0, 56.0]})
    assert view["ruling"]["title"] == "Kowalski: throw a grenade (18.0; 56.0)"
    act(page, "throw", dice=[3])
    assert act(page, "throw", dice=[6])["ruling"]["confirmed"]
    act(page, "withdraw")
    view = act(page, "act", action={"type": "mg", "actor": "Lucky", "target": "Brandt"})
    assert view["ruling"]["title"] == "Lucky: fire the MG at Brandt"
    for face in (1, 2):
        view = act(page, "throw", dice=[face])
    assert view["ruling"]["outcome"] == "Lucky misses Brandt."
    act(page, "withdraw")
    assert act(page, "end-turn")["turn"]["side"] == "de"


def test_the_list_says_what_each_verb_still_asks_for(page: FlaskClient) -> None:
    found = may(page, "Miller")
    assert {verb: it["asks"] for verb, it in found.items()} == {
        "move": [["path"]], "run": [["path"]], "shoot": [["target"]], "grenade": [["point"]],
        "assault": [["target"]], "mount": [["vehicle"]],
    }  # fmt: skip
    assert found["grenade"]["action"] == {"type": "grenade", "actor": "Miller"}
    assert may(page, "Lucky")["gun"]["asks"] == [["point"], ["target"]]
    assert may(page, "Lucky")["push"]["asks"] == [["target", "path"]]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("action", "status", "said"),
    [
        ({"type": "fly", "actor": "Rossi"}, 400, "no 'fly'"),
        ({"type": "end_turn"}, 400, "who acts"),
        ({**ROSSI, "actor": "Nobody"}, 404, "Nobody"),
        ({**ROSSI, "path": [[19.0, 38.5], [500.0, 40.0]]}, 400, "too far off the table"),
        ({**ROSSI, "path": [[19.0, 38.5]]}, 400, "path"),
        ({**ROSSI, "path": [[19.0, 38.5]] * 61}, 400, "path"),
        ({**ROSSI, "path": [[19.0, "x"], [1, 2]]}, 400, "path"),
        ({**ROSSI, "surprise": 1}, 400, "surprise"),
        ({"type": "shoot", "actor": "Rossi"}, 400, "target"),
        ({"type": "move", "group": ["x"] * 41}, 400, "group"),
        ("Rossi", 400, "action"),
    ],
)
def test_bad_actions_are_one_clear_line(page: FlaskClient, action: Any, status: int, said: str) -> None:
    answer = page.post("/api/match/act", json={"action": action})
    assert answer.status_code == status
    line = answer.get_json()["error"]
    assert said in line
    assert "\n" not in line
    assert page.get("/api/view").get_json()["ruling"] is None


def test_an_infinite_number_is_not_a_place(page: FlaskClient) -> None:
    body = '{"action": {"type": "grenade", "actor": "Rossi", "point": [NaN, Infinity]}}'
    answer = page.post("/api/match/act", data=body, content_type="application/json")
    assert answer.status_code == 400


def test_nothing_to_confirm(page: FlaskClient) -> None:
    assert page.post("/api/match/confirm", json={}).status_code == 409
    act(page, "act", action={"type": "move", "actor": "Weber", "path": [[67.273, 53.721], [67.0, 50.0]]})
    assert "measured, not played" in page.post("/api/match/confirm", json={}).get_json()["error"]


def test_titles_in_three_languages(page: FlaskClient) -> None:
    titles = [
        page.post(f"/api/match/act?lang={language}", json={"action": ROSSI}).get_json()["ruling"]["title"]
        for language in ("en", "it", "es")
    ]
    assert len(set(titles)) == 3
    assert all(title.startswith("Rossi: ") for title in titles)


@pytest.fixture
def ridge(clock: HandClock) -> Iterator[FlaskClient]:
    """The Yankee battle behind the same page."""
    scene = demo_scene("yankee")
    table = scene.truth()
    match = match_at(table, scene.game, State(tuple(side.name for side in scene.sides)), scene.settings)
    observation = Observation(table, TableStatus("still"), frame_markers=(8, 8))
    with create_app(MatchSession(scene, match, observation, lambda: 4, clock.now_s)).test_client() as client:
        client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        yield client


@pytest.mark.ci
@pytest.mark.parametrize(
    ("way", "clause"),
    [
        ({"path": [[72.0, 22.0], [72.0, 28.0]]}, "Y7.3"),
        ({"wheel": {"pivot": "left", "degrees": 30}}, "Y7.2"),
        ({"turn": 45.0}, "Y7.2"),
        ({"path": [[72.0, 22.0], [72.0, 28.0]], "form": "line"}, "Y7.4"),
    ],
)
def test_a_group_goes_wheels_turns_and_lines_up(ridge: FlaskClient, way: dict[str, Any], clause: str) -> None:
    assert may(ridge, "1 Minn.")["move"]["action"] == {"type": "move", "group": ["1 Minn."]}
    action = {"type": "move", "group": ["1 Minn."], **way}
    tried = ridge.post("/api/measure/trial", json={"action": action}).get_json()
    assert tried["verdict"] == "allowed"
    assert clause in {check["clause"] for check in tried["checks"]}
    assert act(ridge, "act", action=action)["ruling"]["title"] == "1 Minn.: move"
    assert act(ridge, "confirm")["ruling"]["confirmed"]


def test_fire_with_supports(ridge: FlaskClient) -> None:
    action = {"type": "fire", "actor": "Cushing", "target": "Garnett I", "supports": ["Brown"]}
    ruling = act(ridge, "act", action=action)["ruling"]
    assert (ruling["title"], ruling["verdict"]) == ("Cushing at Garnett I", "refused"), "Brown is not beside him"
