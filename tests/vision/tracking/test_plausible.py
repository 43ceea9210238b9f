"""What is believed of a marker that is seen: it lies level, and no two are at one place, nor one at two."""

import cv2
import numpy as np
import pytest

from vision.tracking.attention import Observed, _is_on_another


def marker_px(film, name):
    book = film.tracker.stands.book
    row = next(track.row for track in book.tracks if track.entry.name == name)
    return book.last_px[row]


def foreshortened(picture, corners_px, share):
    """The picture with one marker's card drawn narrower, as one that leans is seen."""
    centre, side = corners_px.mean(axis=0), float(np.linalg.norm(corners_px[1] - corners_px[0]))
    along = (corners_px[1] - corners_px[0]) / side
    squeeze = np.eye(2) + (1 / share - 1) * np.outer(along, along)  # from the new picture to the old one
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float64)
    arms = np.stack([columns - centre[0], rows - centre[1]], axis=-1)
    source = arms @ squeeze.T + centre
    squeezed = cv2.remap(picture, *np.moveaxis(source.astype(np.float32), -1, 0), cv2.INTER_LINEAR)
    near = np.abs(arms).max(axis=-1) < side
    return np.where(near, squeezed, picture).astype(np.uint8)


@pytest.mark.ci
def test_a_marker_that_leans_and_no_hand_there_has_toppled(film):
    corners = marker_px(film, "s4").copy()
    for _ in range(20):
        film.look(picture=foreshortened(film.picture(), corners, 0.7))
    assert film.states("s4") == ["seen", "toppled"]
    assert film.reports[-1].unseen == ("s4",)
    film.run(20)  # and set up again where it was, it has not moved
    assert film.states("s4") == ["seen", "toppled", "seen"]
    assert film.moves == []


@pytest.mark.parametrize("agreement", [(0.95, 0.97), (0.97, 0.95)])
def test_of_two_at_one_place_the_one_that_fits_better_holds(agreement):
    square = np.array([[0.0, 0], [20, 0], [20, 20], [0, 20]])
    corners = np.array([square, square + 2.0, square + 100.0])
    zeros = np.zeros(3)
    now = Observed(
        0.0, np.arange(3), corners, np.zeros((3, 8, 8)), np.array([*agreement, 0.9]), zeros, zeros + 0.5,
        np.ones(3, dtype=bool), np.ones(3, dtype=bool), corners,
    )  # fmt: skip
    assert [_is_on_another(now, k) for k in range(3)] == [
        agreement[0] < agreement[1],
        agreement[1] < agreement[0],
        False,
    ]


@pytest.mark.ci
def test_a_second_print_of_the_same_marker_changes_nothing(film):
    """Somebody lays a copy of a marker on the table: the stand stays where it is."""
    corners = marker_px(film, "s4")
    low, high = np.floor(corners.min(axis=0) - 6).astype(int), np.ceil(corners.max(axis=0) + 6).astype(int)
    for _ in range(25):
        picture = film.picture()
        copy = picture[low[1] : high[1], low[0] : high[0]]
        picture[250 : 250 + copy.shape[0], 400 : 400 + copy.shape[1]] = copy
        film.look(picture=picture)
    assert film.states("s4") == ["seen"]
    assert film.moves == []
    assert film.off_cm("s4") < 0.005
