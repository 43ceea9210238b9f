"""What the search proposes and reads, before anything is aligned: nothing of it may be lost for speed."""

from dataclasses import replace
from functools import lru_cache

import cv2
import drawn
import numpy as np
import pytest

from vision.dictionary import dictionary, patterns
from vision.marker_id import Reader
from vision.markers import find_markers
from vision.search.places import guesses
from vision.search.pyramid import pyramid

BITS = patterns(dictionary("4x4_250"))
READER = Reader(BITS)
EVERY = (
    "13 px", "13 px, JPEG 70", "14 px, shadow", "14 px, thin margin", "16 px, JPEG 60", "16 px, noise 6",
    "16 px, blur 1/2 module", "gradient, dim", "sRGB, sharpened", "thin margin, dark ground", "clutter",
    "checked cloth", "newspaper", "cells", "turf", "45 degrees", "60 degrees", "bright ground", "60 px",
)  # fmt: skip


@lru_cache
def picture(name: str, seed: int, count: int = 20, **changes: float) -> "drawn.Drawn":
    size = (1200, 900) if name == "60 px" else (640, 480)
    return drawn.draw(BITS, replace(drawn.CASES[name], **changes), np.random.default_rng([seed, 77]), count, size)


def in_large(small: np.ndarray, size: tuple[int, int], at: tuple[int, int]) -> np.ndarray:
    """Lay a picture into the middle of a rough ground of that size (width, height)."""
    dice = np.random.default_rng(8)
    rough = dice.normal(size=(size[1] // 3, size[0] // 3)).astype(np.float32)
    ground = 90 + 9 * cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC)
    grey = np.clip(ground + dice.normal(0, 2, ground.shape), 0, 255).astype(np.uint8)
    grey[at[1] : at[1] + small.shape[0], at[0] : at[0] + small.shape[1]] = small
    return grey


def read_where(grey: np.ndarray, true_px: dict[int, np.ndarray], least_px: float = 13.0) -> tuple[set[int], set[int]]:
    """Return which markers are proposed, and which are read as what they are: corners within a quarter of a side."""
    pictures = pyramid(grey)
    quads = pictures.proposals(least_px)
    read = guesses(READER, pictures, quads)
    proposed, known = set(), set()
    for number, true in true_px.items():
        far = np.linalg.norm(true[1] - true[0]) / 4
        if any((np.abs(np.roll(quads, k, axis=1) - true).max(axis=(1, 2)) < far).any() for k in range(4)):
            proposed.add(number)
        if (np.abs(read.corners_px[read.ids == number] - true).max(axis=(1, 2), initial=0) < far).any():
            known.add(number)
    return proposed, known


@pytest.mark.first(6)
@pytest.mark.ci
@pytest.mark.parametrize("name", EVERY)
def test_every_marker_is_proposed_and_read(name):
    for seed in range(2):
        it = picture(name, seed)
        everyone = set(it.corners_px)
        assert read_where(it.grey, it.corners_px) == (everyone, everyone)


@pytest.mark.parametrize("turn_deg", range(0, 90, 15))
def test_however_they_are_turned(turn_deg):
    it = picture("13 px, JPEG 70", 3, rotation_deg=float(turn_deg))
    assert read_where(it.grey, it.corners_px) == (set(it.corners_px), set(it.corners_px))


@pytest.mark.ci
@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("name", ["13 px, JPEG 70", "16 px, blur 1/2 module", "14 px, thin margin"])
def test_in_a_large_picture_of_rough_ground(name, size):
    it = picture(name, 5)
    at = (size[0] // 3, size[1] // 3)
    true = {number: corners + at for number, corners in it.corners_px.items()}
    assert read_where(in_large(it.grey, size, at), true) == (set(true), set(true))


@pytest.mark.ci
def test_a_blur_of_most_of_a_module():
    found = [
        read_where(it.grey, it.corners_px) for it in (picture("20 px, blur 0.7 module", seed) for seed in range(3))
    ]
    assert sum(len(known) for _, known in found) >= 55  # of 60


def test_levels_too_fine_for_anything_expected_are_left_out():
    it = picture("plain", 1, side_px=36.0)
    assert read_where(it.grey, it.corners_px, 36.0)[1] == set(it.corners_px)
    fewer = pyramid(it.grey).proposals(24.0)
    assert 0 < len(fewer) < len(pyramid(it.grey).proposals(21.0))


@pytest.mark.ci
def test_small_markers_that_jpeg_makes_soft_are_kept():
    case = drawn.Conditions(side_px=13, blur_px=0.57 * 13 / 6, jpeg=30, noise=3)
    seen = 0
    for seed in range(2):
        it = drawn.draw(BITS, case, np.random.default_rng([seed, 31]), 20, (640, 480))
        ids = {marker.id for marker in find_markers(it.grey, "4x4_250", range(250), looks=1)}
        assert ids <= set(it.corners_px)
        seen += len(ids)
    assert seen >= 31  # of 40
