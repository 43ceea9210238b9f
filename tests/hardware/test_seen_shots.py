"""Each shot counts once, and is believed only if its number follows from what the rig said."""

from dataclasses import replace

from hardware.messages import Flag, Hello, LeverState, Sensor, ShotSensed
from hardware.seen_shots import KeptShot, Novelty, SeenShots
from hardware.waiting_shots import WaitingShots

SHOT = ShotSensed("R-1", 5, 2, 60, 60_000_000, 1000, 9000, 23000, None)
HELLO = Hello("R-1", "1.0", 2, 4, 0, 0, 60, frozenset(Sensor), LeverState.RELEASED)


def shot(number: int, boot: int = 2) -> ShotSensed:
    return replace(SHOT, number=number, boot=boot)


def test_a_shot_sent_again_is_the_same_shot():
    seen = SeenShots()
    assert seen.judge(SHOT) is Novelty.NEW
    seen.keep(SHOT)
    assert seen.judge(replace(SHOT, flags=frozenset({Flag.RESENT}))) is Novelty.KEPT
    assert seen.judge(replace(SHOT, gate_1_half_us=9001)) is Novelty.CONTRADICTS
    assert seen.judge(replace(SHOT, rig="R-2")) is Novelty.NEW


def test_shots_of_another_day_are_known_by_number_alone():
    seen = SeenShots([KeptShot("R-1", 5), KeptShot("R-1", 7)])
    assert [seen.judge(shot(number)) for number in (5, 6, 7)] == [Novelty.KEPT, Novelty.NEW, Novelty.KEPT]
    assert seen.last("R-1") == 7
    assert seen.last("R-2") == 0
    assert seen.missing("R-1", 4, 8) == (4, 6, 8)


def test_contents_are_kept_of_the_last_few_hundred():
    seen = SeenShots()
    for number in range(1, 2001):
        seen.keep(shot(number))
    assert seen.judge(replace(shot(2000), cocked_ms=1)) is Novelty.CONTRADICTS
    assert seen.judge(replace(shot(1), cocked_ms=1)) is Novelty.KEPT
    assert len(seen._contents) < 600


def numbers(waiting: WaitingShots, clock_known: bool = True, now_s: float = 1.0, boot: int = 2) -> list[int]:
    return [it.shot.number for it in waiting.ready(boot, clock_known, now_s)]


def test_a_number_that_does_not_follow_waits_for_a_hello():
    waiting = WaitingShots()
    waiting.greeted(HELLO)
    assert waiting.take(shot(5), 0.0)
    assert not waiting.take(shot(9), 0.0)
    assert numbers(waiting) == [5]
    waiting.greeted(replace(HELLO, shots=9))
    assert numbers(waiting) == [9]


def test_a_number_that_no_hello_confirms_is_forgotten():
    waiting = WaitingShots()
    waiting.greeted(HELLO)
    waiting.take(shot(4_000_000_000), 0.0)
    assert numbers(waiting, now_s=31.0) == []
    assert not waiting._waiting


def test_shots_are_handed_on_oldest_first_and_once_until_settled():
    waiting = WaitingShots()
    waiting.greeted(replace(HELLO, shots=7))
    for number in (7, 5, 6, 5):
        waiting.take(shot(number), 0.0)
    assert numbers(waiting) == [5, 6, 7]
    waiting.take(shot(6), 2.0)
    assert numbers(waiting) == []
    waiting.settled(6)
    waiting.take(shot(6), 3.0)
    assert numbers(waiting, now_s=3.0) == [6]


def test_a_shot_waits_for_the_clock_of_its_start_but_not_for_long():
    waiting = WaitingShots()
    waiting.greeted(replace(HELLO, shots=7))
    waiting.take(shot(6), 0.0)
    waiting.take(shot(5, boot=1), 0.0)
    assert numbers(waiting, clock_known=False, now_s=0.1) == [5]
    assert numbers(waiting, clock_known=False, now_s=1.6) == [6]
