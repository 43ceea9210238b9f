"""A gate or a switch at its threshold goes to and fro thousands of times a second; the rig lives on and says so."""

import pytest
from rig_trials import Evening, Truth, timing

from hardware.events import LeverMoved, RigFound, RigLost, WarningGiven
from hardware.lines import encode
from hardware.messages import AskHello, Flag, LeverState, Trouble

ALLOWED_US = 2.0
MS = 16_000


def told(evening: Evening, kind: type) -> list:
    return [event for event in evening.told if isinstance(event, kind)]


@pytest.mark.first(3)
@pytest.mark.ci
@pytest.mark.parametrize("khz", [1, 10, 50, 200])
@pytest.mark.parametrize("gate", [1, 2])
def test_a_trembling_gate_is_told_of_and_everything_else_goes_on(evening: Evening, gate: int, khz: int):
    rig, other = evening.rig, 3 - gate
    rig.tremble(f"gate{gate}", 1000 * khz)
    evening.live(4.0)
    trouble = (Trouble.TREMBLE_1, Trouble.TREMBLE_2)[gate - 1]
    assert [warning.what for warning in told(evening, WarningGiven)] == [trouble]
    evening.cock()
    rig.edge(MS, "lever", 0)
    rig.edge(8 * MS, f"gate{other}", 1)
    rig.edge(9 * MS, f"gate{other}", 0)
    evening.live(3.0)
    (shot,) = evening.kept
    times = {1: shot.shot.gate_1_half_us, 2: shot.shot.gate_2_half_us}
    assert times[gate] is None
    assert times[other] / 2 == pytest.approx(7_000, abs=ALLOWED_US)
    assert shot.shot.flags == {(Flag.GATE_1_BLOCKED, Flag.GATE_2_BLOCKED)[gate - 1]}
    assert [event.state for event in told(evening, LeverMoved)] == [LeverState.COCKED, LeverState.RELEASED]
    rig.edge(MS, f"gate{other}", 1)
    evening.live(2.0)
    assert told(evening, WarningGiven)[-1].what is (Trouble.GATE_1, Trouble.GATE_2)[other - 1]
    rig.edge(MS, f"gate{other}", 0)
    rig.tremble(f"gate{gate}", 0)
    rig.edge(MS, f"gate{gate}", 0)
    evening.live(2.0)
    over = {warning.what for warning in told(evening, WarningGiven) if warning.lasted_s == 0}
    assert over == {trouble, (Trouble.GATE_1, Trouble.GATE_2)[other - 1]}
    assert [event.hello.boot for event in told(evening, RigFound)] == [1]  # no start by the watchdog
    evening.truths.append(Truth(0.0, None, None))  # that shot
    trial = timing(evening, 3)
    assert trial.worst_us <= ALLOWED_US


@pytest.mark.ci
@pytest.mark.parametrize("khz", [1, 10, 50, 200])
def test_a_gate_that_begins_to_tremble_in_a_flight_holds_up_nothing(evening: Evening, khz: int):
    """Before anybody could say so: its time is whatever came first, and the shot says that it fired more than once."""
    rig = evening.rig
    evening.cock()
    rig.edge(MS, "lever", 0)
    evening.live(0.002)
    rig.tremble("gate1", 1000 * khz)
    evening.live(0.01)
    rig.edge(MS, "gate2", 1)
    rig.edge(2 * MS, "gate2", 0)
    evening.live(3.0)
    (shot,) = evening.kept
    assert shot.shot.gate_2_half_us is not None
    assert shot.shot.flags == {Flag.DOUBLE_TRIGGER}
    assert [event.hello.boot for event in told(evening, RigFound)] == [1]


@pytest.mark.first(2)
@pytest.mark.ci
@pytest.mark.parametrize("khz", [200, 1, 10, 50])
def test_a_switch_that_trembles_without_end_holds_up_nothing_else(evening: Evening, khz: int):
    rig = evening.rig
    rig.tremble("lever", 1000 * khz)
    evening.live(3.0)
    assert not told(evening, RigLost)
    rig.edge(MS, "gate2", 1)
    evening.live(2.0)
    assert [warning.what for warning in told(evening, WarningGiven)] == [Trouble.GATE_2]
    rig.edge(MS, "gate2", 0)
    rig.tremble("lever", 0)
    rig.edge(MS, "lever", 0)
    evening.live(1.0)
    assert [event.hello.boot for event in told(evening, RigFound)] == [1]
    assert told(evening, LeverMoved) == evening.kept == []
    assert timing(evening, 3).worst_us <= ALLOWED_US


@pytest.mark.ci
def test_both_gates_and_the_switch_tremble_and_the_rig_still_answers(evening: Evening):
    for sensor in "gate1", "gate2", "lever":
        evening.rig.tremble(sensor, 200_000)
    evening.live(5.0)
    assert not told(evening, RigLost)
    assert {warning.what for warning in told(evening, WarningGiven)} == {Trouble.TREMBLE_1, Trouble.TREMBLE_2}
    assert [event.hello.boot for event in told(evening, RigFound)] == [1]


def test_shells_and_fingers_are_no_trembling(evening: Evening):
    """Shells by the muzzle and hands go through the gates all the time, a few times a second at most."""
    rig = evening.rig
    for start_ms in range(0, 3000, 50):
        rig.edge((start_ms + 5) * MS, "gate1", 1)
        rig.edge((start_ms + 30) * MS, "gate1", 0)
    evening.live(4.0)
    assert not told(evening, WarningGiven)


@pytest.mark.ci
def test_a_host_that_never_stops_asking_does_not_keep_the_rig_from_its_work(evening: Evening):
    evening.cock()
    for _ in range(20):
        evening.rig.send(encode(AskHello(), 0) * 125)  # four seconds of the line in all, without a gap
    evening.rig.edge(MS, "lever", 0)
    evening.live(6.0)
    (shot,) = evening.kept
    assert shot.shot.misfire
    assert [event.hello.boot for event in told(evening, RigFound)] == [1]
