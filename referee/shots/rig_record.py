"""From what a rig sensed to a shot's record."""

from hardware.messages import Flag, ShotSensed
from referee.shots.cannon import Cannon
from referee.shots.record import ShotRecord
from referee.shots.speed import energy_of, muzzle_speed

_FLAGS = {
    Flag.GATE_1_BLOCKED: "gate_1_stuck",
    Flag.GATE_2_BLOCKED: "gate_2_stuck",
    Flag.DOUBLE_TRIGGER: "double_trigger",
}


def record_of(sensed: ShotSensed, cannon: Cannon, at: str, at_sigma_s: float | None = None) -> ShotRecord:
    """Return the record of a shot whose lever was let go at that time, UTC by this computer's clock.

    A speed that nobody believes is kept as a fault, not as a speed; one that a blocked gate had a part in too.
    """
    gates_us = (_us(sensed.gate_1_half_us), _us(sensed.gate_2_half_us))
    faults = [word for flag, word in _FLAGS.items() if flag in sensed.flags]
    if not sensed.misfire:
        faults += [
            f"gate_{number}_missed"
            for number, time_us in enumerate(gates_us, start=1)
            if time_us is None and f"gate_{number}_stuck" not in faults
        ]
    cocked_s = None if sensed.cocked_ms is None else sensed.cocked_ms / 1000.0
    if cocked_s is not None and cocked_s > cannon.cocked_limit_s:
        faults.append("cocked_too_long")
    speed = None
    if gates_us[0] is not None and gates_us[1] is not None and not {"gate_1_stuck", "gate_2_stuck"} & set(faults):
        speed = muzzle_speed(cannon, gates_us[0], gates_us[1])
        slowest, fastest = cannon.range_m_s
        if speed is None or not slowest <= speed.value <= fastest:
            speed = None
            faults.append("implausible_speed")
    return ShotRecord(
        rig=sensed.rig, counter=sensed.number, side=cannon.side, at=at, at_sigma_s=at_sigma_s,
        rig_us=sensed.release_us, boot=sensed.boot, cocked_s=cocked_s, gates_us=gates_us,
        plate_us=_us(sensed.plate_half_us), speed_m_s=speed,
        energy_mj=None if speed is None else energy_of(cannon, speed), misfire=sensed.misfire, faults=tuple(faults),
    )  # fmt: skip


def _us(half_us: int | None) -> float | None:
    return None if half_us is None else half_us / 2.0
