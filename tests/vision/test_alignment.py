"""A marker is laid onto the picture far finer than a pixel, also half covered, askew and unevenly lit."""

import cv2
import numpy as np
import pytest

from vision.alignment import align, light_by_level
from vision.dictionary import dictionary, patterns
from vision.homography import square_to_quads

BITS = patterns(dictionary("4x4_250")).astype(float)
FINE = 20


def draw(
    number: int, corners: np.ndarray, blur_px: float = 0.6, size: tuple[int, int] = (80, 90), fine: int = FINE
) -> np.ndarray:
    """Draw a marker with a white margin of one module as light, each pixel the mean over its square."""
    n = BITS.shape[1]
    home = square_to_quads(corners[None], n)[0]
    width, height = size
    # Pixel (0, 0) has its centre there: its square reaches from -0.5 to 0.5.
    at = (np.arange(max(size) * fine) + 0.5) / fine - 0.5
    u, v = np.meshgrid(at[: width * fine], at[: height * fine])
    back = np.linalg.inv(home) @ np.stack([u.ravel(), v.ravel(), np.ones(u.size)])
    column, row = (np.floor(back[k] / back[2]).astype(int) + 1 for k in (0, 1))
    printed = np.pad(BITS[number], 1, constant_values=1.0)
    inside = (column >= 0) & (column < n + 2) & (row >= 0) & (row < n + 2)
    light = np.full(u.size, 0.12)
    light[inside] = 0.05 + 0.75 * printed[row[inside], column[inside]]
    light = cv2.GaussianBlur(light.reshape(u.shape), (0, 0), blur_px * fine)
    return light.reshape(height, fine, width, fine).mean(axis=(1, 3)).astype(np.float32)


def coded(light: np.ndarray) -> np.ndarray:
    """Return light as a camera's grey levels."""
    return np.round(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def corners_at(x: float, y: float, side: float, turn_deg: float) -> np.ndarray:
    a = np.radians(turn_deg)
    square = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    return square @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + (x, y)


@pytest.mark.ci
@pytest.mark.parametrize(("side", "within_px"), [(15.0, 0.02), (28.0, 0.01), (50.0, 0.01)])
@pytest.mark.parametrize("turn_deg", [7.0, 31.0, 200.0])
def test_it_converges_from_a_pixel_away(side, within_px, turn_deg):
    true = corners_at(40.3, 39.6, side, turn_deg)
    start = true + np.array([[0.9, -0.6], [1.1, -0.2], [0.4, -0.8], [0.7, -0.5]])
    found = align(coded(draw(17, true)), start[None], BITS[[17]], rounds=8, samples=64)
    assert np.abs(found.corners_px[0].mean(axis=0) - true.mean(axis=0)).max() < within_px
    assert np.abs(found.corners_px[0] - true).max() < 6 * within_px
    assert found.agreement[0] > 0.995
    assert found.contrast[0] == pytest.approx(0.75, rel=0.05)


@pytest.mark.ci
def test_perspective_is_followed():
    true = np.array([[20.0, 22], [60, 20], [62, 58], [18, 56]])
    found = align(coded(draw(3, true)), (true + 0.5)[None], BITS[[3]], rounds=8, samples=96)
    assert np.abs(found.corners_px[0] - true).max() < 0.06
    assert np.abs(found.corners_px[0].mean(axis=0) - true.mean(axis=0)).max() < 0.02


@pytest.mark.ci
def test_light_that_falls_off_does_not_pull_it_aside():
    true = corners_at(40.2, 39.9, 17, 20)
    fall = np.linspace(1.2, 0.55, 90)[:, None].astype(np.float32)
    found = align(coded(draw(9, true) * fall), (true + 0.3)[None], BITS[[9]], rounds=6)
    assert np.abs(found.corners_px[0].mean(axis=0) - true.mean(axis=0)).max() < 0.02


@pytest.mark.ci
def test_a_finger_on_a_corner_moves_it_little():
    true = corners_at(40, 40, 28, 5)
    light = draw(9, true)
    light[45:, 47:] = 0.3
    found = align(coded(light), (true + 0.4)[None], BITS[[9]], rounds=8)
    assert np.abs(found.corners_px[0].mean(axis=0) - true.mean(axis=0)).max() < 0.25
    assert found.agreement[0] < 0.97


@pytest.mark.ci
def test_its_covariance_is_what_noise_does():
    true = corners_at(40.2, 40.7, 18, 12)
    clean = draw(30, true)
    rng = np.random.default_rng(4)
    noisy = [clean + rng.normal(0, 0.02, clean.shape).astype(np.float32) for _ in range(60)]
    found = [align(coded(picture), true[None], BITS[[30]], rounds=4) for picture in noisy]
    mean = np.tile(np.eye(2), 4) / 4
    said = np.sqrt(np.mean([np.trace(mean @ f.covariance_px[0] @ mean.T) / 2 for f in found]))
    spread = np.std([f.corners_px[0].mean(axis=0) for f in found], axis=0).mean()
    assert 0.7 < said / spread < 2.0


@pytest.mark.ci
def test_another_pattern_or_a_dark_square_does_not_agree():
    true = corners_at(40, 40, 24, 5)
    light = draw(9, true)
    assert align(coded(light), true[None], BITS[[11]]).agreement[0] < 0.85
    plain = np.full_like(light, 0.8)
    plain[28:52, 28:52] = 0.05
    found = align(coded(plain), np.repeat(true[None], 250, 0), BITS)
    assert found.agreement.max() < 0.8


def test_nonsense_stays_finite():
    rng = np.random.default_rng(2)
    noise = rng.random((90, 90)).astype(np.float32)
    found = align(coded(noise), np.repeat(corners_at(45, 45, 20, 0)[None], 50, 0), BITS[:50], rounds=10)
    assert np.isfinite(found.corners_px).all()
    assert np.isfinite(found.covariance_px).all()
    flat = align(np.full((90, 90), 128, np.uint8), corners_at(45, 45, 20, 0)[None], BITS[[1]])
    assert flat.agreement[0] == pytest.approx(0, abs=0.1)


def test_levels_are_light():
    light = light_by_level()
    assert light.dtype == np.float32
    assert light[[0, 128, 255]].tolist() == pytest.approx([0, (128 / 255) ** 2.2, 1])


@pytest.mark.ci
def test_many_at_once_are_as_each_alone():
    places = [corners_at(40.3 + 0.02 * k, 39.6, 24, 3 * k) for k in range(40)]
    picture = coded(draw(17, places[0]))
    together = align(picture, np.array(places), np.repeat(BITS[[17]], 40, 0), blur_px=np.full(40, 0.6))
    alone = [align(picture, place[None], BITS[[17]], blur_px=np.array([0.6])) for place in places]
    assert np.array_equal(together.corners_px, np.concatenate([one.corners_px for one in alone]))
    assert np.allclose(together.covariance_px, np.concatenate([one.covariance_px for one in alone]), rtol=1e-9, atol=0)


# Of the wider blur something dark beyond the margin's one module is seen, too.
@pytest.mark.ci
@pytest.mark.parametrize(("blur_px", "within_px"), [(1.6, 0.03), (2.5, 0.15)])
def test_a_strong_blur_is_found_from_where_the_reading_saw_it(blur_px, within_px):
    true = corners_at(40.2, 40.1, 22, 12)
    picture = coded(draw(30, true, blur_px, fine=8))  # so wide a blur needs no more
    found = align(picture, (true + 0.4)[None], BITS[[30]], rounds=6, blur_px=np.array([1.3 * blur_px]))
    # Looking between pixels blurs, too: a sixth of a pixel's square, and so does the pixel: a twelfth.
    assert found.blur_px[0] == pytest.approx(np.sqrt(blur_px**2 + 1 / 6 + 1 / 12), rel=0.1)
    assert np.abs(found.corners_px[0].mean(axis=0) - true.mean(axis=0)).max() < within_px
