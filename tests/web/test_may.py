"""What a stand may still do, as the page asks for it."""

import pytest
from flask.testing import FlaskClient


def may(page: FlaskClient, name: str) -> dict[str, dict[str, object]]:
    answer = page.get(f"/api/may/{name}")
    assert answer.status_code == 200
    return {it["verb"]: it for it in answer.get_json()["may"]}


def test_a_rifleman_of_the_side_that_plays(page: FlaskClient) -> None:
    found = may(page, "Miller")
    assert (found["move"]["allowed"], found["move"]["left_cm"]) == (True, 8.0)
    assert "Weber" in found["shoot"]["targets"]
    assert (found["assault"]["allowed"], found["assault"]["clauses"]) == (False, ["A2.4"])


@pytest.mark.ci
def test_after_his_shot(page: FlaskClient) -> None:
    page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    page.post("/api/match/throw", json={"dice": [1]})
    assert may(page, "Miller")["shoot"]["sentence"] == "shoot at: Miller has already fired this turn"


def test_the_other_side_waits_and_who_is_not_there_is_not_found(page: FlaskClient) -> None:
    assert not any(it["allowed"] for it in may(page, "Weber").values())
    assert page.get("/api/may/Nobody").status_code == 404


def test_declare_first_tells_nothing_of_distances(page: FlaskClient) -> None:
    page.post("/api/match/mode", json={"mode": "reveal"})
    assert page.get("/api/view").get_json()["mode"] == "reveal"
    found = may(page, "Miller")
    assert found["move"]["left_cm"] == 8.0
    assert "shoot" not in found
    assert "cm from" not in str(found)
    page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    assert page.post("/api/match/withdraw", json={}).status_code == 409
    assert page.post("/api/match/mode", json={"mode": "maybe"}).status_code == 400


@pytest.mark.parametrize("mode", ["open", "reveal"])
def test_a_tap_on_an_enemy_declares_what_the_shooter_has(page: FlaskClient, mode: str) -> None:
    page.post("/api/match/mode", json={"mode": mode})
    assert page.get("/api/may/Miller").get_json()["aimed"] == ["shoot"]
    assert page.get("/api/may/Lucky").get_json()["aimed"] == ["gun", "mg"]


@pytest.mark.ci
def test_declare_first_tells_nothing_of_whom_he_sees(page: FlaskClient) -> None:
    page.post("/api/match/mode", json={"mode": "reveal"})
    stands = page.get("/api/view").get_json()["stands"]
    names = [stand["name"] for stand in stands]
    for name in names:
        answer = page.get(f"/api/may/{name}").get_json()
        others = [other for other in names if other != name]
        assert not [o for it in answer["may"] for o in others if o in it["sentence"] or o in it["targets"]]
        assert [it["verb"] for it in answer["veiled"]] == sorted(it["verb"] for it in answer["veiled"]), (
            "an order of its own would tell what is allowed"
        )
