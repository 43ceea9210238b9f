"""The firmware as built, on a simulated chip, read by the real link (long form: benchmarks/rig_firmware.py)."""

import random
from pathlib import Path

import numpy as np
import pytest
from rig_trials import SHOT_S, Evening, brown_outs, cuts, shots_across, timing
from simulated_rig import HALF_US, HZ, PtyCable, SimulatedRig, build, link_to, live

from hardware.events import LeverMoved, RigFound, ShotTimed, WarningGiven
from hardware.lines import decode, encode
from hardware.messages import AskClock, ClockReading, Flag, LeverState, LineRefused, Refusal, Sensor, Trouble

MS = HZ // 1000
BYTE_S = 11 * 8 * 17 / HZ  # the simulator's
ALLOWED_US = 2.0
LEVER_LATE_US = 5.0  # its interrupt waits for another one's end


def shells(evening: Evening, *darkenings: tuple[str, float, float], lever_ms: float = 1.0) -> ShotTimed:
    """Cock, release, and darken gates (from, to: ms after the release); return the shot that comes of it."""
    evening.cock()
    evening.rig.edge(round(lever_ms * MS), "lever", 0)
    for sensor, start_ms, end_ms in darkenings:
        evening.rig.edge(round((lever_ms + start_ms) * MS), sensor, 1)
        evening.rig.edge(round((lever_ms + end_ms) * MS), sensor, 0)
    before = len(evening.kept)
    evening.live(4.0)
    assert len(evening.kept) == before + 1
    return evening.kept[-1]


def said(evening: Evening, kind: type) -> list:
    return [event for event in evening.told if isinstance(event, kind)]


def answers(rig: SimulatedRig, question: bytes, seconds: float = 0.1) -> list[object]:
    rig.fresh()
    rig.send(question)
    rig.run(seconds)
    lines = rig.fresh().splitlines()
    return [decode(line).message for line in lines]


@pytest.mark.ci
def test_gate_times_are_within_two_microseconds(evening: Evening):
    trial = timing(evening, 12)
    assert (trial.made, trial.kept, trial.lost, trial.doubled) == (12, 12, 0, 0)
    assert np.abs(trial.gate_us).max() <= ALLOWED_US
    assert np.abs(trial.first_us).max() <= ALLOWED_US
    assert said(evening, LeverMoved)
    assert {type(event) for event in evening.told} == {RigFound, LeverMoved}


@pytest.mark.ci
@pytest.mark.parametrize("gate_us", [125.0, 100_000.0])
def test_the_shortest_and_the_longest_time(evening: Evening, gate_us: float):
    for _ in range(3):
        evening.cock()
        evening.release(gate_us)
        evening.live(SHOT_S)
    assert evening.result().worst_us <= ALLOWED_US
    assert len(evening.kept) == 3


@pytest.mark.ci
def test_a_shots_time_on_the_hosts_clock(evening: Evening):
    timing(evening, 5)
    off_s = [shot.released.s - truth.released_s for shot, truth in zip(evening.kept, evening.truths, strict=True)]
    assert np.abs(off_s).max() < 0.02  # less than a frame; the simulated line hands its bytes on a line at a time


@pytest.mark.ci
def test_a_cut_cable_loses_and_doubles_nothing(evening: Evening):
    trial = cuts(evening, 5)
    assert (trial.kept, trial.lost, trial.doubled) == (trial.made, 0, 0)
    assert trial.worst_us <= ALLOWED_US
    assert trial.resent > 0


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("count", [12, 40])
def test_brown_outs_lose_and_double_nothing(evening: Evening, count: int):
    trial = brown_outs(evening, count)
    assert (trial.kept, trial.lost, trial.doubled) == (trial.made, 0, 0)
    assert trial.worst_us <= ALLOWED_US
    assert 0 < trial.power_lost < trial.made
    assert not trial.notes.startswith("0 cuts while")
    assert trial.notes.endswith("starts numbered anew each")


@pytest.mark.ci
def test_the_real_serial_port(built: Path):
    """Over a pseudo-terminal that pyserial opens."""
    kept, told = [], []
    with SimulatedRig(built, pty=True) as rig:
        rig.on()
        rig.run(0.5)  # what it says at its start is lost: nobody has opened the port
        cable = PtyCable(rig)
        link = link_to(rig, cable, keep=kept.append, tell=told.append)
        live(link, rig, cable, 2.0)
        rig.edge(MS, "lever", 1)
        live(link, rig, cable, 2.5)
        for after, sensor, level in (
            (1, "lever", 0),
            (5, "gate1", 1),
            (6, "gate1", 0),
            (9, "gate2", 1),
            (10, "gate2", 0),
        ):
            rig.edge(after * MS, sensor, level)
        live(link, rig, cable, 5.0)
        link.close()
    (shot,) = kept
    assert abs(shot.shot.gate_2_half_us - shot.shot.gate_1_half_us - 8000) <= 2 * ALLOWED_US
    assert [event.state for event in told if isinstance(event, LeverMoved)] == [
        LeverState.COCKED, LeverState.RELEASED,
    ]  # fmt: skip


def test_a_switch_that_bounces_makes_one_cocking_and_one_shot(evening: Evening):
    rig = evening.rig
    for bounce in range(9):  # 4 ms of it
        rig.edge(MS + bounce * MS // 2, "lever", (bounce + 1) % 2)
    evening.live(0.2)
    for bounce in range(9):
        rig.edge(MS + bounce * MS // 2, "lever", bounce % 2)
    for sensor, at_ms in ("gate1", 8), ("gate2", 12):
        rig.edge(MS + at_ms * MS, sensor, 1)
        rig.edge(MS + (at_ms + 1) * MS, sensor, 0)
    evening.live(1.0)
    (shot,) = evening.kept
    assert [event.state for event in said(evening, LeverMoved)] == [LeverState.COCKED, LeverState.RELEASED]
    assert abs(shot.shot.gate_1_half_us - 16_000) <= 2 * ALLOWED_US  # from the first edge
    assert shot.shot.flags == frozenset()


@pytest.mark.ci
def test_a_switch_that_trembles_while_cocked_is_no_shot(evening: Evening):
    evening.cock()
    for start_ms in 1, 40, 90:
        evening.rig.edge(start_ms * MS, "lever", 0)
        evening.rig.edge(start_ms * MS + 4 * MS, "lever", 1)
    evening.live(1.0)
    assert evening.kept == []
    assert [event.state for event in said(evening, LeverMoved)] == [LeverState.COCKED]
    shot = shells(evening, ("gate1", 5, 6), ("gate2", 8, 9))
    assert shot.shot.number == 1


def test_a_shell_that_passes_while_the_switch_still_bounces_is_measured(evening: Evening):
    evening.cock()
    for after_ms, level in (1, 0), (6, 1), (9, 0):
        evening.rig.edge(after_ms * MS, "lever", level)
    for sensor, at_ms in ("gate1", 3), ("gate2", 5):
        evening.rig.edge((1 + at_ms) * MS, sensor, 1)
        evening.rig.edge((2 + at_ms) * MS, sensor, 0)
    evening.live(1.0)
    (shot,) = evening.kept
    assert abs(shot.shot.gate_1_half_us - 6000) <= 2 * ALLOWED_US
    assert abs(shot.shot.gate_2_half_us - 10_000) <= 2 * ALLOWED_US


def test_gates_count_only_after_a_release(evening: Evening):
    """Loading from the muzzle passes the gates, too (M6.1)."""
    for _ in range(2):
        for sensor, at_ms in ("gate2", 5), ("gate1", 9):
            evening.rig.edge(at_ms * MS, sensor, 1)
            evening.rig.edge((at_ms + 3) * MS, sensor, 0)
        evening.live(0.5)
        evening.cock()
    assert evening.kept == []


@pytest.mark.ci
def test_a_double_trigger_keeps_the_first_times_and_says_so(evening: Evening):
    shot = shells(evening, ("gate1", 5, 5.4), ("gate1", 6, 6.4), ("gate2", 8, 8.4), ("gate2", 9, 9.4)).shot
    assert abs(shot.gate_1_half_us - 10_000) <= 2 * ALLOWED_US
    assert abs(shot.gate_2_half_us - 16_000) <= 2 * ALLOWED_US
    assert shot.flags == {Flag.DOUBLE_TRIGGER}


@pytest.mark.ci
def test_a_misfire(evening: Evening):
    shot = shells(evening).shot
    assert (shot.gate_1_half_us, shot.gate_2_half_us, shot.misfire) == (None, None, True)


@pytest.mark.ci
@pytest.mark.parametrize(("stuck", "flag"), [("gate1", Flag.GATE_1_BLOCKED), ("gate2", Flag.GATE_2_BLOCKED)])
def test_a_stuck_gate_is_warned_of_and_the_other_still_measures(evening: Evening, stuck: str, flag: Flag):
    evening.rig.edge(MS, stuck, 1)
    evening.live(13.0)
    warnings = said(evening, WarningGiven)
    trouble = Trouble.GATE_1 if stuck == "gate1" else Trouble.GATE_2
    assert [warning.what for warning in warnings] == [trouble, trouble]  # when it lasted a second, and 10 s later
    other = "gate2" if stuck == "gate1" else "gate1"
    shot = shells(evening, (other, 7, 8)).shot
    times = {"gate1": shot.gate_1_half_us, "gate2": shot.gate_2_half_us}
    assert times[stuck] is None
    assert abs(times[other] - 14_000) <= 2 * ALLOWED_US
    assert shot.flags == {flag}
    evening.rig.edge(MS, stuck, 0)
    evening.live(1.0)
    assert said(evening, WarningGiven)[-1].lasted_s == 0


@pytest.mark.ci
def test_a_blind_gate_1_leaves_gate_2s_time(evening: Evening):
    shot = shells(evening, ("gate2", 7, 8)).shot
    assert shot.gate_1_half_us is None
    assert abs(shot.gate_2_half_us - 14_000) <= 2 * 5  # by pin change: a few microseconds late
    assert shot.flags == frozenset()


@pytest.mark.ci
def test_the_plate_is_timed_if_it_is_fitted(built: Path, evening: Evening):
    evening.black_out(1.0)
    evening.rig.edge(1, "jumper", 1)
    evening.power()
    evening.live(3.0)
    assert evening.link.hello.fitted == {Sensor.GATE_1, Sensor.GATE_2, Sensor.PLATE}
    shot = shells(evening, ("gate1", 5, 6), ("gate2", 8, 9), ("plate", 600, 601)).shot
    assert abs(shot.plate_half_us - 1_200_000) <= 2 * ALLOWED_US
    assert shells(evening, ("gate1", 5, 6), ("gate2", 8, 9)).shot.plate_half_us is None


@pytest.mark.ci
def test_cocked_too_long_is_warned_of_and_shown(evening: Evening):
    evening.cock()
    evening.live(59.0)
    lamp, _, changes, _ = evening.rig.tell("lamps")[0].split()[1:]
    assert (lamp, said(evening, WarningGiven)) == ("1", [])
    evening.live(12.0)
    warnings = said(evening, WarningGiven)
    assert [(w.what, round(w.lasted_s)) for w in warnings] == [(Trouble.COCKED, 60), (Trouble.COCKED, 70)]
    assert int(evening.rig.tell("lamps")[0].split()[3]) - int(changes) > 50  # blinking since


@pytest.mark.ci
def test_the_limit_can_be_set(evening: Evening):
    evening.link.close()
    evening.link = link_to(evening.rig, evening.cable, keep=evening.kept.append, tell=evening.told.append, limit_s=5)
    evening.live(1.0)
    evening.cock()
    evening.live(6.0)
    assert [w.what for w in said(evening, WarningGiven)] == [Trouble.COCKED]


@pytest.mark.ci
def test_a_hanging_program_is_started_anew_and_the_shot_still_counts(evening: Evening):
    evening.cock()
    evening.rig.tell("hang")
    evening.live(3.0)
    assert [event.hello.boot for event in said(evening, RigFound)] == [1, 2]
    assert said(evening, RigFound)[1].hello.lever is LeverState.COCKED
    evening.rig.edge(MS, "lever", 0)
    evening.live(2.0)
    (shot,) = evening.kept
    assert (shot.shot.boot, shot.shot.cocked_ms, shot.shot.misfire) == (2, None, True)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("overflows", [0x10000, 0x20000])
def test_shots_across_the_wraps_of_the_clock(tmp_path: Path, built: Path, overflows: int):
    """A build whose clock starts 10 s before 2^32 half microseconds, or before 2^32 microseconds."""
    started_s = 10.0
    build(tmp_path, f"-DCLOCK_START={overflows - round(started_s / 0.032768)}UL")
    with Evening(tmp_path, random.Random(3)) as evening:
        trial = shots_across(evening, round(started_s / 0.032768) * 0.032768)
    assert (trial.made, trial.kept, trial.lost, trial.doubled) == (3, 3, 0, 0)
    assert trial.worst_us <= ALLOWED_US


@pytest.mark.ci
@pytest.mark.parametrize("what", ["lever", "gate1", "gate2"])
def test_edges_just_about_an_overflow_of_the_timer(evening: Evening, what: str):
    """Every 32.768 ms the 16 bits of the timer run over: an edge within a few cycles of that belongs to one side."""
    overflow, rig = 65_536 * 8, evening.rig
    started = None
    for step in range(-10, 11):
        evening.cock()
        # The lever, the gates 9.1 and 12.3 ms later: one of them on the overflow, moved by half a microsecond a shot.
        after = {"lever": 0, "gate1": 9_100 * 16, "gate2": 12_300 * 16}
        next_one = (
            rig.cycles + overflow if started is None else started + -(-(rig.cycles - started) // overflow) * overflow
        )
        released = next_one + overflow + step * HALF_US - after[what] - rig.cycles
        rig.edge(released, "lever", 0)
        for gate in "gate1", "gate2":
            rig.edge(released + after[gate], gate, 1)
            rig.edge(released + after[gate] + MS, gate, 0)
        at = rig.cycles + released
        evening.live(SHOT_S)
        shot = evening.kept[-1].shot
        if started is None:
            started = at + after["gate1"] - (2 * shot.release_us + shot.gate_1_half_us) * HALF_US
        else:
            assert abs(at / 16 - started / 16 - shot.release_us) <= LEVER_LATE_US
        assert abs(shot.gate_1_half_us / 2 - 9_100) <= LEVER_LATE_US
        assert abs((shot.gate_2_half_us - shot.gate_1_half_us) / 2 - 3_200) <= ALLOWED_US


@pytest.mark.ci
def test_thirty_shots_without_a_host_keep_the_last_28(evening: Evening):
    evening.cable.whole = False
    for _ in range(30):
        evening.cock()
        evening.release(500.0)
        evening.live(SHOT_S)
    evening.cable.whole = True
    evening.live(60.0)
    assert [shot.shot.number for shot in evening.kept] == list(range(3, 31))
    assert evening.link.hello.lost == 2


def test_memory_of_another_program_is_no_shot(built: Path):
    with SimulatedRig(built) as rig:
        rig.tell("poke 0 " + bytes(range(256)).hex() * 4)
        rig.on()
        rig.run(1.0)
        (hello,) = [decode(line.rstrip()).message for _, line in rig.said]
    assert (hello.shots, hello.pending, hello.boot) == (0, 0, 1)


@pytest.mark.ci
def test_two_chips_take_two_names(built: Path):
    names = set()
    for seed in range(4):
        with SimulatedRig(built) as rig:
            rig.on(seed)
            rig.run(0.5)
            names |= {decode(line.rstrip()).message.rig for _, line in rig.said}
            rig.off()
            rig.on(seed + 100)
            rig.run(0.5)
            names |= {decode(line.rstrip()).message.rig for _, line in rig.said}
    assert len(names) == 4  # each kept over its second start


def test_the_clock_is_told_at_once(evening: Evening):
    rig, starts, delays = evening.rig, [], []
    for nonce in range(20):
        rig.run(0.0137)
        question, sent_s = encode(AskClock(nonce), nonce), rig.now_s
        (reading,) = answers(rig, question, 0.02)
        said_s, line = rig.said[-1]
        assert isinstance(reading, ClockReading)
        assert reading.nonce == nonce
        starts.append(sent_s + len(question) * BYTE_S - reading.time_us / 1e6)  # at the latest
        delays.append(said_s - sent_s - (len(question) + len(line)) * BYTE_S)
    assert max(delays) < 0.005
    assert max(starts) - min(starts) < 0.005


@pytest.mark.ci
def test_what_the_rig_cannot_take_is_refused_with_its_reason(evening: Evening):
    rig = evening.rig
    wrong = {
        b"$1 5 HELLO?*0000\n": (Refusal.CRC, None),
        encode(AskClock(5), 9).replace(b"$1 9 CLOCK? 5", b"$1 9 CLOCK? 6"): (Refusal.CRC, None),
        b"$" + b"x" * 80 + b"\n": (Refusal.LONG, None),
        b"$nonsense\n": (Refusal.FORM, None),
    }
    for line, (reason, sequence) in wrong.items():
        rig.run(1.5)
        (answer,) = answers(rig, line)
        assert isinstance(answer, LineRefused)
        assert (answer.reason, answer.sequence) == (reason, sequence)
    rig.run(1.5)
    assert len(answers(rig, b"$1 5 HELLO?*0000\n" * 20, 0.9)) == 1  # at most one a second
