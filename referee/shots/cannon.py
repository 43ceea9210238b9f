"""A cannon and its rig: what match.toml says of them."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Cannon:
    """A side's cannon.

    ``rig`` is the name its rig gives itself, ``port`` where it is plugged in. ``gate_mm`` is the way between the two
    beams, ``beam_mm`` how wide each is, ``angle_deg`` how far the shell's way may lean from the gates' (one standard
    deviation), ``clock_ppm`` how far off the rig's clock may be (Uno: a ceramic resonator). ``range_m_s`` are the
    speeds that are believed. ``shells`` is the ammunition agreed on (M5.1), ``cocked_limit_s`` a house value (M6.1).
    """

    side: str
    rig: str = ""
    port: str = ""
    gate_mm: float = 50.0
    gate_sigma_mm: float = 0.3
    beam_mm: float = 1.0
    angle_deg: float = 1.0
    clock_ppm: float = 5000.0
    shell_mg: float = 120.0
    shell_sigma_mg: float = 5.0
    shell_mm: float = 6.0
    range_m_s: tuple[float, float] = (1.0, 60.0)
    shells: int = 100
    cocked_limit_s: float = 60.0
