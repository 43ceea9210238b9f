"""A set-up session without threads: the test owns the camera's folder of pictures, the clock and the dice."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from hand_clock import HandClock

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from vision.sources.factory import open_source
from vision.sources.pictures import picture_folder
from web.doors.door import Door
from web.network import LOCAL_HOSTS
from web.setup.session import SetupSession
from web.site import Site

FRAME = frame_of(120.0, 100.0, range(240, 248))
CAMERA = default_camera(FRAME)


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two pictures of the farm, in the second of which Jensen has walked 6 cm."""
    folder = tmp_path_factory.mktemp("shots")
    scene = demo_scene("ambush")
    renderer, truth = Renderer(CAMERA, FRAME, scene.roster, seed=4), scene.truth()
    jensen = truth.stand("Jensen")
    walked = truth.with_stand(jensen.moved_to(jensen.x + 6.0, jensen.y, jensen.heading_deg))
    for k, table in enumerate((truth, walked)):
        cv2.imwrite(str(folder / f"table-{k}.png"), renderer.render(table))
    return folder


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site(LOCAL_HOSTS, Door({}, time.monotonic), die=lambda _: lambda: 6)
    yield made
    made.close()


@pytest.fixture
def setup_session(tmp_path: Path, shots: Path, site: Site) -> SetupSession:
    made = SetupSession(
        Shelf(tmp_path / "shelf"), HandClock(), given=str(shots), begin=site.begin, threads=False,
        opener=lambda text: open_source(text) if "://" in text else picture_folder(Path(text)),
    )  # fmt: skip
    site.open(made)
    return made


@pytest.fixture
def browse(site: Site) -> Callable[..., FlaskClient]:
    """Return what opens a browser on whatever the house shows now."""

    def opened(address: str = "127.0.0.1") -> FlaskClient:
        app = site.app_switch.app
        assert app is not None
        client = app.test_client()
        client.environ_base["HTTP_HOST"] = "127.0.0.1:8470"
        client.environ_base["REMOTE_ADDR"] = address
        return client

    return opened


@pytest.fixture
def done(setup_session: SetupSession) -> tuple[str, SetUp]:
    """A set-up with lens and frame, whose table is still to be found, and nobody on its roster."""
    known_id, setup = setup_session.shelf.new()
    setup.match = new_match("ambush", "At the farm")
    setup.source = SourceFile.of(str(setup_session.given), (1920, 1080))
    setup.frame = FRAME
    setup.camera = CameraProfile(CAMERA.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
    return known_id, setup
