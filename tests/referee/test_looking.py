"""Single pictures, cameras that die, pictures that are no table: the page is told, and the table stays as it was."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.sheets.frame import frame_of
from referee.eye import Audience, Eye
from referee.feed import Feed
from referee.live import Look, Status
from referee.looking import Looker
from referee.rehearsal.ambush import ambush_scene
from referee.rehearsal.clock import HandClock
from table.errors import BadInput
from table.snapshot import Snapshot
from vision.sources.frames import CameraFrame, Closing, SourceLost
from vision.synthetic.fittings import default_camera
from vision.synthetic.renderer import Renderer
from vision.table_view import TableView

SCENE = ambush_scene()
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
def looker() -> Looker:
    return Looker(TableView(CAMERA, FRAME), SCENE.roster, SCENE.pieces)


def off_cm(seen: Snapshot, true: Snapshot) -> float:
    both = [(stand, true.stand(stand.name)) for stand in seen.stands]
    return max(float(np.hypot(a.x - b.x, a.y - b.y)) for a, b in both)


def test_one_picture_is_enough(looker: Looker, pictures: dict[str, Image]) -> None:
    look = looker.study(pictures["table"], 100.0)
    assert look.status.key == "still"
    assert len(look.table.stands) == len(SCENE.roster.entries)
    assert off_cm(look.table, SCENE.truth()) < 0.1
    assert look.table.pieces == SCENE.pieces
    assert look.frame_markers == (8, 8)
    assert look.jpeg is not None
    assert look.jpeg()[:2] == b"\xff\xd8"


def test_from_picture_to_picture_a_stand_walks_the_straight_way(looker: Looker, pictures: dict[str, Image]) -> None:
    looker.study(pictures["table"], 100.0)
    look = looker.study(pictures["moved"], 110.0)
    assert [name for name, _ in look.walked] == ["Jensen"]
    assert look.walked[0][1] == pytest.approx(6.0, abs=0.05)
    assert looker.study(pictures["moved"], 120.0).walked == ()


def test_who_is_gone_keeps_the_last_place(looker: Looker, pictures: dict[str, Image]) -> None:
    looker.study(pictures["table"], 100.0)
    look = looker.study(pictures["gone"], 110.0)
    assert look.unseen == {"Jensen"}
    assert "Jensen" in look.table
    assert look.status.key == "unseen"
    assert looker.study(pictures["gone"], 120.0, fallen={"Jensen"}).status.key == "still"


def test_who_was_never_seen_is_counted_and_not_named(looker: Looker, pictures: dict[str, Image]) -> None:
    """He is in the box, for all the camera knows; only who was there and is missing is called for."""
    look = looker.study(pictures["gone"], 100.0)
    assert (look.status.key, look.status.names, look.status.waiting) == ("still", (), 1)
    assert looker.study(pictures["table"], 110.0).status == Status("still")
    assert looker.study(pictures["gone"], 120.0).status.names == ("Jensen",)


def test_a_picture_that_is_no_table(looker: Looker, pictures: dict[str, Image]) -> None:
    before = looker.study(pictures["table"], 100.0).table
    look = looker.study(np.full_like(pictures["table"], 90), 110.0)
    assert look.status.key == "no_frame"
    assert look.table == before
    smaller = looker.study(pictures["table"][:720, :1280], 120.0)
    assert (smaller.status.key, smaller.status.notice and smaller.status.notice.key) == ("no_camera", "other_size")
    assert smaller.table == before
    assert looker.study(pictures["table"], 130.0).status.key == "still"


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


def test_a_camera_that_dies_and_comes_back(looker: Looker, pictures: dict[str, Image]) -> None:
    """The page hears of it at once, the table stays, and the match goes on by itself."""
    clock, heard = HandClock(), list[Look]()
    frames = [CameraFrame(pictures["table"], k * 0.1, k, f"frame {k}") for k in range(40)]
    says: list[object] = [*frames[:16], SourceLost("it stopped"), BadInput("half a picture"), *frames[16:]]
    eye = Eye(Feed(lambda: Camera(says), clock.now_s), clock, looker)
    eye.audience = Audience(heard.append, tuple)
    for _ in range(42):
        eye.step()
        clock.advance(0.1)
    keys = [(look.status.key, look.status.notice.key if look.status.notice else "") for look in heard]
    assert ("no_camera", "camera_away") in keys
    assert ("no_camera", "picture_broken") in keys
    at = keys.index(("no_camera", "camera_away"))
    assert len(heard[at].table.stands) == len(SCENE.roster.entries)
    assert all(len(look.table.stands) == len(SCENE.roster.entries) for look in heard[at:])


def test_another_looker_goes_on_from_where_the_first_saw_them(looker: Looker, pictures: dict[str, Image]) -> None:
    looker.study(pictures["table"], 100.0)
    fewer = replace(SCENE.roster, entries=SCENE.roster.entries[:3])
    other = Looker(TableView(CAMERA, FRAME), fewer, ())
    other.go_on_from(looker)
    assert [stand.name for stand in other.look.table.stands] == [entry.name for entry in fewer.entries]
    assert other.look.table.pieces == ()
