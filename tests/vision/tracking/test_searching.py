"""New stands and strangers are found in time, by searching parts of each frame; and how much is searched."""

import numpy as np
import pytest
from crowd import crowd

from table.roster import Roster
from vision.markers import find_markers
from vision.table_view import TableView
from vision.tracking.slices import Slices, around, tiles
from vision.tracking.tracker import Tracker


@pytest.mark.first(3)
@pytest.mark.ci
@pytest.mark.parametrize("frame_s", [0.025, 0.1])
@pytest.mark.parametrize("place", [(3.0, 27.0), (37.0, 25.0), (20.0, 15.0)])
def test_a_stand_put_on_the_table_is_found_within_half_a_second(film, frame_s, place):
    film.frame_s = frame_s
    taken = film.snapshot.stand("s4")
    film.tracker = Tracker(film.view, film.roster)
    film.snapshot = film.snapshot.without("s4")
    film.run(12)
    assert film.reports[-1].track("s4") is None
    film.snapshot = film.snapshot.with_stand(taken.moved_to(*place))
    put_s = film.time_s
    film.run(round(0.5 / frame_s))
    found = film.reports[-1].track("s4")
    assert found is not None
    assert film.time_s - put_s <= 0.5 + 1e-9
    assert film.off_cm("s4") < 0.02


@pytest.mark.ci
def test_a_frame_costs_one_follow_and_one_slice_when_nothing_moves(film):
    calls, counters = film.tracker.calls, film.tracker.finder.counters
    before = (calls.follows, counters.slices, counters.windows, counters.searched_px, film.tracker.stands.book.placings)
    film.run(50)
    assert calls.follows - before[0] == 50
    assert counters.slices - before[1] == 50
    assert counters.windows == before[2]
    whole = 720 * 540
    # 50 frames at 25 a second are 2 s: each part comes up 5 to 7 times, and is searched in one of twelve.
    assert counters.passed_over >= 40
    assert counters.searched_px - before[3] < 2 * whole
    assert film.tracker.stands.book.placings - before[4] <= 12


@pytest.mark.ci
def test_stands_with_a_figure_over_their_margin_are_found_live_too():
    """Soldiers lean over two of these cards: dark cloth joins dark border, and a first look finds no square."""
    it = crowd(20, "1080p")
    wanted = {entry.marker for entry in it.roster.entries}
    assert len(wanted - {marker.id for marker in find_markers(it.grey, "4x4_1000", wanted, looks=1)}) >= 2
    tracker = Tracker(TableView(it.camera, it.frame), it.roster)
    for k in range(8):
        report = tracker.look(it.grey, k * 0.04)
    assert report.unseen == ()


@pytest.mark.ci
def test_a_marker_nobody_knows_has_a_name_it_keeps(film):
    roster = Roster(film.roster.entries[:-1])
    film.tracker = Tracker(film.view, roster)
    film.run(20)
    (stranger,) = film.reports[-1].unknown
    assert (stranger.name, stranger.marker) == ("marker 5", 5)
    assert [track.name for track in film.reports[-1].tracks] == ["s0", "s1", "s2", "s3", "s4"]
    gone = film.snapshot.stand("s5")
    film.snapshot = film.snapshot.without("s5")
    film.run(40)
    assert film.reports[-1].unknown == ()
    film.snapshot = film.snapshot.with_stand(gone.moved_to(30.0, 24.0))
    film.run(20)
    assert [stranger.name for stranger in film.reports[-1].unknown] == ["marker 5"]


def test_tiles_cover_the_picture_and_overlap():
    for count in (1, 2, 5, 12, 24):
        parts = tiles((3840, 2160), count, 60)
        assert 1 <= len(parts) <= count
        times = np.zeros((216, 384), int)
        for part in parts:
            times[part.top // 10 : -(-part.bottom // 10), part.left // 10 : -(-part.right // 10)] += 1
        assert times.min() >= 1
        dice = np.random.default_rng(count)
        low = dice.uniform(0, [3840 - 60, 2160 - 60], (500, 2))
        whole = np.zeros(500, bool)
        for part in parts:
            inside = (low >= [part.left, part.top]) & (low + 60 <= [part.right, part.bottom])
            whole |= inside.all(axis=1)
        assert whole.all()  # whatever is as large as the overlap lies whole in one of them


@pytest.mark.parametrize("frame_s", [0.01, 0.025, 0.04, 0.1, 0.3])
def test_every_tile_comes_in_time_though_others_are_worth_more(frame_s):
    slices, seen = Slices((1920, 1080), 40, 0.42), {}
    for k in range(400):
        tile = slices.next(frame_s, lambda part: part.left == 0)
        seen.setdefault(tile, []).append(k)
    assert len(seen) == len(slices._tiles)
    for frames in seen.values():
        assert max(np.diff([*frames, 399])) * frame_s <= max(0.42, frame_s * len(slices._tiles))


def test_nothing_is_searched_outside_the_picture():
    assert around(np.array([-50.0, 10.0]), 20, (640, 480)) is None
    assert around(np.array([np.nan, 10.0]), 20, (640, 480)) is None
    part = around(np.array([639.0, 479.0]), 30, (640, 480))
    assert (part.right, part.bottom) == (640, 480)
