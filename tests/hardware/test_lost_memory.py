"""A rig that lost its memory, and starts that are counted wrongly: no shot is taken for another, or forgotten."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rig_talk import HELLO, SHOT, Talk, shots_in

from hardware.events import LineFault, RigFound, ShotTimed
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    KeepShot,
    ShotSensed,
)
from hardware.seen_shots import KeptShot, SeenShots


def test_an_erased_rig_with_its_old_name_is_told_and_loses_no_shot():
    talk = Talk(SeenShots([KeptShot("R-1", 57)]))
    events = talk.meet(replace(HELLO, shots=3, pending=3))
    assert any(isinstance(event, LineFault) and "erased" in event.why for event in events)
    talk.heard()
    assert shots_in(talk.say(replace(SHOT, number=3))) == []
    assert KeepShot("R-1", 3) not in talk.heard()


def test_an_erased_rig_that_has_counted_as_far_again_loses_no_shot_either():
    """Two shots are written down; the memory is erased; two others are made, and are not taken for the first two."""
    talk = Talk(SeenShots([KeptShot("R-1", 1), KeptShot("R-1", 2)]))
    talk.meet(replace(HELLO, boot=1, shots=1, pending=1))
    talk.wait(0.6)
    assert AskHello() in talk.heard()  # one HELLO may be a disturbed line
    for shots in 1, 2, 3:
        talk.say(replace(HELLO, boot=1, shots=shots, pending=shots))
        for number in range(1, shots + 1):
            assert talk.say(replace(SHOT, number=number, boot=1)) == []
        talk.wait(30.0)
    assert not [message for message in talk.heard() if isinstance(message, KeepShot)]


@pytest.mark.parametrize("shots", [2, 3])
def test_a_rig_erased_while_no_host_listened_is_known_by_its_starts(shots: int):
    talk = Talk(SeenShots([KeptShot("R-1", 1, 7, 5_000_000), KeptShot("R-1", 2, 7, 9_000_000)]))
    events = talk.meet(replace(HELLO, boot=2, shots=shots, pending=shots))
    assert any(isinstance(event, LineFault) and "erased" in event.why for event in events)
    for number in range(1, shots + 1):
        assert shots_in(talk.say(replace(SHOT, number=number, boot=2))) == []
    assert not [message for message in talk.heard() if isinstance(message, KeepShot)]


def test_a_shot_of_another_evening_is_told_from_one_with_its_number():
    """The program was started anew between: it knows the shot from the journal."""
    talk = Talk(SeenShots([KeptShot("R-1", 10, 3, 77_000_000)]))
    talk.meet(replace(HELLO, pending=1))
    (fault,) = talk.say(replace(SHOT, number=10))
    assert isinstance(fault, LineFault)
    assert "another shot 10" in fault.why
    assert KeepShot("R-1", 10) not in talk.heard()
    talk.say(replace(SHOT, number=10, release_us=77_000_000))
    assert KeepShot("R-1", 10) in talk.heard()


def test_one_disturbed_hello_does_not_stop_a_rig():
    talk = Talk(SeenShots([KeptShot("R-1", 10, 3, 77_000_000)]))
    talk.meet()
    talk.say(*[replace(HELLO, shots=1)] * 3)  # said three times over, it is still one
    assert shots_in(talk.say(SHOT)) == []
    talk.wait(0.6)
    talk.say(replace(HELLO, shots=11, pending=1))
    assert shots_in(talk.say(SHOT)) == [SHOT]


@pytest.mark.ci
@given(st.lists(st.sampled_from(["shot", "shot", "start", "listen", "listen", "erase", "new host"]), max_size=40))
def test_however_often_a_memory_is_erased_no_shot_is_forgotten_unwritten_or_counted_twice(happened: list[str]):
    journal: list[ShotSensed] = []
    pending: dict[int, ShotSensed] = {}
    talk, boot, count, us = Talk(), 1, 0, 0
    for what in [*happened, "listen"]:
        us += 1_000_000
        match what:
            case "shot":
                count += 1
                pending[count] = replace(SHOT, number=count, boot=boot, uptime_s=us // 1_000_000, release_us=us)
            case "start":
                boot += 1
            case "erase":
                boot, count = 1, 0
                pending.clear()
            case "new host":
                talk = Talk(SeenShots(map(KeptShot.of, journal)))
            case _:
                talk.wait(30.0)
                events = talk.meet(replace(HELLO, boot=boot, shots=count, pending=len(pending)))
                events += talk.say(*pending.values()) + talk.wait(2.0)
                for shot in shots_in(events):
                    journal.append(shot)
                    talk.host.keep(shot)
                for message in talk.heard():
                    if isinstance(message, KeepShot):
                        assert pending.pop(message.number) in journal
    assert len({shot.number for shot in journal}) == len(journal)
    assert "erase" in happened or not pending


def test_after_start_65535_comes_start_1():
    talk = Talk(SeenShots([KeptShot("R-1", 10, 65_535, 77_000_000)]))
    talk.meet(replace(HELLO, boot=65_535))
    talk.wait(2.0)
    (found,) = talk.say(replace(HELLO, boot=1))
    assert isinstance(found, RigFound)
    for _ in range(5):
        talk.answer(boot=1)
        talk.wait(0.1)
    (event,) = [event for event in talk.say(replace(SHOT, boot=1)) if isinstance(event, ShotTimed)]
    assert event.released is not None


def test_a_rig_that_starts_anew_and_does_not_count_it_is_noticed_by_its_clock():
    """Its clock goes back. A shot sent again may be of either start: no time is better than a wrong one."""
    talk = Talk()
    talk.meet(replace(HELLO, boot=65_535))
    for _ in range(5):
        talk.wait(2.0)
        asked = [message for message in talk.heard() if isinstance(message, AskClock)]
        us = round((talk.now_s - 98.0) * 1e6)
        talk.say(*(ClockReading("R-1", ask.nonce, 65_535, us // 1_000_000, us) for ask in asked))
    live = replace(SHOT, boot=65_535, uptime_s=8, release_us=8_000_000)
    (event,) = [event for event in talk.say(live) if isinstance(event, ShotTimed)]
    assert event.released is not None
    assert event.released.s == pytest.approx(106.0, abs=0.01)
    resent = replace(live, number=12, flags=frozenset({Flag.RESENT}))
    (event,) = [event for event in talk.say(resent) if isinstance(event, ShotTimed)]
    assert event.released is None
