"""Muzzle speed and energy: their sigmas are those of many simulated shots."""

import math

import numpy as np
import pytest

from referee.shots.cannon import Cannon
from referee.shots.record import Estimate
from referee.shots.rig_record import TICK_US, energy_of, muzzle_speed


def test_the_numbers_of_a_usual_shot() -> None:
    speed = muzzle_speed(Cannon(side="A"), 3000.0, 8000.0)
    assert speed is not None
    assert speed.value == pytest.approx(10.0)
    assert speed.sigma == pytest.approx(0.107, abs=0.005)  # gates 0.6 %, beams 0.8 %, the resonator 0.3 %
    energy = energy_of(Cannon(side="A"), speed)
    assert energy.value == pytest.approx(6.0)  # 120 mg at 10 m/s: half m v squared
    assert energy.sigma == pytest.approx(6.0 * math.hypot(5 / 120, 2 * speed.sigma / 10))


def test_a_shell_that_went_backwards_has_no_speed() -> None:
    assert muzzle_speed(Cannon(side="A"), 8000.0, 3000.0) is None
    assert muzzle_speed(Cannon(side="A"), 3000.0, 3000.0) is None


@pytest.mark.ci
@pytest.mark.parametrize(
    ("true_m_s", "cannon"),
    [
        (10.0, Cannon(side="A")),
        (40.0, Cannon(side="A", gate_mm=20.0, gate_sigma_mm=0.1, beam_mm=0.2, clock_ppm=50.0)),
        (3.0, Cannon(side="A", gate_mm=30.0, beam_mm=2.0, angle_deg=4.0)),
    ],
)
def test_the_sigma_is_the_scatter_of_simulated_rigs(true_m_s: float, cannon: Cannon) -> None:
    """Every rig and shot with its own errors, drawn from what the numbers of match.toml mean, not from the formula."""
    rng, many = np.random.default_rng(7), 20_000
    gap = cannon.gate_mm + cannon.gate_sigma_mm * rng.normal(size=many)
    nose = cannon.beam_mm * (rng.random((2, many)) - 0.5)
    lean = np.radians(cannon.angle_deg) * rng.normal(size=many)
    way_mm = (gap + nose[1] - nose[0]) / np.cos(lean)
    took_us = way_mm / true_m_s * 1000.0
    rate = 1 + cannon.clock_ppm * 1e-6 * rng.uniform(-1, 1, size=many)
    stamps = np.stack([np.full(many, 3000.0), 3000.0 + took_us]) + rng.uniform(-1, 1, size=(2, many))
    stamps = np.round(stamps * rate / TICK_US) * TICK_US
    said = [muzzle_speed(cannon, float(a), float(b)) for a, b in stamps.T]
    values = np.array([estimate.value for estimate in said if estimate is not None])
    assert len(values) == many
    sigma = float(np.mean([estimate.sigma for estimate in said if estimate is not None]))
    assert sigma == pytest.approx(math.sqrt(np.mean((values - true_m_s) ** 2)), rel=0.05)


def test_a_mass_that_is_known_exactly_adds_nothing_to_the_energys_sigma() -> None:
    assert energy_of(Cannon(side="A", shell_sigma_mg=0.0), Estimate(10.0, 0.0)).sigma == 0.0
