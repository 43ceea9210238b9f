"""One picture to stands, frame and warnings; a bumped camera is followed, a pushed frame marker is named."""

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from looks import BARE

from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Banners, Frame
from table.mount import Mount, Pose, marker_from_stand
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece
from vision.bump import settle
from vision.camera import Camera
from vision.markers import find_markers
from vision.measure import measure
from vision.sizes import size_check
from vision.square import square_corners
from vision.table_view import FrameSeen, TableView

SOLDIER = Mount(along_cm=-1.8, height_cm=0.31, size_cm=1.8)
TANK = Mount(along_cm=-0.5, across_cm=0.4, height_cm=3.0, size_cm=2.0, turn_deg=90.0)
ROSTER = Roster(
    (
        Entry(3, "us-1", "us", "soldier", 2.0, 1.6, SOLDIER),
        Entry(4, "us-2", "us", "soldier", 2.0, 1.6, SOLDIER),
        Entry(11, "de-1", "de", "vehicle", 3.2, 7.0, TANK),
        Entry(12, "de-2", "de", "soldier", 2.0, 1.6, SOLDIER),
    )
)
SNAPSHOT = Snapshot(
    120,
    100,
    (
        Stand("us-1", "us", "soldier", 25.2, 31.7, 62.0, 2.0, 1.6),
        Stand("us-2", "us", "soldier", 71.0, 18.4, -140.0, 2.0, 1.6),
        Stand("de-1", "de", "vehicle", 92.3, 77.1, 15.0, 3.2, 7.0),
    ),
)


DRAWN: dict[object, np.ndarray] = {}
CALIBRATED: dict[object, tuple[FrameSeen, ...]] = {}


def key_of(camera: Camera, frame: Frame) -> tuple[object, ...]:
    return camera.rotation.tobytes(), camera.translation.tobytes(), frame


def grey(camera: Camera, frame: Frame, snapshot: Snapshot = SNAPSHOT) -> np.ndarray:
    """A copy of the picture, which is drawn but once."""
    key = (*key_of(camera, frame), repr(snapshot))
    if key not in DRAWN:
        picture = Renderer(camera, frame, ROSTER, replace(BARE, noise=1.0)).render(snapshot)
        DRAWN[key] = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return DRAWN[key].copy()


@pytest.mark.ci
def test_a_marker_that_is_drawn_higher_is_measured_higher(camera, frame):
    """A hill of 4 cm under one soldier: as a picture, the same as a mount that is 4 cm higher."""
    raised = replace(SOLDIER, height_cm=SOLDIER.height_cm + 4)
    drawn = Roster(tuple(replace(entry, mount=raised) if entry.name == "us-1" else entry for entry in ROSTER.entries))
    picture = Renderer(camera, frame, drawn, replace(BARE, noise=1.0)).render(SNAPSHOT)
    view, true = TableView(camera, frame), SNAPSHOT.stand("us-1")
    grey_picture = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    hill = Piece("hill", "hill", ((15, 20), (35, 20), (35, 40), (15, 40)), 4.0)
    alone, helped = (measure(grey_picture, view, ROSTER, terrain=known).stands[0] for known in ((), (hill,)))
    for stand in (alone, helped):
        assert abs(stand.z_cm - 4) < 3 * stand.sigma_z_cm
        assert math.hypot(stand.x - true.x, stand.y - true.y) < 4 * stand.sigma_cm
    assert helped.sigma_z_cm < 0.06 < alone.sigma_z_cm < 0.4


def moved(camera: Camera, shift_cm: tuple[float, float, float], turn_deg: float) -> Camera:
    rotation, _ = cv2.Rodrigues(np.radians([turn_deg, -turn_deg / 2, turn_deg / 3]))
    turned = rotation @ camera.rotation
    return Camera(camera.lens, turned, -turned @ (camera.position_cm + shift_cm))


def calibrated(camera: Camera, frame: Frame) -> TableView:
    """Return a view as calibration leaves it: with the frame markers as seen in a picture."""
    key, ids = key_of(camera, frame), {marker.id for marker in frame.markers}
    if key not in CALIBRATED:
        seen = [m for m in find_markers(grey(camera, frame), frame.dictionary) if m.id in ids]
        CALIBRATED[key] = tuple(FrameSeen(m.id, m.corners_px) for m in seen)
    covariance = np.eye(15) * 1e-12
    return TableView(camera, frame, covariance, CALIBRATED[key])


def offsets_cm(stands: tuple[Stand, ...]) -> np.ndarray:
    return np.array([(s.x - SNAPSHOT.stand(s.name).x, s.y - SNAPSHOT.stand(s.name).y) for s in stands])


@pytest.fixture
def view(camera, frame) -> TableView:
    return calibrated(camera, frame)


@pytest.mark.ci
def test_all_of_a_picture(camera, frame, view):
    said = measure(grey(camera, frame), view, ROSTER)
    assert [s.name for s in said.stands] == ["us-1", "us-2", "de-1"]
    assert np.abs(offsets_cm(said.stands)).max() < 0.006
    assert all(abs(s.heading_deg - SNAPSHOT.stand(s.name).heading_deg) < 0.4 for s in said.stands)
    assert said.unseen == (("de-2", 12),)
    assert said.frame_seen == tuple(range(240, 246))
    assert said.frame_rms_px < 0.1
    assert said.warnings == ()
    assert said.unknown_markers == ()


@pytest.mark.ci
def test_colour_and_grey_give_the_same(camera, frame, view):
    picture = grey(camera, frame)
    one = measure(picture, view, ROSTER).stands
    two = measure(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), view, ROSTER).stands
    assert one == two


@pytest.mark.ci
def test_the_json_is_as_the_formats_say(camera, frame, view):
    said = json.loads(json.dumps(measure(grey(camera, frame), view, ROSTER).as_json()))
    assert set(said) == {"stands", "unknown_markers", "frame", "warnings"}
    assert [stand["seen"] for stand in said["stands"]] == [True, True, True, False]
    keys = {
        "name",
        "marker",
        "x",
        "y",
        "heading_deg",
        "sigma_cm",
        "sigma_deg",
        "z_cm",
        "sigma_z_cm",
        "tilt_deg",
        "sigma_tilt_deg",
        "seen",
    }
    assert all(set(stand) == keys for stand in said["stands"][:3])
    assert said["stands"][3] == {"name": "de-2", "marker": 12, "seen": False}
    assert -180 < said["stands"][1]["heading_deg"] <= 180
    assert set(said["frame"]) == {"markers_seen", "rms_px"}
    assert said["frame"]["markers_seen"] == 6


@pytest.mark.ci
def test_a_stranger_is_an_unknown_marker_but_a_banner_is_not(camera, frame):
    banners = replace(frame, banners=Banners((4, 5), 1.8, 0.31))
    roster = Roster(tuple(entry for entry in ROSTER.entries if entry.marker in (3, 12)))
    said = measure(grey(camera, frame), TableView(camera, banners), roster).as_json()
    (stranger,) = said["unknown_markers"]
    assert stranger["id"] == 11
    tank = camera.project([[92.3, 77.1, 3.0]])[0]
    assert math.hypot(stranger["x_px"] - tank[0], stranger["y_px"] - tank[1]) < 15
    assert 0.9 < stranger["score"] <= 1


@pytest.mark.ci
def test_a_marker_of_the_wrong_size_for_its_plane_is_no_stand(camera, frame, view):
    larger = Roster(tuple(replace(e, mount=replace(e.mount, size_cm=3.0)) for e in ROSTER.entries))
    assert measure(grey(camera, frame), view, larger).stands == ()
    fits = size_check(view, ROSTER)
    right, small = (camera.project(square_corners(50, 50, 0.31, 20, size)) for size in (1.8, 1.3))
    # Of a stranger, 99, nobody knows the size.
    seen = np.stack([right, small, small, right * (1, 0.6)])
    assert fits(np.array([3, 3, 99, 3]), seen).tolist() == [True, False, True, False]
    assert fits(np.array([], np.intp), np.zeros((0, 4, 2))).tolist() == []


@pytest.mark.ci
@pytest.mark.parametrize(("shift_cm", "turn_deg"), [((0.3, -0.2, 0.1), 0.05), ((2.0, 1.0, -1.5), 1.5)])
def test_a_bumped_camera_is_followed_and_said(camera, frame, view, shift_cm, turn_deg):
    bumped = grey(moved(camera, shift_cm, turn_deg), frame)
    said = measure(bumped, view, ROSTER)
    (warning,) = said.warnings
    assert "camera has moved" in warning
    assert np.abs(offsets_cm(said.stands)).max() < 0.008
    still = measure(grey(camera, frame), view, ROSTER)
    # Each sigma has the noise of its own look; on the whole following a bump costs.
    assert sum(now.sigma_cm for now in said.stands) > sum(before.sigma_cm for before in still.stands)


@pytest.mark.ci
def test_a_bumped_camera_keeps_the_surveys_errors_as_they_were(camera, frame):
    """The frame lies 3 mm from its survey: following the bump by the survey would move the stands."""
    wrong = replace(frame, markers=(replace(frame.markers[0], x=frame.markers[0].x + 0.3), *frame.markers[1:]))
    view = replace(calibrated(camera, frame), frame=wrong)
    said = measure(grey(moved(camera, (0.3, -0.2, 0.1), 0.05), frame), view, ROSTER)
    assert np.abs(offsets_cm(said.stands)).max() < 0.008


@pytest.mark.ci
def test_a_pushed_frame_marker_is_named_and_left_out(camera, frame, view):
    pushed = replace(frame, markers=(replace(frame.markers[0], x=frame.markers[0].x + 0.8), *frame.markers[1:]))
    said = measure(grey(camera, pushed), view, ROSTER)
    (warning,) = said.warnings
    assert "card 240 is not where it was" in warning
    assert np.abs(offsets_cm(said.stands)).max() < 0.006


@pytest.mark.ci
@pytest.mark.parametrize("turn_deg", [8.0, 90.0, 180.0])
def test_a_picture_turned_by_much_is_followed_and_said(camera, frame, turn_deg):
    # From higher up than the others, so that the turned table stays in the picture.
    high = Camera(camera.lens, camera.rotation, -camera.rotation @ np.array([60.0, 50.0, 230.0]))
    turn = np.radians(turn_deg)
    about = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]]) @ high.rotation
    turned = Camera(camera.lens, about, -about @ high.position_cm)
    said = measure(grey(turned, frame), calibrated(high, frame), ROSTER)
    (warning,) = said.warnings
    if turn_deg > 45:
        assert f"turned by {turn_deg:.0f} degrees" in warning
    else:
        assert float(warning.split("(by ")[1].split(" px")[0]) > 50
    assert np.abs(offsets_cm(said.stands)).max() < 0.02


@pytest.mark.ci
def test_a_picture_that_was_turned_over_is_measured_with_its_lens_turned(camera, frame, view):
    """By a driver's flip, or a phone that lies flat: the lens is not quite in the picture's middle."""
    said = measure(np.ascontiguousarray(grey(camera, frame)[::-1, ::-1]), view, ROSTER)
    assert ["turned by 180 degrees" in warning for warning in said.warnings] == [True]
    assert np.abs(offsets_cm(said.stands)).max() < 0.005
    before = measure(grey(camera, frame), view, ROSTER)
    assert [s.sigma_cm for s in said.stands] == pytest.approx([s.sigma_cm for s in before.stands], rel=0.2)


@pytest.mark.ci
def test_a_mirrored_picture_is_said_to_be(camera, frame, view):
    with pytest.raises(BadInput, match=r"shot\.jpg: the picture is mirrored; switch mirroring off"):
        measure(np.ascontiguousarray(grey(camera, frame)[:, ::-1]), view, ROSTER, "shot.jpg")


@pytest.mark.ci
def test_a_card_covered_at_calibration_is_not_judged_later(camera, frame, view):
    without = replace(view, seen=tuple(seen for seen in view.seen if seen.id != 243))
    # Its survey is 4 mm off: that is no push.
    markers = tuple(replace(m, x=m.x + 0.4) if m.id == 243 else m for m in frame.markers)
    said = measure(grey(camera, frame), replace(without, frame=replace(frame, markers=markers)), ROSTER)
    assert said.warnings == ()
    assert 243 in said.frame_seen
    bumped = grey(moved(camera, (2.0, 1.0, -1.5), 1.5), frame)
    said = measure(bumped, replace(without, frame=replace(frame, markers=markers)), ROSTER)
    assert len(said.warnings) == 1
    assert "camera has moved" in said.warnings[0]
    assert np.abs(offsets_cm(said.stands)).max() < 0.008


def covered(picture: np.ndarray, camera: Camera, frame: Frame, ids: tuple[int, ...]) -> np.ndarray:
    hidden = picture.copy()
    for marker in frame.markers:
        if marker.id in ids:
            u, v = camera.project([[marker.x, marker.y, marker.height_cm]])[0].astype(int)
            hidden[v - 45 : v + 45, u - 45 : u + 45] = 120
    return hidden


@pytest.mark.ci
def test_a_frame_marker_that_is_not_seen_is_named(camera, frame, view):
    said = measure(covered(grey(camera, frame), camera, frame, (243,)), view, ROSTER)
    assert said.warnings == ("I see 5 of 6 cards; 243 is not visible",)
    assert said.as_json()["frame"]["markers_seen"] == 5


@pytest.mark.ci
def test_too_few_frame_markers_to_follow_a_bump_is_said(camera, frame, view):
    bumped = moved(camera, (0.5, 0, 0), 0)
    said = measure(covered(grey(bumped, frame), bumped, frame, (240, 241, 242, 243)), view, ROSTER)
    assert said.warnings[0] == "I see 2 of 6 cards; 240, 241, 242, 243 are not visible"
    assert "too few to follow it (2): calibrate the table again" in said.warnings[1]
    off = np.linalg.norm(offsets_cm(said.stands), axis=1)
    assert off.max() > 0.3
    assert all(off < 3 * np.array([stand.sigma_cm for stand in said.stands])), "places are as unsure as the camera"
    assert {stand.z_cm for stand in said.stands} == {0.0}


@pytest.mark.ci
def test_no_frame_marker_is_refused(camera, frame, view):
    blind = covered(grey(camera, frame), camera, frame, tuple(range(240, 246)))
    with pytest.raises(BadInput, match=r"shot\.jpg: I see no card \(expected 240, 241"):
        measure(blind, view, ROSTER, "shot.jpg")


@pytest.mark.ci
def test_a_picture_of_another_size_is_refused(view):
    with pytest.raises(BadInput, match="640 x 480 px, but the table was calibrated at 1920 x 1080"):
        measure(np.zeros((480, 640), np.uint8), view, ROSTER)


@pytest.mark.ci
def test_a_frame_marker_on_the_roster_is_refused(camera, frame, view):
    roster = Roster((Entry(241, "us-9", "us", "soldier", 2.0, 1.6, SOLDIER),))
    with pytest.raises(BadInput, match=r"marker 241 is on the roster \(us-9\) and also on the frame"):
        measure(grey(camera, frame), view, roster)


@pytest.mark.ci
def test_a_stand_off_the_table_is_said(camera, frame, view):
    gone = Snapshot(120, 100, (Stand("us-1", "us", "soldier", -7.0, 50.0, 90.0, 2.0, 1.6),))
    said = measure(grey(camera, frame, gone), view, ROSTER)
    assert said.warnings == ("off the table: us-1",)


@pytest.mark.ci
def test_a_stand_that_is_partly_covered_is_said(camera, frame, view):
    picture = grey(camera, frame)
    corner = camera.project(square_corners(*centre_of("us-1"), 0.31, 62.0, 1.8))[2]
    cv2.circle(picture, tuple(np.rint(corner).astype(int).tolist()), 4, 225, -1)
    said = measure(picture, view, ROSTER)
    (warning,) = said.warnings
    assert warning.startswith("us-1 (marker 3) is partly covered, about ")
    assert warning.endswith(" %; its place is less sure")
    assert np.abs(offsets_cm(said.stands)).max() < 0.03


@pytest.mark.ci
@pytest.mark.parametrize("level", [90, 150])
def test_a_stand_whose_corner_is_touched_is_said_not_to_be_plain(camera, frame, view, level):
    picture = grey(camera, frame)
    corner = camera.project(square_corners(*centre_of("us-1"), 0.31, 62.0, 1.8))[2]
    cv2.circle(picture, tuple(np.rint(corner).astype(int).tolist()), 3, level, -1)
    (warning,) = measure(picture, view, ROSTER).warnings
    assert warning.startswith("us-1 (marker 3) is not plain to see: ")


def centre_of(name: str) -> tuple[float, float]:
    stand = SNAPSHOT.stand(name)
    pose = marker_from_stand(Pose(stand.x, stand.y, stand.heading_deg), SOLDIER)
    return pose.x, pose.y


@pytest.mark.ci
def test_without_kept_places_the_frames_survey_is_held_to(camera, frame):
    found = {m.id: m for m in find_markers(grey(camera, frame), "4x4_250") if m.id >= 240}
    settled = settle(TableView(camera, frame), found)
    assert settled.warnings == ()
    assert settled.view.camera is camera
