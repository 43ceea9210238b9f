"""Single frame markers: covered, missing, pushed; and those that were never seen at calibration."""

from dataclasses import replace

import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera, default_frame
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.frame import Frame
from table.roster import Roster
from table.snapshot import Snapshot
from vision.known_markers import Follower
from vision.markers import find_markers
from vision.picture import in_grey
from vision.table_view import FrameSeen, TableView
from vision.watchman import Watchman


def with_pushed(frame: Frame, x_cm: float, turn_deg: float = 0.0) -> Frame:
    first = frame.markers[0]
    return replace(
        frame, markers=(replace(first, x=first.x + x_cm, heading_deg=first.heading_deg + turn_deg), *frame.markers[1:])
    )


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("pushed_cm", [0.05, 0.3])
def test_one_pushed_card_is_named_with_how_far_and_left_out(guard, club, pushed_cm):
    said = guard.see(club.picture(frame=with_pushed(club.frame, pushed_cm)), 40)
    assert "camera_bumped" not in said.keys
    assert said.numbers("frame_pushed") == {"ids": (240,), "cm": pytest.approx(pushed_cm, abs=0.011)}
    assert said.watch.frame_pushed == (240,)
    assert said.watch.view is club.view
    assert said.watch.shift_px < 0.05
    back = guard.see(club.still, 40).watch
    assert back.frame_pushed == ()
    assert back.notices == ()


@pytest.mark.ci
def test_a_card_pushed_while_the_camera_is_bumped_does_not_bend_the_pose(guard, club):
    camera = club.moved((0.5, 0.2, 0.3), (0, 0, 0))
    said = guard.see(club.picture(camera, with_pushed(club.frame, 0.3)), 60)
    assert {"camera_bumped", "frame_pushed"} <= {notice.key for notice in said.watch.notices}
    middle = np.array([[60.0, 50.0, 0.0]])
    seen = said.watch.view.camera.to_plane(said.watch.steady_px(camera.project(middle)))[0]
    assert np.hypot(*(seen - middle[0, :2])) < 0.005


@pytest.mark.ci
def test_a_card_half_covered_is_said_and_not_believed(guard, club):
    covered = club.still.copy()
    u, v = club.centre_px(241)
    covered[v - 40 : v + 40, u - 40 : u - 8] = 90
    said = guard.see(covered, 15)
    assert said.numbers("frame_covered")["ids"] == (241,)
    assert "frame_pushed" not in said.keys
    assert said.watch.shift_px < 0.05


@pytest.mark.ci
def test_a_card_taken_away_is_missing(guard, club):
    without = club.still.copy()
    u, v = club.centre_px(241)
    without[v - 45 : v + 45, u - 45 : u + 45] = 90
    said = guard.see(without, 60)
    assert said.numbers("frame_missing") == {"ids": (241,), "seen": 5, "expected": 6}
    assert said.watch.frame_missing == (241,)
    assert guard.see(club.still, 40).watch.notices == ()


@pytest.mark.ci
def test_too_few_cards_are_said_and_where_they_agree_the_camera_is_taken_to_stand(guard, club):
    few = club.still.copy()
    for marker in (240, 241, 242, 243):
        u, v = club.centre_px(marker)
        few[v - 45 : v + 45, u - 45 : u + 45] = 90
    said = guard.see(few, 40)
    assert said.numbers("no_frame") == {"seen": 2, "expected": 6, "least": 3}
    assert said.watch.camera_still
    assert said.watch.view is club.view


@pytest.mark.ci
def test_a_card_covered_at_calibration_is_not_judged(club, another):
    off = replace(club.frame, markers=(*club.frame.markers[:-1], replace(club.frame.markers[-1], x=-3.5)))
    view = TableView(club.camera, off, club.view.covariance, club.view.seen[:-1])
    said = another(view).see(club.still, 40)
    assert said.keys == set()
    assert 245 in said.watch.frame_seen


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("size_px", [(3840, 2160), (1920, 1080)])
def test_a_camera_just_calibrated_has_not_moved(size_px):
    """Searching finds large cards where following them does: else all stands would be off by 0.02 mm from the first."""
    frame = default_frame(120, 100)
    camera = default_camera(frame, size_px)
    renderer = Renderer(camera, frame, Roster(), Look(noise=1.2), 1)
    pictures = [in_grey(renderer.render(Snapshot(120, 100))) for _ in range(6)]
    ids = {marker.id for marker in frame.markers}
    kept = tuple(FrameSeen(m.id, m.corners_px) for m in find_markers(pictures[0], frame.dictionary, ids))
    watchman, follower = Watchman(TableView(camera, frame, None, kept)), Follower(frame.dictionary)
    for k, picture in enumerate(pictures):
        watch = watchman.look(picture, follower.follow(picture, *watchman.frame_to_follow()), k / 25)
    assert watch.shift_px < 0.008
    assert watch.shift_cm < 0.001
