"""The host's side of the talk, held against a rig written out by hand."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rig_messages import MESSAGES
from rig_talk import HELLO, SHOT, Talk, shots_in

from hardware.conversation import SILENCE_S
from hardware.events import LeverMoved, LineFault, RigFound, ShotsLost, ShotTimed, WarningGiven
from hardware.messages import (
    AskClock,
    AskHello,
    Flag,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Refusal,
    RigWarning,
    SetLimit,
    Trouble,
)
from hardware.seen_shots import KeptShot, SeenShots


def test_it_asks_who_is_there_and_again_so_seldom_that_a_bootloader_can_end():
    talk, asked = Talk(), []
    for _ in range(100):
        talk.wait(0.1)
        asked += [talk.now_s for message in talk.heard() if isinstance(message, AskHello)]
    assert asked[0] <= 99.1
    assert all(later - earlier >= 2.4 for earlier, later in pairwise(asked))


def test_what_was_said_before_the_port_was_opened_is_not_believed():
    talk = Talk()
    talk.host.opened(talk.now_s)
    assert talk.say(replace(HELLO, shots=3), SHOT) == []
    talk.now_s += 0.2
    (found,) = talk.say(HELLO)
    assert isinstance(found, RigFound)


def test_a_rig_that_answers_is_found_and_its_clock_looked_at_every_two_seconds():
    talk = Talk()
    (found,) = talk.say(HELLO)
    assert found == RigFound("port", "blue", HELLO, 99.0)
    asked = []
    for _ in range(300):
        talk.wait(0.1)
        asked += [talk.now_s for message in talk.heard() if isinstance(message, AskClock)]
    assert len(asked) == pytest.approx(30 / 2 + 5, abs=2)


def test_a_shot_is_timed_handed_on_and_acknowledged_only_when_kept():
    talk = Talk()
    talk.meet()
    talk.now_s = 100.5
    (event,) = [event for event in talk.say(SHOT) if isinstance(event, ShotTimed)]
    assert event.shot == SHOT
    assert event.side == "blue"
    assert event.released is not None
    assert event.released.s == pytest.approx(100.0, abs=0.01)
    assert KeepShot("R-1", 11) not in talk.heard()
    assert shots_in(talk.say(SHOT)) == []  # still in hand
    talk.host.keep(event.shot)
    assert KeepShot("R-1", 11) in talk.heard()
    assert shots_in(talk.say(replace(SHOT, flags=frozenset({Flag.RESENT})))) == []
    assert talk.heard() == [KeepShot("R-1", 11)]


def test_a_shot_that_could_not_be_kept_is_handed_on_again():
    talk = Talk()
    talk.meet()
    assert shots_in(talk.say(SHOT)) == [SHOT]
    talk.host.not_kept(SHOT)
    assert KeepShot("R-1", 11) not in talk.heard()
    assert shots_in(talk.say(SHOT)) == [SHOT]


def test_a_shot_kept_by_an_earlier_host_is_acknowledged_and_not_handed_on():
    talk = Talk(SeenShots([KeptShot("R-1", 10)]))
    talk.meet(replace(HELLO, pending=1))
    assert shots_in(talk.say(replace(SHOT, number=10))) == []
    assert KeepShot("R-1", 10) in talk.heard()


def test_a_shot_before_hello_is_not_taken_and_asked_about():
    talk = Talk()
    assert talk.say(SHOT) == []
    talk.wait(0.6)
    assert talk.heard() == [AskHello()]


def test_a_shot_of_another_rig_is_not_taken():
    talk = Talk()
    talk.meet()
    assert talk.say(replace(SHOT, rig="R-9")) == []


def test_a_shot_that_skips_numbers_waits_until_hello_covers_it():
    talk = Talk()
    talk.meet()
    talk.heard()
    assert talk.say(replace(SHOT, number=14)) == []
    talk.wait(0.6)
    assert AskHello() in talk.heard()
    assert shots_in(talk.say(replace(HELLO, shots=14, pending=4))) == [replace(SHOT, number=14)]


def test_two_shots_with_one_number_are_told_and_the_second_is_not_taken():
    talk = Talk()
    talk.meet()
    talk.say(SHOT)
    talk.host.keep(SHOT)
    talk.heard()
    (fault,) = talk.say(replace(SHOT, cocked_ms=1))
    assert isinstance(fault, LineFault)
    assert "another shot 11" in fault.why
    assert talk.heard() == []


def test_shots_that_the_rig_no_longer_has_are_told_once():
    talk = Talk(SeenShots([KeptShot("R-1", 8)]))
    (gap,) = [event for event in talk.meet() if isinstance(event, ShotsLost)]
    assert gap.numbers == (9, 10)
    assert [event for event in talk.say(HELLO) if isinstance(event, ShotsLost)] == []


def test_what_a_rig_did_before_it_was_known_is_no_loss():
    assert [event for event in Talk().meet() if isinstance(event, ShotsLost)] == []


def test_the_lever_and_a_warning_are_told_in_the_host_s_time():
    talk = Talk()
    talk.meet()
    talk.now_s = 101.0
    (lever,) = talk.say(Lever("R-1", LeverState.COCKED, 100_900_000))
    assert isinstance(lever, LeverMoved)
    assert lever.at.s == pytest.approx(100.9, abs=0.01)
    (warning,) = talk.say(RigWarning("R-1", Trouble.COCKED, 60_000, 100_950_000))
    assert isinstance(warning, WarningGiven)
    assert warning.lasted_s == 60.0
    assert warning.at.s == pytest.approx(100.95, abs=0.01)


def test_a_lever_line_that_was_lost_is_made_up_for():
    talk = Talk()
    talk.meet()
    (cocked,) = talk.say(replace(HELLO, lever=LeverState.COCKED))
    assert isinstance(cocked, LeverMoved)
    assert cocked.state is LeverState.COCKED
    talk.now_s = 101.0
    released, shot = talk.say(SHOT)
    assert isinstance(released, LeverMoved)
    assert released.state is LeverState.RELEASED
    assert isinstance(shot, ShotTimed)


def test_a_restart_that_nobody_saw_is_noticed_by_the_clock():
    talk = Talk()
    talk.meet()
    talk.wait(2.0)
    talk.answer(boot=4)
    talk.wait(0.6)
    assert AskHello() in talk.heard()
    (found,) = talk.say(replace(HELLO, boot=4))
    assert isinstance(found, RigFound)


def test_a_lever_time_of_another_start_is_not_believed():
    talk = Talk()
    talk.meet()
    (lever,) = talk.say(Lever("R-1", LeverState.COCKED, 5_000_000))
    assert isinstance(lever, LeverMoved)
    assert lever.at.s == talk.now_s


def test_a_shot_of_a_start_that_nobody_timed_has_no_time():
    talk = Talk()
    talk.meet()
    (event,) = talk.say(replace(SHOT, boot=2))
    assert isinstance(event, ShotTimed)
    assert event.released is None


@pytest.mark.parametrize("limit_s", [90, None])
def test_the_cocked_limit_is_set_once(limit_s: int | None):
    talk = Talk(limit_s=limit_s)
    talk.say(HELLO)
    assert [message for message in talk.heard() if isinstance(message, SetLimit)] == [SetLimit(90)] * bool(limit_s)
    talk.say(HELLO)
    assert not [message for message in talk.heard() if isinstance(message, SetLimit)]


def test_faults_are_told_at_most_once_a_second_and_lost_lines_counted():
    talk = Talk()
    talk.meet()
    told = [event for _ in range(50) for event in talk.host.receive(b"$rubbish\n$other\n", talk.now_s)]
    assert len(told) == 1
    talk.sequence += 3
    talk.now_s += 2.0
    (fault,) = talk.say(LineRefused("R-1", Refusal.CRC, None))
    assert isinstance(fault, LineFault)
    assert "3 lines lost" in fault.why


def test_our_own_words_that_come_back_are_told():
    talk = Talk()
    (fault,) = talk.say(AskHello())
    assert isinstance(fault, LineFault)
    assert "our own words" in fault.why


def test_silence_is_noticed():
    talk = Talk()
    talk.meet()
    talk.wait(SILENCE_S - 0.5)
    assert not talk.host.silent(talk.now_s)
    talk.wait(1.5)
    assert talk.host.silent(talk.now_s)


@pytest.mark.ci
@given(st.lists(st.tuples(MESSAGES, st.booleans(), st.floats(0, 40)), max_size=30))
def test_whatever_a_rig_says_is_answered_and_only_what_was_kept_is_acknowledged(said):
    talk, handed = Talk(), set()
    talk.meet(replace(HELLO, shots=2**32 - 1, pending=1))
    for message, ours, seconds in said:
        named = replace(message, rig="R-1") if ours and hasattr(message, "rig") else message
        events = talk.say(named) + talk.wait(seconds)
        handed |= {event.shot.identity for event in events if isinstance(event, ShotTimed)}
        for event in events:
            if isinstance(event, ShotTimed):
                talk.host.keep(event.shot)
    acknowledged = {(ack.rig, ack.number) for ack in talk.heard() if isinstance(ack, KeepShot)}
    assert acknowledged == handed
