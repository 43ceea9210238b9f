"""Muzzle speed and energy from two gates, with everything that makes them uncertain."""

from math import radians, sqrt

from referee.shots.cannon import Cannon
from referee.shots.record import Estimate

TICK_US = 0.5
JITTER_US = 1.0
"""How late a gate may be stamped beside the tick: what input capture was measured to keep within (docs/rig.md)."""


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
