"""A look for what is not seen: where a marker may be, where it should be, what lies there twice."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.sheets.frame import frame_of
from referee.surroundings import GREY
from referee.unseen import Look, Spot, look_for_unseen
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.fittings import default_camera
from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.mount import Pose, marker_from_stand
from table.roster import Roster
from vision.arrays import Floats, Picture
from vision.square import frame_corners, square_corners
from vision.table_view import TableView

FRAME = frame_of(120.0, 100.0, range(240, 248))
CAMERA = default_camera(FRAME)
VIEW = TableView(CAMERA, FRAME)
SCENE = demo_scene("ambush")
TABLE = SCENE.truth()
STRANGER = replace(SCENE.roster.entries[0], marker=99, name="Nobody")
ROSTER = Roster((*SCENE.roster.entries, STRANGER))
COPY_CM = (54.0, 67.0)


def corners_px(name: str) -> Floats:
    stand, mount = TABLE.stand(name), next(entry.mount for entry in ROSTER.entries if entry.name == name)
    at = marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), mount)
    return CAMERA.project(square_corners(at.x, at.y, mount.height_cm, at.heading_deg, mount.size_cm))


def part(picture: Picture, centre: Floats, half: int = 24) -> Picture:
    x, y = np.rint(centre).astype(int)
    return picture[y - half : y + half, x - half : x + half]


@pytest.fixture(scope="module")
def picture() -> Picture:
    """The farm: a leaf on Miller's corner, a cup on Jensen's and on a frame marker, Kowalski's marker copied."""
    drawn = Renderer(CAMERA, FRAME, SCENE.roster, seed=4).render(TABLE)
    cv2.circle(drawn, np.rint(corners_px("Miller")[0]).astype(int).tolist(), 9, (90, 90, 90), -1)
    frame_marker = CAMERA.project(frame_corners(next(marker for marker in FRAME.markers if marker.id == 242)))
    for middle in (corners_px("Jensen").mean(axis=0), frame_marker.mean(axis=0)):
        cv2.circle(drawn, np.rint(middle).astype(int).tolist(), 40, (120, 120, 120), -1)
    part(drawn, CAMERA.project([(*COPY_CM, 0.3)])[0])[:] = part(drawn, corners_px("Kowalski").mean(axis=0))
    return drawn


@pytest.fixture(scope="module")
def look(picture: Picture) -> Look:
    return look_for_unseen(picture, VIEW, ROSTER, TABLE, fallen={"Lucky"})


def decoded(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.ci
def test_each_is_told_with_the_part_of_the_picture_that_shows_why(look: Look) -> None:
    told = {it.marker: (it.name, str(it.why).partition(":")[0], it.spot and it.spot.seen) for it in look.unseen}
    numbers = {entry.name: entry.marker for entry in ROSTER.entries}
    assert told == {
        numbers["Miller"]: ("Miller", "covered", True),
        numbers["Jensen"]: ("Jensen", "hidden or gone", False),
        99: ("Nobody", "not seen at all", None),
        242: (None, "hidden or gone", False),
    }
    assert "Kowalski" in look.found
    assert not {"Miller", "Jensen", "Nobody"} & look.found


@pytest.mark.ci
def test_of_a_copy_the_one_where_its_stand_is_counts(look: Look, picture: Picture) -> None:
    (copied,) = look.copied
    kowalski = TABLE.stand("Kowalski")
    assert copied.name == "Kowalski"
    first, second = copied.places
    assert np.hypot(first[0] - kowalski.x, first[1] - kowalski.y) < 4, "its marker is on its base's tail"
    assert second == pytest.approx(COPY_CM, abs=0.3)


def test_what_lies_round_the_table_is_grey_in_one_picture_of_two(look: Look) -> None:
    spots = {it.marker: it.spot for it in look.unseen}
    at_the_edge = spots[242]
    assert isinstance(at_the_edge, Spot)
    whole, masked = decoded(at_the_edge.whole), decoded(at_the_edge.masked)
    hidden = (np.abs(masked.astype(int) - GREY) < 4).all(axis=2)
    assert hidden.mean() > 0.3
    assert not (np.abs(whole.astype(int) - GREY) < 4).all(axis=2)[hidden].all()
    assert whole.shape == masked.shape == (240, 240, 3)


@pytest.mark.ci
def test_who_has_fallen_is_not_missed(picture: Picture) -> None:
    fallen = look_for_unseen(picture, VIEW, ROSTER, TABLE, fallen={"Jensen", "Nobody", "Lucky"})
    assert {it.name for it in fallen.unseen} == {"Miller", None}


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match="gives 40 x 30 px, and the lens was learned at 1920 x 1080 px"):
        look_for_unseen(np.zeros((30, 40), np.uint8), VIEW, ROSTER, TABLE)
