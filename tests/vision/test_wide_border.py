"""AprilTags printed with a black border of two modules, as in Kalibr's grid: read as what they are, and where."""

import cv2
import drawn
import numpy as np

from vision.dictionary import dictionary, patterns
from vision.markers import find_markers

BITS = patterns(dictionary("apriltag_36h11"), 2)
ACROSS, SPACING = 5, 3  # tags a side, modules between them: Kalibr's tagSpacing 0.3
HOME_PX = np.array([[70.0, 60], [590, 90], [560, 440], [110, 420]])


def grid(module_px: int = 12, spread_px: int = 0) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    """Return a picture of Kalibr's grid, black squares at its crossings, and where its tags' corners are.

    Ink may have spread by so many twelfths of a module.
    """
    tag, step = BITS.shape[1], BITS.shape[1] + SPACING
    side = ACROSS * step + SPACING
    sheet, corners = np.ones((side + 4, side + 4)), {}
    for row in range(ACROSS + 1):
        for column in range(ACROSS + 1):
            sheet[2 + step * row : 2 + step * row + SPACING, 2 + step * column : 2 + step * column + SPACING] = 0
    for number in range(ACROSS**2):
        top, left = (2 + SPACING + step * k for k in divmod(number, ACROSS))
        sheet[top : top + tag, left : left + tag] = BITS[number]
        corners[number] = np.array([[left, top], [left + tag, top], [left + tag, top + tag], [left, top + tag]], float)
    large = np.kron(sheet, np.ones((module_px, module_px))).astype(np.float32)
    large = cv2.erode(large, np.ones((2 * spread_px + 1, 2 * spread_px + 1)))
    ends = np.array([[0, 0], [len(sheet), 0], [len(sheet), len(sheet)], [0, len(sheet)]], float)
    to_px = cv2.getPerspectiveTransform(ends.astype(np.float32), HOME_PX.astype(np.float32))
    fine = 4  # looked at so finely, and made smaller then
    up = np.diag([fine, fine, 1.0]) @ to_px @ np.diag([1 / module_px, 1 / module_px, 1.0])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # OpenCV's places are of pixels' middles
    up = np.linalg.inv(half) @ up @ half
    seen = cv2.warpPerspective(large, up, (fine * 660, fine * 500), flags=cv2.INTER_LINEAR, borderValue=0.5)
    light = cv2.GaussianBlur(cv2.resize(seen, (660, 500), interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    noise = np.random.default_rng(5).normal(0, 2, light.shape)
    grey = np.clip(np.rint(255 * (0.05 + 0.7 * light) ** (1 / 2.2) + noise), 0, 255).astype(np.uint8)
    where = {k: cv2.perspectiveTransform(c[None], to_px)[0] - 0.5 for k, c in corners.items()}
    return grey, where


def test_kalibrs_grid_is_read_and_its_tags_outer_corners_are_told():
    grey, true = grid()
    found = {marker.id: marker.corners_px for marker in find_markers(grey, "apriltag_36h11")}
    assert set(found) == set(true)
    assert max(np.abs(found[k] - true[k]).max() for k in true) < 0.3


def test_tags_whose_corners_run_into_black_squares_are_read():
    grey, true = grid(spread_px=1)
    assert {marker.id for marker in find_markers(grey, "apriltag_36h11")} == set(true)


def test_other_dictionaries_tags_have_one_border():
    grey, _ = grid()
    assert find_markers(grey, "4x4_250") == ()
    plain = drawn.draw(
        patterns(dictionary("apriltag_36h11")), drawn.Conditions(side_px=30), np.random.default_rng(2), 8
    )
    assert {marker.id for marker in find_markers(plain.grey, "apriltag_36h11")} == set(plain.corners_px)
