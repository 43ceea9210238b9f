"""Which frames tell of a shot, with odd times, late words, hands in the way and two shots at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from referee.cannon.frame_choice import FALL_S, LEAD_S, Fired, FrameChoice
from referee.cannon.pending import PendingShots
from referee.cannon.ring import KeptFrame, Ring
from referee.cannon.shot_state import Comparing

SMALL = np.zeros((4, 4), np.uint8)


def kept(time_s: float, settled: bool = True) -> KeptFrame:
    return KeptFrame(time_s, SMALL, settled)


class Waiting(PendingShots):
    """Shots whose pictures the test takes."""

    def __init__(self, ring: Ring | None = None) -> None:
        self.jobs: list[Comparing] = []
        super().__init__(self.jobs.append, ring)

    def fired(self, time_s: float, key: str = "1", sigma_s: float = 0.0, side: str = "allied") -> None:
        """Begin a shot that was fired."""
        self.change(None, Fired(key, side, time_s, sigma_s))

    def due(self, *, now: bool = False) -> list[FrameChoice]:
        """Return the pictures of the shots since which the table is still, each once."""
        self.jobs.clear()
        assert self.compare(now=now) == bool(self.jobs)
        return [job.picked for job in self.jobs]


def filled(*spells: tuple[float, float, bool], step_s: float = 0.1) -> Waiting:
    """Return the ring of a table that was settled, or not, from when to when."""
    waiting = Waiting()
    add(waiting, *spells, step_s=step_s)
    return waiting


def add(waiting: Waiting, *spells: tuple[float, float, bool], step_s: float = 0.1) -> None:
    for begin_s, end_s, settled in spells:
        for k in range(round((end_s - begin_s) / step_s)):
            waiting.film(kept(begin_s + k * step_s, settled))


def test_a_shot_takes_the_last_settled_frame_before_and_the_first_after() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0)
    add(waiting, (2.05, 3.75, False), (3.75, 5.0, True))
    [found] = waiting.due()
    assert found.before is not None
    assert found.before.time_s < 2.0
    assert found.before.time_s >= 1.85
    assert found.after.time_s == 3.75
    assert min(f.time_s for f in found.between) >= 2.0 - LEAD_S - 0.03
    assert max(f.time_s for f in found.between) < 3.75
    assert waiting.due() == []


def test_nothing_is_said_while_a_hand_is_over_the_table() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0)
    add(waiting, (2.0, 9.0, False))
    assert waiting.due() == []
    add(waiting, (9.0, 9.3, True))
    [found] = waiting.due()
    assert found.after.time_s == 9.0
    assert found.before is not None
    assert found.before.settled


def test_the_referee_may_say_that_the_table_is_still() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0)
    add(waiting, (2.0, 5.0, False))
    [found] = waiting.due(now=True)
    assert found.after.time_s > 4.8


def test_a_table_that_looks_settled_while_figures_still_fall_is_not_believed() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0)
    add(waiting, (2.0, 2.0 + FALL_S - 0.1, True))
    assert waiting.due() == []


def test_hands_that_aimed_before_the_shot_are_not_on_the_picture_before() -> None:
    waiting = filled((0.0, 10.0, True), (10.0, 40.0, False))
    waiting.fired(40.0)
    add(waiting, (40.0, 43.0, False), (43.0, 43.5, True))
    [found] = waiting.due()
    assert found.before is not None
    assert found.before.settled
    assert 9.0 < found.before.time_s < 10.0


def test_the_word_of_a_shot_may_come_late() -> None:
    waiting = filled((0.0, 20.0, True), (20.0, 21.6, False), (21.6, 30.0, True))
    waiting.fired(20.0)
    [found] = waiting.due()
    assert found.before is not None
    assert 18.5 < found.before.time_s < 20.0
    assert 21.6 <= found.after.time_s < 23.5


def test_no_frame_within_the_doubt_about_the_time_is_taken_for_before() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0, sigma_s=0.2)
    add(waiting, (2.0, 6.0, True))
    [found] = waiting.due()
    assert found.before is not None
    assert found.before.time_s <= 2.0 - 0.6
    assert found.after.time_s >= 2.0 + 0.6 + FALL_S


def test_two_shots_with_a_still_table_between_are_two() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0, "1")
    add(waiting, (2.0, 4.0, False), (4.0, 6.0, True))
    waiting.fired(6.0, "2", side="german")
    add(waiting, (6.0, 8.0, False), (8.0, 9.0, True))
    first, second = waiting.due()
    assert [s.key for s in first.shots] == ["1"]
    assert [s.key for s in second.shots] == ["2"]
    assert first.after.time_s == 4.0
    assert second.before is not None
    assert 5.8 < second.before.time_s < 6.0


def test_two_shots_before_the_table_settles_are_told_together() -> None:
    waiting = filled((0.0, 2.0, True))
    waiting.fired(2.0, "1")
    add(waiting, (2.0, 3.0, False))
    waiting.fired(3.0, "2", side="german")
    add(waiting, (3.0, 5.0, False), (5.0, 6.0, True))
    [found] = waiting.due()
    assert [s.key for s in found.shots] == ["1", "2"]
    assert found.before is not None
    assert found.before.time_s < 2.0
    assert found.after.time_s == 5.0


def test_a_shot_before_any_settled_table_has_no_picture_before() -> None:
    waiting = filled((0.0, 2.0, False))
    waiting.fired(2.0)
    add(waiting, (2.0, 5.0, True))
    [found] = waiting.due()
    assert found.before is None


def test_old_frames_go_but_the_last_settled_one_stays() -> None:
    ring = Ring(recent_s=2.0, old_s=10.0)
    for k in range(50):
        ring.add(kept(k * 0.1))
    for k in range(2000):
        ring.add(kept(5.0 + k * 0.1, False))
    settled = [frame for frame in ring.frames if frame.settled]
    assert len(settled) == 1
    assert settled[0].time_s == 4.9
    assert len(ring.frames) <= 2 + 21


times = st.lists(st.tuples(st.integers(0, 400), st.booleans()), min_size=1, max_size=80)


@given(times, st.integers(20, 380), st.integers(3, 20))
def test_no_order_of_frames_breaks_the_ring_or_mixes_up_before_and_after(
    frames: list[tuple[int, bool]], tenths: int, room: int
) -> None:
    waiting = Waiting(Ring(limit_bytes=room * SMALL.nbytes))
    for k, (time, settled) in enumerate(frames):
        if k == len(frames) // 2:
            waiting.fired(tenths / 10 + 0.05)
        waiting.film(kept(time / 10, settled))
        assert waiting.ring.size_bytes <= max(waiting.ring.limit_bytes, 5 * SMALL.nbytes)
        ordered = [frame.time_s for frame in waiting.ring.frames]
        assert ordered == sorted(set(ordered))
    for found in waiting.due():
        assert found.after.settled
        assert found.after.time_s >= tenths / 10 + FALL_S
        assert found.before is None or (found.before.settled and found.before.time_s < tenths / 10 + 0.05)


def test_a_minute_of_old_frames_takes_less_than_half_of_what_the_camera_gave() -> None:
    table = np.random.default_rng(1).normal(128.0, 2.0, (270, 480, 3)).clip(0, 255).astype(np.uint8)
    ring = Ring()
    for k in range(240):
        ring.add(KeptFrame(k / 4, table, True))
    raw = [frame for frame in ring.frames if frame.nbytes == table.nbytes]
    assert len(ring.frames) > 60
    assert len(raw) <= 14, "the last three seconds, as they came"
    assert ring.size_bytes < len(ring.frames) * table.nbytes / 2
    off = ring.frames[0].picture.astype(int) - table
    assert off.std() < 2.1, "no more than the camera's own noise"
