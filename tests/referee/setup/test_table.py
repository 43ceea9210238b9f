"""The table is found by its cards, or laid by hand; a tape says whether it is right."""

import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profile import CameraProfile
from referee.setup.distance import ErrorMap, forget_distance, keep_distance, measured_distance
from referee.setup.folder import SetUp
from referee.setup.picture_quality import assess_picture
from referee.setup.small_files import Distance
from referee.setup.table import corners_of, default_corners, find_table, lay_by_hand
from simulation.rehearsal.demos import demo_scene
from simulation.synthetic.renderer import Renderer
from table.errors import BadInput
from table.frame import Frame
from vision.camera import Camera
from vision.picture import in_grey
from vision.table_view import TableView

Grey = np.ndarray


@pytest.fixture(scope="module")
def grey(renderer: Renderer) -> Grey:
    return in_grey(renderer.render(demo_scene("ambush").truth()))


@pytest.mark.ci
def test_it_is_found_by_its_cards(profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey) -> None:
    found = find_table(profile, frame, grey)
    assert found.missing == ()
    assert np.abs(np.array(found.corners_px) - corners_of(camera, frame)).max() < 0.2


@pytest.mark.ci
def test_a_picture_of_another_size_is_refused(profile: CameraProfile, frame: Frame, grey: Grey) -> None:
    with pytest.raises(BadInput, match="the picture is 960 x 540 px, and the lens was learned at 1920 x 1080 px"):
        find_table(profile, frame, cv2.resize(grey, (960, 540)))


@pytest.mark.ci
def test_it_is_laid_by_hand_though_the_cards_lie_anywhere(
    profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey
) -> None:
    moved = replace(frame, markers=tuple(replace(m, x=m.x + 7, y=-m.y, heading_deg=0.0) for m in frame.markers))
    found = lay_by_hand(profile, moved, grey, corners_of(camera, frame))
    true = {marker.id: marker for marker in frame.markers}
    for marker in found.view.frame.markers:
        assert np.hypot(marker.x - true[marker.id].x, marker.y - true[marker.id].y) < 0.1
        assert abs(marker.heading_deg - 90.0) < 0.5
    assert len(found.view.seen) == len(found.view.frame.markers) == 8


def test_the_hand_is_in_the_sigma(profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey) -> None:
    view = lay_by_hand(profile, frame, grey, corners_of(camera, frame)).view
    assert view.covariance is not None
    # Two px at 9 px a cm an end, and a little less in the middle of the table.
    assert 0.15 < measured_distance(view, (500, 600), (1500, 600), 90.0).sigma_cm < 0.5


@pytest.mark.parametrize(
    ("order", "words"),
    [((0, 2, 1, 3), "do not go round"), ((3, 2, 1, 0), "wrong way")],
)
def test_corners_in_a_wrong_order(
    profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey, order: tuple[int, ...], words: str
) -> None:
    corners = corners_of(camera, frame)
    with pytest.raises(BadInput, match=words):
        lay_by_hand(profile, frame, grey, [corners[k] for k in order])


def test_corners_need_a_few_cards(profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey) -> None:
    blind = np.full_like(grey, 128)
    with pytest.raises(BadInput, match="I see 0 cards; lay at least 3"):
        lay_by_hand(profile, frame, blind, corners_of(camera, frame))
    with pytest.raises(BadInput, match="too small"):
        lay_by_hand(profile, frame, grey, [(10, 90), (90, 90), (90, 10), (10, 10)])


def test_corners_to_begin_with_go_the_right_way_round(
    profile: CameraProfile, frame: Frame, camera: Camera, grey: Grey
) -> None:
    lay_by_hand(profile, frame, grey, default_corners(camera.lens.size_px))


def test_a_tape_is_held_against_the_camera(camera: Camera, frame: Frame) -> None:
    view = TableView(camera, frame)
    start, end = (tuple(px) for px in camera.project([(10.0, 20.0, 0.0), (100.0, 60.0, 0.0)]))
    true_cm = float(np.hypot(90.0, 40.0))
    distance = measured_distance(view, start, end, true_cm)
    assert distance.measured_cm == pytest.approx(true_cm, abs=1e-6)
    assert distance.agrees
    assert not distance.model_copy(update={"true_cm": true_cm - 1.0}).agrees
    high = measured_distance(view, start, end, true_cm, height_cm=3.0)
    assert high.measured_cm < true_cm  # what is nearer the camera looks larger
    with pytest.raises(BadInput, match="at least 5"):
        measured_distance(view, start, start, true_cm)


def test_distances_are_kept_for_the_table_they_were_measured_on(done: SetUp) -> None:
    one = Distance(start=(0, 0), end=(100, 0), true_cm=100.0, measured_cm=100.0, sigma_cm=0.01)
    assert len(keep_distance(done, one).distance) == 1
    assert len(keep_distance(done, one).distance) == 2
    assert len(forget_distance(done, 0).distance) == 1
    with pytest.raises(BadInput):
        forget_distance(done, 5)
    view = done.table
    assert view is not None
    done.table = replace(view, rms_px=9.0)
    assert len(keep_distance(done, one).distance) == 1


@pytest.mark.ci
def test_the_error_map_is_drawn_over_the_table(
    camera: Camera, frame: Frame, profile: CameraProfile, grey: Grey
) -> None:
    one = Distance(start=(0, 0), end=(100, 0), true_cm=100.0, measured_cm=100.0, sigma_cm=0.01)
    view = find_table(profile, frame, grey).view
    drawn = ErrorMap(view)
    svg = drawn.svg("/above.jpg?a&b", "the error", (one.model_copy(update={"measured_cm": 101.0}),))
    assert 'href="/above.jpg?a&amp;b"' in svg
    assert 'class="checked-way poor"' in svg
    written = re.findall(r">(\d+\.\d+)</text>", svg)
    assert written
    assert {len(number.partition(".")[2]) for number in written} == {2}, "a thousandth of a mm is nobody's business"
    above = drawn.above().of(np.asarray(grey))
    assert above.shape[1] / above.shape[0] == pytest.approx(
        (drawn.rectangle_cm[2] - drawn.rectangle_cm[0]) / (drawn.rectangle_cm[3] - drawn.rectangle_cm[1]), rel=0.01
    )


@pytest.mark.ci
def test_light_and_focus_are_judged(frame: Frame, grey: Grey) -> None:
    wanted = [marker.id for marker in frame.markers]

    def warned(picture: Grey) -> tuple[str, ...]:
        return assess_picture(picture, frame.dictionary, wanted).warnings

    assert warned(grey) == ()
    assert warned(cv2.GaussianBlur(grey, (0, 0), 1.8)) == ("soft",)
    assert warned(np.full_like(grey, 4)) == ("dark",)
    assert warned(np.full_like(grey, 255)) == ("bright",)
    assert "small" in warned(cv2.resize(grey, (1280, 720), interpolation=cv2.INTER_AREA))
