"""Noise is told by grey level, and how alike it is side by side and from frame to frame."""

import numpy as np
import pytest
from scipy.ndimage import convolve1d

from vision.camera_check.noise import noise_of

HEIGHT, WIDTH = 160, 640


def _levels():
    """Return a scene of four grey levels with some texture on half of it."""
    scene = np.repeat([40.0, 90.0, 140.0, 200.0], WIDTH // 4) * np.ones((HEIGHT, 1))
    scene[HEIGHT // 2 :, ::3] += 5
    return scene


def _film(sigma, frames=16, seed=2, kernel=None, steady=0.0, gain=0.0, steps=0.0):
    """Return frames of noise ``sigma`` at each pixel, its neighbours mixed by a kernel, its past by ``steady``."""
    dice = np.random.default_rng(seed)
    scene, before, film = _levels(), None, []
    for _ in range(frames):
        noise = dice.normal(0, 1, scene.shape)
        if kernel is not None:
            noise = convolve1d(noise, kernel, axis=1, mode="wrap") / np.sqrt(np.square(kernel).sum())
        if before is not None:
            noise = steady * before + np.sqrt(1 - steady**2) * noise
        before = noise
        light = scene * (1 + dice.normal(0, gain)) * (1 + dice.normal(0, steps, (HEIGHT, 1)))
        film.append(np.clip(np.rint(light + sigma * noise), 0, 255).astype(np.uint8))
    return film


@pytest.mark.parametrize("sigma", [0.8, 2.0, 6.0])
def test_white_noise_is_told(sigma):
    told = noise_of(_film(sigma))
    assert told.levels == pytest.approx((40, 90, 140, 200), abs=2)
    assert told.sigmas == pytest.approx([np.hypot(sigma, 1 / np.sqrt(12))] * 4, rel=0.04)  # and that of rounding
    assert told.neighbours == pytest.approx(0, abs=0.03)
    assert told.frames == pytest.approx(0, abs=0.03)


def test_noise_is_told_level_by_level():
    sigma = np.sqrt(_levels() / 20)
    told = noise_of(_film(sigma))
    assert told.sigmas == pytest.approx(np.sqrt(np.array([40, 90, 140, 200]) / 20 + 1 / 12), rel=0.05)
    assert told.usual == pytest.approx(np.median(told.sigmas))


def test_light_that_changes_is_no_noise():
    assert noise_of(_film(1.5, gain=0.03, steps=0.01)).usual == pytest.approx(np.hypot(1.5, 0.29), rel=0.06)


def test_what_moves_through_the_picture_is_no_noise():
    film = _film(1.5)
    for k, frame in enumerate(film):
        frame[4 * k : 4 * k + 12] = 10  # through less than half of it
    assert noise_of(film).usual == pytest.approx(np.hypot(1.5, 0.29), rel=0.25)


def test_a_camera_that_smooths_makes_neighbours_alike():
    kernel = np.array([1.0, 2.0, 1.0])
    alike = (1 * 2 + 2 * 1) / (1 + 4 + 1)
    assert noise_of(_film(3.0, kernel=kernel)).neighbours == pytest.approx(alike, abs=0.05)


@pytest.mark.ci
@pytest.mark.parametrize("steady", [0.2, 0.5])
def test_a_camera_that_keeps_some_of_the_frame_before_is_told(steady):
    told = noise_of(_film(3.0, frames=24, steady=steady))
    assert told.frames == pytest.approx(steady, abs=0.08)
    assert noise_of(_film(3.0, frames=24, steady=steady), in_a_row=False).frames is None


def test_where_all_moves_no_noise_is_told():
    assert noise_of([np.roll(frame, 20 * k, axis=1) for k, frame in enumerate(_film(1.0))]) is None


def test_what_cannot_be_told_is_not():
    assert noise_of(_film(1.0, frames=3)) is None
    assert noise_of([np.full((HEIGHT, WIDTH), 255, np.uint8)] * 8) is None
    assert noise_of([np.full((10, 10), 90, np.uint8)] * 8) is None


def test_a_picture_without_any_noise_has_none():
    told = noise_of([np.full((HEIGHT, WIDTH), 90, np.uint8)] * 8)
    assert (told.usual, told.neighbours, told.frames) == (0.0, 0.0, None)
