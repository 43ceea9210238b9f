"""The table's tools through the API: reach, ruler, path, burst; silent while it is declared first."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession

MEASURES = {
    "ruler": {"start": {"stand": "Miller"}, "end": {"stand": "Weber"}},
    "path": {"path": [[0, 0], [3, 4], [3, 10]]},
    "trial": {"action": {"type": "move", "actor": "Miller", "path": [[30.0, 24.6], [30.0, 30.0]]}},
    "burst": {"verb": "grenade", "point": [29.0, 23.0], "stand": "Miller"},
}


def measure(page: FlaskClient, what: str, **body: Any) -> dict[str, Any]:
    answer = page.post(f"/api/measure/{what}", json=body)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def reach(page: FlaskClient, name: str, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = page.get(f"/api/reach/{name}?lang={language}").get_json()
    return found


@pytest.mark.ci
def test_what_miller_reaches(page: FlaskClient) -> None:
    found = reach(page, "Miller")
    assert [(area["role"], area["verb"]) for area in found["areas"]] == [
        ("going", "move"), ("going", "run"), ("range", "shoot"), ("range", "grenade"),
    ]  # fmt: skip
    assert {line["target"]: (line["sees"], line["reaches"]) for line in found["lines"]} == {
        "Weber": ("passed", "passed"), "Brandt": ("passed", "close"), "Krause": ("passed", "failed"),
        "Lehmann": ("passed", "passed"),
    }  # fmt: skip
    said = [line["text"] for line in found["said"]]
    assert "Weber: seen, in range: 47.30 cm ±0.04" in said
    assert "not seen: Huber, Vogel, Fischer, Schmidt" in said


@pytest.mark.ci
def test_the_list_names_all_that_is_drawn(page: FlaskClient) -> None:
    for language in ("en", "it", "es"):
        found = reach(page, "Miller", language)
        text = "\n".join(line["text"] for line in found["said"])
        assert all(line["target"] in text for line in found["lines"])
        assert len(found["said"]) == len(found["areas"]) + len(found["lines"]) + 1
    assert "47,30 cm" in json.dumps(reach(page, "Miller", "it"))


def test_who_is_not_there_has_no_reach(page: FlaskClient) -> None:
    assert page.get("/api/reach/Nobody").status_code == 404


@pytest.mark.ci
def test_reach_follows_the_match(page: FlaskClient) -> None:
    page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    page.post("/api/match/throw", json={"dice": [5]})
    page.post("/api/match/throw", json={"dice": [5]})
    found = reach(page, "Miller")
    assert "Weber" not in json.dumps(found)
    assert [area["verb"] for area in found["areas"] if area["role"] == "going"] == ["move"], "who fired does not run"


def test_the_ruler_reads_what_a_ruling_measures(page: FlaskClient) -> None:
    found = measure(page, "ruler", **MEASURES["ruler"])["distances"]
    assert [(it["how"], it["said"]) for it in found] == [("centre", "47.30 cm ±0.04"), ("edge", "45.28 cm ±0.04")]
    assert found[0]["points"] == [[30.0, 24.6], [67.273, 53.721]]


def test_a_way_of_nobody_is_only_long(page: FlaskClient) -> None:
    assert measure(page, "path", **MEASURES["path"]) == {"said": "11.0 cm", "legs": [5.0, 6.0]}


def test_over_a_hill_both_numbers_are_told(page: FlaskClient) -> None:
    outline = [[2.0, 0.0], [8.0, 0.0], [8.0, 4.0], [2.0, 4.0]]
    hill = {"name": "hill", "kind": "mountain", "polygon": outline, "height_cm": 1.5, "top": "level"}
    assert page.put("/api/terrain", json={"pieces": [hill], "version": 0}).status_code == 200
    assert measure(page, "path", path=[[1, 2], [5, 2]]) == {
        "said": "4.0 cm; 5.50 cm ±0.10 along the ground",
        "legs": [4],
    }
    found = measure(page, "ruler", start={"point": [0, 2]}, end={"point": [10, 2]})["distances"]
    assert [(it["how"], it["said"]) for it in found] == [("place", "10.0 cm"), ("ground", "11.0 cm ±0.1")]


def test_a_way_of_a_stand_is_ruled_on_and_declares_nothing(page: FlaskClient) -> None:
    before = page.get("/api/view").get_json()["acts"]
    ruling = measure(page, "trial", **MEASURES["trial"])
    assert (ruling["word"], ruling["number"]["of"]) == ("TOO FAR", "cm of 4")  # the hedge halves his 8 cm
    assert ruling["checks"][0]["clause"] == "A2.1"
    view = page.get("/api/view").get_json()
    assert (view["ruling"], view["acts"]) == (None, before)


def test_a_burst_says_whom_it_reaches(page: FlaskClient) -> None:
    found = measure(page, "burst", **MEASURES["burst"])
    assert [(it["stand"], it["verdict"]) for it in found["reached"]] == [("Miller", "passed")]
    assert [shape["role"] for shape in found["geometry"]] == ["burst", *["scatter"] * 4]


def test_declare_first_hides_every_distance_and_sight(page: FlaskClient) -> None:
    page.post("/api/match/mode", json={"mode": "reveal"})
    for what, body in MEASURES.items():
        answer = page.post(f"/api/measure/{what}", json=body)
        assert answer.status_code == 409
        assert "before it is declared" in answer.get_json()["error"]
    for name in ("Miller", "Lucky", "Weber"):
        assert reach(page, name) == {"stand": name, "hidden": True, "areas": [], "lines": [], "said": []}
        said = page.get(f"/api/may/{name}").get_json()
        assert not re.search(r"Weber|Brandt|cm from|too close", json.dumps(said).replace(f'"{name}"', ""))
    for action in ({"type": "shoot", "actor": "Weber", "target": "Miller"},
                   {"type": "gun", "actor": "Rot 3", "point": [30.0, 24.6]}):  # fmt: skip
        assert page.post("/api/match/act", json={"action": action}).status_code == 409
    assert page.get("/api/view").get_json()["ruling"] is None


def test_what_is_hidden_may_be_declared_all_the_same(page: FlaskClient) -> None:
    page.post("/api/match/mode", json={"mode": "reveal"})
    veiled = {it["verb"]: it for it in page.get("/api/may/Lucky").get_json()["veiled"]}
    assert set(veiled) >= {"mg", "gun"}
    assert veiled["gun"]["name"] == "fire the gun at"
    action = {**veiled["gun"]["action"], "point": [40.0, 75.0]}
    ruling = page.post("/api/match/act", json={"action": action}).get_json()["ruling"]
    assert ruling["needs"]["clause"] == "A8.1"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("ruler", {"start": {}, "end": {"point": [1, 1]}}, 400),
        ("ruler", {"start": {"stand": "Miller", "point": [1, 1]}, "end": {"point": [1, 1]}}, 400),
        ("ruler", {"start": {"stand": "Nobody"}, "end": {"point": [1, 1]}}, 404),
        ("ruler", {"start": {"piece": "nothing"}, "end": {"point": [1, 1]}}, 400),
        ("ruler", {"start": {"cell": "D5"}, "end": {"point": [1, 1]}}, 400),
        ("ruler", {"start": {"point": [1e9, 1]}, "end": {"point": [1, 1]}}, 400),
        ("path", {"path": [[1, 1]]}, 400),
        ("path", {"path": [[1, 1]] * 100}, 400),
        ("burst", {"verb": "shoot", "point": [1, 1]}, 400),
        ("burst", {"verb": "gun", "point": [1, -80]}, 400),
        ("trial", {"action": {"type": "fly", "actor": "Miller"}}, 400),
        ("nothing", {}, 404),
    ],
)
def test_bad_questions_are_one_clear_line(page: FlaskClient, what: str, body: dict[str, Any], status: int) -> None:
    answer = page.post(f"/api/measure/{what}", json=body)
    assert answer.status_code == status
    assert "\n" not in answer.get_json()["error"]


def between(page: FlaskClient, start: dict[str, Any], end: dict[str, Any]) -> dict[str, Any]:
    return measure(page, "ruler", start=start, end=end)


def test_the_ruler_says_who_is_seen_and_why_not(page: FlaskClient) -> None:
    seen = between(page, {"stand": "Miller"}, {"stand": "Weber"})["sight"]
    assert seen["verdict"] == "passed"
    assert [check["clause"] for check in seen["checks"]] == ["A3.1", "A3.4"]
    assert "does not cover Weber" in seen["checks"][1]["sentence"]
    in_cover = between(page, {"stand": "Miller"}, {"stand": "Huber"})["sight"]
    assert in_cover["verdict"] == "failed"
    assert in_cover["checks"][-1]["sentence"] == "Huber is in cover in trench and has not been seen: he must fire first"
    behind = between(page, {"stand": "Lucky"}, {"stand": "Rot 3"})["sight"]
    assert behind["checks"][0]["sentence"].startswith("Ruined barn stands between them")
    assert "blocked" in [shape["role"] for shape in behind["geometry"]]


def test_a_place_and_a_piece_of_terrain_are_ends_too(page: FlaskClient) -> None:
    to_piece = between(page, {"stand": "Miller"}, {"piece": "pond"})
    assert [it["how"] for it in to_piece["distances"]] == ["piece_centre", "piece"]
    back = between(page, {"piece": "pond"}, {"stand": "Miller"})
    assert [it["points"] for it in back["distances"]] == [it["points"][::-1] for it in to_piece["distances"]]
    barn = between(page, {"stand": "Lucky"}, {"piece": "ruined barn"})
    assert barn["sight"]["verdict"] == "passed", "what is looked at hides nothing of itself"
    place = between(page, {"stand": "Lucky"}, {"point": [50.0, 86.0]})
    assert place["sight"]["checks"][0]["sentence"].endswith("cm before the place")
    assert between(page, {"point": [1, 1]}, {"point": [1, 1]})["sight"] is None


def test_asking_leaves_nothing_in_the_journal(page: FlaskClient, session: MatchSession) -> None:
    before = session.journal.length
    between(page, {"stand": "Miller"}, {"stand": "Weber"})
    assert session.journal.length == before


def test_a_spectator_may_ask_too_but_not_before_a_declaration(session: MatchSession) -> None:
    door = Door({side.name: side.title for side in session.info.sides}, lambda: 0.0)
    with create_app(session, door=door).test_client() as phone:
        phone.environ_base |= {"REMOTE_ADDR": "192.168.1.9", "HTTP_HOST": "127.0.0.1:8470"}
        assert between(phone, **MEASURES["ruler"])["sight"]["verdict"] == "passed"
        assert phone.post("/api/measure/burst", json=MEASURES["burst"]).status_code == 403
        session.act(lambda match: match.choose_mode("reveal"))
        answer = phone.post("/api/measure/ruler", json=MEASURES["ruler"])
        assert (answer.status_code, "before it is declared" in answer.get_json()["error"]) == (409, True)


def test_a_throw_that_is_aimed_says_its_verdict_its_range_and_whom_it_reaches(page: FlaskClient) -> None:
    action = {"type": "grenade", "actor": "Miller", "point": [29.0, 31.0]}
    found = measure(page, "trial", action=action)
    assert found["verdict"] == "allowed"
    assert found["number"]["of"] == "cm of 10"
    assert found["burst"]["geometry"][0]["role"] == "burst"
    assert found["burst"] == measure(page, "burst", verb="grenade", point=[29.0, 31.0], stand="Miller")
    far = measure(page, "trial", action={**action, "point": [29.0, 40.0]})
    assert (far["verdict"], far["word"]) == ("refused", "OUT OF RANGE")
    assert measure(page, "trial", **MEASURES["trial"])["burst"] is None
