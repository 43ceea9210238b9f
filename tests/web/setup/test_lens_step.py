"""Pictures of the board take themselves at the lens step, each once; a picture looked at twice tells nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.sheets.frame import frame_of
from referee.setup.folder import SetUp
from referee.setup.small_files import SourceFile, usual_sheets
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from vision.sources.frames import CameraFrame, Closing
from web.setup.session import SetupSession

CAMERA = default_camera(frame_of(120.0, 100.0, range(240, 248)))


class Filming(Closing):
    """A camera before which the board is held; each read is a new picture of it."""

    name, live = "board", True

    def __init__(self) -> None:
        board = usual_sheets("ambush").board.board(False).generateImage((440, 320))
        self.picture = cv2.copyMakeBorder(np.asarray(board), 80, 80, 100, 100, cv2.BORDER_CONSTANT, value=255)
        self._number = 0

    def read(self) -> CameraFrame:
        self._number += 1
        return CameraFrame(np.asarray(self.picture, np.uint8), float(self._number), self._number, self.name)


@pytest.fixture
def camera(setup_session: SetupSession, done: tuple[str, SetUp]) -> Iterator[Filming]:
    filming = Filming()
    setup_session._opener = lambda _: filming
    _, setup = done
    setup.source, setup.sheets = SourceFile.of("0", (640, 480)), usual_sheets("ambush")
    yield filming
    setup_session.close()


@pytest.mark.ci
def test_a_board_that_is_still_takes_itself_once(
    setup_session: SetupSession, done: tuple[str, SetUp], camera: Filming, browse: Callable[..., FlaskClient]
) -> None:
    known_id, setup = done
    client, at = browse(), f"/api/setup/{known_id}/lens/look"
    assert client.post(at, json={}).status_code == 409  # no picture yet
    loop = setup_session.capture_loop
    assert loop is not None
    told = []
    for moves in (True, False, True, False, True):
        if moves:
            loop.step()
        answer = client.post(at, json={})
        assert answer.json is not None
        told.append(answer.json)
    assert [one["taken"] for one in told] == [False, False, True, False, False]
    assert [one["way"] for one in told[:3]] == ["hold"] * 3
    assert told[4]["way"] in ("left", "right", "up", "down")
    assert told[4]["used"] == len(setup.lens_pictures()) == 1
    assert told[4]["size"] == [640, 480]
    assert np.ptp(told[4]["outline"], axis=0) == pytest.approx((360, 240), abs=2)
    assert told[4]["target"] is not None

    camera.picture = np.full((480, 640), 128, np.uint8)
    loop.step()
    nothing = client.post(at, json={}).json
    assert nothing is not None
    assert (nothing["way"], nothing["outline"], nothing["target"]) == ("show", [], None)


@pytest.mark.ci
def test_lens_and_table_are_learned_from_the_cards_alone(
    setup_session: SetupSession, done: tuple[str, SetUp], browse: Callable[..., FlaskClient]
) -> None:
    known_id, setup = done
    setup.sheets = usual_sheets("ambush")
    client, at = browse(), f"/api/setup/{known_id}"
    client.get(f"{at}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    client.post(f"{at}/lens/self", json={})
    work = client.get(f"{at}/work").json
    assert work is not None
    assert work["error"] is None
    assert setup.camera is not None
    assert setup.camera.self_calibrated
    assert setup.table is not None
    across = np.stack(np.meshgrid([1.0, 60.0, 119.0], [1.0, 50.0, 99.0]), axis=-1).reshape(-1, 2)
    seen = setup.table.camera.to_plane(CAMERA.project(np.column_stack([across, np.zeros(9)])))
    off_mm = 10 * float(np.linalg.norm(seen - across, axis=1).max())
    assert off_mm < work["result"]["good_to_mm"] < 4.0
    setup.roster = demo_scene("ambush").roster
    remark = f'href="/setup/{known_id}/lens">Make it more exact'
    assert remark in client.get(f"/setup/{known_id}/play").text
    setup.camera = replace(setup.camera, self_calibrated=False)
    assert remark not in client.get(f"/setup/{known_id}/play").text


def test_a_picture_is_taken_once(
    done: tuple[str, SetUp], tmp_path: Path, browse: Callable[..., FlaskClient], setup_session: SetupSession
) -> None:
    known_id, setup = done
    folder = tmp_path / "board"
    folder.mkdir()
    board = Filming().picture
    for name, picture in (("a", board), ("b", np.roll(board, 30, axis=1)), ("copy", board)):
        cv2.imwrite(str(folder / f"{name}.png"), picture)
    setup.source, setup.sheets = SourceFile.of(str(folder), (640, 480)), usual_sheets("ambush")
    client, at = browse(), f"/api/setup/{known_id}"
    client.get(f"{at}/state")
    assert setup_session.capture_loop is not None
    setup_session.capture_loop.step()
    for new in (2, 0):
        assert client.post(f"{at}/lens/take-all", json={}).status_code == 200
        told = client.get(f"{at}/work").get_json()
        assert told["error"] is None
        assert told["result"] == {"used": 3, "fresh": new}
        assert client.get(f"{at}/lens").get_json()["used"] == len(setup.lens_pictures()) == 2
    again = client.post(f"{at}/lens/take", json={})
    assert again.status_code == 400
    assert "is taken already" in again.get_json()["error"]


def test_how_exact_the_lens_is_has_the_language_s_comma(
    browse: Callable[..., FlaskClient], done: tuple[str, SetUp]
) -> None:
    page = browse().get(f"/setup/{done[0]}/lens", headers={"Accept-Language": "it"}).text
    assert "0,01 px" in page
