"""Means, sigmas and motion of stands at rest, on numbers alone: hours of frames in seconds."""

import numpy as np
import pytest

from vision.tracking.rest import LEAST_CM, Rest

PX_CM = 1 / 18.0  # at 4K


def table(count: int, noise_px: float, bias_px: float = 0.0, seed: int = 0):
    """Stands whose corners all shift alike by independent noise; the poses are the mean corner, the turn is 0."""
    rest, dice = Rest(count), np.random.default_rng(seed)
    slope = np.zeros((count, 3, 8))
    slope[:, 0, 0::2] = slope[:, 1, 1::2] = PX_CM / 4
    slope[:, 2, 1] = 1e-3
    rows = np.arange(count)
    # A corner's own noise averages out over four; what is common to them does not.
    covariance = np.tile(np.eye(8) * (2 * noise_px) ** 2 + np.tile(np.eye(2), (4, 4)) * bias_px**2, (count, 1, 1))

    def frame(shift_px=0.0):
        noise = dice.normal(0, 2 * noise_px, (count, 4, 2))
        noise[..., 0] += shift_px
        return noise

    for row, corners in zip(rows, frame(), strict=True):
        rest.begin(row, corners, covariance[row])
    rest.lean(rows, slope)
    return rest, rows, covariance, frame


def take(rest, rows, covariance, corners):
    verdict = rest.look(rows, corners, covariance, np.ones(len(rows)))
    quiet = ~verdict.beyond
    rest.take(rows[quiet], corners[quiet], covariance[quiet], verdict.off[quiet])
    return verdict


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("noise_px", "frames"), [(0.2, 1_000), (0.02, 8_000), (0.2, 8_000)])
def test_sixty_stands_do_not_move_by_chance(noise_px, frames):
    """With 0.2 px the floor of LEAST_CM plays no part; 8,000 frames are 3 minutes, and two are needed in a row."""
    rest, rows, covariance, frame = table(60, noise_px)
    beyond = 0
    for _ in range(frames):
        verdict = take(rest, rows, covariance, frame())
        assert not verdict.moved.any()
        beyond += int(verdict.beyond.sum())
    # One frame alone beyond the limit may happen once in 10 million; two in a row the same way is then its square.
    assert beyond <= 2


def test_a_real_step_is_noticed_with_its_second_frame():
    rest, rows, covariance, frame = table(60, 0.02)
    for _ in range(200):
        take(rest, rows, covariance, frame())
    step_px = 0.03 / PX_CM
    assert not take(rest, rows, covariance, frame(step_px)).moved.any()
    assert take(rest, rows, covariance, frame(step_px)).moved.all()


def test_one_wild_frame_and_its_opposite_are_no_motion():
    rest, rows, covariance, frame = table(10, 0.02)
    for _ in range(50):
        take(rest, rows, covariance, frame())
    for shift in (1.0, -1.0, 1.0):
        assert not take(rest, rows, covariance, frame(shift)).moved.any()
        assert rest.frames[0] == 51


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("times", "frames"), [(3, 3_750), (8, 10_000)])
def test_slow_drift_is_followed_without_a_move(times, frames):
    """Thousands of frames of creep, several times LEAST_CM in all."""
    rest, rows, covariance, frame = table(20, 0.02)
    total_px = times * LEAST_CM / PX_CM
    for k in range(frames):
        assert not take(rest, rows, covariance, frame(total_px * k / frames)).moved.any()
    mean_cm = rest.corners_px.mean(axis=1)[:, 0] * PX_CM
    assert mean_cm == pytest.approx(times * LEAST_CM, abs=LEAST_CM)


@pytest.mark.ci
def test_a_small_step_that_stays_begins_the_mean_anew():
    rest, rows, covariance, frame = table(20, 0.02)
    for _ in range(400):
        take(rest, rows, covariance, frame())
    small_px = 0.5 * LEAST_CM / PX_CM
    for _ in range(100):
        assert not take(rest, rows, covariance, frame(small_px)).moved.any()
    assert (rest.frames <= 100).all()
    assert rest.corners_px.mean(axis=1)[:, 0] * PX_CM == pytest.approx(0.5 * LEAST_CM, abs=0.0015)


def settled_errors(noise_px, bias_px, frames, seed):
    rest, rows, covariance, frame = table(60, noise_px, bias_px, seed)
    bias = np.random.default_rng(seed + 999).normal(0, bias_px, (60, 1, 2))
    for row in rows:
        rest.begin(row, rest.corners_px[row] + bias[row], covariance[row])
    for _ in range(frames - 1):
        take(rest, rows, covariance, frame() + bias)
    off_cm = rest.corners_px.mean(axis=1) * PX_CM
    one_frame = np.tile([np.hypot(noise_px, bias_px) * PX_CM, 1e-3], (60, 1))
    return off_cm, rest.settled_sigma(rows, one_frame)[:, 0]


@pytest.mark.ci
@pytest.mark.parametrize(("frames", "noise_px", "bias_px"), [(1, 0.03, 0.01), (10, 0.03, 0.02), (200, 0.02, 0.02)])
def test_settled_sigma_keeps_its_word(frames, noise_px, bias_px):
    """Means scatter by noise / sqrt(frames) and the bias together; what the sigma says must be that."""
    parts = [settled_errors(noise_px, bias_px, frames, seed) for seed in range(6)]
    normalised = np.concatenate([off / sigma[:, None] for off, sigma in parts])
    assert 0.8 < normalised.std() < 1.25
    assert 0.92 < (np.abs(normalised) < 1.96).mean() < 0.98


@pytest.mark.ci
def test_sigma_shrinks_like_the_root_of_the_frames_down_to_the_floor():
    rest, rows, covariance, frame = table(60, 0.05)
    one = np.tile([0.05 * PX_CM, 1e-3], (60, 1))
    said = {}
    for count in range(2, 1001):
        take(rest, rows, covariance, frame())
        if count in (4, 16, 64, 1000):
            said[count] = float(rest.settled_sigma(rows, one)[:, 0].mean())
    assert said[4] > said[16] > said[64] > said[1000]
    assert said[1000] == pytest.approx(0.5 * 0.05 * PX_CM, rel=0.1)  # LEAST_BIAS of the alignment's stays


@pytest.mark.ci
def test_after_a_mean_was_forgotten_a_small_step_is_noticed_as_before():
    """What hundreds of frames scattered by must not be taken for the noise of the few since."""
    rest, rows, covariance, frame = table(20, 0.02)
    for _ in range(600):
        take(rest, rows, covariance, frame())
    rest.forget(rows)
    for _ in range(12):
        take(rest, rows, covariance, frame())
    assert (rest.frames == 12).all()
    step_px = 0.03 / PX_CM
    take(rest, rows, covariance, frame(step_px))
    assert take(rest, rows, covariance, frame(step_px)).moved.all()
