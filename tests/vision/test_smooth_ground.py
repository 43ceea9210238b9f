"""Ground that is in no terrain file: those who lean on it tell each other how high they are."""

import numpy as np
import pytest
from knolls import PLACES, X, Y, heights_off, knoll, lopsided, measured, on
from raised_stands import standing

from vision.poses3d import PARAMETERS, Z, pose_of
from vision.smooth_ground import FAR_CM, SmoothGround, kernel


def ground(stands, leaning=None) -> SmoothGround:
    """Return the ground of stands whose poses are known to a fifth of a millimetre, and a fifth of a degree."""
    poses = np.array([pose_of(stand) for stand in stands])
    doubt = np.tile(np.eye(PARAMETERS) * 0.003**2, (len(poses), 1, 1))
    return SmoothGround(poses, doubt, np.ones(len(poses), bool) if leaning is None else leaning)


def test_one_that_is_half_covered_is_about_as_high_as_its_neighbours_say(camera, frame):
    stands = [on(knoll, *place) for place in PLACES]
    off, sigma = np.array([
        heights_off(measured(camera, frame, stands, badly=1, seed=seed)[1:2], stands[1:2])[:, 0] for seed in range(2)
    ]).T  # fmt: skip
    assert np.all(np.abs(off) < 0.2), "for its marker alone it was 0.46 off"
    assert np.all(sigma < 0.6), "and 1.7 to 2.3 cm sure"
    assert np.all(np.abs(off) < 3 * sigma)


@pytest.mark.parametrize("rise", [knoll, lopsided])
def test_each_is_within_what_is_said_of_it(camera, frame, rise):
    stands = [on(rise, *place) for place in PLACES]
    for seed in range(4):
        off, sigma = heights_off(measured(camera, frame, stands, seed=seed), stands)
        assert np.all(np.abs(off) < 3 * sigma), (seed, off / sigma)


def test_who_leans_at_the_edges_of_steps_draws_nobody(camera, frame):
    """Between two steps no ground is smooth: bases that are half over an edge lean each its own way."""
    dice = np.random.default_rng(2)
    stands = [
        standing(X + 6 * k, Y + 8 * (k % 2), 30.0 * k, 2.5 * (k % 2) + 1.2, tuple(dice.uniform(-20, 20, 2)))
        for k in range(-2, 4)
    ]
    for seed in range(4):
        off, sigma = heights_off(measured(camera, frame, stands, seed=seed), stands)
        assert np.all(np.abs(off) < 3 * sigma), (seed, off / sigma)


def test_nobody_is_told_what_he_says_himself():
    stands = [on(knoll, *place) for place in PLACES]
    poses = np.array([pose_of(stand) for stand in stands])
    usual, moved = ground(stands), ground(stands)
    moved.poses[2, Z:] += 0.4
    before, after = (one.at(poses[:, :Z]) for one in (usual, moved))
    assert after.cm[2] == before.cm[2]
    assert abs(after.cm[1] - before.cm[1]) > 0.01


def test_two_tell_a_third_and_one_tells_nobody():
    stands = [on(knoll, *place) for place in PLACES[:3]]
    assert ground(stands).told.all()
    alone = ground(stands, np.array([True, True, False]))
    assert alone.told.tolist() == [False, False, True]
    told = alone.at(np.array(PLACES[:3]))
    assert np.all(told.sigma_cm[:2] > 5)
    assert abs(told.cm[2] - stands[2].z_cm) < 2.5 * told.sigma_cm[2] < 4


def test_how_ground_rises_is_told_by_how_its_height_changes():
    """The covariances of slopes are the derivatives of those of heights."""
    step, dice = 1e-4, np.random.default_rng(4)
    places, others = dice.uniform(0, 15, (3, 2)), dice.uniform(0, 15, (4, 2))
    exact = kernel(places, others)
    assert exact.shape == (len(FAR_CM), 3, 3, 4, 3)
    for axis, aside in enumerate(step * np.eye(2)):
        by_first = (kernel(places + aside, others) - kernel(places - aside, others)) / (2 * step)
        by_other = (kernel(places, others + aside) - kernel(places, others - aside)) / (2 * step)
        assert exact[:, :, 1 + axis] == pytest.approx(by_first[:, :, 0], abs=1e-6)
        assert exact[..., 1 + axis] == pytest.approx(by_other[..., 0], abs=1e-6)
