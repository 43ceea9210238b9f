"""Light, focus and the picture as a whole: said when they change, and never taken for a moved camera or for hands."""

import cv2
import numpy as np
import pytest

QUIET = {"camera_bumped", "camera_moving", "frame_pushed", "frame_missing", "frame_covered", "no_frame"}


@pytest.mark.ci
def test_a_lamp_switched_off_is_said_until_it_is_the_usual_light(guard, club):
    dimmer = club.picture(light=0.475)
    said = guard.see(dimmer, 30)
    assert said.keys == {"light_changed"}
    assert said.numbers("light_changed")["ratio"] == pytest.approx(0.5, abs=0.03)
    assert said.watch.view is club.view
    assert not said.watch.hands.any
    assert guard.see(dimmer, 55, frame_s=0.2).watch.notices == ()


@pytest.mark.ci
def test_a_lamp_from_the_other_side_leaves_no_hands(guard, club):
    said = guard.see(club.picture(lamp_deg=-60.0, light_gradient=0.35), 40)
    assert not said.keys & QUIET
    assert said.watch.notices == ()
    assert not said.watch.hands.any


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("hertz", [50.0, 60.0])
@pytest.mark.parametrize("banded", [False, True])
def test_flickering_lamps_are_not_worth_a_word(guard, club, hertz, banded):
    rows = np.linspace(0, 0.03, 1080, dtype=np.float32)[:, None] * banded  # a rolling shutter's
    said = guard.see(club.still, 90, lambda time_s: 1 + 0.1 * np.sin(4 * np.pi * hertz * (time_s * 1.007 + rows)))
    assert said.keys == set()
    assert not said.watch.hands.any


@pytest.mark.ci
def test_a_shadow_on_a_card_is_said_and_is_no_hand(guard, club):
    shade = np.ones(club.still.shape, np.float32)
    u, v = club.centre_px(242)
    shade[v - 80 : v + 80, u - 80 : u + 80] = 0.7
    said = guard.see(club.still, 30, cv2.GaussianBlur(shade, (0, 0), 12))
    assert said.keys == {"shadow"}
    assert said.numbers("shadow") == {"ids": (242,)}
    assert said.watch.shift_px < 0.05


@pytest.mark.ci
def test_twice_the_blur_is_lost_focus(guard, club):
    said = guard.see(club.picture(blur_px=1.2), 10)
    assert said.keys == {"focus_lost"}
    numbers = said.numbers("focus_lost")
    assert numbers["blur_px"] > 1.6 * numbers["was_px"]
    assert "focus_lost" not in {notice.key for notice in guard.see(club.still, 5).watch.notices}


@pytest.mark.ci
def test_a_picture_that_never_changes_is_frozen(guard, club):
    frozen = club.noisy(club.still)
    keys = [{notice.key for notice in guard.step(frozen).notices} for _ in range(60)]
    assert keys[40] == set()  # 1.3 s: a slow camera
    assert keys[-1] == {"picture_frozen"}
    assert guard.see(club.still, 2).watch.notices == ()


@pytest.mark.ci
def test_a_black_and_a_burnt_picture_are_told_apart_and_move_nothing(guard, club):
    dark = guard.see(club.still, 6, 0.02)
    assert dark.watch.notices[0].key == "too_dark"
    burnt = guard.see(club.still, 6, 4.0)
    assert burnt.watch.notices[0].key == "overexposed"
    assert "camera_bumped" not in dark.keys | burnt.keys
    again = guard.see(club.still, 10)
    assert again.watch.notices == ()
    assert again.watch.view is club.view
