"""Known markers are followed: still ones by comparing pixels, moving ones by aligning anew, and both agree."""

from functools import cache

import cv2
import numpy as np
import pytest

from vision import known_markers
from vision.dictionary import dictionary, patterns
from vision.homography import square_to_quads
from vision.known_markers import Follower

BITS = patterns(dictionary("4x4_250"))
SIZE = (420, 300)  # width, height
FINE = 8


def corners_at(x: float, y: float, side: float, turn_deg: float) -> np.ndarray:
    a = np.radians(turn_deg)
    square = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    return square @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + (x, y)


@cache
def mean_light(*markers: tuple[int, bytes]) -> np.ndarray:
    """Return how bright each pixel of a picture of markers is: the mean over its square, blurred by 0.7 px."""
    width, height = SIZE
    fine = np.full((height * FINE, width * FINE), 0.12, np.float32)
    for number, corners in markers:
        printed = np.pad(BITS[number].astype(np.float32), 1, constant_values=1.0) * 0.75 + 0.04
        n = len(printed)
        # Fine pixel k covers (k + 0.5) / FINE - 0.5 of the picture; a module is one pixel of ``printed``.
        home = square_to_quads(np.frombuffer(corners).reshape(1, 4, 2), float(n - 2))[0]
        to_fine = np.array([[FINE, 0, (FINE - 1) / 2], [0, FINE, (FINE - 1) / 2], [0, 0, 1.0]])
        from_printed = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        across = to_fine @ home @ from_printed
        ones = np.ones_like(printed)
        flags = cv2.INTER_NEAREST
        size = (width * FINE, height * FINE)
        there = cv2.warpPerspective(ones, across, size, flags=flags)
        fine = np.where(there > 0, cv2.warpPerspective(printed, across, size, flags=flags), fine)
    fine = cv2.GaussianBlur(fine, (0, 0), 0.7 * FINE)
    return fine.reshape(height, FINE, width, FINE).mean(axis=(1, 3))


def drawn(markers: dict[int, np.ndarray], noise: float = 1.0, seed: int = 0, light: float = 1.0) -> np.ndarray:
    """Draw markers on dark ground with gamma 2.2."""
    mean = mean_light(*((number, corners.tobytes()) for number, corners in markers.items())) * light
    levels = 255 * np.clip(mean, 0, 1) ** (1 / 2.2) + np.random.default_rng(seed).normal(0, noise, mean.shape)
    return np.clip(np.rint(levels), 0, 255).astype(np.uint8)


TABLE = {
    7: corners_at(60.3, 60.7, 28, 12),
    21: corners_at(150.2, 70.4, 20, 200),
    33: corners_at(250.8, 90.1, 15, 77),
    240: corners_at(320.5, 200.5, 60, 3),
}
IDS = np.array(list(TABLE))
TRUE = np.array(list(TABLE.values()))


def shifted(by: tuple[float, float]) -> dict[int, np.ndarray]:
    return {number: corners + by for number, corners in TABLE.items()}


@pytest.fixture
def settled() -> Follower:
    """A follower that has seen the table for some frames."""
    follower = Follower("4x4_250")
    start = TRUE + 0.4
    for seed in range(4):
        start = follower.follow(drawn(TABLE, seed=seed), IDS, start).corners_px
    return follower


@pytest.fixture
def alignments(monkeypatch) -> list[int]:
    """How many markers were aligned from scratch, call by call."""
    counted: list[int] = []
    real = known_markers.align

    def counting(light, corners, bits, **how):
        counted.append(len(bits))
        return real(light, corners, bits, **how)

    monkeypatch.setattr(known_markers, "align", counting)
    return counted


def centres(corners: np.ndarray) -> np.ndarray:
    return corners.mean(axis=1)


@pytest.mark.ci
def test_a_table_at_rest_is_only_compared(settled, alignments):
    found = settled.follow(drawn(TABLE, seed=9), IDS, TRUE)
    assert alignments == []
    assert np.abs(centres(found.corners_px) - centres(TRUE)).max() < 0.03
    assert np.abs(found.corners_px - TRUE).max() < 0.12
    assert found.agreement.min() > 0.97
    assert found.hidden.max() == 0
    assert list(found.ids) == list(IDS)


@pytest.mark.prove
def test_comparing_is_no_noisier_than_aligning(settled):
    fresh = [Follower("4x4_250").follow(drawn(TABLE, seed=k), IDS, TRUE).corners_px for k in range(20, 32)]
    still = [settled.follow(drawn(TABLE, seed=k), IDS, TRUE).corners_px for k in range(20, 32)]
    assert np.std(centres(np.mean(still, axis=0)) - centres(np.mean(fresh, axis=0))) < 0.01
    assert np.std([centres(c) for c in still], axis=0).max() < 1.3 * np.std([centres(c) for c in fresh], axis=0).max()


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("by", [(0.05, 0.0), (-0.12, 0.1), (0.2, -0.2)])
def test_a_small_shift_is_measured_from_the_pixels(settled, alignments, by):
    found = settled.follow(drawn(shifted(by), seed=11), IDS, TRUE)
    assert alignments == []
    assert np.abs(centres(found.corners_px) - centres(TRUE) - by).max() < 0.03


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("by", [(0.8, 0.3), (-1.0, 0.9)])
def test_a_larger_one_by_aligning_anew(settled, alignments, by):
    found = settled.follow(drawn(shifted(by), seed=12), IDS, TRUE)
    assert alignments
    assert np.abs(centres(found.corners_px) - centres(TRUE) - by).max() < 0.03


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("by", [(3.4, 0.5), (-2.5, 2.6)])
def test_one_that_runs_is_looked_for_round_about(settled, by):
    moved = TABLE | {21: TABLE[21] + by}
    found = settled.follow(drawn(moved, seed=21), IDS, TRUE)
    assert found.agreement[1] > 0.97
    assert np.abs(centres(found.corners_px)[1] - centres(TRUE)[1] - by).max() < 0.03


@pytest.mark.ci
def test_one_that_moves_leaves_the_others_at_rest(settled, alignments):
    moved = TABLE | {21: TABLE[21] + (1.0, 0.4)}
    found = settled.follow(drawn(moved, seed=13), IDS, TRUE)
    assert max(alignments) == 1
    assert np.abs(centres(found.corners_px)[1] - centres(TRUE)[1] - (1.0, 0.4)).max() < 0.03


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("light", [0.45, 1.2])
def test_another_light_moves_nothing(settled, light):
    found = settled.follow(drawn(TABLE, seed=14, light=light), IDS, TRUE)
    assert np.abs(centres(found.corners_px) - centres(TRUE)).max() < 0.04
    assert found.contrast[0] == pytest.approx(0.75 * light, rel=0.1)
    assert found.agreement.min() > 0.95


@pytest.mark.ci
def test_what_is_covered_is_not_there_and_comes_back(settled):
    picture = drawn(TABLE, seed=15)
    picture[40:90, 30:95] = 90
    found = settled.follow(picture, IDS, TRUE)
    assert found.agreement[0] < 0.6
    assert found.agreement[1:].min() > 0.95
    again = settled.follow(drawn(TABLE, seed=16), IDS, TRUE)
    assert again.agreement[0] > 0.97
    assert np.abs(centres(again.corners_px) - centres(TRUE)).max() < 0.03


@pytest.mark.ci
def test_a_finger_on_part_of_it_is_told_and_makes_its_place_less_sure(settled):
    picture = drawn(TABLE, seed=17)
    picture[:, 70:90] = 180  # the right of marker 7
    found = settled.follow(picture, IDS, TRUE)
    assert 0.05 < found.hidden[0] <= 0.6
    assert found.hidden[1:].max() == 0
    mean = np.tile(np.eye(2), 4) / 4
    sigma_px = np.sqrt(np.diag(mean @ found.covariance_px[0] @ mean.T))
    assert (np.abs(centres(found.corners_px)[0] - centres(TRUE)[0]) < 3.5 * sigma_px).all()
    assert sigma_px.min() > 5 * np.sqrt((mean @ found.covariance_px[1] @ mean.T)[0, 0])


@pytest.mark.ci
def test_what_passes_over_one_is_forgotten_at_once(settled):
    """An arm on its way: how the marker looked under its edge must not be what it is compared with afterwards."""
    for k, left in enumerate((66, 62, 58)):
        picture = drawn(TABLE, seed=60 + k)
        picture[:, left:90] = 170
        assert settled.follow(picture, IDS, TRUE).agreement[0] < 0.97
    for k in range(3):
        found = settled.follow(drawn(TABLE, seed=70 + k), IDS, TRUE)
        assert found.hidden[0] == 0
        assert found.agreement[0] > 0.97


@pytest.mark.ci
def test_others_may_be_asked_for_each_time(settled):
    some = settled.follow(drawn(TABLE, seed=18), IDS[[2, 0]], TRUE[[2, 0]])
    assert np.abs(centres(some.corners_px) - centres(TRUE[[2, 0]])).max() < 0.03
    none = settled.follow(drawn(TABLE, seed=18), IDS[:0], TRUE[:0])
    assert none.corners_px.shape == (0, 4, 2)


@pytest.mark.ci
def test_markers_at_the_border_and_outside_do_no_harm():
    follower = Follower("4x4_250")
    ids, starts = np.array([1, 2, 3]), np.array([corners_at(x, y, 20, 10) for x, y in ((2, 3), (418, 150), (900, -50))])
    for seed in range(3):
        found = follower.follow(drawn(TABLE, seed=seed), ids, starts)
        assert found.agreement.max() < 0.8
        assert np.isfinite(found.covariance_px).all()


@pytest.mark.ci
def test_black_and_white_pictures_show_nothing(settled):
    for level in (0, 255):
        found = settled.follow(np.full(SIZE[::-1], level, np.uint8), IDS, TRUE)
        assert found.agreement.max() < 0.5


@pytest.mark.prove
def test_a_marker_that_stays_half_covered_is_compared_too_and_is_whole_again_soon_after(alignments):
    covered = [drawn(TABLE, seed=seed) for seed in range(6)]
    for picture in covered:
        picture[:, 70:90] = 180  # the right of marker 7
    follower = Follower("4x4_250")
    for picture in covered:
        found = follower.follow(picture, IDS, TRUE)
    before = len(alignments)
    for k in range(24):
        found = follower.follow(covered[k % 6], IDS, TRUE)
    assert len(alignments) - before <= 2 * 3  # coarsely and finely, now and then
    assert found.hidden[0] > 0.05 or found.agreement[0] < 0.9
    for k in range(13):
        found = follower.follow(drawn(TABLE, seed=40 + k), IDS, TRUE)
    assert found.hidden[0] == 0
    assert np.abs(centres(found.corners_px)[0] - centres(TRUE)[0]).max() < 0.03
