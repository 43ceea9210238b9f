"""Another camera than the lens was learned with: told at the picture and in the bar until it is said to be the same."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock

from referee.setup.folder import SetUp
from referee.setup.shelf import Shelf
from referee.setup.small_files import CheckFile, Distance
from vision.camera import Lens
from vision.camera_identity import CameraIdentity
from vision.sources.pictures import picture_folder
from web.setup.session import ASK_AGAIN_S, SetupSession
from web.site import Site

Browse = Callable[..., FlaskClient]
C920 = CameraIdentity(
    kind="plugged", name="C920", product="046d:082d", serial="1", place="usb-0000:00:14.0-1", zoom=100
)
WORDS = "This is another camera than the lens was learned with: C270, 046d:0825; that was C920, 046d:082d, no. 1"


class Plugged:
    """What the system says of the camera."""

    def __init__(self) -> None:
        self.now: CameraIdentity | None = C920
        self.asked = 0

    def __call__(self, text: str) -> CameraIdentity | None:
        self.asked += 1
        return self.now


@pytest.fixture
def plugged() -> Plugged:
    return Plugged()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def setup_session(tmp_path: Path, shots: Path, site: Site, plugged: Plugged, clock: HandClock) -> SetupSession:
    made = SetupSession(
        Shelf(tmp_path / "shelf"), clock, given=str(shots), begin=site.begin, threads=False,
        opener=lambda text: picture_folder(Path(text)), identify=plugged,
    )  # fmt: skip
    site.open(made)
    return made


def step(setup_session: SetupSession) -> None:
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()


def warned(client: FlaskClient, known_id: str) -> list[str]:
    return list(client.get(f"/api/setup/{known_id}/state").json["live"]["camera_warnings"])  # type: ignore[index]


@pytest.mark.ci
def test_another_camera_is_told_until_it_is_said_to_be_the_same(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse, plugged: Plugged, clock: HandClock
) -> None:
    known_id, setup = done
    client, at = browse(), f"/api/setup/{known_id}"
    assert setup.camera is not None
    setup.camera = replace(setup.camera, identity=C920)
    plugged.now = CameraIdentity(kind="plugged", name="C270", product="046d:0825")
    assert warned(client, known_id) == []  # no picture has come: who knows what it is
    step(setup_session)
    (warning,) = warned(client, known_id)
    assert warning.startswith(WORDS)
    assert "lens/same" in client.get(f"/setup/{known_id}/lens").text
    assert "un'altra telecamera" in client.get(f"{at}/state?lang=it").json["live"]["camera_warnings"][0]

    assert client.post(f"{at}/table/find", json={}).status_code == 200
    number = client.get(f"{at}/state").json["number"]
    assert (number["text"], number["agrees"], number["fix"]) == ("another camera?", False, f"/setup/{known_id}/lens")
    assert "C920" not in number["title"]  # everybody in the house sees the bar
    checked = Distance(start=(0, 0), end=(9, 0), true_cm=9.0, measured_cm=9.0, sigma_cm=0.1)
    setup.check = CheckFile(table=setup.fingerprint(), distance=(checked,))

    assert client.post(f"{at}/lens/same", json={}).json == {"href": f"/setup/{known_id}/lens"}
    assert warned(client, known_id) == []
    assert "lens/same" not in client.get(f"/setup/{known_id}/lens").text
    assert "good to" in client.get(f"{at}/state").json["number"]["text"]
    assert setup.camera is not None
    assert setup.table is not None
    assert setup.camera.identity == setup.table.identity == plugged.now
    assert setup.check is not None
    assert setup.check.table == setup.fingerprint()  # the tape still counts

    plugged.now = replace(C920, zoom=120.0)
    assert warned(client, known_id) == []  # it is not asked for each picture
    clock.advance(ASK_AGAIN_S)
    assert len(warned(client, known_id)) == 1  # unplugged and another plugged in, in the middle of it
    plugged.now = None
    clock.advance(ASK_AGAIN_S)
    assert warned(client, known_id) == []
    assert client.post(f"{at}/lens/same", json={}).status_code == 409


@pytest.mark.ci
def test_a_lens_of_which_no_camera_is_known_never_warns(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse, plugged: Plugged
) -> None:
    client = browse()
    client.get(f"/api/setup/{done[0]}/state")
    step(setup_session)
    assert warned(client, done[0]) == []
    assert "lens/same" not in client.get(f"/setup/{done[0]}/lens").text


@pytest.mark.ci
def test_the_match_goes_on_with_an_amber_chip(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse, plugged: Plugged
) -> None:
    known_id, setup = done
    client = browse()
    client.get(f"/api/setup/{known_id}/state")
    step(setup_session)
    client.post(f"/api/setup/{known_id}/table/find", json={})
    stand = {"marker": 0, "name": "Jensen", "side": "us", "kind": "soldier", "unit": "", "width_cm": 1, "depth_cm": 1}
    stands = [{**stand, "mount": "tail"}, {**stand, "marker": 1, "name": "Weiss", "side": "de", "mount": "tail"}]
    kept = client.post(f"/api/setup/{known_id}/roster", json={"marker_cm": 2.0, "stands": stands})
    assert kept.status_code == 200, kept.json
    assert setup.camera is not None
    setup.camera = replace(setup.camera, identity=replace(C920, zoom=150.0))
    assert client.post(f"/api/setup/{known_id}/play", json={}).status_code == 200
    page = browse().get("/").text
    assert "another camera?" in page
    assert f'href="/setup/{known_id}/lens"' in page


def test_the_board_pictures_remember_who_took_them(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse, plugged: Plugged
) -> None:
    """The lens is of the camera that took the pictures of the board, not of the one that looks when it is learned."""
    setup = done[1]
    setup.add_lens_picture(b"1", ".png", C920)
    setup.add_lens_picture(b"2", ".png", replace(C920, serial="2"))
    assert setup.taken_with == C920
    assert len(setup.lens_pictures()) == 2
    setup.forget_lens_pictures()
    assert setup.taken_with is None


def lead(client: FlaskClient, known_id: str) -> str:
    found = re.search(r'<p class="lead good">(.*?)</p>', client.get(f"/setup/{known_id}/lens").text)
    assert found is not None
    return found[1]


@pytest.mark.ci
def test_a_fisheye_is_called_one(done: tuple[str, SetUp], browse: Browse) -> None:
    known_id, setup = done
    profile = setup.camera
    assert profile is not None
    assert lead(browse(), known_id) == "The lens is known: 15 pictures, corners 0.01 px off."
    bend = Lens(profile.lens.size_px, profile.lens.matrix, np.zeros(4), fisheye=True)
    setup.camera = replace(profile, lens=bend, covariance=np.eye(8) * 1e-6)
    assert lead(browse(), known_id).endswith(" This looks like a fisheye: it is learned as one.")


def test_an_iphones_pictures_in_the_folder_are_told(
    done: tuple[str, SetUp], setup_session: SetupSession, browse: Browse, shots: Path
) -> None:
    client, known_id = browse(), done[0]
    iphones = shots / "IMG_2.HEIC"
    iphones.touch()
    try:
        client.post(f"/api/setup/{known_id}/camera", json={"kind": "given"})
        step(setup_session)
    finally:
        iphones.unlink()  # all tests share that folder
    (told,) = (line for line in warned(client, known_id) if line.startswith("HEIC pictures"))
    assert "left out: IMG_2.HEIC;" in told
