"""Hands over the table: where they are, when they are gone, and what is not one."""

import numpy as np
import pytest

from simulation.synthetic.hand import Hand
from vision.watchman import HandMap
from vision.watchman.picture_watch import small_picture


@pytest.mark.ci
def test_a_hand_over_a_corner_is_seen_where_it_is_and_gone_with_it(guard, club):
    hand = club.picture(hands=[Hand(20.0, 15.0)])
    said = guard.see(hand, 10)
    assert "hands" in said.keys
    over, tank, far = club.camera.project([[20.0, 15.0, 0.0], [20.0, 25.0, 0.0], [100.0, 80.0, 0.0]])
    assert list(said.watch.hands.near([over, far])) == [True, False]
    assert list(said.watch.hands.near([tank, tank], [0.0, 150.0])) == [False, True]
    assert not said.keys & {"camera_moving", "camera_bumped", "light_changed"}
    # An arm at rest stays a hand.
    assert "hands" in {notice.key for notice in guard.see(hand, 60).watch.notices}
    after = guard.see(club.still, 10)
    assert after.watch.notices == ()
    assert not after.watch.hands.any


@pytest.mark.ci
def test_a_hand_over_a_frame_marker_covers_it(guard, club):
    first = club.frame.markers[0]
    said = guard.see(club.picture(hands=[Hand(first.x, first.y)]), 10)
    assert 240 in said.watch.frame_covered
    assert {"hands", "frame_covered"} <= said.keys
    assert not said.keys & {"frame_missing", "frame_pushed"}
    assert guard.see(club.still, 10).watch.notices == ()


@pytest.mark.ci
def test_what_was_put_down_belongs_to_the_table_soon(guard, club):
    changed = club.still.copy()
    u, v = np.rint(club.camera.project([[60.0, 60.0, 0.0]])[0]).astype(int)
    changed[v - 12 : v + 12, u - 12 : u + 12] = 20
    assert guard.see(changed, 3).watch.hands.near([[u, v]])[0]
    later = guard.see(changed, 30).watch
    assert not later.hands.any
    assert later.notices == ()


@pytest.mark.ci
def test_a_bump_is_no_hand(guard, club):
    said = guard.see(club.picture(club.moved((1.0, 0.4, 0.0), (0, 0, 0.3))), 30)
    assert "hands" not in said.keys
    assert not said.watch.hands.any


def test_nothing_is_near_on_an_empty_map():
    nothing = np.zeros((27, 48), dtype=bool)
    assert not HandMap(nothing, nothing, 8.0).near([[10, 10], [np.nan, 5]], 1e9).any()
    assert HandMap(nothing, nothing, 8.0).near(np.zeros((0, 2))).shape == (0,)


@pytest.mark.parametrize("size", [(3840, 2160), (1920, 1080), (641, 483), (320, 240)])
def test_a_small_picture_holds_the_mean_of_all_pixels(size):
    grey = np.random.default_rng(3).integers(0, 256, size[::-1]).astype(np.uint8)
    small, step = small_picture(grey)
    assert small.shape[1] <= 320
    height, width = small.shape
    exact = grey[: height * step, : width * step].reshape(height, step, width, step).mean(axis=(1, 3))
    assert np.abs(small - exact).max() <= 2.5
    assert abs(float(small.mean()) - float(exact.mean())) < 1.0


@pytest.mark.prove
@pytest.mark.parametrize("frames_before", [-9, 0, 6])
def test_an_arm_that_rests_when_a_lamp_is_switched_or_comes_to_rest_then_is_no_table(guard, club, frames_before):
    """The lamp is switched so many frames before the arm begins to come in, or when it has rested for as many."""
    lamp = {"light": 0.6, "lamp_deg": -60.0, "light_gradient": 0.35}
    comes = [[Hand(20.0, 15.0 - 5.0 * k)] for k in range(8, -1, -1)]
    film = [[]] * max(frames_before, 0) + comes + [comes[-1]] * 50
    switched = 0 if frames_before >= 0 else len(comes) - frames_before
    for k, hands in enumerate(film):
        said = guard.see(club.picture(hands=hands, **(lamp if k >= switched else {})), 1)
    over = club.camera.project([[20.0, 15.0, 0.0]])
    assert said.watch.hands.near(over)[0]
    assert "hands" in {notice.key for notice in said.watch.notices}
    after = guard.see(club.picture(**lamp), 40)
    assert not after.watch.hands.any
