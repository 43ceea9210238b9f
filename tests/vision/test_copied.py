"""Markers that lie on a table twice: told with their places, the one that counts first."""

import cv2
import numpy as np
import pytest

from table.mount import Mount
from table.roster import Entry, Roster
from vision.copied import Copied, copied_markers, copy_words
from vision.dictionary import dictionary
from vision.markers import MarkerSeen, find_markers
from vision.table_view import TableView

SIDE_PX = 36
AT_PX = {7: [(300.0, 200.0), (900.0, 700.0), (1500.0, 300.0)], 9: [(600.0, 400.0)]}
ROSTER = Roster((Entry(7, "red-1", "red", "rifle", 2.0, 2.0, Mount(height_cm=0.3)),))


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    drawn = np.full((1080, 1920), 140, np.uint8)
    for marker, places in AT_PX.items():
        card = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary("4x4_250"), marker, SIDE_PX), *[8] * 4, cv2.BORDER_CONSTANT,
            value=255,
        )  # fmt: skip
        card = np.clip(card, 30, 220)
        for x, y in places:
            left, top = round(x + 0.5 - len(card) / 2), round(y + 0.5 - len(card) / 2)
            drawn[top : top + len(card), left : left + len(card)] = card
    noise = np.random.default_rng(3).normal(0, 1.5, drawn.shape)
    return np.clip(np.rint(cv2.GaussianBlur(drawn, (0, 0), 0.7) + noise), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def found(picture) -> tuple[MarkerSeen, ...]:
    return find_markers(picture, "4x4_250", wanted=[7, 9])


@pytest.mark.ci
def test_the_nearest_to_where_its_stand_is_counts(picture, found, camera, frame) -> None:
    view = TableView(camera, frame)
    for k, (x, y) in enumerate(AT_PX[7]):
        near = np.array([(x + 3, y - 3)] * 4)
        (it,) = copied_markers(picture, view, ROSTER, found, {7: near})
        assert it.name == "red-1"
        assert {marker.id for marker in it.markers} == {7}
        seen = np.array([marker.centre_px for marker in it.markers])
        apart = np.linalg.norm(seen[:, None] - np.array(AT_PX[7]), axis=2)
        assert apart[0].argmin() == k
        assert sorted(apart.argmin(axis=1)) == [0, 1, 2]
        assert apart.min(axis=1).max() < 1.5
        told = camera.project([(*place, 0.3) for place in it.places])
        assert np.abs(told - seen).max() < 1e-6


def test_the_one_that_is_measured_counts_where_nobody_knows_better(picture, found, camera, frame) -> None:
    (it,) = copied_markers(picture, TableView(camera, frame), ROSTER, found, {})
    (measured,) = (marker for marker in found if marker.id == 7)
    assert it.markers[0] is measured


def test_once_each_is_no_copy(picture, camera, frame) -> None:
    bare = picture.copy()
    for x, y in AT_PX[7][1:]:
        bare[int(y) - 40 : int(y) + 40, int(x) - 40 : int(x) + 40] = 140
    assert copied_markers(bare, TableView(camera, frame), ROSTER, find_markers(bare, "4x4_250"), {}) == ()


def test_a_copy_is_told_in_words(found) -> None:
    twice = Copied("red-1", (found[0], found[0]), ((30.44, 20.0), (80.0, 5.65)))
    thrice = Copied(None, (found[1],) * 3, ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0)))
    assert copy_words([twice, thrice]) == (
        "red-1 (marker 7) is there twice: at 30.4, 20.0 cm, which counts, and at 80.0, 5.7 cm: take away what does not "
        "belong there, or print it with its own id",
        "marker 9 is there 3 times: at 1.0, 2.0 cm, which counts, and at 3.0, 4.0 cm and 5.0, 6.0 cm: take away what "
        "does not belong there, or print it with its own id",
    )
