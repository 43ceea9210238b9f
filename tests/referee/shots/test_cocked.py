"""Cocked, and for how long: with a clock of the test's own."""

from hand_clock import HandClock

from referee.shots.cocked import CannonStatus, CockedWatch
from referee.words.cannon import cannon_said, safety_lines


def test_a_cannon_that_is_cocked_too_long() -> None:
    clock = HandClock()
    watch = CockedWatch("A", 60.0, clock.now_s)
    assert watch.status() == CannonStatus("A", "unknown", False, None, 60.0)
    watch.lever(False)
    assert (watch.status().state, watch.status().cocked) == ("safe", False)
    watch.lever(True)
    clock.advance(60.0)
    assert (watch.status().state, watch.status().cocked_s) == ("cocked", 60.0)
    clock.advance(0.1)
    assert watch.status(left=7) == CannonStatus("A", "too_long", True, watch.status().cocked_s, 60.0, 7)
    watch.released()
    assert watch.status().state == "safe"


def test_no_limit_never_warns() -> None:
    clock = HandClock()
    watch = CockedWatch("A", 0.0, clock.now_s)
    watch.lever(True)
    clock.advance(10_000.0)
    assert watch.status().state == "cocked"


def test_a_cannon_whose_rig_is_gone_is_held_for_cocked() -> None:
    clock = HandClock()
    watch = CockedWatch("A", 60.0, clock.now_s)
    watch.lever(True)
    watch.heard(False)
    clock.advance(70.0)
    assert (watch.status().state, watch.status().heard) == ("too_long", False)
    watch.lever(True)  # the rig is back, and says where the lever is: cocked since it first was
    assert (watch.status().heard, watch.status().cocked_s) == (True, 70.0)


def test_a_shot_that_is_told_late() -> None:
    """The cable was pulled while cocked; then: fired, cocked again, plugged in: the lever first, then the old shot."""
    clock = HandClock()
    watch = CockedWatch("A", 60.0, clock.now_s)
    watch.lever(True, clock.now_s())
    begun = clock.now_s()
    clock.advance(100.0)
    watch.lever(True)
    watch.released(begun + 40.0)
    assert (watch.status().state, watch.status().cocked_s) == ("cocked", 60.0)  # since the shot, at the longest
    watch.released(begun + 100.0)
    assert watch.status().state == "safe"
    watch.released(begun + 40.0)  # the same old shot again
    assert watch.status().state == "safe"


def test_instants_ahead_of_the_clock_are_now() -> None:
    clock = HandClock()
    watch = CockedWatch("A", 60.0, clock.now_s)
    watch.lever(True, clock.now_s() + 5.0)
    assert watch.status().cocked_s == 0.0


def test_the_books_lines_in_every_language() -> None:
    cocked = CannonStatus("A", "too_long", False, 75.0, 60.0, 3)
    said = cannon_said(cocked)
    assert said.state == "COCKED for 75 s, longer than 60: fire, or let the spring down"
    assert said.remarks == (
        "A spring that is kept cocked grows weak (M6.1).",
        "The rig cannot be heard; this is the last it told",
        "Shells left: 3",
    )
    assert said.safety == safety_lines()
    assert safety_lines()[0] == "Fingers clear of the lever's path."
    assert cannon_said(CannonStatus("A", "safe", True)).safety == ()
    for language in ("it", "es"):
        assert len(set(safety_lines(language=language)) | set(safety_lines())) == 6
        assert "75 s" in cannon_said(cocked, language=language).state
