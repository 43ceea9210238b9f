"""Exposure that hunts and bands of pulsing lamps are told apart, each with its number, and not seen where none are."""

import numpy as np
import pytest

from vision.camera_check.light import BANDS, bands_of_light, light_change

HEIGHT = 360


def _film(hunting=0.0, swing=0.0, cycles=2.5, step=1 / 3, frames=30, noise=1.5, seed=3):
    """Return the bands of a still, uneven scene: brightness wanders by ``hunting``, lamps pulse by ``swing``."""
    dice = np.random.default_rng(seed)
    scene = dice.uniform(60, 160, (HEIGHT, 1)) * np.ones(320)
    rows = np.arange(HEIGHT)[:, None] / HEIGHT
    bands = []
    wander = dice.normal(0, hunting, frames)
    for k in range(frames):
        pulse = 1 + swing * np.sin(2 * np.pi * (cycles * rows + step * k))
        grey = scene * (1 + wander[k]) * pulse + dice.normal(0, noise, scene.shape)
        bands.append(bands_of_light(np.clip(np.rint(grey), 0, 255).astype(np.uint8)))
    return np.array(bands), wander.std(ddof=1)


def test_a_steady_light_is_steady():
    told = light_change(_film()[0])
    assert told.hunting < 0.0005
    assert (told.swing, told.period, told.readout_s(100)) == (None, None, None)


@pytest.mark.parametrize("hunting", [0.005, 0.03])
@pytest.mark.parametrize("swing", [0.0, 0.02])
def test_hunting_is_told_whether_lamps_pulse_or_not(hunting, swing):
    bands, true = _film(hunting, swing)
    told = light_change(bands)
    assert told.hunting == pytest.approx(true, rel=0.05)
    assert (told.swing is not None) == bool(swing)


@pytest.mark.parametrize("cycles", [1.4, 2.5, 7.3])
@pytest.mark.parametrize("swing", [0.003, 0.02])
def test_bands_tell_how_long_a_rolling_shutter_takes(cycles, swing):
    told = light_change(_film(0.01, swing, cycles)[0])
    assert told.swing == pytest.approx(swing, rel=0.1)
    assert told.period == pytest.approx(1 / cycles, rel=0.04)
    assert told.readout_s(100) == pytest.approx(cycles / 100, rel=0.04)


def test_bands_that_stand_still_look_like_the_scene():
    assert light_change(_film(swing=0.02, step=1.0)[0]).swing is None


def test_a_hand_that_comes_and_goes_is_no_lamp():
    bands, _ = _film()
    for k in range(10, 20):
        bands[k, : 8 * (k - 9)] *= 0.8
    assert light_change(bands).swing is None


def test_what_cannot_be_told_is_not():
    assert light_change(_film(frames=5)[0]) is None
    assert light_change(np.zeros((10, BANDS))) is None
