"""The states of a stand, from what is known of it alone."""

import math

import pytest

from table.mount import Mount
from table.roster import Entry
from table.stand import Stand
from vision.tracking.frame_report import Vertex
from vision.tracking.track import FREE_S, TOPPLED_S, Track
from vision.tracking.trail import Trail

ENTRY = Entry(3, "s", "us", "soldier", 2.0, 1.6, Mount())
STAND = Stand("s", "us", "soldier", 10.0, 10.0)
NEVER = -math.inf


def track(phase, **known) -> Track:
    made = Track(0, ENTRY, 3.0, phase, stand=STAND)
    for key, value in known.items():
        setattr(made, key, value)
    return made


def states(made: Track, times_s, seen_s, hand_s=NEVER):
    """The states at these times; ``hand_s``: when a hand was there, one time or a pair from-until."""
    since, until = hand_s if isinstance(hand_s, tuple) else (hand_s, hand_s)
    found = []
    for time_s in times_s:
        last = NEVER if time_s < since else min(time_s, until)
        made.set_state(time_s, min(seen_s, time_s), last)
        found.append(made.state)
    return found


def test_at_rest_it_is_seen_even_under_a_hand():
    assert states(track("still"), [1.0, 2.0], 2.0, (0.0, 9.0)) == ["seen", "seen"]


def test_moving_or_at_rest_on_its_way_it_is_held():
    assert states(track("moving"), [1.0], 1.0) == ["held"]
    assert states(track("still", trail=Trail(STAND, 0.0)), [1.0], 1.0) == ["held"]


def test_gone_without_a_hand_it_toppled_but_not_at_once():
    made = track("absent")
    early, late = 5.0 + TOPPLED_S / 2, 5.0 + TOPPLED_S + 0.01
    assert states(made, [early, late, 60.0], 5.0) == ["seen", "toppled", "toppled"]
    assert made.since_s == late


def test_gone_under_a_hand_it_is_covered_while_the_hand_is_there_and_lost_later():
    found = states(track("absent"), [5.1, 9.0, 20.0, 22.9, 23.1, 99.0], 5.0, (4.8, 20.0))
    assert found == ["covered", "covered", "covered", "covered", "lost", "lost"]


def test_a_hand_that_passes_over_the_empty_place_changes_nothing():
    made = track("absent")
    states(made, [5.1, 9.0], 5.0, 5.0)
    assert made.state == "lost"
    assert states(made, [30.0], 5.0, 30.0) == ["lost"]


def test_toppled_and_then_a_hand_comes_it_is_covered_then_lost():
    assert states(track("absent"), [6.0, 10.0, 13.5], 5.0, (9.9, 10.1)) == ["toppled", "covered", "lost"]


def test_tilted_without_a_hand_it_toppled_and_in_a_hand_it_is_held():
    assert states(track("absent", tilted=True), [5.1, 6.0], 5.0) == ["seen", "toppled"]
    assert states(track("absent", tilted=True), [5.1, 6.0], 5.0, (4.0, 9.0)) == ["held", "held"]
    assert states(track("absent", tilted=True), [9.0 + 2 * FREE_S], 5.0, (4.0, 9.0)) == ["toppled"]


def test_nothing_is_said_anew_while_nothing_changes():
    made = track("still")
    first = made.seen()
    made.set_state(5.0, 5.0, NEVER)
    assert made.seen() is first
    made.hidden = 0.4
    assert made.seen() is not first
    assert made.seen().hidden == 0.4


@pytest.mark.parametrize(("step_cm", "rests"), [(0.0, True), (0.004, True), (0.05, False)])
def test_rest_is_staying_within_a_fifth_of_a_millimetre_for_a_tenth_of_a_second(step_cm, rests):
    made = track("moving")
    came = [made.came_to_rest(Vertex(0.04 * k, 10 + step_cm * k, 10.0, 0.0), 0.001, 0.02) for k in range(10)]
    assert any(came) == rests
    assert not any(came[:3])
