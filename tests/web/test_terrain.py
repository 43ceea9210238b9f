"""Terrain over the web: read, written, proposed, locked; and what is turned away."""

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock
from matches import match_at

from referee.journal.payloads import Note, read_payload
from referee.journal.store import Journal
from referee.observation import Observation, TableStatus
from rules.state import State
from simulation.rehearsal.demos import demo_scene
from table.snapshot import Snapshot
from table.terrain import Piece
from web.app import create_app
from web.doors.door import Door
from web.match_session import MatchSession

WOOD = {"name": "wood-1", "kind": "wood", "polygon": [[50.0, 50.0], [60.0, 50.0], [60.0, 60.0]], "height_cm": 6.0}


def put(page: FlaskClient, pieces: list[dict[str, Any]], version: int = 0):
    return page.put("/api/terrain", json={"pieces": pieces, "version": version})


def test_the_terrain_is_read_with_the_kinds_the_game_knows(page: FlaskClient, session: MatchSession):
    told = page.get("/api/terrain?lang=it").get_json()
    assert [piece["name"] for piece in told["pieces"]] == [piece.name for piece in session.laid.pieces]
    kinds = {kind["kind"]: kind for kind in told["kinds"]}
    assert kinds["wood"]["word"] == "bosco"
    assert kinds["house"]["height_cm"] == 6.0
    assert "cultivated fields" not in kinds  # Yankee's, and this is Ambush
    assert not told["locked"]
    assert told["called"]["farmhouse"] == "fattoria"  # the demo's own pieces have words in the catalogue
    assert page.get("/api/terrain?lang=en").get_json()["called"] == {}


@pytest.mark.ci
def test_new_terrain_is_what_rulings_are_made_on(page: FlaskClient, session: MatchSession):
    assert put(page, [WOOD]).status_code == 200
    view = page.get("/api/view").get_json()
    assert [piece["name"] for piece in view["pieces"]] == ["wood-1"]
    page.post("/api/match/declare", json={"actor": "Miller", "target": "Weber"})
    declared = session.reading().moment.declared
    assert [piece.name for piece in declared.table.pieces] == ["wood-1"]
    put(page, [], version=1)
    assert session.reading().moment.declared == declared  # a ruling under way keeps its table
    assert session.reading().table.pieces == ()


def test_where_on_a_piece_stands_may_stand_is_kept(page: FlaskClient, session: MatchSession):
    crest = [[54.0, 51.0], [58.0, 51.0], [58.0, 55.0]]
    told = put(page, [{**WOOD, "top": "slope", "crest": crest}]).get_json()
    assert (told["pieces"][0]["top"], told["pieces"][0]["crest"]) == ("slope", crest)
    assert session.laid.pieces[0].top == "slope"


def test_how_sure_a_height_is_is_kept_and_a_rulers_where_nobody_says(page: FlaskClient, session: MatchSession):
    told = put(page, [{**WOOD, "height_sigma_cm": 0.12}]).get_json()
    assert (told["pieces"][0]["height_sigma_cm"], told["ruler_cm"]) == (0.12, 0.05)
    assert session.laid.pieces[0].height_sigma_cm == 0.12
    assert put(page, [WOOD], 1).get_json()["pieces"][0]["height_sigma_cm"] == 0.05
    assert put(page, [{**WOOD, "height_sigma_cm": 0}], 2).status_code == 400
    refused = put(page, [{**WOOD, "top": "slope", "crest": [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]}], version=1)
    assert refused.status_code == 400
    assert refused.get_json()["error"] == "the crest of wood-1 must lie inside its outline"
    assert put(page, [{**WOOD, "top": "ladder"}], version=1).status_code == 400
    for bad in ([[54.0, 51.0]], [[54.0, 51.0], [58.0, 51.0]], [[54.0, 51.0], [54.0, 51.0], [54.0, 51.0]]):
        assert put(page, [{**WOOD, "top": "slope", "crest": bad}], version=1).status_code == 400


def test_the_next_look_does_not_bring_the_old_terrain_back(page: FlaskClient, session: MatchSession):
    put(page, [WOOD])
    observation = session.observation
    session.publish(replace(observation, unseen=frozenset({"Miller"})))
    assert [piece.name for piece in session.reading().table.pieces] == ["wood-1"]


@pytest.mark.ci
@pytest.mark.parametrize(
    ("piece", "status", "says"),
    [
        ({"polygon": [[10.0, 10.0], [20.0, 20.0], [20.0, 10.0], [10.0, 20.0]]}, 400, "must be simple"),
        ({"polygon": [[10.0, 10.0], [20.0, 20.0], [30.0, 30.0]]}, 400, "must be simple"),
        ({"polygon": [[10.0, 10.0], [20.0, 20.0]]}, 400, "polygon"),
        ({"polygon": [[200.0, 200.0], [210.0, 200.0], [210.0, 210.0]]}, 400, "does not lie on the table"),
        ({"polygon": [[-30.0, 10.0], [20.0, 20.0], [20.0, 10.0]]}, 400, "does not lie on the table"),
        ({"polygon": [[10.0, 10.0]] * 201}, 400, "polygon"),
        ({"height_cm": 101.0}, 400, "height_cm"),
        ({"height_cm": -1.0}, 400, "height_cm"),
        ({"height_cm": "6"}, 400, "height_cm"),
        ({"name": ""}, 400, "name"),
        ({"name": "  "}, 400, "not blank"),
        ({"kind": "x" * 41}, 400, "kind"),
        ({"colour": "green"}, 400, "colour"),
    ],
)
def test_a_piece_that_is_none_changes_nothing(page: FlaskClient, session: MatchSession, piece, status, says):
    before = session.laid
    answer = put(page, [{**WOOD, **piece}])
    assert answer.status_code == status
    assert says in answer.get_json()["error"]
    assert session.laid == before


def test_names_and_numbers_of_pieces_are_limited(page: FlaskClient):
    assert "two pieces are named wood-1" in put(page, [WOOD, WOOD]).get_json()["error"]
    many = [{**WOOD, "name": f"wood-{i}"} for i in range(201)]
    assert put(page, many).status_code == 400
    assert put(page, many[:200]).status_code == 200


@pytest.mark.ci
def test_two_hundred_pieces_of_two_hundred_corners_are_not_too_long(page: FlaskClient):
    turn = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    ring = [[60.1234 + 9.1234 * float(np.cos(a)), 50.5678 + 9.9876 * float(np.sin(a))] for a in turn]
    many = [{**WOOD, "name": f"wood-{i}", "polygon": ring} for i in range(100)]
    assert len(json.dumps(many)) > 16 * 1024
    assert put(page, many).status_code == 200
    huge = page.put("/api/terrain", data=b" " * (1024 * 1024 + 1), content_type="application/json")
    assert huge.status_code == 413


def test_nan_is_no_place(page: FlaskClient):
    body = '{"pieces": [{"name": "a", "kind": "wood", "polygon": [[NaN, 1], [2, 1], [2, 2]]}], "version": 0}'
    assert page.put("/api/terrain", data=body, content_type="application/json").status_code == 400


def test_of_two_editors_the_second_is_told(page: FlaskClient):
    assert put(page, [WOOD]).status_code == 200
    late = put(page, [], version=0)
    assert late.status_code == 409
    assert "somebody else changed the terrain" in late.get_json()["error"]


def test_locked_terrain_stays_until_it_is_unlocked(page: FlaskClient, session: MatchSession):
    assert page.post("/api/terrain/lock", json={}).get_json()["locked"]
    version = session.laid.version
    answer = put(page, [], version=version)
    assert answer.status_code == 409
    assert "locked" in answer.get_json()["error"]
    assert not page.post("/api/terrain/unlock", json={}).get_json()["locked"]
    assert put(page, [], version=session.laid.version).status_code == 200


def test_each_change_and_each_turn_of_the_lock_is_in_the_journal(tmp_path, dice, clock: HandClock):
    scene = demo_scene("ambush")
    table, state = scene.truth(), State(tuple(side.name for side in scene.sides))
    with Journal(tmp_path / "match.db", write=True) as journal:
        match = match_at(table, scene.game, state, journal=journal)
        session = MatchSession(scene, match, Observation(table, TableStatus("still")), dice, clock.now_s)
        written: list[tuple[Piece, ...]] = []
        with create_app(session, save_terrain=written.append).test_client() as page:
            page.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
            put(page, [WOOD])
            page.post("/api/terrain/lock", json={})
            page.post("/api/terrain/lock", json={})  # twice is once
            page.post("/api/terrain/unlock", json={})
        notes = [payload for entry in journal.entries() if isinstance(payload := read_payload(entry), Note)]
    assert [(note.about, note.text) for note in notes] == [
        ("terrain", "changed"), ("terrain", "locked"), ("terrain", "unlocked"),
    ]  # fmt: skip
    assert notes[0].data["pieces"][0]["name"] == "wood-1"
    assert [[piece.name for piece in pieces] for pieces in written] == [["wood-1"]]


def picture_of_a_house() -> bytes:
    """Return a sandy table of 120 x 100 cm with 7 cm round it, a red box on it from (40, 30) to (60, 40)."""
    dice = np.random.default_rng(1)
    picture = np.clip(np.array([100, 160, 190]) + dice.normal(0, 4, (1368, 1608, 3)), 0, 255).astype(np.uint8)
    left, top = (40 + 7) * 12, (107 - 40) * 12
    picture[top : top + 120, left : left + 240] = (40, 50, 150)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.mark.ci
def test_an_outline_is_proposed_for_a_tap(page: FlaskClient, session: MatchSession):
    jpeg = picture_of_a_house()
    table = Snapshot(120, 100)
    session.publish(Observation(table, TableStatus("still"), picture_cm=(-7, -7, 127, 107), jpeg=lambda: jpeg))
    told = page.post("/api/terrain/outline", json={"x": 50, "y": 35, "kind": "field"}).get_json()
    assert sorted((round(x), round(y)) for x, y in told["polygon"]) == [(40, 30), (40, 40), (60, 30), (60, 40)]
    assert told["confidence"] > 0.9
    bare = page.post("/api/terrain/outline?lang=es", json={"x": 90, "y": 80}).get_json()
    assert bare == {"polygon": None, "reason": "bare_ground", "text": bare["text"]}
    assert "suelo" in bare["text"]
    assert page.post("/api/terrain/outline", json={"x": 300, "y": 80}).get_json()["reason"] == "off_table"


@pytest.mark.ci
@pytest.mark.parametrize(
    "body", [{}, {"x": 1}, {"x": "1", "y": 2}, {"x": 1e9, "y": 0}, {"x": 1, "y": 2, "height_cm": 900}]
)
def test_no_outline_for_what_is_no_place(page: FlaskClient, body):
    assert page.post("/api/terrain/outline", json=body).status_code == 400


def test_without_a_picture_there_is_no_outline(page: FlaskClient, session: MatchSession):
    session.publish(replace(session.observation, jpeg=None, unseen=frozenset({"Miller"})))
    assert page.post("/api/terrain/outline", json={"x": 50, "y": 35}).get_json()["reason"] == "no_ground"


@pytest.mark.parametrize("jpeg", [b"", b"\xff\xd8\xff\xd9"])
def test_a_picture_that_cannot_be_read_is_none(page: FlaskClient, session: MatchSession, jpeg: bytes):
    session.publish(
        replace(session.observation, jpeg=lambda: jpeg, picture_cm=(0, 0, 120, 100), unseen=frozenset({"Miller"}))
    )
    assert page.post("/api/terrain/outline", json={"x": 50, "y": 35}).get_json()["reason"] == "no_ground"


def test_the_page_is_the_referee_s(session: MatchSession):
    door = Door({}, lambda: 0.0, lambda: "http://192.168.7.5:8470/")
    with create_app(session, ("localhost", "192.168.7.5"), door).test_client() as page:
        page.environ_base["REMOTE_ADDR"] = "192.168.7.40"
        assert page.get("/terrain").status_code == 403
        assert put(page, []).status_code == 403
        assert page.post("/api/terrain/unlock", json={}).status_code == 403
        assert page.get("/api/terrain").status_code == 200


def test_the_page_shows_the_editor(page: FlaskClient):
    text = page.get("/terrain?lang=it").get_data(as_text=True)
    assert "<vd-terrain-editor>" in text
    assert "Blocca il terreno" in text


def test_terrain_that_no_rule_knows_is_turned_away(page: FlaskClient, session: MatchSession):
    """Every shot on such a table would fail."""
    answer = put(page, [{**WOOD, "kind": "lava"}])
    assert (answer.status_code, session.laid.version) == (400, 0)
    assert answer.get_json()["error"] == "wood-1: this game knows no terrain of the kind lava"
