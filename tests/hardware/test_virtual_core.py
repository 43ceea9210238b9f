"""The virtual rig keeps the protocol: what it says, keeps, sends again and warns of."""

import pytest

from hardware.lines import Line, encode
from hardware.messages import (
    AskClock,
    AskHello,
    ClockReading,
    Flag,
    Hello,
    HostMessage,
    KeepShot,
    Lever,
    LeverState,
    LineRefused,
    Refusal,
    RigMessage,
    RigWarning,
    SetLimit,
    ShotSensed,
    Trouble,
)
from hardware.parser import Parser
from hardware.virtual_core import VirtualCore
from hardware.virtual_memory import ROOM, VirtualMemory


class Rig:
    """A core with its time, and a parser at its other end."""

    def __init__(self, **settings: object) -> None:
        self.memory = VirtualMemory("R-1")
        self.core = VirtualCore(self.memory, **settings)
        self.now_s, self.sequences = 0.0, []
        self.core.power_on(0.0)

    def heard(self) -> list[RigMessage]:
        found = Parser().feed(self.core.output())
        assert all(isinstance(line, Line) for line in found)
        self.sequences += [line.sequence for line in found]
        return [line.message for line in found]

    def wait(self, seconds: float) -> list[RigMessage]:
        until_s = self.now_s + seconds
        while (due_s := self.core.next_due_s()) <= until_s:
            self.now_s = max(due_s, self.now_s)
            self.core.advance(self.now_s)
        self.now_s = until_s
        return self.heard()

    def ask(self, message: HostMessage) -> list[RigMessage]:
        self.core.receive(encode(message, 0), self.now_s)
        return self.heard()

    def shoot(self, *, gates: tuple[int | None, int | None] = (9000, 23_000), **how: bool) -> ShotSensed:
        self.core.cock(self.now_s)
        self.wait(2.0)
        self.core.release(self.now_s, *gates, **how)
        said = [message for message in self.wait(0.5) if isinstance(message, ShotSensed)]
        (shot,) = [shot for shot in said if Flag.RESENT not in shot.flags]
        return shot


def test_it_says_hello_at_its_start_and_counts_its_starts_and_lines():
    rig = Rig()
    (hello,) = rig.heard()
    assert isinstance(hello, Hello)
    assert (hello.boot, hello.shots, hello.pending) == (1, 0, 0)
    rig.ask(AskHello())
    rig.ask(AskHello())
    assert rig.sequences == [0, 1, 2]
    rig.core.brown_out(5.0)
    (hello,) = rig.heard()
    assert hello.boot == 2
    assert rig.sequences[-1] == 0


def test_a_shot_tells_lever_and_gates():
    rig = Rig()
    rig.heard()
    rig.core.cock(1.0)
    assert rig.heard() == [Lever("R-1", LeverState.COCKED, 1_000_000)]
    rig.now_s = 3.5
    rig.core.release(3.5, 9000, 23_000)
    lever, shot = rig.wait(0.5)
    assert lever == Lever("R-1", LeverState.RELEASED, 3_500_000)
    assert shot == ShotSensed("R-1", 1, 1, 3, 3_500_000, 2500, 9000, 23_000, None)


def test_a_shot_is_sent_again_until_it_is_acknowledged_to_its_own_rig():
    rig = Rig()
    first = rig.shoot()
    assert first.flags == frozenset()
    again = [message for message in rig.wait(21.0) if isinstance(message, ShotSensed)]
    assert [shot.flags for shot in again] == [{Flag.RESENT}] * 5  # after 1 s, then every 5
    rig.ask(KeepShot("R-2", 1))
    rig.ask(KeepShot("R-1", 2))
    assert rig.memory.pending == [first]
    assert rig.ask(KeepShot("R-1", 1)) == []
    assert rig.memory.pending == []
    assert rig.wait(60.0) == []


def test_pending_shots_come_oldest_first_and_five_a_second_after_hello():
    rig = Rig()
    for _ in range(10):
        rig.shoot()
    rig.wait(0.1)
    rig.ask(AskHello())
    sent = rig.wait(1.9)
    assert [shot.number for shot in sent] == list(range(1, 11))


def test_a_brown_out_loses_no_shot_that_was_numbered():
    rig = Rig()
    shot = rig.shoot()
    rig.core.brown_out(rig.now_s)
    rig.heard()
    (again,) = rig.wait(0.5)
    assert again.sent_first() == shot
    assert Flag.RESENT in again.flags
    assert rig.memory.boot == 2


def test_a_brown_out_before_the_memory_is_written_is_told():
    rig = Rig()
    rig.core.cock(0.5)
    rig.core.release(1.0, 9000, 23_000)
    rig.core.brown_out(1.05)
    rig.now_s = 1.05
    rig.heard()
    (shot,) = rig.wait(0.5)
    assert shot.flags == {Flag.POWER_LOST, Flag.RESENT}
    assert (shot.number, shot.boot, shot.gate_1_half_us) == (1, 2, None)
    assert rig.shoot().number == 2


def test_a_brown_out_while_cocked_makes_no_shot():
    rig = Rig()
    rig.core.cock(0.5)
    rig.core.brown_out(1.0)
    assert rig.memory.shots == 0
    rig.core.power_off()
    rig.core.release(2.0, 9000, 23_000)
    rig.core.power_on(3.0)
    assert [shot.flags for shot in rig.memory.pending] == [{Flag.POWER_LOST}]


def test_a_memory_goes_on_counting_where_another_stopped():
    core = VirtualCore(VirtualMemory("R-1", shots=41))
    core.power_on(0.0)
    core.release(1.0, 9000, 23_000)
    core.advance(2.0)
    assert [shot.number for shot in core.memory.pending] == [42]


def test_a_full_memory_gives_up_its_oldest_and_says_so():
    rig = Rig()
    for _ in range(ROOM + 3):
        rig.shoot()
    assert [shot.number for shot in rig.memory.pending] == list(range(4, ROOM + 4))
    hello = next(message for message in rig.ask(AskHello()) if isinstance(message, Hello))
    assert (hello.shots, hello.pending, hello.lost) == (ROOM + 3, ROOM, 3)


@pytest.mark.parametrize(
    ("blocked", "gates", "seen", "flags"),
    [
        ([], (None, None), (None, None), {Flag.MISFIRE}),
        ([Trouble.GATE_1], (9000, 23_000), (None, 23_000), {Flag.GATE_1_BLOCKED}),
        ([Trouble.GATE_2], (9000, 23_000), (9000, None), {Flag.GATE_2_BLOCKED}),
        ([Trouble.TREMBLE_2], (9000, 23_000), (9000, None), {Flag.GATE_2_BLOCKED}),
        (
            [Trouble.GATE_1, Trouble.GATE_2], (9000, 23_000), (None, None),
            {Flag.GATE_1_BLOCKED, Flag.GATE_2_BLOCKED, Flag.MISFIRE},
        ),
    ],
)  # fmt: skip
def test_what_the_gates_did_not_see(blocked, gates, seen, flags):
    rig = Rig()
    for gate in blocked:
        rig.core.block(gate, 0.0)
    shot = rig.shoot(gates=gates)
    assert (shot.gate_1_half_us, shot.gate_2_half_us) == seen
    assert shot.flags == flags


def test_a_gate_that_fires_twice_is_flagged():
    assert Rig().shoot(double=True).flags == {Flag.DOUBLE_TRIGGER}


def test_a_rig_without_gates_knows_no_misfire():
    assert Rig(fitted=()).shoot().flags == frozenset()


def test_cocked_too_long_is_warned_of_every_ten_seconds_until_the_release():
    rig = Rig()
    rig.heard()
    rig.core.cock(0.0)
    warnings = [message for message in rig.wait(85.0) if isinstance(message, RigWarning)]
    assert [(warning.what, warning.lasted_ms) for warning in warnings] == [
        (Trouble.COCKED, 60_000), (Trouble.COCKED, 70_000), (Trouble.COCKED, 80_000),
    ]  # fmt: skip
    rig.core.release(rig.now_s, None, None)
    assert not [message for message in rig.wait(0.5) if isinstance(message, RigWarning)]


def test_after_start_65535_comes_start_1():
    rig = Rig()
    rig.memory.boot = 65_534
    rig.heard()
    boots = []
    for _ in range(3):
        rig.core.brown_out(rig.now_s)
        boots.append(rig.heard()[0].boot)
    assert boots == [65_535, 1, 2]


def test_the_limit_is_set_until_the_next_start():
    rig = Rig()
    rig.heard()
    (hello,) = rig.ask(SetLimit(90))
    assert hello.limit_s == 90
    rig.core.cock(0.0)
    assert not [message for message in rig.wait(89.0) if isinstance(message, RigWarning)]
    rig.core.brown_out(rig.now_s)
    assert rig.heard()[0].limit_s == 60


def test_a_blocked_gate_is_warned_of_after_a_second_and_when_it_is_free():
    rig = Rig()
    rig.heard()
    rig.core.block(Trouble.GATE_1, 0.0)
    (warning,) = rig.wait(2.0)
    assert warning == RigWarning("R-1", Trouble.GATE_1, 1000, 1_000_000)
    rig.core.clear(Trouble.GATE_1, 2.0)
    assert rig.heard() == [RigWarning("R-1", Trouble.GATE_1, 0, 2_000_000)]
    rig.core.block(Trouble.GATE_2, 3.0)
    rig.core.clear(Trouble.GATE_2, 3.5)
    rig.now_s = 3.5
    assert rig.wait(5.0) == []


def test_a_lever_that_was_cocked_before_the_start_has_no_duration():
    rig = Rig()
    rig.core.cock(0.0)
    rig.core.brown_out(1.0)
    assert rig.heard()[-1].lever is LeverState.COCKED
    rig.now_s = 2.0
    rig.core.release(2.0, 9000, 23_000)
    shot = rig.wait(0.5)[-1]
    assert shot.cocked_ms is None


def test_its_clock_drifts_and_wraps():
    rig = Rig(drift_ppm=1000.0)
    rig.core.power_off()
    rig.core.power_on(0.0, already_s=4294.0)
    rig.heard()
    rig.now_s = 2.0
    (reading,) = rig.ask(AskClock(77))
    assert reading == ClockReading("R-1", 77, 2, 4296, (4296_002_000) % 2**32)
    rig.core.drift(0.0, 2.0)
    rig.now_s = 3.0
    (reading,) = rig.ask(AskClock(78))
    assert reading.time_us == 4297_002_000 % 2**32


def test_a_bad_line_is_refused_at_most_once_a_second():
    rig = Rig()
    rig.heard()
    rig.core.receive(b"$1 9 HELLO?*0000\n" * 5, 2.0)
    assert rig.heard() == [LineRefused("R-1", Refusal.CRC, None)]
    rig.core.receive(encode(rig.shoot(), 12), 20.0)  # no rig is told of shots
    assert LineRefused("R-1", Refusal.KIND, 12) in rig.heard()
    rig.core.receive(b"$1 0 HELLO?" + b" " * 60, 22.0)
    assert LineRefused("R-1", Refusal.LONG, None) in rig.heard()


def test_without_power_it_hears_and_says_nothing():
    rig = Rig()
    rig.heard()
    rig.core.power_off()
    rig.core.cock(1.0)
    rig.core.release(2.0, 9000, 23_000)
    assert rig.ask(AskHello()) == []
    assert rig.core.next_due_s() == float("inf")
    assert rig.memory.shots == 0
