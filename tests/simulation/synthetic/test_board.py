"""Is a rendered ChArUco board where its camera sees it, bowed as it should be, and readable by OpenCV itself?"""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from charuco_print import PrintedBoard, board_picture, held
from looks import BARE

from simulation.synthetic.look import Look
from vision.camera import Camera, Lens

SIZE_PX = (960, 540)
LENS = Lens(
    SIZE_PX, np.array([[670.0, 0, 481], [0, 670, 268], [0, 0, 1]]), np.array([-0.12, 0.06, 0.0004, 0.0006, -0.01])
)
LOOK = replace(BARE, blur_px=0.65, light=0.9)
BOARD = PrintedBoard(bow_cm=(0.06, 0.01, 0.03))


def detected(picture):
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    board = cv2.aruco.CharucoBoard((BOARD.columns, BOARD.rows), BOARD.square_cm, BOARD.marker_cm, words)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    return corners.reshape(-1, 2), ids.ravel()


@pytest.mark.ci
def test_opencv_finds_the_corners_where_the_bowed_board_has_them():
    errors, seen = [], 0
    for camera in held(BOARD, LENS, np.random.default_rng(3), 4):
        corners, ids = detected(board_picture(BOARD, camera, LOOK, np.random.default_rng(1)))
        seen += len(ids)
        errors.append(corners - camera.project(BOARD.corners_cm())[ids])
    error = np.concatenate(errors)
    assert seen > 0.8 * 4 * 70
    assert error.mean(axis=0) == pytest.approx([0, 0], abs=0.01)
    assert np.median(np.hypot(*error.T)) < 0.08  # OpenCV's own corners are no better


def test_the_bow_is_in_the_picture():
    flat = replace(BOARD, bow_cm=(0.0, 0.0, 0.0))
    camera = next(iter(held(BOARD, LENS, np.random.default_rng(3), 1)))
    corners, ids = detected(board_picture(BOARD, camera, LOOK, np.random.default_rng(1)))
    off = corners - camera.project(flat.corners_cm())[ids]
    moved = camera.project(BOARD.corners_cm())[ids] - camera.project(flat.corners_cm())[ids]
    assert np.abs(moved).max() > 0.3
    assert (off * moved).sum() / (moved**2).sum() == pytest.approx(1, abs=0.1)


def test_the_bow_is_what_it_says_at_the_furthest_inner_corners():
    board = PrintedBoard(bow_cm=(0.1, 0.0, 0.0))
    heights = board.corners_cm()[:, 2].reshape(board.rows - 1, board.columns - 1)
    assert heights[:, 0] == pytest.approx(0.1)
    assert heights[:, -1] == pytest.approx(0.1)
    assert heights.min() == pytest.approx(0, abs=0.1 / 80)


def test_grey_levels_are_the_share_of_ink_on_each_pixel():
    """Straight before it, 10 px a cm, on whole pixels: an edge half way through a pixel shows half the light."""
    lens = Lens((400, 300), np.array([[1000.0, 0, 199.5], [0, 1000, 149.5], [0, 0, 1]]), np.zeros(0))
    board = PrintedBoard(5, 4, 4.0, 3.0)
    sharp = replace(BARE, blur_px=0.0, light=1.0)
    rows = []
    for shift in (0.0, 0.05):  # cm: half a pixel
        camera = Camera(lens, np.eye(3), np.array([-10.0 + shift, -8.0, 100.0]))
        picture = board_picture(board, camera, sharp, np.random.default_rng(0))
        rows.append((picture[80] / 255.0) ** 2.2)  # through the first row of squares: black, marker, black...
    # The square from 4 to 8 cm is white with its marker; the border at 4 cm lies between the pixels 139 and 140.
    assert rows[0][139] < 0.06
    assert rows[0][140] > 0.7
    assert rows[1][140] == pytest.approx((rows[0][139] + rows[0][140]) / 2, abs=0.02)


def test_a_person_holds_it_into_every_corner_and_tilted():
    cameras = list(held(BOARD, LENS, np.random.default_rng(5), 18))
    seen = np.concatenate([camera.project(BOARD.corners_cm()) for camera in cameras])
    cells = {(int(u // (SIZE_PX[0] / 4)), int(v // (SIZE_PX[1] / 3))) for u, v in seen if 0 <= u < 960 and 0 <= v < 540}
    assert len(cells) == 12
    tilts = [np.degrees(np.arccos(camera.rotation[2, 2])) for camera in cameras]
    assert max(tilts) > 25
    assert min(tilts) >= 0


def test_noise_is_the_looks():
    camera = next(iter(held(BOARD, LENS, np.random.default_rng(3), 1)))
    quiet = board_picture(BOARD, camera, LOOK, np.random.default_rng(1)).astype(float)
    noisy = board_picture(BOARD, camera, replace(LOOK, noise=4.0), np.random.default_rng(1)) - quiet
    assert noisy.std() == pytest.approx(4.0, rel=0.05)
    assert Look().noise > 0
