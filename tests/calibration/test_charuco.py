"""The board is found in either of OpenCV's layouts, and what is no board is said to be none."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.charuco import BoardFinder, BoardSpec, BoardView, Rejected
from table.errors import BadInput
from vision.picture import read_picture

SPEC = BoardSpec(7, 6, 3.0, 2.2)
SCENES = Path(__file__).parents[1] / "data" / "scenes"


def printed(legacy: bool, spec: BoardSpec = SPEC) -> np.ndarray:
    """Return a picture of the board, 40 px a square, 60 px of paper around it."""
    picture = spec.board(legacy).generateImage((40 * spec.columns, 40 * spec.rows))
    return cv2.GaussianBlur(cv2.copyMakeBorder(picture, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255), (0, 0), 0.8)


@pytest.mark.ci
@pytest.mark.parametrize("legacy", [False, True])
def test_either_layout_is_found_and_named(legacy):
    finder = BoardFinder(SPEC)
    view = finder.find(printed(legacy), "a.jpg")
    assert isinstance(view, BoardView)
    assert finder.legacy is legacy
    assert sorted(view.ids) == list(range(30))
    assert view.size_px == (400, 360)
    # A corner's place follows from its id: corner 0 is the first inner one, 40 px into the board.
    true = 60 + 40 * SPEC.corners_cm()[view.ids] / 3.0 - 0.5
    assert np.abs(view.corners_px - true).max() < 0.3


@pytest.mark.ci
def test_the_layout_once_known_is_kept():
    finder = BoardFinder(SPEC)
    for _ in range(2):
        finder.find(printed(True), "a.jpg")
    wrong = finder.find(printed(False), "b.jpg")
    assert isinstance(wrong, Rejected)
    assert finder.legacy


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (np.full((300, 400), 128, np.uint8), "not in it"),
        (printed(False)[:, :165], r"only (one|\d) corners? of the board"),
    ],
    ids=["nothing", "a strip"],
)
def test_a_picture_without_enough_board_is_rejected_with_the_reason(picture, reason):
    view = BoardFinder(SPEC).find(picture, "a.jpg")
    assert isinstance(view, Rejected)
    assert view.name == "a.jpg"
    assert re.search(reason, view.reason)


def test_a_photographed_board_is_found():
    view = BoardFinder(BoardSpec(11, 8, 2.4, 1.8)).find(
        read_picture(SCENES / "hd" / "charuco-03.jpg", colour=False), "charuco-03.jpg"
    )
    assert isinstance(view, BoardView)
    assert len(view.ids) > 60


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((2, 8, 2.4, 1.8), "at least 3x3 squares, got 2x8"),
        ((11, 8, 1.8, 2.4), "markers of 2.4 cm do not go into squares of 1.8 cm"),
        ((11, 8, 2.4, 0.0), "do not go into squares of"),
        ((11, 8, float("nan"), 1.8), "do not go into squares of"),
        ((30, 30, 2.4, 1.8), "needs 450 markers; 4x4_250 has 250"),
        ((11, 8, 2.4, 1.8, "4x4_1"), "no marker dictionary"),
    ],
)
def test_a_board_that_cannot_be_is_refused(args, words):
    with pytest.raises(BadInput, match=words):
        BoardSpec(*args)
