"""Runs of dark pixels, the patches they make and their corners, against OpenCV and by hand."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.homography import proper
from vision.kernels.outlines import TILE_PX, dark_runs, darker_than_nearby, four_corners
from vision.kernels.places import first_of_each, worth_a_try
from vision.search.outlines import darker_than_about


def patches_of(mask: np.ndarray, busy: np.ndarray | None = None, reach: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Return the runs of a mask and which patch each is of."""
    height, width = mask.shape
    across = -(-width // TILE_PX)
    bytes_ = np.zeros((height, TILE_PX * across), np.uint8)
    bytes_[:, :width] = mask * 100
    if busy is None:
        busy = np.ones((-(-height // TILE_PX), across), np.bool_)
    runs, parents = np.empty((mask.size + 1, 3), np.int32), np.empty(mask.size + 1, np.int32)
    count = dark_runs(bytes_.view(np.uint64), busy, 50, 1, reach, runs, parents)
    roots = parents[:count].copy()
    while (roots != roots[roots]).any():
        roots = roots[roots]
    return runs[:count], roots


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.floats(0.05, 0.95), st.booleans())
def test_patches_are_what_opencv_connects(seed, height, width, share, at_corners):
    mask = (np.random.default_rng(seed).random((height, width)) < share).astype(np.uint8)
    runs, roots = patches_of(mask, reach=int(at_corners))
    again = np.zeros_like(mask)
    for row, first, last in runs:
        again[row, first : last + 1] = 1
    assert (again == mask).all()
    count, labels = cv2.connectedComponents(mask, connectivity=8 if at_corners else 4)
    seen = {(int(labels[row, first]), int(root)) for (row, first, _), root in zip(runs, roots, strict=True)}
    assert len(seen) == count - 1 == len({root for _, root in seen}) == len({label for label, _ in seen})


def test_quiet_tiles_end_a_run():
    mask = np.ones((TILE_PX, 4 * TILE_PX), np.uint8)
    runs, _ = patches_of(mask, np.array([[True, False, True, True]]))
    assert runs[:2, 1:].tolist() == [[0, TILE_PX - 1], [2 * TILE_PX, 4 * TILE_PX - 1]]
    assert len(runs) == 2 * TILE_PX


def test_it_ends_when_there_is_no_more_room():
    bytes_ = np.tile(np.array([100, 0], np.uint8), (16, 16))
    runs, parents = np.empty((40, 3), np.int32), np.empty(40, np.int32)
    busy = np.ones((2, 4), np.bool_)
    assert dark_runs(bytes_.view(np.uint64), busy, 50, 1, 1, runs, parents) == 40


@pytest.mark.parametrize("turn_deg", [0.0, 17.0, 45.0, 80.0])
def test_corners_of_a_square(turn_deg):
    mask = np.zeros((90, 120), np.uint8)
    box = cv2.boxPoints(((60.0, 45.0), (40.0, 30.0), turn_deg))
    cv2.fillConvexPoly(mask, np.int32(np.round(box)), 1)
    runs, roots = patches_of(mask)
    (quad,) = four_corners(runs, roots.astype(np.int32), 6, 4.0, 0.72, 1.25)
    off = np.linalg.norm(quad[:, None] - box[None], axis=2).min(axis=1)
    assert off.max() < 1.5
    assert proper(quad[None]).all()


@pytest.mark.parametrize("turn_deg", [0, 60, 90, 180, 250, 270])
@pytest.mark.parametrize("mirrored", [False, True])
def test_corners_of_a_square_seen_from_far_aside(turn_deg, mirrored):
    # Two sides are longer than either diagonal.
    quad = np.array([[-16, -60], [16, -52], [15, 28], [-18, 59]])
    turn = np.radians(turn_deg)
    at = quad * [-1 if mirrored else 1, 1] @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + 75
    mask = np.zeros((150, 150), np.uint8)
    cv2.fillConvexPoly(mask, np.int32(np.round(at)), 1)
    runs, roots = patches_of(mask)
    (found,) = four_corners(runs, roots.astype(np.int32), 6, 6.0, 0.72, 1.25)
    assert proper(found[None]).all()
    assert np.linalg.norm(found[:, None] - at[None], axis=2).min(axis=0).max() < 2.5


@pytest.mark.parametrize(
    "shape", [lambda m: cv2.circle(m, (40, 40), 20, 1, -1), lambda m: cv2.line(m, (5, 40), (75, 40), 1, 7)]
)
def test_what_is_round_or_long_is_no_square(shape):
    mask = np.zeros((80, 80), np.uint8)
    shape(mask)
    runs, roots = patches_of(mask)
    assert len(four_corners(runs, roots.astype(np.int32), 6, 4.0, 0.72, 1.25)) == 0


@pytest.mark.parametrize("shape", [(64, 96), (61, 83), (9, 9), (8, 200)])
@pytest.mark.parametrize("window", [5, 9, 15])
def test_darker_than_nearby_is_the_mean_less_the_picture(shape, window):
    grey = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
    down, across = -(-shape[0] // TILE_PX), -(-shape[1] // TILE_PX)
    darker = np.zeros((shape[0], across * TILE_PX), np.uint8)
    tiles, counts = np.zeros((down, across), np.uint8), np.zeros(256, np.int32)
    darker_than_nearby(grey, window // 2, darker, tiles, counts)
    mean = cv2.blur(grey, (window, window), borderType=cv2.BORDER_REPLICATE).astype(int)
    assert np.abs(darker[:, : shape[1]] - np.clip(mean - grey, 0, 127)).max() <= 1
    assert (darker[:, shape[1] :] == 0).all()
    off = np.abs(mean - grey)
    assert abs(int(tiles[0, 0]) - off[:TILE_PX, :TILE_PX].mean()) <= 1
    last = off[TILE_PX * (down - 1) :, TILE_PX * (across - 1) :]
    assert abs(int(tiles[-1, -1]) - last.mean()) <= 1
    assert counts.sum() == -(-shape[0] // 6) * -(-shape[1] // 6)


@pytest.mark.parametrize("shape", [(1, 1), (1, 50), (50, 1), (3, 3), (20, 21)])
def test_tiny_pictures_are_no_trouble(shape):
    grey = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
    assert darker_than_about(grey, 9).outlines().shape[1:] == (4, 2)


SQUARE = np.array([[0.0, 0], [20, 0], [20, 20], [0, 20]])


def test_one_square_seen_twice_is_read_once():
    quads = np.stack([SQUARE, SQUARE + 100, np.roll(SQUARE, 1, axis=0) + 0.3, SQUARE + 2.0])
    fresh = np.empty(4, np.intp)
    centres = quads.mean(axis=1)
    by_x = np.argsort(centres[:, 0], kind="stable")
    count = first_of_each(quads, centres, np.full(4, 20.0), by_x, 0.03, fresh)
    assert fresh[:count].tolist() == [0, 1, 3]


def test_a_place_has_its_best_reading_and_a_close_other():
    ids = np.array([[7, 1], [7, 2], [9, 3], [4, 5]], np.intp)
    like = np.array([[0.9, 0.3], [0.8, 0.88], [0.95, 0.2], [0.7, 0.1]], np.float32)
    centres = np.array([[0.0, 0], [1, 1], [100, 100], [200, 0]])
    room = [np.empty(8, np.intp) for _ in range(3)]
    rivals = np.empty(8)
    order = np.array([2, 0, 1, 3])
    count = worth_a_try(order, centres, np.full(4, 20.0), ids, like, 0.3, 0.8, 0.6, 0.25, *room, rivals)
    places, quads, columns = (it[:count].tolist() for it in room)
    assert places == [0, 1, 1, 2]
    assert quads == [2, 0, 1, 3]
    assert columns == [0, 0, 1, 0]
    assert rivals[:count] == pytest.approx([0.2, 0.0, 0.0, 0.1])  # the second's is said only where it is left out
