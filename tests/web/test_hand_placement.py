"""Stands placed by hand over the web."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from web.match_session import MatchSession

HERE = {"stand": "Miller", "x": 40.0, "y": 30.0, "heading_deg": 90.0}


def shown(view, name: str):
    return next(stand for stand in view["stands"] if stand["name"] == name)


def test_a_stand_is_placed_and_given_back(page: FlaskClient):
    before = shown(page.get("/api/view").get_json(), "Miller")
    assert not before["by_hand"]
    view = page.post("/api/match/place", json=HERE).get_json()
    placed = shown(view, "Miller")
    assert (placed["x"], placed["y"], placed["sigma_cm"], placed["sigma_deg"]) == (40, 30, 1.0, 10.0)
    assert placed["by_hand"]
    assert placed["label"].endswith("placed by hand, ±2 cm")
    assert view["undo"] == "the placing by hand"
    assert shown(page.post("/api/match/unplace", json={"stand": "Miller"}).get_json(), "Miller") == before
    view = page.post("/api/match/undo", json={}).get_json()
    assert shown(view, "Miller") == placed


def test_the_ruling_says_who_was_placed_by_hand(page: FlaskClient):
    page.post("/api/match/place", json={**HERE, "sigma_cm": 1.5})
    ruling = page.post("/api/match/declare?lang=it", json={"actor": "Miller", "target": "Weber"}).get_json()["ruling"]
    assert ruling["by_hand"] == "La posizione di Miller è data a mano, ±2,9 cm."
    page.post("/api/match/withdraw", json={})
    ruling = page.post("/api/match/declare", json={"actor": "Harris", "target": "Weber"}).get_json()["ruling"]
    assert ruling["by_hand"] is None


def test_who_was_placed_is_not_said_to_be_out_of_sight(page: FlaskClient, session: MatchSession):
    session.publish(replace(session.observation, unseen=frozenset({"Miller"})))
    assert "not seen by the camera" in shown(page.get("/api/view").get_json(), "Miller")["label"]
    placed = shown(page.post("/api/match/place", json=HERE).get_json(), "Miller")
    assert "not seen by the camera" not in placed["label"]
    assert "placed by hand" in placed["label"]


def test_the_page_hears_when_the_camera_takes_over(page: FlaskClient, session: MatchSession):
    session.publish(replace(session.observation, unseen=frozenset({"Miller"})))
    page.post("/api/match/place", json=HERE)
    session.publish(replace(session.observation, unseen=frozenset()))
    view = page.get("/api/view").get_json()
    assert not shown(view, "Miller")["by_hand"]
    assert view["placings_ended"] == [
        "The camera sees Miller somewhere else than it was placed: the camera's place counts now."
    ]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({**HERE, "stand": "Nobody"}, 404),
        ({**HERE, "x": 121.0}, 400),
        ({**HERE, "y": -0.5}, 400),
        ({**HERE, "x": "40"}, 400),
        ({**HERE, "heading_deg": 361.0}, 400),
        ({**HERE, "sigma_cm": 0.0}, 400),
        ({**HERE, "sigma_cm": 11.0}, 400),
        ({**HERE, "sigma_deg": 91.0}, 400),
        ({**HERE, "colour": "blue"}, 400),
        ({"stand": "Miller"}, 400),
    ],
)
def test_what_is_no_place_changes_nothing(page: FlaskClient, body, status):
    before = page.get("/api/view").get_json()
    answer = page.post("/api/match/place", json=body)
    assert answer.status_code == status
    assert answer.get_json()["error"]
    assert page.get("/api/view").get_json()["stands"] == before["stands"]


def test_what_was_not_placed_cannot_be_given_back(page: FlaskClient):
    answer = page.post("/api/match/unplace", json={"stand": "Miller"})
    assert answer.status_code == 409
    assert answer.get_json()["error"] == "Miller was not placed by hand"


def test_a_late_tap_is_told_so(page: FlaskClient):
    page.post("/api/match/place", json={**HERE, "seen": 0})
    assert page.post("/api/match/place", json={**HERE, "x": 50.0, "seen": 0}).status_code == 409
