"""A part of the frame that looks as when it was searched is passed over, and only then."""

import numpy as np
import pytest

from vision.tracking.slices import MOST_SKIPPED, MOST_SKIPPED_WORTH, Tile, Unchanged

TILE = Tile(16, 8, 216, 128)


def ground(seed: int, noise: float = 1.5) -> np.ndarray:
    dice = np.random.default_rng(1)
    turf = 110 + dice.normal(0, 12, (30, 60)).repeat(5, 0).repeat(5, 1)
    return np.clip(turf + np.random.default_rng(seed).normal(0, noise, turf.shape), 0, 255).astype(np.uint8)


def test_the_first_look_is_never_passed_over():
    assert not Unchanged().pass_over(TILE, ground(2), worth=False)


def test_noise_and_a_flickering_lamp_are_no_change_but_in_the_end_it_is_searched_again():
    unchanged = Unchanged()
    unchanged.pass_over(TILE, ground(2), worth=False)
    seen = [
        unchanged.pass_over(TILE, ground(k) if k % 2 else (ground(k) * 0.9).astype(np.uint8), False)
        for k in range(3, 40)
    ]
    assert seen[:MOST_SKIPPED] == [True] * MOST_SKIPPED
    assert not seen[MOST_SKIPPED]


def test_where_something_is_missed_it_is_searched_sooner():
    unchanged = Unchanged()
    unchanged.pass_over(TILE, ground(2), worth=True)
    seen = [unchanged.pass_over(TILE, ground(k), worth=True) for k in range(3, 9)]
    assert seen.count(False) >= 6 // (MOST_SKIPPED_WORTH + 1)


@pytest.mark.parametrize("side", [13, 20])
@pytest.mark.parametrize("place", [(17, 9), (61, 43), (190, 110)])
def test_a_marker_that_is_new_is_a_change(side, place):
    unchanged = Unchanged()
    unchanged.pass_over(TILE, ground(2), worth=False)
    picture = ground(3)
    x, y = place
    picture[y : y + side + 4, x : x + side + 4] = 225
    picture[y + 2 : y + side + 2, x + 2 : x + side + 2] = 50
    assert not unchanged.pass_over(TILE, picture, worth=False)


def test_parts_are_remembered_apart():
    unchanged = Unchanged()
    unchanged.pass_over(TILE, ground(2), worth=False)
    assert not unchanged.pass_over(Tile(0, 0, 100, 100), ground(3), worth=False)
    assert unchanged.pass_over(TILE, ground(4), worth=False)
