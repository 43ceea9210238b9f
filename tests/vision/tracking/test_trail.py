"""Ways of stands: jitter adds no length, gaps are flagged, curves and reversals keep theirs."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.stand import Stand
from vision.tracking.frame_report import Vertex
from vision.tracking.trail import MOST_SAMPLES, Trail, bent, thinned

START = Stand("s", "us", "soldier", 10.0, 10.0, 0.0, sigma_cm=0.002, sigma_deg=0.05)


def walked(points, noise_cm=0.0, gaps=(), frame_s=0.04, headings=None, seed=0):
    """The path of a stand seen at these points; those in ``gaps`` were not seen."""
    dice = np.random.default_rng(seed)
    trail, unseen = Trail(START.moved_to(*points[0]), 0.0), False
    headings = [0.0] * len(points) if headings is None else headings
    for k, (x, y) in list(enumerate(points))[1:]:
        if k in gaps:
            unseen = True
            continue
        dx, dy = dice.normal(0, noise_cm, 2) if noise_cm else (0.0, 0.0)
        trail.add(k * frame_s, x + dx, y + dy, headings[k], gap=unseen)
        unseen = False
    end = START.moved_to(*points[-1], headings[-1])
    return trail.path(end, len(points) * frame_s, noise_cm, 0.02)


def line(length, count=50):
    return [(10 + length * k / count, 10.0) for k in range(count + 1)]


def arc(radius, turn_deg, count=60):
    angles = np.radians(np.linspace(0, turn_deg, count + 1))
    return [(10 + radius * math.sin(a), 10 + radius * (1 - math.cos(a))) for a in angles]


@pytest.mark.parametrize("noise_cm", [0.0, 0.002, 0.02])
@pytest.mark.parametrize("length", [0.5, 10.0, 60.0])
def test_jitter_adds_no_length(length, noise_cm):
    path = walked(line(length), noise_cm)
    assert path.length_cm == pytest.approx(length, abs=max(0.002 * length, 3 * path.sigma_cm, 1e-6))
    assert path.length_cm == pytest.approx(length, rel=0.01, abs=0.05)


def test_standing_long_on_the_way_adds_no_length():
    points = [*line(5, 20), *[(15.0, 10.0)] * 300, *[(15 + 0.25 * k, 10.0) for k in range(1, 21)]]
    assert walked(points, 0.005).length_cm == pytest.approx(10.0, abs=0.05)


@pytest.mark.parametrize(("radius", "turn_deg"), [(3.0, 90), (5.0, 180), (20.0, 45), (2.0, 360)])
def test_curves_keep_their_length_within_a_percent(radius, turn_deg):
    path = walked(arc(radius, turn_deg), 0.002)
    true = radius * math.radians(turn_deg)
    assert path.length_cm == pytest.approx(true, rel=0.01)
    assert len(path.vertices) < 40


def test_forth_back_and_forth_counts_three_times():
    xs = np.concatenate([np.linspace(0, 10, 25), np.linspace(10, 5, 15), np.linspace(5, 15, 25)])
    assert walked([(10 + x, 10.0) for x in xs]).length_cm == pytest.approx(25.0, abs=0.05)


def test_a_gap_is_flagged_and_grows_the_sigma():
    whole, part = walked(line(10)), walked(line(10), gaps=range(15, 35))
    assert not whole.has_gap
    assert part.has_gap
    assert part.length_cm == pytest.approx(10.0, abs=0.01)
    assert part.sigma_cm > 10 * whole.sigma_cm


@pytest.mark.parametrize(("radius", "turn_deg"), [(8.0, 90), (12.0, -60), (6.0, 120)])
def test_through_a_gap_the_way_bends_as_before_and_after(radius, turn_deg):
    """Half of a curve under a hand: straight across it would be too short by more than a percent."""
    points, unseen = arc(radius, turn_deg), range(15, 45)
    true = radius * math.radians(abs(turn_deg))
    path = walked(points, gaps=unseen)
    assert path.length_cm == pytest.approx(true, rel=0.01)
    straight = math.dist(points[14], points[45]) + true * 29 / 60
    assert straight < 0.99 * true or abs(turn_deg) < 90


@pytest.mark.parametrize("seen_first", [True, False])
def test_a_way_seen_at_one_end_only_is_taken_for_an_arc(seen_first):
    """All but a centimetre under an arm, and at rest where it comes to light: straight across is 1.5 % short."""
    points = arc(24.0, 48)
    unseen = range(4, 60) if seen_first else range(1, 57)
    path = walked(points, gaps=unseen)
    true = 24.0 * math.radians(48)
    assert path.length_cm == pytest.approx(true, rel=0.005)
    assert math.dist(points[0], points[-1]) < 0.975 * true
    assert path.has_gap


def test_lifted_from_rest_it_goes_straight_across():
    path = walked([(10.0, 10.0), (20.0, 18.0), (20.0, 18.0)], gaps=[1])
    assert path.length_cm == pytest.approx(math.hypot(10, 8))
    assert len(path.vertices) == 2


def test_a_whole_turn_is_360_degrees():
    path = walked([(10.0, 10.0)] * 61, headings=[((6.0 * k + 180) % 360) - 180 for k in range(61)])
    assert path.turn_deg == pytest.approx(360.0)
    assert path.length_cm == 0.0


@pytest.mark.ci
def test_hours_in_a_restless_hand_need_little_memory():
    dice = np.random.default_rng(1)
    trail = Trail(START, 0.0)
    for k in range(5_000):
        x, y = dice.uniform(0, 100, 2)
        trail.add(k * 0.04, float(x), float(y), 0.0, gap=False)
        assert len(trail._samples) <= 2 * MOST_SAMPLES


@given(st.lists(st.tuples(st.floats(0, 120), st.floats(0, 100)), min_size=2, max_size=40))
def test_thinned_ways_begin_and_end_where_they_did_and_are_never_longer(points):
    samples = [Vertex(0.04 * k, x, y, 0.0) for k, (x, y) in enumerate(points)]
    kept = thinned(samples, 0.03, 0.8)
    assert (kept[0], kept[-1]) == (samples[0], samples[-1])
    assert set(kept) <= set(samples)
    assert length(kept) <= length(samples) + 1e-9


@given(st.lists(st.tuples(st.floats(0, 120), st.floats(0, 100), st.booleans()), min_size=2, max_size=40))
def test_bending_changes_nothing_but_gaps(points):
    samples = [Vertex(0.04 * k, x, y, 0.0, gap and k > 0) for k, (x, y, gap) in enumerate(points)]
    way = bent(samples)
    assert [vertex for vertex in way if vertex in samples] == samples
    assert all(vertex.gap for vertex in way if vertex not in samples)
    assert length(way) <= 2.2 * length(samples) + 1e-9


def length(vertices):
    return sum(math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(vertices))
