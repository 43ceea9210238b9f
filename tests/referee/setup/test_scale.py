"""The table's number, and its scale set by a tape: between two cards, or by any distance that was checked."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import CameraProfile
from calibration.table_pose import fit_table
from referee.setup.distance import measured_again, measured_distance
from referee.setup.folder import SetUp
from referee.setup.scale import set_scale, tape_of
from referee.setup.small_files import CheckFile, Distance
from referee.setup.table_number import number_of, number_of_view
from table.errors import BadInput
from table.frame import Frame, Tape
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.square import bend_px, frame_corners
from vision.table_view import TableView

TRUE_CM = float(np.hypot(90.0, 40.0))
ENDS = np.array([(10.0, 20.0, 0.0), (100.0, 60.0, 0.0)])


def found(camera: Camera, profile: CameraProfile, frame: Frame, larger: float) -> TableView:
    """Return the table as the camera finds it whose cards lie so much farther from the middle than frame.toml says."""
    markers = []
    for m in frame.markers:
        lying = replace(m, x=60 + (m.x - 60) * (1 + larger), y=50 + (m.y - 50) * (1 + larger))
        tips = frame_corners(lying)
        seen_px = camera.project(tips) + bend_px(camera, tips[None])[0]
        markers.append(MarkerSeen(m.id, seen_px, 0.99, np.eye(8) * 0.02**2))
    return fit_table(profile.lens, profile.covariance, frame, {"a": markers}).view


def distance(camera: Camera, view: TableView, true_cm: float = TRUE_CM) -> Distance:
    (u1, v1), (u2, v2) = camera.project(ENDS).tolist()
    return measured_distance(view, (u1, v1), (u2, v2), true_cm)


@pytest.mark.ci
def test_a_distance_anywhere_tells_how_far_the_cards_are_apart(
    camera: Camera, profile: CameraProfile, frame: Frame
) -> None:
    view = found(camera, profile, frame, 0.002)
    tape = tape_of(view, distance(camera, view))
    cards = {m.id: m for m in frame.markers}
    one, other = (cards[number] for number in tape.between)
    apart_cm = float(np.hypot(one.x - other.x, one.y - other.y))
    assert apart_cm == pytest.approx(np.hypot(127.5, 107.5))  # the farthest two
    assert tape.length_cm == pytest.approx(1.002 * apart_cm, abs=0.01)
    pointed_cm = distance(camera, view).pointed_cm
    assert 0.1 < pointed_cm < 0.3  # a px an end, at 9 px a cm
    assert tape.sigma_cm == pytest.approx(np.hypot(0.05, pointed_cm) * tape.length_cm / TRUE_CM, rel=0.01)


@pytest.mark.ci
def test_between_two_cards_it_is_the_tape_itself(camera: Camera, profile: CameraProfile, frame: Frame) -> None:
    view = found(camera, profile, frame, 0.002)
    start, end = ((px[0], px[1]) for px in (view.seen[0].corners_px.mean(axis=0), view.seen[3].corners_px.mean(axis=0)))
    told = measured_distance(view, start, end, 127.8, 0.02, 0.05)
    assert tape_of(view, told).between == (view.seen[0].id, view.seen[3].id)
    assert tape_of(view, told).length_cm == 127.8


@pytest.mark.ci
def test_what_was_checked_is_measured_again(camera: Camera, profile: CameraProfile, frame: Frame) -> None:
    view = found(camera, profile, frame, 0.002)
    one = distance(camera, view)
    assert one.off_cm == pytest.approx(-0.002 * TRUE_CM, abs=0.01)
    taped = found(camera, profile, replace(frame, tape=tape_of(view, one)), 0.002)
    again = measured_again(one, view, taped)
    assert again.off_cm == pytest.approx(0.0, abs=0.005)
    assert again.pointed_cm == one.pointed_cm
    assert one.pointed_cm < again.sigma_cm


def test_the_number_says_what_a_tape_does(camera: Camera, profile: CameraProfile, frame: Frame) -> None:
    view = found(camera, profile, frame, 0.0)
    bare = number_of_view(view)
    assert (bare.tape, bare.good_to_cm) == ("none", bare.accuracy.good_to_cm)
    assert 0.15 < bare.good_to_cm < 0.35
    told = distance(camera, view)
    assert number_of_view(view, None, (told,)).tape == "agrees"
    wrong = told.model_copy(update={"true_cm": TRUE_CM - 2.0})
    differs = number_of_view(view, None, (told, wrong))
    assert differs.tape == "differs"
    assert differs.good_to_cm == pytest.approx(np.hypot(120, 100) * 2.0 / (TRUE_CM - 2.0), rel=0.01)
    assert differs.worst == wrong
    typed = told.model_copy(update={"true_cm": TRUE_CM / 10})
    found_so = number_of_view(view, None, (told, wrong, typed))
    assert (found_so.tape, found_so.worst) == ("contradicts", typed)  # it is no measure of the table
    sets = number_of_view(replace(view, frame=replace(frame, tape=Tape(166.8, (240, 244)))))
    assert sets.tape == "sets"


def test_heights_that_are_not_sure_are_in_it(camera: Camera, profile: CameraProfile, done: SetUp) -> None:
    view, roster = found(camera, profile, replace(done.frame or Frame(1, 1, ()), laid_sigma_cm=0.0), 0.0), done.roster
    assert roster is not None
    sure = number_of_view(view, roster).accuracy
    first, *others = roster.entries
    unsure = replace(roster, entries=(replace(first, mount=replace(first.mount, height_sigma_cm=0.1)), *others))
    number = number_of_view(view, unsure).accuracy
    assert sure.heights_cm == 0.0
    assert 0.03 < number.heights_cm < 0.1
    assert number.sigma_cm == pytest.approx(np.hypot(sure.sigma_cm, number.heights_cm))


def test_a_table_laid_by_hand_is_laid_again(done: SetUp) -> None:
    grey = np.zeros((1080, 1920), np.uint8)
    with pytest.raises(BadInput, match="laid by hand"):
        set_scale(done, grey, Tape(166.8, (240, 244)))
    assert done.frame is not None
    assert done.frame.tape is None


def test_nothing_is_said_of_a_table_that_is_not_found(done: SetUp) -> None:
    assert number_of(done) is not None
    done.check = CheckFile(table="another", distance=(Distance(start=(0, 0), end=(9, 0), true_cm=9, measured_cm=1,
                                                               sigma_cm=0.01),))  # fmt: skip
    number = number_of(done)
    assert number is not None
    assert number.tape == "none"  # of an older table
    (done.folder / "table.toml").write_text("nonsense", encoding="utf-8")
    assert number_of(done) is None
    (done.folder / "table.toml").unlink()
    assert number_of(done) is None
