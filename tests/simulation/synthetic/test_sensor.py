"""Does a sensor's each step do to a picture what it says, and the kinds of cameras what theirs are for?"""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from looks import RoomLook

from simulation.synthetic.fittings import default_camera, default_frame, default_roster, with_footprints
from simulation.synthetic.look import Look
from simulation.synthetic.processing import demosaiced, mosaic, rolled, sharpened, smoothed, steadied, toned
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.sensor import Readout, Sensor
from simulation.synthetic.webcams import WEBCAMS
from table.errors import BadInput
from table.snapshot import Snapshot
from table.stand import Stand

SHAPE = (64, 96)
PLAIN = Sensor(electrons=1e6, read_noise=0.0, gains=(1.0, 1.0, 1.0), quality=100, subsampling="4:4:4")


def flat(level: float, shape: tuple[int, int] = SHAPE) -> np.ndarray:
    return np.full((*shape, 3), level, np.float32)


def step(low: float, high: float) -> np.ndarray:
    """Grey that is low left of column 48 and high from there on."""
    light = flat(low)
    light[:, 48:] = high
    return light


def taken(sensor: Sensor, light: np.ndarray, seed: int = 1, frames: int = 1) -> list[np.ndarray]:
    camera = Readout(sensor, np.random.default_rng(seed))
    return [camera.frame(light) for _ in range(frames)]


@pytest.mark.parametrize("demosaicing", ["bilinear", "edge-aware"])
def test_flat_grey_stays_flat_whatever_is_done_to_it(demosaicing):
    busy = replace(
        PLAIN, demosaicing=demosaicing, flare=0.2, contrast=0.5, steady=0.5, smooth=8.0, sharpen=2.0, quality=30,
        subsampling="4:2:0", gains=(1.8, 1.0, 1.5),
    )  # fmt: skip
    for picture in taken(busy, flat(0.4), frames=2):
        assert np.ptp(picture.reshape(-1, 3).astype(int), axis=0).max() <= 1
        assert np.ptp(picture.reshape(-1, 3).mean(axis=0)) <= 1, "and stays grey"


@pytest.mark.parametrize("gamma", [1.0, 1.6, 2.4])
def test_gamma_and_black_are_what_they_say(gamma):
    (picture,) = taken(replace(PLAIN, gamma=gamma), flat(0.3))
    assert np.median(picture) == round(255 * 0.3 ** (1 / gamma))
    (picture,) = taken(replace(PLAIN, gamma=gamma, black=0.2, exposure=2.0), flat(0.3))
    assert np.median(picture) == round(255 * ((0.6 - 0.2) / 0.8) ** (1 / gamma))
    (picture,) = taken(replace(PLAIN, gamma=gamma, black=0.2), flat(0.19))
    assert picture.max() == 0


def test_an_s_curve_keeps_black_grey_and_white_and_is_steeper_between():
    light = np.array([[0.0, 0.25, 0.5, 0.75, 1.0]], np.float32)
    assert toned(light, 0.0, 1.0, 0.4)[0].tolist() == pytest.approx(
        [0, 0.25 - 0.4 * 0.09375, 0.5, 0.75 + 0.4 * 0.09375, 1], abs=1e-6
    )


def test_sharpening_overshoots_by_what_it_says_on_both_sides():
    amount, width = 0.8, 1.3
    level = sharpened(step(0.4, 0.6), amount, width)[32, :, 0]
    offsets = np.arange(-math.ceil(3 * width), math.ceil(3 * width) + 1)
    weights = np.exp(-(offsets**2) / (2 * width**2))
    leaked = float(weights[offsets > 0].sum() / weights.sum())  # what a blur brings over the edge to the pixel at it
    assert level[48] == pytest.approx(0.6 + amount * 0.2 * leaked, abs=1e-4)
    assert level[47] == pytest.approx(0.4 - amount * 0.2 * leaked, abs=1e-4)
    assert level[[30, 70]].tolist() == pytest.approx([0.4, 0.6], abs=1e-5)


def test_sharpening_leaves_the_hue_alone():
    level = step(0.3, 0.5)
    level[..., 2] += 0.1
    halo = sharpened(level, 1.0, 1.0) - level
    assert np.ptp(halo, axis=2).max() < 1e-6
    assert np.abs(halo).max() > 0.05


def test_a_rolling_shutter_shifts_rows_as_told():
    height, width = 65, 96
    light = np.repeat((np.arange(width, dtype=np.float32) / width)[None, :, None], height, 0).repeat(3, 2)
    seen = rolled(light, (8.0, 0.0))
    for row, moved in ((0, -4.0), (16, -2.0), (32, 0.0), (64, 4.0)):
        off = (light[row, 48] - seen[row, 48]) * width  # what is seen there was so far to the left
        assert off == pytest.approx([moved] * 3, abs=0.01)
    falling = np.swapaxes(light, 0, 1)[:, :65].copy()
    down = rolled(falling, (0.0, 6.0))
    assert (falling[:, 5] - down[:, 5])[[20, 75], 0] * width == pytest.approx(
        [6 * (20 / 95 - 0.5), 6 * (75 / 95 - 0.5)], abs=0.035
    )  # OpenCV resamples in steps of 1/32 px


def test_shaking_moves_first_and_last_rows_apart_another_way_each_frame():
    shaken = replace(PLAIN, shake_px=3.0, gamma=1.0)
    light = np.repeat((np.arange(96, dtype=np.float32) / 96)[None, :, None], 64, 0).repeat(3, 2)
    slopes = [(int(p[0, 48, 0]) - int(p[-1, 48, 0])) for p in taken(shaken, light, frames=6)]
    still = [(int(p[0, 48, 0]) - int(p[-1, 48, 0])) for p in taken(PLAIN, light, frames=2)]
    assert len(set(slopes)) > 3
    assert max(map(abs, slopes)) > 4
    assert max(map(abs, still)) <= 1


def test_noise_is_the_electrons_own_and_the_readings():
    dice, gains = np.random.default_rng(3), np.array([2.0, 1.0, 1.5])
    pixels = mosaic(flat(0.5, (400, 400)), 1000.0, 20.0, gains, dice)
    assert pixels.mean() == pytest.approx(0.5, abs=1e-3)
    for at, gain in (((0, 0), 1.5), ((0, 1), 1.0), ((1, 0), 1.0), ((1, 1), 2.0)):
        # Half full after the gain is 500 / gain electrons; noise in shares of 1,000 electrons, times the gain.
        wanted = gain * math.sqrt(500 / gain + 20**2) / 1000
        assert pixels[at[0] :: 2, at[1] :: 2].std() == pytest.approx(wanted, rel=0.02)


@pytest.mark.parametrize("how", ["bilinear", "edge-aware"])
def test_demosaicing_puts_each_colour_where_it_was(how):
    light = flat(0.2)
    light[..., 0], light[..., 2] = 0.1, 0.7
    light *= np.linspace(0.5, 1, SHAPE[1], dtype=np.float32)[None, :, None]
    pixels = mosaic(light, 1e6, 0.0, np.ones(3), np.random.default_rng(0))
    inner = (slice(3, -3), slice(3, -3))
    assert np.abs(demosaiced(pixels, how)[inner] - light[inner]).max() < 0.01


def test_steadying_keeps_the_frame_before_only_where_nothing_changed():
    before, now = flat(0.5), flat(0.502)
    now[:, 48:] = 0.9
    kept = steadied(now, before, 0.6)
    assert kept[10, 10] == pytest.approx([0.502 - 0.6 * 0.002] * 3, abs=1e-4)
    assert kept[10, 80] == pytest.approx([0.9] * 3, abs=1e-4)


def test_smoothing_takes_noise_and_leaves_edges():
    noisy = step(0.3, 0.7) + np.random.default_rng(5).normal(0, 0.01, (*SHAPE, 3)).astype(np.float32)
    smooth = smoothed(noisy, 8.0)
    assert smooth[:, 55:].std() < 0.6 * noisy[:, 55:].std()
    assert np.abs(smooth[:, 46:50].mean(axis=(0, 2)) - [0.3, 0.3, 0.7, 0.7]).max() < 0.01


@pytest.mark.ci
def test_exposure_hunts_by_what_it_says():
    hunting = replace(PLAIN, gamma=1.0, hunting=0.05)
    means = np.array([p.mean() for p in taken(hunting, flat(0.4, (8, 8)), frames=800)])
    assert np.log(means).std() == pytest.approx(0.05, rel=0.25)
    assert np.abs(np.diff(np.log(means))).mean() < 0.05, "slowly"


def test_flicker_lies_in_bands_of_the_mains():
    # Within a read-out of 20 ms the light of 100 Hz swings twice: rows half of one swing apart are bright and dark.
    banded = replace(PLAIN, gamma=1.0, flicker=0.2, readout_s=0.02)
    rows = taken(banded, flat(0.4, (128, 16)))[0].mean(axis=(1, 2)) / (255 * 0.4) - 1
    assert rows.max() == pytest.approx(0.2, abs=0.01)
    assert rows[:96] == pytest.approx(-rows[32:], abs=0.02)


def test_the_same_dice_and_quality_give_the_same_pictures():
    cheap, light = WEBCAMS["cheap webcam"].sensor, step(0.2, 0.7)
    one, same, other = (taken(cheap, light, seed, frames=2) for seed in (7, 7, 8))
    assert (np.array(one) == np.array(same)).all()
    assert (np.array(one) != np.array(other)).any()
    assert (one[0] != one[1]).any()
    coarse, fine = (taken(replace(cheap, quality=quality), light, 7)[0].astype(int) for quality in (20, 95))
    assert len(np.unique(coarse[:, :40])) < len(np.unique(fine[:, :40])), "its blocks are flat"


def test_light_is_left_as_it_is():
    light = step(0.2, 0.7)
    for webcam in WEBCAMS.values():
        taken(replace(webcam.sensor, shake_px=1.0), light, frames=2)
    assert (light == step(0.2, 0.7)).all()


@pytest.mark.parametrize("grey", [False, True])
def test_a_picture_already_coded_is_taken_as_the_light_it_shows(grey):
    levels = np.rint(255 * step(0.2, 0.6) ** (1 / 2.2)).astype(np.uint8)
    linear = replace(PLAIN, gamma=1.0)
    coded = levels[..., 0].copy() if grey else levels
    picture = Readout(linear, np.random.default_rng(1)).of_picture(coded, 2.2)
    assert picture.shape == levels.shape
    assert np.median(picture[:, :40]) == pytest.approx(255 * 0.2, abs=1)
    assert np.median(picture[:, 56:]) == pytest.approx(255 * 0.6, abs=2)


def test_a_look_loses_its_own_processing_to_a_webcams_and_keeps_the_room():
    room = RoomLook(
        noise=3.0, gamma=1.8, tone="film", sharpen=0.5, colour_noise=1.0, jpeg_quality=70, light=0.7, shadow=0.2
    )
    seen = WEBCAMS["phone"].on(room)
    assert (seen.noise, seen.tone, seen.sharpen, seen.colour_noise, seen.jpeg_quality) == (0, "power", 0, 0, None)
    assert (seen.light, seen.shadow, seen.blur_px) == (0.7, 0.2, WEBCAMS["phone"].blur_px)
    assert seen.sensor == WEBCAMS["phone"].sensor


@pytest.mark.parametrize(
    ("key", "value"), [("gamma", 0.1), ("quality", 0), ("electrons", 0.0), ("flicker", 1.0), ("gains", (0.5, 1.0, 1.0))]
)
def test_what_no_sensor_has_is_refused(key, value):
    with pytest.raises(BadInput, match=key):
        Sensor(**{key: value})


def marker_levels(name: str) -> tuple[float, float]:
    """Grey levels of a frame card's ink and of its paper, through one kind of camera."""
    frame = default_frame(40, 30)
    camera = default_camera(frame, (480, 360))
    picture = Renderer(camera, frame, None, WEBCAMS[name].on(Look()), 3).render(Snapshot(40, 30))
    card = frame.markers[1]
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    ink = np.array([(card.x - 0.46 * card.size_cm, card.y + d, card.height_cm) for d in (-1.0, 0.0, 1.0)])
    paper = np.array([(card.x - 0.58 * card.size_cm, card.y + d, card.height_cm) for d in (-1.0, 0.0, 1.0)])
    black, white = (
        float(np.mean([grey[v, u] for u, v in np.rint(camera.project(points)).astype(int)])) for points in (ink, paper)
    )
    return black, white


@pytest.mark.ci
def test_each_kind_of_camera_has_the_black_and_white_of_its_photographs():
    """As measured: ink 0-30 and paper 145-220; on a dim webcam 0 and 44-68, on an overexposed one 60-66 and 254."""
    limits = {"dim webcam": (0, 8, 30, 70), "overexposed webcam": (30, 90, 245, 255)}
    for name in WEBCAMS:
        black, white = marker_levels(name)
        least_black, most_black, least_white, most_white = limits.get(name, (0, 45, 130, 235))
        assert least_black <= black <= most_black, name
        assert least_white <= white <= most_white, name


@pytest.mark.ci
def test_a_moved_stand_is_redrawn_in_light_as_well():
    frame = default_frame(40, 30)
    one = with_footprints(Snapshot(40, 30, (Stand("a", "us", "soldier", 10, 10, 90.0),)))
    other = one.with_stand(one.stand("a").moved_to(25, 20, 30.0))
    look = Look(sensor=PLAIN)
    camera = default_camera(frame, (480, 360))
    moved = Renderer(camera, frame, default_roster(one), look, 1)
    moved.render(one)
    fresh = Renderer(camera, frame, default_roster(one), look, 1)
    fresh.render(other)
    difference = np.abs(moved.render(other).astype(int) - fresh.render(other))
    assert difference.max() <= 3
