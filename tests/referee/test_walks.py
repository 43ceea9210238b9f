"""Ways that stands were seen to go: which count, and what is kept of them."""

import pytest
from matches import match_at

from referee.match.walks import Walk, Walks, was_told
from rules.state import State
from table.snapshot import Snapshot
from table.stand import Stand

MILLER = Stand("Miller", "us", "soldier", 20, 20, 90, 2, 1.6)


def seen(*told: tuple[str, float]) -> Walks:
    walks = Walks()
    for number, (name, cm) in enumerate(told):
        walks = walks.with_walk(Walk(1, "us", name, cm, number))
    return walks


def test_a_thousand_ways_are_kept_one_by_one_and_older_ones_as_a_sum():
    walks = seen(("Jones", 0.0), ("Miller", 3.0), ("Miller", 4.0), *[("Weber", 1.0)] * 1000)
    assert (len(walks.log), walks.dropped, walks.mark) == (1000, 3, 1003)
    assert walks.of(1, "us") == {"Miller": 7.0, "Weber": 1000.0}  # Jones's way was taken back: he has not walked
    assert walks.of(1, "de") == walks.of(2, "us") == {}


def test_ways_that_were_taken_back_do_not_count_since_a_mark():
    walks = seen(("Miller", 3.0), ("Weber", 2.0))
    assert walks.counted_since(1) == 1
    assert walks.forgotten(1).counted_since(1) is None
    assert walks.forgotten(1).counted_since(0) == 0


@pytest.mark.parametrize(("cm", "told"), [(3.0, True), (3.01, False)])
def test_who_is_within_three_centimetres_of_where_he_was_told_to_go_was_told(cm, told):
    assert was_told(MILLER, State(("us", "de"), places={"Miller": (20.0 + cm, 20.0)}), {}) is told


@pytest.mark.parametrize(("cm", "walked"), [(0.5, {"Miller": 0.5}), (0.49, {})])
def test_half_a_centimetre_is_a_way_and_less_is_a_nudge(cm, walked):
    match = match_at(Snapshot(120, 100, (MILLER,)))
    match.walk("Miller", cm)
    assert match.current.walks.of(1, "us") == walked
