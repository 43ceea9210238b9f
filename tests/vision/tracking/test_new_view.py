"""The view is solved anew while stands are pushed: nobody's push is lost, and nobody else moves."""

from dataclasses import replace

import numpy as np
import pytest

from vision.correction import TERMS, Correction
from vision.tracking.book import seen_at
from vision.tracking.stand_places import poses_of
from vision.tracking.tracker import Tracker
from vision.watchman import Watchman


class Restless:
    """A watchman who solves the view anew in the frames he is told to, or in every one; it stays where it is."""

    def __init__(self, view, when=None) -> None:
        self._real, self._when, self._frames, self.view = Watchman(view), when, 0, view

    def frame_to_follow(self):
        return self._real.frame_to_follow()

    def look(self, grey, frame, time_s):
        watch = self._real.look(grey, frame, time_s)
        self._frames += 1
        if self._when is None or self._frames in self._when:
            self.view = replace(self.view)
        return replace(watch, view=self.view)


def with_restless(film, when=None):
    film.tracker = Tracker(film.view, film.roster, Restless(film.view, when))
    film.run(30)
    assert film.moves == []
    return film


@pytest.fixture(scope="module")
def solved_anew_twice(new_film):
    """Settled; the view is solved anew in two frames that are to come: to be copied."""
    return with_restless(new_film.again(), {35, 41})


@pytest.mark.ci
def test_a_view_solved_anew_in_every_frame_hides_no_move(filming):
    """Once a stand stayed at its old place for a minute and a half."""
    film = with_restless(filming())
    start = film.snapshot.stand("s4")
    for k in range(25):
        film.put("s4", start.x + 0.2 * (k + 1), start.y)
        film.look()
        if k >= 3:
            assert film.reports[-1].track("s4").state == "held"
            assert film.off_cm("s4") < 0.05
    film.run(15)
    assert [path.stand for path in film.moves] == ["s4"]
    assert film.moves[0].length_cm == pytest.approx(5.0, abs=0.05)
    assert film.off_cm("s4") < 0.01


@pytest.mark.first(4)
@pytest.mark.ci
@pytest.mark.parametrize("push_cm", [0.05, 0.12])
@pytest.mark.parametrize("late", [-2, -1, 0, 1, 3, 8])
def test_a_push_while_the_view_is_solved_anew_is_a_move(solved_anew_twice, push_cm, late):
    """``late``: so many frames after the view was solved anew."""
    film = solved_anew_twice.again()
    start = film.snapshot.stand("s4")
    for frame in range(31, 31 + 40):
        if frame == 35 + late:
            film.put("s4", start.x + push_cm, start.y)
        film.look()
    assert [path.stand for path in film.moves] == ["s4"]
    assert film.moves[0].length_cm == pytest.approx(push_cm, abs=0.012)
    assert film.off_cm("s4") < 0.01


@pytest.mark.ci
def test_on_a_corrected_table_a_stand_is_seen_where_it_is_measured_from(film):
    numbers = np.zeros(2 * TERMS)
    numbers[[0, TERMS]] = 0.1, -0.08  # a millimetre too large everywhere
    nothing, none = np.zeros((2 * TERMS, 2 * TERMS)), np.zeros((0, 2))
    view = replace(film.view, correction=Correction(40.0, 30.0, numbers, nothing, nothing, none, none))
    mount, corners = film.roster.entries[4].mount, film.tracker.stands.book.last_px[4]
    (pose,) = poses_of(corners[None], [mount], view)
    assert seen_at(pose, mount, view).mean(axis=0) == pytest.approx(corners.mean(axis=0), abs=0.03)
