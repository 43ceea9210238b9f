"""A camera's tone curve is told by the markers in its picture, and markers are found whatever it is."""

import drawn
import numpy as np
import pytest

from vision.alignment import GAMMA
from vision.dictionary import dictionary, patterns
from vision.markers import find_markers
from vision.tone import USUAL, Tone, tone_in, tone_of

BITS = patterns(dictionary("4x4_250"))


def _picture(seed=5):
    """Return sixteen markers of 20 px as the usual tone shows them."""
    return drawn.draw(BITS, drawn.CASES["plain"], np.random.default_rng(seed), 16, (640, 480))


def _coded(grey, gamma):
    """Return the picture as a camera of another tone shows the same light."""
    levels = np.rint(255 * (np.arange(256) / 255.0) ** (GAMMA / gamma)).astype(np.uint8)
    return levels[grey]


def _told(picture, grey):
    ids = np.array(sorted(picture.corners_px))
    corners = np.array([picture.corners_px[int(k)] for k in ids])
    return tone_of(grey, corners, BITS[ids].astype(np.float64), np.full(len(ids), 0.8))


@pytest.mark.parametrize("paper", [20, 30, 45, 60])
def test_markers_are_found_where_paper_is_nearly_black(paper):
    picture = _picture()
    dark = np.rint(picture.grey * (paper / np.percentile(picture.grey, 99))).astype(np.uint8)
    assert {marker.id for marker in find_markers(dark, "4x4_250")} == set(picture.corners_px)


@pytest.mark.parametrize("gamma", [0.8, 1.0, 1.4])
def test_a_tone_is_told_by_how_edges_bend(gamma):
    picture = _picture()
    assert _told(picture, _coded(picture.grey, gamma)).gamma == pytest.approx(gamma, rel=0.2)


def test_where_the_usual_tone_fits_no_other_is_believed():
    picture = _picture()
    assert _told(picture, picture.grey) == USUAL


def test_shadows_that_cross_most_markers_are_no_tone():
    picture = _picture()
    across = np.arange(640) + np.zeros((480, 1))
    shade = 1 - 0.25 * (1 + np.clip(np.sin(across / 4.5) / 0.6, -1, 1))  # soft bands, half of the light in them
    shaded = np.rint(picture.grey * shade ** (1 / GAMMA)).astype(np.uint8)
    shaded[:, :400] = picture.grey[:, :400]
    assert _told(picture, shaded) == USUAL


@pytest.mark.parametrize("gamma", [0.7, 1.0, 1.6, GAMMA])
def test_markers_are_found_whatever_the_tone(gamma):
    picture = _picture(6)
    found = {marker.id: marker for marker in find_markers(_coded(picture.grey, gamma), "4x4_250")}
    assert set(found) == set(picture.corners_px)
    off = np.array([found[k].corners_px - picture.corners_px[k] for k in found])
    assert np.sqrt((off**2).mean()) < 0.05


@pytest.mark.ci
def test_a_known_tone_is_taken_as_it_is():
    picture = _picture(6)
    dim = _coded(picture.grey, 0.8)
    as_told = find_markers(dim, "4x4_250", tone=Tone(0.8))
    assert {marker.id for marker in as_told} == set(picture.corners_px)
    # Told wrongly, the patterns fit worse.
    assert np.mean([m.score for m in find_markers(dim, "4x4_250", picture.corners_px, tone=USUAL)]) < np.mean(
        [m.score for m in as_told]
    )


def test_evened_is_what_the_usual_camera_would_have_shown():
    levels = np.arange(256, dtype=np.uint8)[None]
    assert Tone(1.0).evened(levels)[0, 128] == round(255 * (128 / 255) ** (1 / GAMMA))
    assert USUAL.evened(levels) is levels


def test_the_tone_of_known_markers_waits_until_two_are_seen():
    picture = _picture()
    ids = np.array(sorted(picture.corners_px))
    corners = np.array([picture.corners_px[int(k)] for k in ids])
    dim = _coded(picture.grey, 1.0)
    bits = BITS[ids].astype(np.float64)
    told = tone_in(dim, corners, bits)
    assert told is not None
    assert told.gamma == pytest.approx(1.0, rel=0.2)
    assert tone_in(dim, corners[:1], bits[:1]) is None
    assert tone_in(np.full((480, 640), 90, np.uint8), corners, bits) is None
    assert tone_in(dim, corners[:0], bits[:0]) is None
