"""A bumped camera is noticed, followed and solved anew, so exactly that no stand moves; a shake is taken out."""

from dataclasses import replace

import numpy as np
import pytest

from vision.watchman import Watch


def points_cm() -> np.ndarray:
    """Return places all over the table at the heights of soldiers' and tanks' markers."""
    x, y, z = np.meshgrid(np.linspace(5, 115, 6), np.linspace(5, 95, 5), [0.31, 3.01], indexing="ij")
    return np.column_stack([x.ravel(), y.ravel(), z.ravel()])


def errors_cm(watch: Watch, camera) -> np.ndarray:
    """Return how far off a point seen through ``camera`` is measured on the table."""
    places = points_cm()
    seen = watch.steady_px(camera.project(places))
    return np.linalg.norm(watch.view.camera.to_plane(seen, places[:, 2]) - places[:, :2], axis=1)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(
    ("shift_cm", "turn_deg", "px"),
    [
        ((0.02, 0, 0), (0, 0, 0), 0.19),
        ((0.1, 0.05, 0), (0, 0, 0), 1.0),
        ((0.5, 0.2, 0.3), (0, 0, 0), 4.8),
        ((3, 2, -1), (0.5, -0.3, 1), 36.0),
        ((0, 0, 0), (0, 0, 3), 34.0),
    ],
)
def test_a_bump_of_any_size_is_solved_to_a_twentieth_of_a_millimetre(guard, club, shift_cm, turn_deg, px):
    camera = club.moved(shift_cm, turn_deg)
    said = guard.see(club.picture(camera), 25)
    assert "camera_bumped" in said.keys
    assert not said.keys & {"frame_pushed", "frame_missing", "no_frame", "light_changed"}
    assert said.watch.view is not club.view
    assert said.watch.camera_still
    assert said.watch.shift_px == pytest.approx(px, rel=0.1)
    assert said.numbers("camera_bumped")["px"] == pytest.approx(px, rel=0.15)
    assert errors_cm(said.watch, camera).max() < 0.005
    # What is added for the new pose is a few hundredths of a millimetre at most, and never nothing.
    assert np.trace(said.watch.view.covariance) > np.trace(club.view.covariance)


@pytest.mark.prove
def test_nothing_is_solved_anew_in_500_noisy_frames_and_nothing_said(guard, club):
    for _ in range(500):
        watch = guard.step(club.noisy(club.still))
        assert watch.notices == ()
        assert watch.camera_still
        assert watch.view is club.view
        assert not watch.hands.any
    assert errors_cm(watch, club.camera).max() < 0.003


@pytest.mark.ci
def test_errors_of_the_survey_stay_what_they_were(club, another):
    """One card lies 3 mm from its survey: a bump followed by the survey would move the table."""
    first = club.frame.markers[0]
    wrong = replace(club.frame, markers=(replace(first, x=first.x + 0.3), *club.frame.markers[1:]))
    guard = another(replace(club.view, frame=wrong))
    guard.see(club.still, 10)
    camera = club.moved((0.5, 0.2, 0.3), (0, 0, 0))
    said = guard.see(club.picture(camera), 25)
    assert "camera_bumped" in said.keys
    assert "frame_pushed" not in said.keys
    assert errors_cm(said.watch, camera).max() < 0.005


@pytest.mark.ci
def test_a_camera_put_back_is_where_it_was_calibrated(guard, club):
    assert guard.see(club.picture(club.moved((0.5, 0.2, 0.3), (0, 0, 0))), 20).watch.view is not club.view
    said = guard.see(club.still, 20)
    assert said.watch.view is club.view
    assert said.watch.shift_px < 0.05


@pytest.mark.prove
def test_a_shaking_camera_is_followed_from_frame_to_frame(guard, club):
    cameras = [club.moved((0.04 * k, -0.02 * k, 0), (0, 0, 0.01 * k)) for k in (-1, 0, 1, 2)]
    pictures = [club.picture(camera) for camera in cameras]
    lay = club.camera.project(points_cm() * (1, 1, 0))
    for k in (2, 3, 1, 0, 2, 1, 3, 0):
        watch = guard.step(club.noisy(pictures[k]))
        # Up to 0.8 px of shake, of which hardly anything is left: where still things are expected, and back.
        expected = guard.watchman.expected_px(lay)
        assert np.linalg.norm(expected - cameras[k].project(points_cm() * (1, 1, 0)), axis=1).max() < 0.05
        assert np.abs(watch.steady_px(expected) - lay).max() < 0.05
        assert errors_cm(watch, cameras[k]).max() < 0.01
    assert watch.view is club.view


@pytest.mark.prove
def test_a_trembling_camera_is_measured_with_all_the_same(guard, club):
    """Footsteps: 0.3 px to and fro. Every picture is brought back to where the calibrated camera would see it."""
    lay = club.camera.project(points_cm() * (1, 1, 0))
    cameras = [club.moved((0.03 * x, 0.02 * y, 0), (0, 0, 0)) for x, y in ((1, 0), (-1, 1), (0, -1), (1, 1), (-1, -1))]
    pictures = [club.picture(camera) for camera in cameras]
    for k in range(40):
        camera, picture = cameras[k % 5], pictures[k % 5]
        watch = guard.step(club.noisy(picture))
        assert watch.notices == ()
        assert watch.camera_still
        assert watch.view is club.view
        assert not watch.hands.any
        seen = camera.project(points_cm() * (1, 1, 0))
        assert np.linalg.norm(watch.steady_px(seen) - lay, axis=1).max() < 0.05


@pytest.mark.ci
def test_the_camera_is_said_to_move_while_it_does(guard, club):
    for k in range(1, 6):  # 4 px a frame, as if the camera turned aside
        watch = guard.step(club.noisy(np.roll(club.still, 4 * k, axis=1)))
    assert [notice.key for notice in watch.notices] == ["camera_moving"]
    assert not watch.camera_still


@pytest.mark.ci
def test_a_picture_turned_upside_down_is_said_once_its_markers_are_found_again(guard, club):
    turned = np.ascontiguousarray(club.still[::-1, ::-1])
    said = guard.see(turned, 4)
    assert said.keys == {"no_frame"}
    ids, _ = guard.watchman.frame_to_follow()
    elsewhere = np.array(turned.shape[::-1]) - 1 - club.frame_px
    found = guard.follower.follow(turned, ids, elsewhere)  # as the tracker does with what its search has found
    guard.watchman.look(club.noisy(turned), found, guard.time_s + 1 / 60)
    said = guard.see(turned, 12)
    assert said.watch.notices[0].key == "camera_turned"
    assert said.numbers("camera_turned") == {"degrees": 180}
    assert said.watch.frame_seen == tuple(ids)
