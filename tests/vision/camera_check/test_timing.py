"""Frames that are missing, come twice or were not looked at are counted; late ones are not missing."""

import numpy as np
import pytest

from vision.camera_check.timing import timing_of


def _timing(times_s, numbers=None, repeated=None):
    count = len(times_s)
    return timing_of(times_s, range(count) if numbers is None else numbers, repeated or [False] * count)


def _jittered(count=90, sigma_s=0.003, seed=1):
    return np.arange(count) / 30 + np.random.default_rng(seed).normal(0, sigma_s, count)


def test_of_a_regular_camera_nothing_is_missing():
    told = _timing(_jittered())
    assert told.rate_hz == pytest.approx(30, rel=0.01)
    assert (told.missing, told.repeated, told.unread) == (0, 0, 0)
    assert told.jitter_s == pytest.approx(0.0057, rel=0.4)  # the middle half of a difference of two


@pytest.mark.parametrize("lost", [[30], [30, 60], [20, 21, 22], [88]])
def test_frames_that_a_camera_lost_are_counted(lost):
    times_s = np.delete(_jittered(), lost)
    told = _timing(times_s)
    assert told.missing == len(lost)
    assert told.longest_s == pytest.approx(np.diff(times_s).max())


def test_a_late_frame_is_not_missing():
    times_s = np.arange(60) / 30
    times_s[30] += 0.7 / 30
    assert _timing(times_s).missing == 0


def test_frames_that_nobody_took_are_no_fault_of_the_camera():
    taken = np.delete(np.arange(60), [10, 11, 40])
    told = _timing(taken / 30, taken)
    assert (told.missing, told.unread) == (0, 3)
    assert told.rate_hz == pytest.approx(30)


def test_of_bursts_nobody_can_say_what_is_missing():
    times_s = np.repeat(np.arange(20) / 10, 3) + np.tile([0, 0.001, 0.002], 20)
    assert _timing(times_s).missing is None


def test_frames_that_came_twice_are_counted():
    assert _timing(_jittered(10), repeated=[False, True, False, True, True] * 2).repeated == 6


@pytest.mark.parametrize("times_s", [[], [1.0], [1.0, 2.0], [1.0, 1.0, 1.0]])
def test_of_too_few_frames_no_rate_is_told(times_s):
    told = _timing(times_s)
    assert (told.frames, told.rate_hz, told.missing) == (len(times_s), None, None)
