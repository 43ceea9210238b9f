"""The short form of benchmarks/hexes.py: a map of each game at 1080p, seeds that nothing was tuned on."""

import cv2
import numpy as np
import pytest
from hex_camera import HexCamera
from hex_table import HexClub, HexTable, hex_club, hex_table
from hexes_score import HexScore, judge

from calibration.table_pose import fit_table
from vision.boards.board_words import board_of, hexes_before
from vision.markers import find_markers
from vision.measure import Measured, measure

BOARDS = ((70001, "rommel"), (70002, "ancients"))


def photographed(picture: np.ndarray, it: HexTable) -> np.ndarray:
    """Return a picture as its file holds it, in grey."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, it.look.jpeg_quality or 90])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


@pytest.fixture(scope="module")
def club() -> tuple[HexClub, HexCamera]:
    made = hex_club(7000, (1920, 1080))
    return made, made.open_camera()


@pytest.fixture(scope="module")
def scores(club: tuple[HexClub, HexCamera]) -> list[HexScore]:
    made, camera = club
    found = []
    for seed, game in BOARDS:
        it = hex_table(seed, made, game)
        known = None
        if game == "rommel":  # nothing lies on blocks
            first = board_of(measured(photographed(it.picture_before(camera), it), it))
            assert first is not None
            known = hexes_before(first)
        now = measured(photographed(it.picture(camera), it), it)
        seen = board_of(now, known)
        assert seen is not None
        found.append(judge(it, now, seen, "1080p", 0.0))
    return found


def measured(grey: np.ndarray, it: HexTable) -> Measured:
    """Find the table in the picture itself by its frame cards, with the club's lens, and measure it."""
    ids = {marker.id for marker in it.told.markers}
    cards = tuple(marker for marker in find_markers(grey, it.told.dictionary, ids) if marker.id in ids)
    return measure(grey, fit_table(it.club.camera.lens, None, it.told, {"the board": cards}).view, it.roster)


@pytest.mark.prove
def test_every_counter_is_read_in_its_hex_or_on_a_line_that_is_near(scores: list[HexScore]):
    assert [score.failures for score in scores] == [[], []]
    assert sum(score.right for score in scores) >= 30
    assert sum(score.line_right for score in scores) >= 3


@pytest.mark.ci
def test_what_lies_below_others_is_told_with_them(scores: list[HexScore]):
    assert sum(score.told_under for score in scores) >= 2
    assert sum(score.not_told + score.falsely_under for score in scores) == 0
