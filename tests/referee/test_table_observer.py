"""Single pictures, cameras that die, pictures that are no table: the page is told, and the table stays as it was."""

from dataclasses import replace

import numpy as np
import pytest
from hand_clock import HandClock

from calibration.sheets.frame import frame_of
from referee.capture_loop import Audience, CaptureLoop
from referee.feed import Feed
from referee.observation import Observation, TableStatus
from referee.table_observer import TableObserver
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import HexBoard
from table.mount import Mount, Pose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.table_view import TableView
from vision.tracking.frame_report import FrameReport, TrackSeen

SCENE = demo_scene("ambush")
FRAME = frame_of(120.0, 100.0, range(240, 248))
CAMERA = default_camera(FRAME)
Image = np.ndarray


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image]:
    renderer = Renderer(CAMERA, FRAME, SCENE.roster, seed=4)
    truth = SCENE.truth()
    jensen = truth.stand("Jensen")
    return {
        "table": renderer.render(truth),
        "moved": renderer.render(truth.with_stand(jensen.moved_to(jensen.x + 6.0, jensen.y, jensen.heading_deg))),
        "gone": renderer.render(truth.without("Jensen")),
    }


@pytest.fixture
def observer() -> TableObserver:
    return TableObserver(TableView(CAMERA, FRAME), SCENE.roster, SCENE.pieces)


def off_cm(seen: Snapshot, true: Snapshot) -> float:
    both = [(stand, true.stand(stand.name)) for stand in seen.stands]
    return max(float(np.hypot(a.x - b.x, a.y - b.y)) for a, b in both)


@pytest.mark.ci
def test_one_picture_is_enough(observer: TableObserver, pictures: dict[str, Image]) -> None:
    observation = observer.study(pictures["table"], 100.0)
    assert observation.status.key == "still"
    assert len(observation.table.stands) == len(SCENE.roster.entries)
    assert off_cm(observation.table, SCENE.truth()) < 0.1
    assert observation.table.pieces == SCENE.pieces
    assert observation.frame_markers == (8, 8)
    assert observation.jpeg is not None
    assert observation.jpeg()[:2] == b"\xff\xd8"


@pytest.mark.ci
def test_from_picture_to_picture_a_stand_walks_the_straight_way(
    observer: TableObserver, pictures: dict[str, Image]
) -> None:
    observer.study(pictures["table"], 100.0)
    observation = observer.study(pictures["moved"], 110.0)
    assert [name for name, _ in observation.walked] == ["Jensen"]
    assert observation.walked[0][1] == pytest.approx(6.0, abs=0.05)
    assert observer.study(pictures["moved"], 120.0).walked == ()


@pytest.mark.ci
def test_who_is_gone_keeps_the_last_place(observer: TableObserver, pictures: dict[str, Image]) -> None:
    observer.study(pictures["table"], 100.0)
    observation = observer.study(pictures["gone"], 110.0)
    assert observation.unseen == {"Jensen"}
    assert "Jensen" in observation.table
    assert observation.status.key == "unseen"
    assert observer.study(pictures["gone"], 120.0, fallen={"Jensen"}).status.key == "still"


@pytest.mark.ci
def test_who_was_never_seen_is_counted_and_not_named(observer: TableObserver, pictures: dict[str, Image]) -> None:
    """He is in the box, for all the camera knows; only who was there and is missing is called for."""
    observation = observer.study(pictures["gone"], 100.0)
    assert (observation.status.key, observation.status.names, observation.status.waiting) == ("still", (), 1)
    assert observer.study(pictures["table"], 110.0).status == TableStatus("still")
    assert observer.study(pictures["gone"], 120.0).status.names == ("Jensen",)


@pytest.mark.ci
def test_a_picture_that_is_no_table(observer: TableObserver, pictures: dict[str, Image]) -> None:
    before = observer.study(pictures["table"], 100.0).table
    observation = observer.study(np.full_like(pictures["table"], 90), 110.0)
    assert observation.status.key == "no_frame"
    assert observation.table == before
    smaller = observer.study(pictures["table"][:720, :1280], 120.0)
    assert (smaller.status.key, smaller.status.notice and smaller.status.notice.key) == ("no_camera", "other_size")
    assert smaller.table == before
    assert observer.study(pictures["table"], 130.0).status.key == "still"


class Camera(Closing):
    """A camera that says what it is told."""

    live, name = True, "camera"

    def __init__(self, says: list[object]) -> None:
        self.says = says

    def read(self) -> CameraFrame | None:
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        assert isinstance(said, CameraFrame)
        return said


@pytest.mark.ci
def test_a_camera_that_dies_and_comes_back(observer: TableObserver, pictures: dict[str, Image]) -> None:
    """The page hears of it at once, the table stays, and the match goes on by itself."""
    clock, heard = HandClock(), list[Observation]()
    frames = [CameraFrame(pictures["table"], k * 0.1, k, f"frame {k}") for k in range(40)]
    says: list[object] = [*frames[:16], SourceLost("it stopped"), BadInput("half a picture"), *frames[16:]]
    capture_loop = CaptureLoop(Feed(lambda: Camera(says), clock.now_s), clock, observer)
    capture_loop.audience = Audience(heard.append, tuple)
    for _ in range(42):
        capture_loop.step()
        clock.advance(0.1)
    keys = [
        (observation.status.key, observation.status.notice.key if observation.status.notice else "")
        for observation in heard
    ]
    assert ("no_camera", "camera_away") in keys
    assert ("no_camera", "picture_broken") in keys
    at = keys.index(("no_camera", "camera_away"))
    assert len(heard[at].table.stands) == len(SCENE.roster.entries)
    assert all(len(observation.table.stands) == len(SCENE.roster.entries) for observation in heard[at:])


class Told:
    """A tracker that sees what it is told."""

    def __init__(self, *stands: Stand) -> None:
        self.stands = stands

    def look(self, _picture: Image, now_s: float) -> FrameReport:
        tracks = tuple(TrackSeen(stand.name, 1, "seen", stand, 0.0) for stand in self.stands)
        return FrameReport(now_s, tracks, (), None, True, self.stands, (), (), None)


def test_on_hexes_a_counter_is_told_at_the_height_it_lies_at() -> None:
    """On a fortification 0.5 cm high it is read 1.4 mm too far out; the table and what is seen live say so alike."""
    frame = replace(FRAME, board=HexBoard((6.0, 6.0), 3.0, 20, 20))
    mounts = {"fortification": Mount(height_cm=0.5, size_cm=1.2), "tank": Mount(height_cm=0.2, size_cm=1.2)}
    roster = Roster(
        tuple(Entry(k, kind, "axis", kind, 2.0, 2.0, mount) for k, (kind, mount) in enumerate(mounts.items()))
    )
    lies = np.array([100.0, 80.0])
    reads = CAMERA.to_plane(CAMERA.project([(*lies, 0.7)]), 0.2)[0]
    fort, tank = (
        entry.stand_at(Pose(float(x), float(y), 90.0), 0.01)
        for entry, (x, y) in zip(roster.entries, (lies, reads), strict=True)
    )
    observer = TableObserver(TableView(CAMERA, frame), roster)
    observer.tracker = Told(fort, tank)  # type: ignore[assignment]
    observation = observer.see(np.zeros((*CAMERA.lens.size_px[::-1], 3), np.uint8), 1.0)
    assert np.hypot(*(reads - lies)) > 0.1
    assert observation.table.stand("tank").centre == pytest.approx(lies, abs=1e-3)
    assert next(one.stand for one in observation.live if one.name == "tank") == observation.table.stand("tank")
    assert observation.table.stand("fortification") == fort
    observer.tracker = Told(tank)  # type: ignore[assignment]
    observation = observer.see(np.zeros((*CAMERA.lens.size_px[::-1], 3), np.uint8), 2.0)
    assert observation.table.stand("tank").centre == pytest.approx(lies, abs=0.02)


@pytest.mark.ci
def test_another_looker_goes_on_from_where_the_first_saw_them(
    observer: TableObserver, pictures: dict[str, Image]
) -> None:
    observer.study(pictures["table"], 100.0)
    fewer = replace(SCENE.roster, entries=SCENE.roster.entries[:3])
    other = TableObserver(TableView(CAMERA, FRAME), fewer, ())
    other.go_on_from(observer)
    assert [stand.name for stand in other.observation.table.stands] == [entry.name for entry in fewer.entries]
    assert other.observation.table.pieces == ()
