"""A second look for markers that were not found: blurred by up to a module, in shadow, partly covered; never wrong."""

import drawn
import numpy as np
import pytest

from vision.dictionary import dictionary, patterns
from vision.markers import find_markers
from vision.search.acceptance import edges
from vision.search.blurred import align_blurred, likest, read_softly

BITS = patterns(dictionary("4x4_250"))
REAL = BITS.astype(np.float64)


def off_in_sigmas(marker, true_px) -> float:
    sigma = np.sqrt(np.diag(marker.covariance_px)).reshape(4, 2)
    return float(np.abs((marker.corners_px - true_px) / sigma).max())


@pytest.mark.first(3)
@pytest.mark.ci
@pytest.mark.parametrize(
    ("side_px", "modules", "least"), [(20, 1.0, 14), (36, 1.0, 15), (14, 0.7, 19), (20, 0.85, 19), (20, 0.7, 19)]
)
def test_blurred_markers_are_found_and_none_is_misread(side_px, modules, least):
    blurred = drawn.Conditions(side_px=side_px, blur_px=modules * side_px / 6)
    it = drawn.draw(BITS, blurred, np.random.default_rng([4, side_px]), 20, (900, 680))
    found = {marker.id: marker for marker in find_markers(it.grey, "4x4_250", range(250))}
    assert set(found) <= set(it.corners_px)
    assert len(found) >= least
    for number, marker in found.items():
        assert np.abs(marker.corners_px - it.corners_px[number]).max() < 0.05 * side_px
        assert off_in_sigmas(marker, it.corners_px[number]) < 5


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize(("share", "least"), [(0.05, 25), (0.2, 4), (0.1, 20)])
def test_what_is_partly_covered_is_found_more_often(share, least):
    """Of sixty ids waited for: among many more, half a pattern leaves it open which it is."""
    seen = 0
    for seed in range(2):
        case = drawn.Conditions(side_px=24, cover=share)
        it = drawn.draw(BITS, case, np.random.default_rng([seed, 9]), 20, (640, 480))
        wanted = [*it.corners_px, *range(3, 203, 5)]
        for marker in find_markers(it.grey, "4x4_250", wanted):
            assert np.abs(marker.corners_px - it.corners_px[marker.id]).max() < 2.0
            assert off_in_sigmas(marker, it.corners_px[marker.id]) < 6
            seen += 1
    assert seen >= least


@pytest.mark.ci
def test_without_patience_nobody_looks_twice():
    it = drawn.draw(BITS, drawn.Conditions(side_px=20, blur_px=20 / 6), np.random.default_rng(4), 12, (640, 480))
    assert len(find_markers(it.grey, "4x4_250", range(250), looks=1)) < 4
    assert len(find_markers(it.grey, "4x4_250", range(250))) > 6
    assert len(find_markers(it.grey, "4x4_250", ())) < 4  # nobody is waited for


@pytest.mark.ci
@pytest.mark.parametrize("kind", drawn.GROUNDS)
def test_the_second_look_reads_nothing_where_nothing_is(kind):
    dice = np.random.default_rng(23)
    case = drawn.Conditions(ground=kind, blur_px=dice.uniform(1, 3.5), clutter=10, noise=3)
    grey = drawn.draw(BITS, case, dice, 0, (400, 300)).grey
    assert find_markers(grey, "4x4_250", range(250)) == ()


@pytest.mark.ci
@pytest.mark.parametrize(("kind", "size", "most_px"), [("cells", (640, 480), 2.0), ("checks", (400, 300), 3.5)])
def test_a_fine_pattern_is_no_blurred_marker_of_a_few_px(kind, size, most_px):
    dice = np.random.default_rng([0, 23])
    case = drawn.Conditions(ground=kind, blur_px=dice.uniform(0.4, most_px), clutter=10, noise=3)
    assert find_markers(drawn.draw(BITS, case, dice, 0, size).grey, "4x4_250", range(250)) == ()


def one(blur_px: float, side_px: float = 30.0):
    it = drawn.draw(BITS, drawn.Conditions(side_px=side_px, blur_px=blur_px), np.random.default_rng(11), 8, (500, 400))
    ids = np.array(list(it.corners_px))
    return it.grey, ids, np.stack([it.corners_px[k] for k in ids])


def test_an_alignment_of_the_blurred_knows_about_the_ground_beyond_the_paper():
    grey, ids, true = one(5.0)
    dice = np.random.default_rng(0)
    found = align_blurred(grey, true + dice.normal(0, 1.5, true.shape), REAL[ids], np.full(len(ids), 4.0))
    assert np.abs(found.corners_px - true).max() < 1.2
    assert np.abs(found.corners_px.mean(axis=1) - true.mean(axis=1)).max() < 0.5
    assert np.abs(found.blur_px - 5.0).max() < 0.5
    assert found.agreement.min() > 0.97
    sigma = np.sqrt(np.diagonal(found.covariance_px, axis1=1, axis2=2))
    scaled = (found.corners_px - true).reshape(-1, 8) / sigma
    assert 0.3 < np.sqrt((scaled**2).mean()) < 1.6


def test_the_likest_of_all_ids_are_named_with_their_turns():
    grey, ids, true = one(3.0)
    likely, turns, like = likest(grey, np.roll(true, -1, axis=1), np.full(len(ids), 3.0), REAL, 3)
    assert (likely[:, 0] == ids).all()
    assert like.min() > 0.9
    assert (turns[:, 0] == 1).all()  # the first corner given is the marker's second


def test_a_soft_reading_is_sure_of_the_right_ones_only():
    grey, ids, true = one(4.0)
    wrong = (ids + 1) % 250
    read = read_softly(grey, true, np.full(len(ids), 4.0), wrong, REAL)  # the border is what it is laid onto first
    assert (read.ids[read.sure] == ids[: len(read.ids)][read.sure]).all()
    flat = np.full_like(grey, 120)
    assert not read_softly(flat, true, np.full(len(ids), 4.0), ids, REAL).sure.any()


def test_a_white_block_in_a_black_ring_is_no_strangers_marker():
    dice = np.random.default_rng([268, 3])  # one of 400 pictures of random cells; read as 17, the plainest pattern
    case = drawn.Conditions(ground="cells", blur_px=dice.uniform(0.4, 1.4), noise=3)
    grey = drawn.draw(BITS, case, dice, 0, (400, 300)).grey
    assert find_markers(grey, "4x4_250") == ()
    assert edges(REAL)[17] == edges(REAL).min() == 8
    clear = drawn.draw(BITS[17:18], drawn.Conditions(), np.random.default_rng(3), 1, (200, 160))
    assert [marker.id for marker in find_markers(clear.grey, "4x4_250")] == [17]
