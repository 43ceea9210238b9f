"""How seldom clutter reads as a marker, by hand; and small or poorly lit markers of codes that are far apart."""

from dataclasses import replace
from math import comb

import cv2
import drawn
import numpy as np
import pytest

from vision.dictionary import dictionary, patterns
from vision.markers import find_markers
from vision.search.chance import by_chance


def test_by_chance_counts_ids_turns_and_modules():
    # 250 ids, 4 turns, 16 modules: one random square in 65 or so is some id.
    assert by_chance(np.array([250]), 6, np.array([0.0]))[0] == pytest.approx(1000 / 2**16)
    # 587 ids of 36 modules, one of them wrong.
    assert by_chance(np.array([587]), 8, np.array([1.0]))[0] == pytest.approx(4 * 587 * (1 + 36) / 2**36)
    assert by_chance(np.array([587]), 8, np.array([36.0]))[0] == 1.0
    two = by_chance(np.array([17, 17]), 8, np.array([0.0, 2.0]))
    assert two[1] / two[0] == pytest.approx(1 + 36 + comb(36, 2))


def test_small_tags_whose_ids_are_far_apart_need_no_waiting_for():
    bits = patterns(dictionary("apriltag_36h11"))
    # Modules of 1.4 px: of a code with few modules these would be too small for a stranger.
    small = replace(drawn.CASES["plain"], side_px=11.5, blur_px=0.5)
    picture = drawn.draw(bits, small, np.random.default_rng(4), 14, (480, 360))
    found = {marker.id for marker in find_markers(picture.grey, "apriltag_36h11", least_px=10)}
    assert found <= set(picture.corners_px)
    assert len(found) >= 0.8 * len(picture.corners_px)


def test_a_label_drawn_over_a_marker_does_not_hide_which_it_is() -> None:
    bits = patterns(dictionary("4x4_50"))
    picture = drawn.draw(bits, replace(drawn.CASES["60 px"], side_px=70.0), np.random.default_rng(7), 10, (1000, 800))
    for number, corners in picture.corners_px.items():
        x, y = corners.mean(axis=0).round().astype(int).tolist()
        cv2.putText(picture.grey, f"id={number}", (x - 4, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, 90, 2)
    found = {marker.id for marker in find_markers(picture.grey, "4x4_50")}
    assert found <= set(picture.corners_px)
    assert len(found) >= 0.8 * len(picture.corners_px)


def test_tags_seen_from_far_aside_are_read_by_how_well_they_fit() -> None:
    bits = patterns(dictionary("apriltag_36h11"))
    found = 0
    for tilt_deg in (70, 72):
        slanted = replace(drawn.CASES["60 degrees"], tilt_deg=tilt_deg, side_px=50.0)
        for seed in (7, 8):
            picture = drawn.draw(bits, slanted, np.random.default_rng(seed), 8, (1000, 800))
            ids = {marker.id for marker in find_markers(picture.grey, "apriltag_36h11")}
            assert ids <= set(picture.corners_px)
            found += len(ids)
    assert found >= 0.9 * 32
