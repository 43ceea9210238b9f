"""What a made-up webcam's electronics do is told by its pictures, each property alone, and not told of a plain one."""

import gc
import tracemalloc
from dataclasses import replace

import cv2
import drawn
import numpy as np
import pytest
from scipy.stats import norm

from simulation.synthetic.sensor import Readout, Sensor
from vision.camera_check.study import CameraStudy
from vision.dictionary import dictionary, patterns
from vision.sources.frames import CameraFrame
from vision.tone import Tone

pytestmark = pytest.mark.ci
BITS = patterns(dictionary("4x4_250")).astype(np.float64)
PLAIN = Sensor(electrons=4000, quality=100, subsampling="4:4:4")
SIZE_PX, FRAMES = (640, 360), 16


def _light():
    """Return a table's light in colour: grounds of several shades, and six markers of 48 px."""
    light = np.repeat(np.linspace(0.05, 0.5, 8), SIZE_PX[0] // 8)[None] * np.ones((SIZE_PX[1], 1))
    light = light.astype(np.float32)
    for k in range(6):
        centre = np.array([110 + 210 * (k % 3), 95 + 170 * (k // 3)])
        drawn.lay(light, BITS[k], drawn.marker_corners(centre, 48, 11 + 31 * k, 0, 0), 1.0)
    return np.repeat(cv2.GaussianBlur(light, (0, 0), 0.5)[..., None], 3, axis=2)


LIGHT = _light()


def _told(sensor, frames=FRAMES, keep=lambda _: True, tone=None):
    """Return what is told of a camera, and its frames (F, H, W)."""
    readout, study, film = Readout(sensor, np.random.default_rng(8)), CameraStudy("4x4_250", tone), []
    for k in range(frames):
        grey = cv2.cvtColor(readout.frame(LIGHT), cv2.COLOR_BGR2GRAY)
        if keep(k):
            study.take(CameraFrame(grey, k * sensor.frame_s, k, f"#{k}"))
            film.append(grey)
    return study.told(), np.array(film, dtype=np.float64)


@pytest.fixture(scope="module")
def plain():
    return _told(PLAIN)


def test_a_plain_camera_has_nothing_but_its_noise(plain):
    told, film = plain
    assert told.size_px == SIZE_PX
    assert (told.timing.missing, told.timing.repeated) == (0, 0)
    assert told.light.hunting < 0.001
    assert told.light.swing is None
    assert told.edge.halo < 0.02
    assert told.noise.frames < 0.05
    assert [marker.fate for marker in told.resting.markers] == ["rested"] * 6
    assert told.resting.shake.shift_px < 0.01
    # Noise by its own definition: what two frames differ by, away from edges.
    apart = (film[1:] - film[:-1])[:, ::2, :40].std() / np.sqrt(2)
    assert told.noise.sigmas[0] == pytest.approx(apart, rel=0.15)


def test_fewer_electrons_make_more_noise(plain):
    noisy, _ = _told(replace(PLAIN, electrons=1000))
    # Twice, where noise is much more than rounding.
    assert noisy.noise.usual / plain[0].noise.usual == pytest.approx(2, rel=0.1)


def test_a_camera_that_steadies_is_told(plain):
    steady, film = _told(replace(PLAIN, steady=0.5), 24)
    flat = film[:, ::2, :40]
    # By its own definition: frames in a row differ by less than frames far apart.
    alike = 1 - np.square(flat[1:] - flat[:-1]).mean() / np.square(flat[8:] - flat[:-8]).mean()
    assert steady.noise.frames == pytest.approx(alike, abs=0.06)
    assert alike > 0.25


def test_a_camera_that_sharpens_is_told():
    amounts = (0.0, 0.8, 1.6)
    edges = [_told(replace(PLAIN, exposure=0.6, sharpen=amount), 4)[0].edge for amount in amounts]
    away, blur_px = np.linspace(-6, 6, 2401), edges[0].rise_px / (2 * norm.ppf(0.9))
    for edge, amount in zip(edges, amounts, strict=True):
        step, blurred = norm.cdf(away / blur_px), norm.cdf(away / np.hypot(blur_px, PLAIN.sharpen_px))
        assert edge.halo == pytest.approx(max((step + amount * (step - blurred)).max() - 1, 0), abs=0.03)
    assert edges[0].halo < 0.005
    assert edges[1].halo > 0.03


@pytest.mark.parametrize("readout_s", [0.015, 0.025])
def test_a_rolling_shutter_is_told_by_lamps_that_pulse(readout_s):
    told, _ = _told(replace(PLAIN, flicker=0.03, readout_s=readout_s))
    assert told.light.readout_s(100) == pytest.approx(readout_s, rel=0.05)
    assert told.light.swing == pytest.approx(0.03 / PLAIN.gamma, rel=0.15)


def test_hunting_is_told(plain, monkeypatch):
    exposures = []
    own = Readout._exposure
    monkeypatch.setattr(Readout, "_exposure", lambda it: exposures.append(own(it)) or exposures[-1])
    told, _ = _told(replace(PLAIN, hunting=0.03))
    true = np.log(exposures).std(ddof=1) / PLAIN.gamma
    assert told.light.hunting == pytest.approx(true, rel=0.1)
    assert told.noise.usual == pytest.approx(plain[0].noise.usual, rel=0.1)


def test_a_tone_is_told_and_taken_into_account():
    told, _ = _told(replace(PLAIN, gamma=1.0), 4)
    assert told.tone.gamma == pytest.approx(1.0, rel=0.2)
    assert len(told.resting.markers) == 6
    known, _ = _told(replace(PLAIN, gamma=1.0), 4, tone=Tone(1.1))
    assert known.tone == Tone(1.1)
    assert len(known.resting.markers) == 6


def test_frames_that_are_lost_are_told():
    told, _ = _told(PLAIN, keep=lambda k: k not in (5, 9))
    numbers = told.timing.unread + told.timing.missing
    assert (told.timing.frames, numbers) == (FRAMES - 2, 2)


def test_a_frame_that_came_again_tells_nothing_else():
    study = CameraStudy("4x4_250")
    grey = np.random.default_rng(1).integers(60, 90, (64, 64)).astype(np.uint8)
    for k in range(10):
        study.take(CameraFrame(grey if k % 2 else np.roll(grey, k + 1), k / 10, k, ""))
        study.take(CameraFrame(grey if k % 2 else np.roll(grey, k + 1), k / 10 + 0.05, k, ""))
    assert study.told().timing.repeated == 10
    assert study.frames == 20


def test_a_long_film_takes_no_more_memory_than_a_short_one():
    study, dice, held = CameraStudy("4x4_250"), np.random.default_rng(1), []
    tracemalloc.start()
    for k in range(1501):
        study.take(CameraFrame(dice.integers(60, 90, (48, 64), np.uint8), k / 30, k, ""))
        if k in (750, 1500):
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    # Only times, numbers and each second's sums: less than 200 bytes a frame, where a picture has 3,072.
    assert held[1] - held[0] < 200 * 750
