"""How far a stand went: jitter adds nothing, a known way has its true length within ±."""

import math
import random
from dataclasses import replace

import pytest

from referee.audit.track import Track
from referee.match.course import Course
from table.stand import Stand

MILLER = Stand("Miller", "us", "soldier", 20, 20, 90, 2.0, 1.6, sigma_cm=0.05)


def trembling(rng: random.Random, x: float, y: float) -> Stand:
    return replace(MILLER, x=rng.gauss(x, 0.05), y=rng.gauss(y, 0.05))


def test_who_stands_still_for_an_hour_has_gone_nowhere():
    rng = random.Random(7)
    track = Track(trembling(rng, 20, 20))
    for _ in range(3600):
        track.rests(trembling(rng, 20, 20))
    assert (track.length.value, track.length.sigma, track.moves) == (0.0, 0.0, 0)


@pytest.mark.ci
def test_a_way_of_rests_has_its_true_length_within_what_is_said_of_it():
    corners = [(20.0, 20.0), (23.0, 20.0), (23.0, 24.0), (20.0, 24.0)]  # 3, 4 and 3 cm
    off = []
    for seed in range(300):
        rng = random.Random(seed)
        track = Track(trembling(rng, *corners[0]))
        for x, y in corners:
            for _ in range(20):
                track.rests(trembling(rng, x, y))
        off.append((track.length.value - 10.0, track.length.sigma))
    mean = sum(value for value, _ in off) / len(off)
    assert abs(mean) < 0.02  # a sum of every step would say 28 cm
    assert sum(abs(value) <= 1.96 * sigma for value, sigma in off) >= 0.93 * len(off)


def test_what_nobody_saw_is_straight_and_less_sure():
    seen = Track(MILLER)
    seen.walks(5.0, Course(((20, 20), (23, 20), (23, 22)), 0.05), 0.05)
    assert (seen.length.value, seen.length.sigma, seen.unseen) == (5.0, 0.05, [])
    seen.rests(replace(MILLER, x=23, y=27))  # nobody followed it there
    assert seen.length.value == pytest.approx(10.0)
    assert seen.length.sigma > 0.5
    assert (seen.points, seen.unseen) == ([(20, 20), (23, 20), (23, 22), (23, 27)], [2])


def test_where_a_ruling_sent_it_is_no_way_of_its_own():
    track = Track(MILLER)
    track.sent()
    track.rests(replace(MILLER, y=14))
    track.rests(replace(MILLER, y=17))
    assert track.length.value == pytest.approx(3.0)


def test_of_an_old_journal_only_the_length_is_known():
    track = Track(MILLER)
    track.walks(4.0, None, 0.05)
    track.rests(replace(MILLER, y=24))
    assert (track.length.value, track.points) == (4.0, [])
    assert math.isclose(track.length.sigma, 0.05)
