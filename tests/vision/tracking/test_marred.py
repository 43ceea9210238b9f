"""Stands that are never seen whole: a figure leans over the marker, terrain lies on it, the picture's edge cuts it."""

import cv2
import numpy as np
import pytest

SNOW, BLACK = 200, 30


@pytest.fixture
def marker_px(settled_film):
    return settled_film.tracker.stands.book.last_px[4].copy()


def spotted(film, at_px, radius_px, level):
    """The picture with something round lying on the table."""
    picture = film.picture()
    centre = tuple(int(v) for v in np.rint(16 * at_px))
    return cv2.circle(picture, centre, int(16 * radius_px), level, -1, cv2.LINE_AA, 4)


@pytest.mark.first(3)
@pytest.mark.ci
@pytest.mark.parametrize("level", [SNOW, BLACK])
@pytest.mark.parametrize(("where", "share"), [("corner", 0.2), ("edge", 0.25)])
@pytest.mark.parametrize("settled", [False, True], ids=["from the first", "later"])
def test_what_lies_on_a_marker_for_good_keeps_no_table_from_being_still(
    filming, marker_px, level, where, share, settled
):
    side = float(np.linalg.norm(marker_px[1] - marker_px[0]))
    at = marker_px[0] if where == "corner" else marker_px[:2].mean(axis=0)
    film = filming()
    if settled:
        film.run(20)
    for _ in range(45):
        film.look(picture=spotted(film, at, share * side, level))
    last = film.reports[-15:]
    assert sum(report.snapshot_stands is not None for report in last) >= 10
    assert all(len(report.snapshot_stands) >= 5 for report in last if report.snapshot_stands is not None)
    assert film.moves == []
    track = film.reports[-1].track("s4")
    if track is not None:
        assert film.off_cm("s4") < 3 * track.stand.sigma_cm + 0.003


@pytest.mark.ci
@pytest.mark.parametrize("cut", [0.1, 0.4])
def test_a_stand_that_the_pictures_edge_cuts_keeps_no_table_from_being_still(filming, marker_px, cut):
    """The camera is turned so far that its last column falls within the marker."""
    side = float(np.linalg.norm(marker_px[1] - marker_px[0]))
    border = int(marker_px[:, 0].max() - cut * side)
    film = filming()
    for _ in range(60):
        picture = film.picture()
        picture[:, border:] = picture[:, border - 1 : border]  # nothing to be seen beyond
        film.look(picture=picture)
    assert sum(report.snapshot_stands is not None for report in film.reports[-20:]) >= 15
    assert film.moves == []
