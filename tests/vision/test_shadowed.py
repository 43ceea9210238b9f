"""Markers that hard shadows' edges cross: found when they are waited for, where they are, and never another."""

import drawn
import numpy as np
import pytest

from vision.alignment import Aligned, align
from vision.dictionary import dictionary, patterns
from vision.marker_id import PATIENT, Reader
from vision.markers import find_markers
from vision.search.pyramid import pyramid
from vision.search.shadowed import framed, in_shadow

BITS = patterns(dictionary("4x4_250"))
REAL = BITS.astype(np.float64)
READER = Reader(BITS, PATIENT)


def picture(bits: np.ndarray, shadow: float, side_px: float, seed: int, **more: float) -> "drawn.Drawn":
    case = drawn.Conditions(side_px=side_px, shadow=shadow, **more)
    return drawn.draw(bits, case, np.random.default_rng([seed, int(side_px)]), 20, (900, 700))


def nothing_known() -> Aligned:
    return align(np.zeros((8, 8), np.uint8), np.zeros((0, 4, 2)), np.zeros((0, 6, 6)))


def read_in_shadow(grey: np.ndarray) -> tuple[np.ndarray, Aligned]:
    """Read every square of a picture, known to nobody, as if a shadow lay on it."""
    pictures = pyramid(grey)
    return in_shadow(pictures, pictures.proposals(), nothing_known(), READER, REAL, range(250), None)


@pytest.mark.first(4)
@pytest.mark.ci
@pytest.mark.parametrize(
    ("shadow", "side_px", "least"),
    [(0.4, 20, 39), (0.6, 13, 38), (0.75, 20, 38), (0.75, 40, 33), (0.5, 20, 39), (0.5, 28, 38), (0.6, 20, 38)],
)
def test_almost_all_are_found_and_none_is_misread(shadow, side_px, least):
    seen = 0
    for seed in range(2):
        it = picture(BITS, shadow, side_px, seed)
        for marker in find_markers(it.grey, "4x4_250", [*it.corners_px, *range(3, 203, 5)], looks=2):
            assert np.abs(marker.corners_px - it.corners_px[marker.id]).max() < 0.06 * side_px
            seen += 1
    assert seen >= least  # of 40


@pytest.mark.ci
def test_they_are_where_they_are_said_to_be():
    offs, in_sigmas = [], []
    for seed in range(3):
        it = picture(BITS, 0.7, 24, seed)
        for number, corners, spread in _found(it.grey):
            off = corners - it.corners_px[number]
            offs.append(off)
            in_sigmas.append(off.ravel() / np.sqrt(np.diag(spread)))
    assert len(offs) > 15
    assert np.sqrt(np.mean(np.square(offs))) < 0.12  # px
    assert 0.2 < np.sqrt(np.mean(np.square(in_sigmas))) < 1.2
    assert np.abs(in_sigmas).max() < 5


def _found(grey: np.ndarray) -> list[tuple[int, np.ndarray, np.ndarray]]:
    ids, found = read_in_shadow(grey)
    return list(zip(ids.tolist(), found.corners_px, found.covariance_px, strict=True))


@pytest.mark.ci
@pytest.mark.parametrize("kind", drawn.GROUNDS)
def test_nothing_is_read_where_nothing_is(kind):
    for seed in range(3):
        dice = np.random.default_rng([seed, 5])
        case = drawn.Conditions(
            ground=kind, shadow=(0.5, 0.7, 0.85)[seed], blur_px=dice.uniform(0.4, 2), clutter=10, noise=3
        )
        ids, _ = read_in_shadow(drawn.draw(BITS, case, dice, 0, (500, 400)).grey)
        assert not len(ids)


@pytest.mark.ci
def test_patterns_of_no_id_stay_unread():
    """A quarter of them differ from an id in one module only."""
    turned = np.stack([np.rot90(BITS, turn, axes=(1, 2)) for turn in range(4)]).reshape(-1, 36).astype(int)
    for seed in range(6):
        dice = np.random.default_rng([seed, 3])
        bits = np.zeros((200, 6, 6), np.uint8)
        bits[:, 1:5, 1:5] = dice.random((200, 4, 4)) < 0.5
        bits = bits[np.abs(bits.reshape(-1, 1, 36) - turned).sum(axis=2).min(axis=1) > 0]
        ids, _ = read_in_shadow(picture(bits, (0.5, 0.6, 0.75)[seed % 3], (16, 24)[seed % 2], seed).grey)
        assert not len(ids)


@pytest.mark.ci
def test_what_is_evenly_lit_is_not_looked_at_again():
    it = picture(BITS, 0.0, 20, 1)
    true = np.stack(list(it.corners_px.values()))
    assert not len(framed(pyramid(it.grey), true, 6).places)
    dark = picture(BITS, 0.6, 20, 1)
    some = framed(pyramid(dark.grey), np.concatenate([true] * 3), 6)
    assert 5 < len(some.places) < 40
    assert np.bincount(some.places).max() == 2  # of each place no more


@pytest.mark.ci
def test_nobody_looks_who_waits_for_nothing_or_may_look_but_once():
    it = picture(BITS, 0.75, 20, 2)
    everyone = len(find_markers(it.grey, "4x4_250", range(250), looks=2))
    assert len(find_markers(it.grey, "4x4_250", range(250), looks=1)) <= everyone - 5
    assert len(find_markers(it.grey, "4x4_250", ())) <= everyone - 5
    assert everyone >= 18


@pytest.mark.ci
def test_what_cannot_be_where_it_is_seen_is_left_out():
    it = picture(BITS, 0.75, 20, 2)
    pictures = pyramid(it.grey)
    ids, _ = in_shadow(
        pictures, pictures.proposals(), nothing_known(), READER, REAL, range(250),
        lambda ids, corners: corners[:, 0, 0] < 450,
    )  # fmt: skip
    both, found = read_in_shadow(it.grey)
    assert set(ids.tolist()) == set(both[found.corners_px[:, 0, 0] < 450].tolist()) < set(both.tolist())
