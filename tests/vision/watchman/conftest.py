"""A club table under a synthetic camera at 1080p, its frame calibrated from one picture, and a watchman who looks."""

import copy
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.fittings import default_camera, default_frame, default_roster, with_footprints
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from vision.camera import Camera
from vision.known_markers import Followed, Follower
from vision.markers import find_markers
from vision.table_view import FrameSeen, TableView
from vision.watchman import Watch, Watchman

Grey = NDArray[np.uint8]
SIZE_PX = (1920, 1080)
FRAME_S = 1 / 30
NOISE = 1.2
LOOK = Look(noise=0.0)
FLAT = {"stream", "field", "trench", "fence"}  # woods and houses take half of the time to draw


class Said(NamedTuple):
    """Which notices were given, and the last look."""

    keys: set[str]
    watch: Watch

    def numbers(self, key: str) -> dict[str, object]:
        return dict(next(notice.numbers for notice in self.watch.notices if notice.key == key))


class Club:
    """Pictures of one table without noise, and noise to lay on them."""

    def __init__(self) -> None:
        table = demo_snapshot()
        self.table = with_footprints(replace(table, pieces=tuple(p for p in table.pieces if p.kind in FLAT)))
        self.frame = default_frame(120, 100)
        self.roster = default_roster(self.table)
        self.camera = default_camera(self.frame, SIZE_PX)
        self._dice = np.random.default_rng(7)
        width, height = SIZE_PX
        self._sheet = self._dice.normal(0, NOISE, (height + 200, width + 200)).astype(np.float32)
        self._levels = np.rint(self._sheet).astype(np.int16)
        self._renderers: dict[object, Renderer] = {}
        self._kept: dict[object, Grey] = {}
        self.still = self.picture()
        ids = {marker.id for marker in self.frame.markers}
        found = find_markers(self.noisy(self.still), self.frame.dictionary, ids)
        kept = tuple(FrameSeen(marker.id, marker.corners_px) for marker in found if marker.id in ids)
        self.frame_px = np.array([seen.corners_px for seen in kept])
        self.view = TableView(self.camera, self.frame, np.eye(15) * 1e-12, kept)

    def picture(
        self,
        camera: Camera | None = None,
        frame: Frame | None = None,
        hands: Iterable[Hand] = (),
        **look: float,
    ) -> Grey:
        key = (camera, frame, tuple(hands), tuple(look.items()))  # not its id, which another may have later
        if key not in self._kept:
            seen = (camera, frame, tuple(look.items()))
            if seen not in self._renderers:
                how = replace(LOOK, **look)
                self._renderers = {
                    seen: Renderer(camera or self.camera, frame or self.frame, self.roster, how)
                }  # the last one only: they are large
            picture = self._renderers[seen].render(self.table, tuple(hands))
            self._kept[key] = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        return self._kept[key]

    def noisy(self, grey: Grey, gain: float | NDArray[np.floating] = 1.0) -> Grey:
        top, left = self._dice.integers(0, 200, 2)
        window = (slice(top, top + SIZE_PX[1]), slice(left, left + SIZE_PX[0]))
        if isinstance(gain, float) and gain == 1.0:
            return np.asarray(cv2.add(grey, self._levels[window], dtype=cv2.CV_8U), dtype=np.uint8)
        noise = self._sheet[window]
        return np.clip(np.rint(grey * np.float32(1) * gain + noise), 0, 255).astype(np.uint8)

    def moved(self, shift_cm: tuple[float, float, float], turn_deg: tuple[float, float, float]) -> Camera:
        turn, _ = cv2.Rodrigues(np.radians(np.array(turn_deg)))
        rotation = turn @ self.camera.rotation
        return Camera(self.camera.lens, rotation, -rotation @ (self.camera.position_cm + shift_cm))

    def centre_px(self, marker: int) -> NDArray[np.intp]:
        (here,) = [m for m in self.frame.markers if m.id == marker]
        return np.rint(self.camera.project([[here.x, here.y, here.height_cm]])[0]).astype(int)


class Guard:
    """A watchman at work: follows the frame and looks, frame after frame."""

    def __init__(self, club: Club, view: TableView | None = None) -> None:
        self.club = club
        self.watchman = Watchman(view or club.view)
        self.follower = Follower(club.frame.dictionary)
        self.time_s = 0.0

    def step(self, grey: Grey, frame_s: float = FRAME_S) -> Watch:
        self.time_s += frame_s
        return self.watchman.look(grey, self.followed(grey), self.time_s)

    def followed(self, grey: Grey) -> Followed:
        return self.follower.follow(grey, *self.watchman.frame_to_follow())

    def see(
        self, grey: Grey, frames: int, gain: Callable[[float], float] | float = 1.0, frame_s: float = FRAME_S
    ) -> Said:
        keys: set[str] = set()
        for _ in range(frames):
            lit = gain(self.time_s) if callable(gain) else gain
            watch = self.step(self.club.noisy(grey, lit), frame_s)
            keys |= {notice.key for notice in watch.notices}
        return Said(keys, watch)


@pytest.fixture(scope="session")
def club() -> Club:
    return Club()


@pytest.fixture(scope="session")
def used_to_it(club: Club) -> Guard:
    """A watchman who has got used to the table: to be copied."""
    watching = Guard(club)
    said = watching.see(club.still, 15)
    assert not said.keys
    return watching


@pytest.fixture
def guard(club: Club, used_to_it: Guard) -> Guard:
    """A watchman who has got used to the table."""
    return copy.deepcopy(used_to_it, {id(part): part for part in (club, club.view, club.camera)})


@pytest.fixture
def another(club: Club) -> Callable[[TableView], Guard]:
    """A watchman who has never looked, over the same table, who believes another view."""
    return lambda view: Guard(club, view)
