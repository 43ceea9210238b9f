"""A game on a board is set up: what was agreed, how large the board is, where its squares are, whose soldiers stand."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from referee.setup.folder import SetUp
from referee.setup.hex_size import frame_with_board
from referee.setup.small_files import usual_sheets
from rules import registry
from rules.game import Agreed
from rules.registry import game_named
from simulation.synthetic.fittings import default_camera
from table.board_size import SquareSize
from table.frame import SquareBoard
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.table_view import TableView
from web.setup.session import SetupSession
from web.setup.views import whose

Browse = Callable[..., FlaskClient]
MATCH = {
    "game": "montecassino",
    "title": "Abbey",
    "language": "en",
    "units": "cm",
    "side_1": "Allies",
    "side_2": "Germans",
}
SHEETS = {"board_square": 4.5, "strip": 7, "border": 4, "frame_markers": 6, "marker_cm": 1.2, "markers": 48}


@pytest.fixture
def begun(setup_session: SetupSession, browse: Browse) -> tuple[FlaskClient, str, SetUp]:
    client = browse()
    answer = client.post("/api/setup/new", json={"game": "montecassino", "language": "en"})
    assert answer.status_code == 200, answer.json
    known_id = str(answer.json["id"])  # type: ignore[index]
    return client, known_id, setup_session.shelf.get(known_id)


@pytest.mark.ci
def test_what_was_agreed_is_in_the_match(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    page = client.get(f"/setup/{known_id}/match").text
    assert "Who leaves the field" in page
    agreed = {**MATCH, "option": "ii", "zone": "standard", "shells": 12}
    assert client.post(f"/api/setup/{known_id}/match", json=agreed).status_code == 200
    match = setup.match
    assert match is not None
    assert dict(match.settings) == {"option": "ii", "zone": "standard", "shells": 12}
    assert [(side.name, side.title) for side in match.sides] == [("A", "Allies"), ("G", "Germans")]
    again = client.get(f"/setup/{known_id}/match").text
    assert '<input type="radio" name="option" value="ii" checked>' in again
    for wrong in ({"option": "iv"}, {"shells": 101}, {"shells": "12"}, {"zone": ["A-33"]}, {"banners": 5}):
        answer = client.post(f"/api/setup/{known_id}/match", json={**agreed, **wrong})
        assert (answer.status_code, set(wrong) <= set(re.findall(r"\w+", answer.json["error"]))) == (400, True), wrong


@pytest.mark.ci
def test_what_a_new_game_lets_them_agree_on_is_asked_as_well(
    begun: tuple[FlaskClient, str, SetUp], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, known_id, setup = begun
    one = Agreed("Column <of the target>", {"fire": "of fire", "combat": "of combat"})
    other = replace(game_named("yankee"), agreed={"defender_column": one})
    load = registry._load
    monkeypatch.setattr(registry, "_load", lambda name: other if name == "yankee" else load(name))
    body = {**MATCH, "game": "yankee", "defender_column": "combat"}
    assert client.post(f"/api/setup/{known_id}/match", json=body).status_code == 200
    assert setup.match is not None
    assert dict(setup.match.settings) == {"defender_column": "combat"}
    page = client.get(f"/setup/{known_id}/match").text
    assert "Column &lt;of the target&gt;" in page
    assert '<input type="radio" name="defender_column" value="combat" checked> of combat</label>' in page


def test_what_the_owners_own_file_says_is_only_shown(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    assert setup.match is not None
    setup.match = replace(setup.match, settings={"zone": ["A-33", "A-34"]})
    page = client.get(f"/setup/{known_id}/match").text
    assert ("<span>A-33, A-34</span>" in page, 'name="zone"' in page) == (True, False)
    assert '<input name="shells" inputmode="numeric" min="0" max="100" required data-number value="50">' in page


@pytest.mark.ci
def test_the_board_makes_the_frame(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    assert 'name="board_square"' in client.get(f"/setup/{known_id}/sheets").text
    assert client.post(f"/api/setup/{known_id}/sheets", json=SHEETS).status_code == 200
    frame = setup.frame
    assert frame is not None
    assert (frame.width_cm, frame.depth_cm, len(frame.markers)) == (44.0, 95.0, 6)
    assert frame.board == SquareBoard((4.0, 7.0), 4.5, 8, 18)
    for which in ("frame", "markers"):
        assert client.get(f"/setup/{known_id}/sheets/{which}.pdf").data.startswith(b"%PDF")
    in_inches = {**SHEETS, "board_square": 2, "strip": 3, "border": 1}
    client.post(f"/api/setup/{known_id}/match", json={**MATCH, "units": "in"})
    assert client.post(f"/api/setup/{known_id}/sheets", json=in_inches).status_code == 200
    assert setup.frame is not None
    assert setup.frame.board == SquareBoard((2.54, 7.62), 5.08, 8, 18)


def test_a_play_area_without_a_size_is_refused(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    answer = client.post(f"/api/setup/{known_id}/sheets", json={"width": 44})
    assert answer.status_code == 400
    assert "how large the play area is" in answer.text
    assert setup.frame is None


def test_the_table_step_tells_where_the_squares_are_seen(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    setup.frame = frame_with_board(SquareSize(), range(240, 246), 5.0)
    setup.table = TableView(default_camera(setup.frame), setup.frame)
    told = client.get(f"/api/setup/{known_id}/table").json
    assert told is not None
    assert told["board"] is True
    assert len(told["grid"]) == 9 + 19
    assert told["grid"][0][0] == pytest.approx(told["corners"][0], abs=0.1)
    setup.frame = frame_with_board(SquareSize(4.4, 7.9, 4.4), range(240, 246), 5.0)
    steps = client.get(f"/api/setup/{known_id}/state").json["steps"]  # type: ignore[index]
    table = next(step for step in steps if step["key"] == "table")
    assert (table["state"], table["why"]) == (
        "again", "the board was changed since the table was found: find the table again",
    )  # fmt: skip


def test_no_terrain_is_asked_for(begun: tuple[FlaskClient, str, SetUp]) -> None:
    client, known_id, setup = begun
    assert setup.terrain is None
    steps = client.get(f"/api/setup/{known_id}/state").json["steps"]  # type: ignore[index]
    assert next(step for step in steps if step["key"] == "terrain")["state"] == "done"


def test_a_soldier_is_his_whose_field_he_stands_on(begun: tuple[FlaskClient, str, SetUp]) -> None:
    _, _, setup = begun
    frame = frame_with_board(SquareSize(), range(240, 246), 5.0)
    view, match = TableView(default_camera(frame), frame), setup.match
    assert match is not None
    seen = [seen_at(view.camera, marker, place) for marker, place in ((1, (6, 9)), (2, (38, 86)), (3, (22, 2)))]
    assert whose(view, match, seen) == {1: "A", 2: "G"}  # the third is in the strip: a cannon, or nobody's


def seen_at(camera: Camera, marker: int, place: tuple[float, float]) -> MarkerSeen:
    """Return a soldier's marker, seen where he stands."""
    x, y = place
    corners = [(x - 0.6, y + 0.6, 2.56), (x + 0.6, y + 0.6, 2.56), (x + 0.6, y - 0.6, 2.56), (x - 0.6, y - 0.6, 2.56)]
    return MarkerSeen(marker, camera.project(corners), 1.0)


def test_small_markers_and_many_are_usual_for_it() -> None:
    assert (usual_sheets("montecassino").marker_cm, usual_sheets("montecassino").markers) == (1.2, 48)
    assert usual_sheets("ambush").marker_cm == 2.0
