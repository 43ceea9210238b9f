"""A demo behind a real server for pictures of its pages: time, dice, links and seals are the same in every run."""

import random
import secrets
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np

from calibration.profile import CameraProfile
from calibration.sheets.frame import frame_of
from referee.clock import WallClock
from referee.evidence.frames import FrameFolder
from referee.journal.store import Journal
from referee.setup.match_file import new_match
from referee.setup.shelf import Shelf
from referee.setup.small_files import SourceFile
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from web.app import create_app
from web.doors.door import Door
from web.network import LOCAL_HOSTS
from web.serve import Server, open_port
from web.setup.session import PICTURES, SetupSession
from web.site import Site
from web.stage import Stage, set_stage

LOOK_S = 0.25
MOST_LOOKS = 400
WHEN = "2026-11-21T12:00:00.000+00:00"


@dataclass
class HandClock:
    """A clock that stands still until it is set forward."""

    time_s: float = 100.0

    def now_s(self) -> float:
        """Return the time it was set to."""
        return self.time_s

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Set the clock forward at once."""
        self.time_s += seconds
        return stop.is_set()


@dataclass
class ServedDemo:
    """A demo being served: its stage, its clock, its journal, and the dice that fall next."""

    address: str
    stage: Stage
    clock: HandClock
    journal: Journal
    dice: list[int] = field(default_factory=list)

    def go_on(self, seconds: float) -> None:
        """Let the world and the camera go on, four looks a second."""
        for _ in range(round(seconds / LOOK_S)):
            self.clock.time_s += LOOK_S
            self.stage.step()

    def until(self, true: Callable[[], bool]) -> None:
        """Let them go on until something is so; raises RuntimeError where it does not come to that."""
        for _ in range(MOST_LOOKS):
            if true():
                return
            self.go_on(LOOK_S)
        raise RuntimeError("the demo did not come to what is to be shown")


@contextmanager
def _same_in_every_run(name: str) -> Iterator[Path]:
    """Let links and seals come from one seed; yield a folder of that name, which is gone afterwards."""
    chance = random.Random(7)
    folder = Path(tempfile.gettempdir()) / f"vedette-pictures-of-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with (
        patch.object(secrets, "token_bytes", lambda count=32: chance.randbytes(count)),
        patch.object(secrets, "token_urlsafe", lambda count=16: chance.randbytes(count).hex()),
    ):
        yield folder
    shutil.rmtree(folder)


@contextmanager
def served_demo(game: str) -> Iterator[ServedDemo]:
    """Serve the demo of a game, written down, with an address under which phones would find it."""
    with _same_in_every_run(game) as folder, Journal(folder / "match.sqlite", write=True, now=lambda: WHEN) as journal:
        clock, dice, scene = HandClock(), list[int](), demo_scene(game)
        stage = set_stage(scene, clock, lambda: dice.pop(0), journal=journal, frames=FrameFolder(folder / "frames"))
        door = Door({side.name: side.title for side in scene.sides}, clock.now_s, lambda: "http://192.168.1.20:8470/")
        server = Server(create_app(stage.session, LOCAL_HOSTS, door), open_port("127.0.0.1", 0), stage.session.close)
        server.start()
        try:
            yield ServedDemo(f"http://127.0.0.1:{server.port}/", stage, clock, journal, dice)
        finally:
            server.close()


@contextmanager
def served_setup() -> Iterator[tuple[str, str]]:
    """Serve a set-up that has its camera, sheets and lens; yield the server's address and the set-up's path."""
    scene, frame = demo_scene("ambush"), frame_of(120.0, 100.0, range(240, 248))
    camera = default_camera(frame)
    with _same_in_every_run("setup") as folder:
        shelf = Shelf(folder, new_id=lambda: "farm")
        known_id, setup = shelf.new()
        pictures = setup.folder / PICTURES
        pictures.mkdir()
        cv2.imwrite(str(pictures / "table.png"), Renderer(camera, frame, scene.roster, seed=4).render(scene.truth()))
        setup.match = new_match("ambush", "At the farm")
        setup.frame = frame
        setup.camera = CameraProfile(camera.lens, np.diag([0.01] * 4 + [1e-8] * 5), 0.01, 15, 0.9)
        setup.source = SourceFile.of(PICTURES, (1920, 1080))
        site = Site(LOCAL_HOSTS, die=lambda _: lambda: 6)
        site.open(SetupSession(shelf, WallClock(), begin=site.begin))
        server = Server(site.app_switch, open_port("127.0.0.1", 0), site.close)
        server.start()
        try:
            yield f"http://127.0.0.1:{server.port}/", f"setup/{known_id}/"
        finally:
            server.close()
