"""Heights in the set-up: pictures taken, measured, shown, taken over as terrain; and what the terrain editor asks."""

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from hill_walk import FRAME, HIGH_CM, HILL, LENS, camera, spoilt_pictures, walk_pictures
from shapely import Polygon, contains_xy
from werkzeug.test import TestResponse

from calibration.profile import CameraProfile
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import HeightsFile, RaisedPiece, SourceFile
from table.uncertainty import SIGMAS_95
from vision.table_view import TableView
from vision.terrain.height_map import Heights
from vision.terrain.plane_sweep import CELL_CM
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
PART = 40_000
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


@pytest.mark.ci
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


@pytest.mark.ci
def test_a_picture_is_taken_once_from_one_place(setup_session: SetupSession, browse: Browse, first: Path) -> None:
    known_id, _ = begun(setup_session, first)
    client = browse()
    assert client.post(f"/api/setup/{known_id}/heights/take", json={}).json["pictures"] == 1
    again = client.post(f"/api/setup/{known_id}/heights/take?lang=it", json={})
    assert again.status_code == 400
    assert "lì è stata scattata l'immagine 1" in again.json["error"]
    client.post(f"/api/setup/{known_id}/heights/measure", json={})
    told = client.get(f"/api/setup/{known_id}/work").json
    assert told["error"] == "heights need pictures from 4 places or more, better six, and these are from 1"
    assert client.post(f"/api/setup/{known_id}/heights/forget", json={}).json["pictures"] == 0


def sent(client: FlaskClient, address: str, name: str, data: bytes, size: int | None = None) -> list[TestResponse]:
    """Send a picture's file in parts, up to the first that is refused; return the answers."""
    answers = []
    for at in range(0, max(len(data), 1), PART):
        body = {"name": name, "size": len(data) if size is None else size, "at": at}
        answers.append(client.post(address, json={**body, "part": b64encode(data[at : at + PART]).decode()}))
        if answers[-1].status_code != 200:
            break
    return answers


@pytest.mark.ci
def test_pictures_chosen_in_the_browser_are_taken(setup_session: SetupSession, browse: Browse, first: Path) -> None:
    known_id, _ = begun(setup_session, first)
    client, address = browse(), f"/api/setup/{known_id}/heights/upload"
    whole = (first / "walk-0.png").read_bytes()
    answers = sent(client, address, "walk-0.png", whole)
    assert len(answers) == -(-len(whole) // PART) > 2
    assert all(answer.json == {"heights": None} for answer in answers[:-1])
    assert answers[-1].json["heights"]["pictures"] == 1  # type: ignore[index]
    again = sent(client, address, "the same.png", whole)[-1]
    assert (again.status_code, again.json["error"]) == (  # type: ignore[index]
        400, "the same.png: that is where picture 1 was taken: hold the camera elsewhere, a hand's length away or more",
    )  # fmt: skip


@pytest.mark.ci
def test_a_file_that_is_no_such_picture_is_refused_with_its_reason(
    setup_session: SetupSession, browse: Browse, first: Path
) -> None:
    known_id, _ = begun(setup_session, first)
    client, address = browse(), f"/api/setup/{known_id}/heights/upload"
    small = cv2.imencode(".jpg", np.zeros((40, 60, 3), np.uint8))[1].tobytes()
    refused = {
        b"": "the file is empty; take the picture anew",
        b"hello": "this is no picture that can be read; expected JPEG, PNG, BMP, TIFF or WebP",
        small[:-40]: "the picture is cut short; copy it anew",
        small: f"the picture is 60 x 40 px, but the table was calibrated at {LENS.size_px[0]} x {LENS.size_px[1]} px",
    }
    for data, why in refused.items():
        (answer,) = sent(client, address, "a.jpg", data)
        assert (answer.status_code, answer.json) == (400, {"error": f"a.jpg: {why}"})
    (answer,) = sent(client, f"{address}?lang=it", "a.jpg", b"hello")
    assert answer.json["error"].startswith("a.jpg: questa non è un'immagine leggibile")  # type: ignore[index]
    (answer,) = sent(client, address, "endless", b"x", size=10**400)
    assert answer.status_code == 400
    (answer,) = sent(client, address, "film.mp4", b"x", size=40_000_001)
    assert (answer.status_code, answer.json) == (400, {"error": "film.mp4: it has 40 MB; at most 40 are taken"})
    assert client.get(f"/api/setup/{known_id}/heights").json["pictures"] == 0


@pytest.mark.ci
def test_a_picture_whose_parts_do_not_follow_is_begun_anew(
    setup_session: SetupSession, browse: Browse, first: Path
) -> None:
    known_id, _ = begun(setup_session, first)
    client, address = browse(), f"/api/setup/{known_id}/heights/upload"

    def part(name: str, at: int, data: bytes, size: int = 9) -> int:
        body = {"name": name, "size": size, "at": at, "part": b64encode(data).decode()}
        return client.post(address, json=body).status_code

    assert part("a", 3, b"abc") == 409, "nothing was begun"
    assert part("a", 0, b"abc") == 200
    assert part("a", 6, b"abc") == 409, "one is missing"
    assert part("b", 3, b"abc") == 409, "another file's"
    assert part("a", 3, b"abc", size=10) == 409
    assert part("a", 3, b"abcdefg") == 409, "more than there is"
    assert part("a", 3, b"abc") == 200
    assert part("a", 0, b"abcdef") == 200, "begun anew"
    assert part("a", 6, b"abc") == 400, "whole, and no picture"
    assert part("a", 6, b"abc") == 409, "it is over"


@pytest.mark.ci
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
    assert piece["height_sigma_cm"] == 0.05
    drawn = cv2.imdecode(
        np.frombuffer(client.get(f"/api/setup/{known_id}/heights/map.png").data, np.uint8), cv2.IMREAD_COLOR
    )
    assert drawn.shape == (2 * 44 * 4, 2 * 58 * 4 + 60, 3)
    version = client.get("/api/terrain").json["version"]
    assert client.put("/api/terrain", json={"pieces": [PIECE], "version": version}).status_code == 200
    (piece,) = client.get(f"/api/setup/{known_id}/heights").json["measured"]["pieces"]
    assert piece["there"] == "rise"


@pytest.mark.ci
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
    assert told["height_sigma_cm"] == pytest.approx(told["plus_minus_cm"] / SIGMAS_95, abs=1e-4)
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


@pytest.mark.prove
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
