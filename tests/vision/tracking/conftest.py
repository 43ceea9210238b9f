"""A small table on film: a world that changes from frame to frame, rendered, and a tracker that watches it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from copies import deep_copy

from simulation.synthetic.fittings import default_camera, default_frame, default_roster
from simulation.synthetic.hand import Hand
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.known_markers import Follower
from vision.markers import find_markers
from vision.table_view import FrameSeen, TableView
from vision.tracking.frame_report import FrameReport, Path
from vision.tracking.tracker import Tracker

SIZE_PX = (720, 540)
WIDTH_CM, DEPTH_CM = 40.0, 30.0
FRAME_S = 0.04
LOOK = Look(blur_px=0.6, noise=1.5)


def soldiers(count: int) -> tuple[Stand, ...]:
    """Stands on a grid, each turned its own way."""
    return tuple(
        Stand(f"s{k}", "us", "soldier", 5.0 + 7.5 * (k % 5), 6.0 + 7.0 * (k // 5), 90.0 + 37 * k, 2.0, 1.6)
        for k in range(count)
    )


@dataclass
class Film:
    """The world, its camera, and everything that was said of it."""

    snapshot: Snapshot
    roster: Roster
    frame: Frame
    renderer: Renderer
    view: TableView
    tracker: Tracker
    frame_s: float = FRAME_S
    time_s: float = 0.0
    reports: list[FrameReport] = field(default_factory=list)
    moves: list[Path] = field(default_factory=list)

    def picture(self, hands: Sequence[Hand] = ()) -> np.ndarray:
        return cv2.cvtColor(self.renderer.render(self.snapshot, hands), cv2.COLOR_BGR2GRAY)

    def look(self, hands: Sequence[Hand] = (), picture: np.ndarray | None = None) -> FrameReport:
        self.time_s += self.frame_s
        report = self.tracker.look(self.picture(hands) if picture is None else picture, self.time_s)
        self.reports.append(report)
        self.moves += report.moves
        return report

    def run(self, frames: int, hands: Sequence[Hand] = ()) -> FrameReport:
        for _ in range(frames):
            report = self.look(hands)
        return report

    def put(self, name: str, x: float, y: float, heading_deg: float | None = None) -> None:
        self.snapshot = self.snapshot.with_stand(self.snapshot.stand(name).moved_to(x, y, heading_deg))

    def off_cm(self, name: str) -> float:
        """How far a track's place is from the truth."""
        said, true = self.reports[-1].track(name).stand, self.snapshot.stand(name)
        return float(np.hypot(said.x - true.x, said.y - true.y))

    def again(self) -> "Film":
        """Return a copy that goes on by itself: drawing a table and letting it settle takes seconds."""
        return deep_copy(self)

    def states(self, name: str) -> list[str]:
        """The states of a stand, in turn, as they were said."""
        said = [report.track(name) for report in self.reports]
        states = [track.state for track in said if track is not None]
        return [state for k, state in enumerate(states) if k == 0 or state != states[k - 1]]


def make_film(
    stands: tuple[Stand, ...] | None = None,
    look: Look = LOOK,
    size_px: tuple[int, int] = SIZE_PX,
    seed: int = 1,
    **settings,
) -> Film:
    frame = default_frame(WIDTH_CM, DEPTH_CM)
    snapshot = Snapshot(WIDTH_CM, DEPTH_CM, soldiers(6) if stands is None else stands)
    roster = default_roster(snapshot, 1.5)
    camera = default_camera(frame, size_px)
    renderer = Renderer(camera, frame, roster, look, seed)
    view = calibrated(renderer, snapshot)
    return Film(snapshot, roster, frame, renderer, view, Tracker(view, roster, **settings))


def calibrated(renderer: Renderer, snapshot: Snapshot) -> TableView:
    """A view as a calibration leaves it: the camera known exactly, the frame markers as it saw them."""
    grey = cv2.cvtColor(renderer.render(snapshot.without(*(s.name for s in snapshot.stands))), cv2.COLOR_BGR2GRAY)
    found = find_markers(grey, renderer.frame.dictionary, {marker.id for marker in renderer.frame.markers})
    # By the alignment that follows them: another one, finer or coarser, is off it by 0.02 px in these large markers.
    ids, corners = np.array([marker.id for marker in found]), np.array([marker.corners_px for marker in found])
    followed = Follower(renderer.frame.dictionary).follow(grey, ids, corners)
    seen = tuple(FrameSeen(int(k), corners) for k, corners in zip(ids, followed.corners_px, strict=True))
    return TableView(renderer.camera, renderer.frame, None, seen)


@pytest.fixture(scope="session")
def new_film() -> Film:
    """Six stands nobody has looked at: to be copied."""
    return make_film()


@pytest.fixture(scope="session")
def settled_film(new_film: Film) -> Film:
    """The same, found and settled: to be copied."""
    made = new_film.again()
    made.run(30)
    return made


@pytest.fixture
def film(settled_film: Film) -> Film:
    """Six stands, found and settled."""
    return settled_film.again()


@pytest.fixture
def filming(new_film: Film):
    """Make films of six stands; or of other tables, in other light."""
    return lambda *stands, **other: make_film(*stands, **other) if stands or other else new_film.again()
