"""A set-up that is done, over a table that is not there: its true camera, so that nothing need be calibrated."""

from pathlib import Path

import numpy as np
import pytest

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import SheetsFile, SourceFile
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from vision.camera import Camera
from vision.table_view import TableView

Grey = np.ndarray


@pytest.fixture(scope="session")
def frame() -> Frame:
    return frame_of(120.0, 100.0, range(240, 248))


@pytest.fixture(scope="session")
def camera(frame: Frame) -> Camera:
    return default_camera(frame)


@pytest.fixture(scope="session")
def profile(camera: Camera) -> CameraProfile:
    return CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)


@pytest.fixture(scope="session")
def renderer(camera: Camera, frame: Frame) -> Renderer:
    return Renderer(camera, frame, demo_scene("ambush").roster, seed=11)


@pytest.fixture
def done(tmp_path: Path, frame: Frame, camera: Camera, profile: CameraProfile) -> SetUp:
    """Everything but the check and the terrain, and nobody has played."""
    setup = SetUp(tmp_path / "match")
    setup.match = new_match("ambush", "At the farm")
    setup.source = SourceFile.of("0", (1920, 1080))
    setup.sheets, setup.frame = SheetsFile(), frame
    setup.camera, setup.table = profile, TableView(camera, frame)
    setup.roster = demo_scene("ambush").roster
    return setup
