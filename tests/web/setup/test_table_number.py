"""The story of cards that lie farther out than their sheet says, by the page: a number at every stage."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import SourceFile
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from vision.noise_floor import NONE
from web.setup.session import SetupSession

Browse = Callable[..., FlaskClient]
SHEET = frame_of(120.0, 100.0, range(240, 248))
CAMERA = default_camera(SHEET)
SCENE = demo_scene("ambush")


def lying(out_cm: float) -> Frame:
    """Return the frame with each card so much farther out along each axis."""
    middle = np.array([60.0, 50.0])

    def moved(place: tuple[float, float]) -> np.ndarray:
        return np.asarray(place + out_cm * np.sign(np.array(place) - middle))

    cards = (replace(m, x=float(moved((m.x, m.y))[0]), y=float(moved((m.x, m.y))[1])) for m in SHEET.markers)
    return replace(SHEET, markers=tuple(cards))


def drawn(folder: Path, out_cm: float) -> Path:
    folder.mkdir()
    picture = Renderer(CAMERA, lying(out_cm), SCENE.roster, seed=4).render(SCENE.truth())
    assert cv2.imwrite(str(folder / "table.png"), picture)
    return folder


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawn(tmp_path_factory.mktemp("story") / "shots", 0.0833)


@pytest.fixture(scope="module")
def gross(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawn(tmp_path_factory.mktemp("gross") / "shots", 0.4)


def begun(setup_session: SetupSession, shots: Path, client: FlaskClient) -> tuple[SetUp, str]:
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("ambush", "At the farm")
    setup.source = SourceFile.of(str(shots), (1920, 1080))
    setup.camera = CameraProfile(CAMERA.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9, floor=NONE)
    setup.roster = SCENE.roster
    at = f"/api/setup/{known_id}"
    sheets = {"width": 120, "depth": 100, "frame_markers": 8}  # the page's own sheet
    assert client.post(f"{at}/sheets", json=sheets).status_code == 200
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    return setup, at


def number_in(text: str) -> float:
    found = re.search(r"good to ±([0-9.]+) mm", text)
    assert found is not None, text
    return float(found[1])


def bar(client: FlaskClient, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200, address
    shown = re.search(r'id="table-number".*?</span>\s*</?\w', page.text, re.DOTALL)
    assert shown is not None, address
    return shown[0]


def tape_cm(out_cm: float) -> float:
    cards = {m.id: m for m in lying(out_cm).markers}
    return round(float(np.hypot(cards[240].x - cards[244].x, cards[240].y - cards[244].y)), 1)


@pytest.mark.ci
def test_the_number_at_every_stage(setup_session: SetupSession, browse: Browse, story: Path) -> None:
    client = browse()
    setup, at = begun(setup_session, story, client)
    known_id = at.rpartition("/")[2]
    assert "table-number" not in client.get(f"/setup/{known_id}/table").text  # nothing is known yet

    found = client.post(f"{at}/table/find", json={}).json
    assert found["good_to_mm"] == pytest.approx(2.6, abs=0.2)  # before: 0.05 mm
    assert found["cards"] == list(range(240, 248))
    assert found.get("tape") is None
    assert "no tape yet" in bar(client, f"/setup/{known_id}/table")

    body = {"start": found["corners"][0], "end": found["corners"][2], "true": 0.0, "on_markers": True}
    told = client.post(f"{at}/check/measure", json={**body, "true": tape_cm(0.0833)}).json
    (checked,) = told["distances"]
    assert checked["off_mm"] == pytest.approx(-2.4, abs=0.3)
    assert checked["agrees"]
    assert "tape agrees" in bar(client, f"/setup/{known_id}/check")
    assert number_in(bar(client, f"/setup/{known_id}/check")) == pytest.approx(found["good_to_mm"], abs=0.06)

    scaled = client.post(f"{at}/check/scale", json={"index": 0}).json
    assert [abs(d["off_mm"]) < 0.2 for d in scaled["distances"]] == [True]
    assert scaled["good_to_mm"] < 1.0
    assert setup.frame is not None
    assert setup.frame.tape is not None
    assert setup.table is not None
    for card, true in zip(setup.table.frame.markers, lying(0.0833).markers, strict=True):
        assert np.hypot(card.x - true.x, card.y - true.y) < 0.03
    assert client.post(f"{at}/table/find", json={}).json["good_to_mm"] == pytest.approx(scaled["good_to_mm"], abs=0.01)

    assert client.post(f"{at}/play", json={}).status_code == 200
    client = browse()
    for address in ("/", "/journal", "/evidence", "/watch", "/setup"):
        page = client.get(address, follow_redirects=True)
        assert number_in(page.text) == pytest.approx(scaled["good_to_mm"], abs=0.06), address


@pytest.mark.ci
def test_a_tape_that_contradicts_turns_the_number_amber_until_it_is_mended(
    setup_session: SetupSession, browse: Browse, gross: Path
) -> None:
    client = browse()
    setup, at = begun(setup_session, gross, client)
    known_id = at.rpartition("/")[2]
    found = client.post(f"{at}/table/find", json={}).json
    body = {"start": found["corners"][0], "end": found["corners"][2], "true": tape_cm(0.4), "on_markers": True}
    (checked,) = client.post(f"{at}/check/measure", json=body).json["distances"]
    assert not checked["agrees"]
    shown = client.get(f"{at}/state").json["number"]
    assert not shown["agrees"]
    assert shown["fix"] == f"/setup/{known_id}/check"
    assert "tape differs" in shown["text"]
    across_cm = float(np.hypot(120.0, 100.0))
    assert number_in(shown["text"]) == pytest.approx(-checked["off_mm"] * across_cm / tape_cm(0.4), rel=0.02)
    assert "Fix it" in client.get(f"/setup/{known_id}/terrain").text

    scaled = client.post(f"{at}/table/tape", json={"between": [240, 244], "length": tape_cm(0.4), "sure": True}).json
    assert scaled["tape"] == {"between": [240, 244], "length": tape_cm(0.4)}
    shown = client.get(f"{at}/state").json["number"]
    assert (shown["agrees"], shown["fix"]) == (True, None)
    assert number_in(shown["text"]) < 1.0
    view = setup.table
    assert view is not None
    places = CAMERA.project([(10.0, 10.0, 0.0), (100.0, 80.0, 0.0)])
    there = view.camera.to_plane(places, 0.0)
    assert float(np.hypot(*(there[1] - there[0]))) == pytest.approx(np.hypot(90.0, 70.0), abs=0.03)

    client.post(f"{at}/check/measure", json={**body, "true": 16.7})  # the decimal point slipped: nobody's accuracy
    shown = client.get(f"{at}/state").json["number"]
    assert shown["text"].startswith("lengths contradict: 16.7 / 16")
    assert (shown["agrees"], shown["fix"]) == (False, f"/setup/{known_id}/check")
    assert "16.7 cm" in shown["title"]


def test_a_tape_that_the_sheet_contradicts_is_asked_about_once(
    setup_session: SetupSession, browse: Browse, story: Path
) -> None:
    client = browse()
    setup, at = begun(setup_session, story, client)
    client.post(f"{at}/table/find", json={})
    body = {"between": [240, 244], "length": 165.2}
    doubted = client.post(f"{at}/table/tape", json=body)
    assert doubted.status_code == 422
    assert "the tape says 165.2 cm, by the sheet the cards are 166.8 apart: 16 mm" in doubted.get_json()["error"]
    assert setup.frame is not None
    assert setup.frame.tape is None
    assert client.post(f"{at}/table/tape", json={**body, "length": 167.0}).status_code == 200
    again = client.post(f"{at}/table/tape", json=body)  # against what the cards say without a tape
    assert again.status_code == 422
    assert client.post(f"{at}/table/tape", json={**body, "sure": True}).status_code == 200
    assert setup.frame.tape is not None
    assert setup.frame.tape.length_cm == 165.2


@pytest.mark.ci
def test_a_tape_that_cannot_be_is_refused(done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse) -> None:
    client, at = browse(), f"/api/setup/{done[0]}"
    client.get(f"{at}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    assert client.post(f"{at}/table/tape", json={"between": [240, 244], "length": 167.0}).status_code == 400
    client.post(f"{at}/table/find", json={})
    for between, length, words in (
        ([240, 240], 167.0, "two different cards"),
        ([240, 17], 167.0, "17 is no card round the table"),
        ([240, 244], 120.0, "by the sheet the two cards are 166.8 cm apart, the tape says 120.0: measure"),
    ):
        answer = client.post(f"{at}/table/tape", json={"between": between, "length": length})
        assert answer.status_code == 400
        assert answer.json is not None
        assert words in answer.json["error"]
