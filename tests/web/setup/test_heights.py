"""Heights in the set-up: pictures taken, measured, shown, taken over as terrain; and what the terrain editor asks."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from hill_walk import FRAME, HIGH_CM, HILL, LENS, camera, spoilt_pictures, walk_pictures
from shapely import Polygon, contains_xy

from calibration.profile import CameraProfile
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import HeightsFile, RaisedPiece, SourceFile
from vision.table_view import TableView
from vision.terrain.height_map import Heights
from vision.terrain.plane_sweep import CELL_CM
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
OUTLINE = tuple(HILL.exterior.coords[:-1])
PIECE = {"name": "rise", "kind": "wood", "polygon": OUTLINE, "height_cm": 1.0}


def begun(setup_session: SetupSession, pictures: Path) -> tuple[str, SetUp]:
    """A set-up whose table is found, with a folder of pictures for a camera."""
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("ambush", "On the hill")
    setup.source = SourceFile.of(str(pictures), LENS.size_px)
    setup.frame, setup.table = FRAME, TableView(camera(0), FRAME)
    setup.camera = CameraProfile(LENS, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    setup_session.setup(known_id)
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    return known_id, setup


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the picture from the camera's own place."""
    folder = tmp_path_factory.mktemp("first")
    walk_pictures(folder, count=1)
    return folder


def measured(setup: SetUp) -> None:
    """Write heights as they would be measured: the hill, told but for its right part."""
    shape = round(FRAME.depth_cm / CELL_CM), round(FRAME.width_cm / CELL_CM)
    rows, columns = np.indices(shape) + 0.5
    x, y = columns * CELL_CM, FRAME.depth_cm - rows * CELL_CM
    heights = np.where(contains_xy(HILL, x, y), HIGH_CM, 0.0).astype(np.float32)
    rectangle = (0.0, 0.0, FRAME.width_cm, FRAME.depth_cm)
    setup.keep_heights(Heights(heights, x < 36, np.zeros(shape, np.bool_), rectangle, 0.05))
    piece = RaisedPiece(polygon=OUTLINE, height_cm=HIGH_CM, sigma_cm=0.05, top="level", told=0.9)
    setup.heights = HeightsFile(pictures=5, width_cm=FRAME.width_cm, depth_cm=FRAME.depth_cm, piece=(piece,))


def test_the_step_can_be_left_out(setup_session: SetupSession, browse: Browse, first: Path) -> None:
    known_id, setup = begun(setup_session, first)
    client = browse()
    assert client.get(f"/api/setup/{known_id}/heights").json == {
        "pictures": 0, "wanted": 6, "enough": False, "measured": None,
    }  # fmt: skip
    assert client.get(f"/api/setup/{known_id}/heights/map.png").status_code == 409
    answer = client.post(f"/api/setup/{known_id}/heights/skip", json={})
    assert answer.json == {"href": f"/setup/{known_id}/check"}
    assert setup.heights == HeightsFile(skipped=True)
    told = client.get(f"/api/setup/{known_id}/state").json
    assert {step["key"]: step["state"] for step in told["steps"]}["heights"] == "done"


def test_a_picture_is_taken_once_from_one_place(setup_session: SetupSession, browse: Browse, first: Path) -> None:
    known_id, _ = begun(setup_session, first)
    client = browse()
    assert client.post(f"/api/setup/{known_id}/heights/take", json={}).json["pictures"] == 1
    again = client.post(f"/api/setup/{known_id}/heights/take?lang=it", json={})
    assert again.status_code == 400
    assert "lì è stata scattata l'immagine 1" in again.json["error"]
    client.post(f"/api/setup/{known_id}/heights/measure", json={})
    told = client.get(f"/api/setup/{known_id}/work").json
    assert told["error"] == "heights need pictures from 3 places or more, better six, and these are from 1"
    assert client.post(f"/api/setup/{known_id}/heights/forget", json={}).json["pictures"] == 0


def test_what_was_measured_is_shown_and_known_as_laid(setup_session: SetupSession, browse: Browse, first: Path) -> None:
    known_id, setup = begun(setup_session, first)
    measured(setup)
    client = browse()
    told = client.get(f"/api/setup/{known_id}/heights").json["measured"]
    assert (told["pictures"], told["even_mm"]) == (5, 0.5)
    assert told["told"] == pytest.approx(36 / 58, abs=0.01)
    (piece,) = told["pieces"]
    assert (piece["height_cm"], piece["top"], piece["there"]) == (HIGH_CM, "level", None)
    assert piece["plus_minus_cm"] == pytest.approx(0.098, abs=0.001)
    drawn = cv2.imdecode(
        np.frombuffer(client.get(f"/api/setup/{known_id}/heights/map.png").data, np.uint8), cv2.IMREAD_COLOR
    )
    assert drawn.shape == (2 * 44 * 4, 2 * 58 * 4 + 60, 3)
    version = client.get("/api/terrain").json["version"]
    assert client.put("/api/terrain", json={"pieces": [PIECE], "version": version}).status_code == 200
    (piece,) = client.get(f"/api/setup/{known_id}/heights").json["measured"]["pieces"]
    assert piece["there"] == "rise"


def test_the_editor_asks_how_high_a_piece_was_measured_to_be(
    setup_session: SetupSession, browse: Browse, first: Path
) -> None:
    known_id, setup = begun(setup_session, first)
    client = browse()
    assert client.get("/api/terrain").json["measured"] is False
    assert client.post("/api/terrain/height", json={"piece": PIECE}).status_code == 409
    measured(setup)
    assert client.get("/api/terrain").json["measured"] is True
    told = client.post("/api/terrain/height", json={"piece": PIECE}).json
    assert told["height_cm"] == HIGH_CM
    assert 0.0 < told["plus_minus_cm"] < 0.2
    beside = {**PIECE, "polygon": [[40, 5], [54, 5], [54, 20]]}
    told = client.post("/api/terrain/height?lang=it", json={"piece": beside}).json
    assert told == {
        "height_cm": None, "reason": "untold",
        "text": "Le immagini non dicono quanto è alto: misuralo con un righello.",
    }  # fmt: skip
    crossed = {**PIECE, "polygon": [[0, 0], [9, 9], [9, 0], [0, 9]]}
    assert client.post("/api/terrain/height", json={"piece": crossed}).status_code == 400
    (setup.folder / "heights.npz").write_bytes(b"spoilt")
    spoilt = client.post("/api/terrain/height", json={"piece": PIECE})
    assert (spoilt.status_code, spoilt.json["error"]) == (
        400, "heights.npz: these are no heights that can be read: measure them again",
    )  # fmt: skip
    assert client.get("/api/terrain").json["measured"] is False
    assert client.get(f"/api/setup/{known_id}/heights").json["measured"] is None


@pytest.mark.ci
def test_a_folder_of_pictures_is_measured(setup_session: SetupSession, browse: Browse, tmp_path: Path) -> None:
    walk = tmp_path / "walk"
    walk.mkdir()
    walk_pictures(walk)
    spoilt_pictures(walk)  # a picture without cards, and one of another size: left out
    known_id, setup = begun(setup_session, walk)
    client = browse()
    client.post(f"/api/setup/{known_id}/heights/take-all", json={})
    assert client.get(f"/api/setup/{known_id}/work").json["result"] == {"used": 4}
    assert client.get(f"/api/setup/{known_id}/heights").json["enough"] is True
    client.post(f"/api/setup/{known_id}/heights/measure", json={})
    work = client.get(f"/api/setup/{known_id}/work").json
    assert (work["error"], work["result"], work["done"]) == (None, {"used": 4}, work["of"])
    (piece,) = client.get(f"/api/setup/{known_id}/heights").json["measured"]["pieces"]
    assert piece["height_cm"] == pytest.approx(HIGH_CM, abs=0.15)
    shape = Polygon(piece["polygon"])
    assert shape.intersection(HILL).area / shape.union(HILL).area > 0.9
    laid = {"name": "rise-1", "kind": "wood", **{key: piece[key] for key in ("polygon", "height_cm", "top", "crest")}}
    version = client.get("/api/terrain").json["version"]
    assert client.put("/api/terrain", json={"pieces": [laid], "version": version}).status_code == 200
    (kept,) = SetUp(setup.folder).terrain or ()
    assert (kept.height_cm, kept.top) == (piece["height_cm"], "level")
    asked = client.post("/api/terrain/height", json={"piece": laid}).json
    assert asked["height_cm"] == pytest.approx(kept.height_cm, abs=0.03)
