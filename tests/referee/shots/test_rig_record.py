"""From a rig's message to a shot's record."""

from dataclasses import replace

import pytest

from hardware.messages import Flag, ShotSensed
from referee.shots.cannon import Cannon
from referee.shots.rig_record import record_of
from referee.words.cannon import faults_said

AT = "2026-11-21T12:00:00.000+00:00"
CANNON = Cannon(side="A", rig="rig-a")
SENSED = ShotSensed("rig-a", 17, 2, 600, 123_456, 4200, 6000, 16_000, None)


def test_a_clean_shot() -> None:
    record = record_of(SENSED, CANNON, AT, 0.01)
    assert (record.key, record.side, record.at, record.at_sigma_s) == (("rig-a", 17), "A", AT, 0.01)
    assert (record.rig_us, record.boot, record.cocked_s) == (123_456, 2, 4.2)
    assert record.gates_us == (3000.0, 8000.0)
    assert record.speed_m_s is not None
    assert record.speed_m_s.value == pytest.approx(10.0)
    assert record.energy_mj is not None
    assert (record.misfire, record.faults, record.fired, record.counts) == (False, (), True, None)


@pytest.mark.parametrize(
    ("change", "faults", "fast"),
    [
        ({"gate_1_half_us": None, "gate_2_half_us": None, "flags": frozenset({Flag.MISFIRE})}, (), False),
        ({"gate_2_half_us": None}, ("gate_2_missed",), False),
        ({"gate_1_half_us": None, "flags": frozenset({Flag.GATE_1_BLOCKED})}, ("gate_1_stuck",), False),
        ({"flags": frozenset({Flag.GATE_2_BLOCKED})}, ("gate_2_stuck",), False),
        ({"flags": frozenset({Flag.DOUBLE_TRIGGER, Flag.RESENT})}, ("double_trigger",), True),
        ({"gate_2_half_us": 6250}, ("implausible_speed",), False),  # 400 m/s
        ({"gate_2_half_us": 5000}, ("implausible_speed",), False),  # the second gate before the first
        ({"cocked_ms": 61_000}, ("cocked_too_long",), True),
        ({"cocked_ms": None}, (), True),
    ],
)
def test_what_may_be_wrong(change: dict[str, object], faults: tuple[str, ...], fast: bool) -> None:
    record = record_of(replace(SENSED, **change), CANNON, AT)  # type: ignore[arg-type]
    assert record.faults == faults
    assert (record.speed_m_s is not None) == (record.energy_mj is not None) == fast
    assert record.fired != record.misfire
    assert len(faults_said(record, language="it")) == len(faults) + record.misfire


def test_a_resent_shot_is_the_same_record() -> None:
    again = replace(SENSED, flags=frozenset({Flag.RESENT}))
    assert record_of(again, CANNON, AT) == record_of(SENSED, CANNON, AT)
