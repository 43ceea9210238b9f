"""Of markers drawn with a known jitter the scatter is told; who moved or was seldom seen is named and left out."""

from functools import lru_cache

import cv2
import drawn
import numpy as np
import pytest

from vision.alignment import GAMMA
from vision.camera_check.resting import RestWatch
from vision.camera_check.scatter_drawing import draw_scatter, magnified
from vision.dictionary import dictionary, patterns
from vision.marker_drawing import FOUND, MISSED

BITS = patterns(dictionary("4x4_250")).astype(np.float64)
IDS = np.arange(9)
SIDE_PX, SIZE_PX, FRAME_S = 26.0, (360, 330), 0.2
WINDOW = 30
PLACES = np.array([[60 + 115 * (k % 3), 60 + 105 * (k // 3)] for k in IDS], np.float64)


@lru_cache(maxsize=32)
def _patch(marker, x, y):
    """Return the light (2 WINDOW, 2 WINDOW) about a marker that lies so far from its window's corner."""
    light = np.full((2 * WINDOW, 2 * WINDOW), 0.2, np.float32)
    drawn.lay(light, BITS[marker], drawn.marker_corners(np.array([x, y]), SIDE_PX, 11.0 + 17 * marker, 0, 0), 1.0)
    return light


def _frame(places, dice, hidden=(), noise=0.6):
    light = np.full(SIZE_PX[::-1], 0.2, np.float32)
    for k in set(IDS.tolist()) - set(hidden):
        u, v = (int(at) - WINDOW for at in places[k])
        light[v : v + 2 * WINDOW, u : u + 2 * WINDOW] = _patch(k, *(places[k] - [u, v]).tolist())
    grey = 255 * cv2.GaussianBlur(light, (0, 0), 0.7) ** (1 / GAMMA)
    return np.clip(np.rint(grey + dice.normal(0, noise, grey.shape)), 0, 255).astype(np.uint8)


def _film(frames, place_of, hidden_of=lambda _: (), seed=5):
    """Watch a film; ``place_of`` a frame's number and the dice gives where all markers are (9, 2) px."""
    dice = np.random.default_rng(seed)
    watch, truth = RestWatch("4x4_250"), []
    for k in range(frames):
        truth.append(place_of(k, dice))
        watch.take(_frame(truth[-1], dice, hidden_of(k)), k * FRAME_S)
    return watch.told(), np.array(truth)


def _apart(truth):
    """Return the places with all that is common to all markers, shift, turn and growth, taken out by least squares."""
    start = truth[0]
    x, y = (start - np.array(SIZE_PX) / 2).T
    one, none = np.ones(len(x)), np.zeros(len(x))
    parts = np.stack([np.c_[one, none, -y, x], np.c_[none, one, x, y]], axis=1).reshape(-1, 4)
    off = (truth - start).reshape(len(truth), -1)
    left = off - (parts @ np.linalg.lstsq(parts, off.T, rcond=None)[0]).T
    return left.reshape(truth.shape) / np.sqrt(1 - 2 / len(x))


@pytest.fixture(scope="module")
def jittery():
    return _film(30, lambda _, dice: PLACES + dice.normal(0, 0.08, PLACES.shape))


@pytest.mark.ci
def test_the_scatter_within_a_second_is_told(jittery):
    told, truth = jittery
    assert [marker.id for marker in told.rested] == IDS.tolist()
    within = np.array([marker.within_px for marker in told.rested])
    true = np.sqrt(_apart(truth).var(axis=0, ddof=1).mean(axis=1))
    np.testing.assert_allclose(within, true, rtol=0.25)
    assert np.sqrt(np.square(within).mean()) == pytest.approx(np.sqrt(np.square(true).mean()), rel=0.06)


@pytest.mark.ci
def test_what_scatters_more_than_its_sigma_says_so(jittery):
    told, _ = jittery
    for marker in told.rested:
        assert marker.in_sigmas == pytest.approx(marker.total_px / marker.sigma_px, rel=0.2)
        assert marker.in_sigmas > 2  # a jitter that no picture shows
        assert marker.between_px < 0.05
        assert marker.side_px == pytest.approx(SIDE_PX, abs=0.3)


def test_still_markers_scatter_less_than_their_sigma():
    told, _ = _film(10, lambda *_: PLACES)
    assert [marker.fate for marker in told.markers] == ["rested"] * 9
    assert max(marker.in_sigmas for marker in told.rested) < 1.25
    assert told.shake.shift_px < 0.01
    assert told.blur_px == pytest.approx(np.full(10, 0.76), abs=0.1)  # 0.7, and the pixel's


@pytest.mark.ci
def test_what_drifts_is_told_apart_from_what_scatters():
    """One marker creeps by a tenth of a pixel; the others lie still."""

    def creeping(k, _):
        return PLACES + np.outer(IDS == 4, [0.1 * k / 30, 0])

    told, _ = _film(30, creeping)
    creeper = told.markers[4]
    assert creeper.fate == "rested"
    means = 0.1 * np.arange(6) / 6
    assert creeper.between_px == pytest.approx(means.std(ddof=1) / np.sqrt(2), rel=0.25)
    assert creeper.within_px < 0.01
    assert max(marker.between_px for marker in told.markers if marker.id != 4) < 0.006


@pytest.mark.ci
def test_a_camera_that_shakes_does_not_make_markers_move():
    def shaking(_, dice):
        return PLACES + dice.normal(0, 0.15, 2)

    told, truth = _film(15, shaking)
    assert told.shake.shift_px == pytest.approx(np.sqrt(truth[:, 0].var(axis=0, ddof=1).mean()), rel=0.05)
    assert [marker.fate for marker in told.markers] == ["rested"] * 9
    assert max(marker.within_px for marker in told.rested) < 0.15 / 8


@pytest.mark.ci
def test_who_moved_or_was_seldom_seen_is_left_out():
    def pushed(k, _):
        return PLACES + np.outer(IDS == 2, [8.0 * (k >= 10), 0]) + np.outer(IDS == 3, [0, 0.6 * (k >= 10)])

    told, _ = _film(24, pushed, lambda k: (7,) if k >= 8 else (8,) if k < 3 else ())
    fates = {marker.id: marker.fate for marker in told.markers}
    assert fates == {**dict.fromkeys(range(9), "rested"), 2: "moved", 3: "moved", 7: "seldom seen"}
    assert told.markers[7].frames == 8
    picture = draw_scatter(np.full((*SIZE_PX[::-1], 3), 128, np.uint8), told, {2: "the general"})
    assert _shows(picture, 0, FOUND)
    assert not _shows(picture, 0, MISSED)
    assert _shows(picture, 7, MISSED)
    assert magnified(told) in {step * 10**power for step in (1, 2, 5) for power in range(5)}


def _shows(picture, marker, colour):
    """Whether a line of that colour, softened at its edges, is drawn about a marker."""
    x, y = PLACES[marker].astype(int)
    around = picture[y - 25 : y + 25, x - 25 : x + 25].astype(float)
    return bool((np.linalg.norm(around - colour, axis=2) < 60).any())


def test_a_scratch_that_stays_does_not_count_but_a_finger_does():
    dice, watch = np.random.default_rng(2), RestWatch("4x4_250")
    for k in range(15):
        grey = _frame(PLACES, dice)
        _paint(grey, 5, [0.0, 0.0], 4, 120)  # a dirty module, always there
        if k >= 5:
            _paint(grey, 6, [0.3, 0.3], 14, 90)
        watch.take(grey, k * FRAME_S)
    told = watch.told()
    assert [told.markers[k].frames for k in (4, 5, 6)] == [15, 15, 5]
    assert (told.markers[5].fate, told.markers[6].fate) == ("rested", "seldom seen")


def _paint(grey, marker, at, size, level):
    u, v = np.rint(PLACES[marker] + np.array(at) * SIDE_PX).astype(int)
    grey[v - size // 2 : v + size // 2, u - size // 2 : u + size // 2] = level


def test_a_film_without_markers_tells_of_none():
    watch = RestWatch("4x4_250")
    for k in range(12):
        watch.take(np.full((100, 100), 90, np.uint8), k * FRAME_S)
    told = watch.told()
    assert (told.markers, told.shake, told.tone, magnified(told)) == ((), None, None, 1)
