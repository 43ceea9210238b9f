"""From what a rig sensed to a shot's record: its speed and energy, with everything that makes them uncertain."""

from math import radians, sqrt

from hardware.messages import Flag, ShotSensed
from referee.shots.cannon import Cannon
from referee.shots.record import Estimate, ShotRecord

_FLAGS = {
    Flag.GATE_1_BLOCKED: "gate_1_stuck",
    Flag.GATE_2_BLOCKED: "gate_2_stuck",
    Flag.DOUBLE_TRIGGER: "double_trigger",
}

TICK_US = 0.5
JITTER_US = 1.0
"""How late a gate may be stamped beside the tick: what input capture was measured to keep within (docs/rig.md)."""


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


def muzzle_speed(cannon: Cannon, gate_1_us: float, gate_2_us: float) -> Estimate | None:
    """Return the speed in m/s; None where the second gate was not passed after the first.

    What it may be off by, each on its own: the gates' spacing as it was measured; where in its beam each gate sees the
    shell's nose (anywhere: beam / sqrt 12 each); the two stamps (a tick, and the jitter); the rig's clock; a way that
    leans from the gates'. The shell's length does not come in as long as both gates see the same end of it, which the
    first edge of each beam is.
    """
    took_us = gate_2_us - gate_1_us
    if took_us <= 0:
        return None
    value = cannon.gate_mm * 1000.0 / took_us  # 1 mm/us is 1000 m/s
    return Estimate(value, value * _relative(cannon, took_us))


def _relative(cannon: Cannon, took_us: float) -> float:
    """Return one standard deviation of a speed as a share of it."""
    stamp_us = sqrt(2) * sqrt(TICK_US**2 / 12 + JITTER_US**2 / 3)
    beams_mm = sqrt(2) * cannon.beam_mm / sqrt(12)
    lean = sqrt(3) / 2 * radians(cannon.angle_deg) ** 2
    parts = (
        cannon.gate_sigma_mm / cannon.gate_mm,
        beams_mm / cannon.gate_mm,
        stamp_us / took_us,
        cannon.clock_ppm * 1e-6 / sqrt(3),
        lean,
    )
    return sqrt(sum(part * part for part in parts))


def energy_of(cannon: Cannon, speed: Estimate) -> Estimate:
    """Return the energy in mJ of a shell at that speed."""
    value = cannon.shell_mg * speed.value**2 / 2000.0
    mass = cannon.shell_sigma_mg / cannon.shell_mg
    return Estimate(value, value * sqrt(mass**2 + (2 * speed.sigma / speed.value) ** 2))


def _us(half_us: int | None) -> float | None:
    return None if half_us is None else half_us / 2.0
