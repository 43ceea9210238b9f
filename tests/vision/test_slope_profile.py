"""Stands on a knoll: what they lean tells how the ground rises, and so how high each of them is."""

import numpy as np
import pytest
from knolls import HIGH, KNOLL, PLACES, RADIUS, X, Y, heights_off, knoll, lopsided, measured, on
from raised_stands import standing

from vision.poses3d import pose_of
from vision.slope_profile import profile_of


def test_those_on_a_knoll_tell_each_other_how_it_rises(camera, frame):
    stands = [on(knoll, *place) for place in PLACES]
    off, sigma, off_alone, sigma_alone = [], [], [], []
    for seed in range(4):
        for terrain, errors, said in (((KNOLL,), off, sigma), ((), off_alone, sigma_alone)):
            found = heights_off(measured(camera, frame, stands, terrain, seed=seed), stands)
            errors.extend(found[0])
            said.extend(found[1])
    assert np.sqrt(np.mean(np.square(off))) < 0.5 * np.sqrt(np.mean(np.square(off_alone)))
    assert np.mean(sigma) < 0.6 * np.mean(sigma_alone)
    assert np.all(np.abs(off) < 3 * np.array(sigma))


def test_one_that_is_half_covered_is_as_high_as_the_others_say(camera, frame):
    stands = [on(knoll, *place) for place in PLACES]
    _, [sigma_alone] = heights_off(measured(camera, frame, stands, badly=3)[3:4], stands[3:4])
    [told], [sigma] = heights_off(measured(camera, frame, stands, [KNOLL], badly=3)[3:4], stands[3:4])
    assert abs(told) < 0.15, "for its marker alone it was 0.67 off"
    assert abs(told) < 3 * sigma
    assert sigma < 0.5 * sigma_alone, "which its neighbours tell by themselves"


def test_a_knoll_that_does_not_rise_alike_on_all_sides_draws_nobody(camera, frame):
    stands = [on(lopsided, *place) for place in PLACES]
    for seed in range(4):
        off, sigma = heights_off(measured(camera, frame, stands, [KNOLL], seed=seed), stands)
        assert np.all(np.abs(off) < 3 * sigma), (seed, off / sigma)


def test_who_stands_level_on_a_hill_is_as_high_as_its_top_though_one_leans_at_its_edge(camera, frame):
    stands = [standing(x, y, 10.0 * x, HIGH + 0.03) for x, y in PLACES[:4]]
    stands.append(standing(X - RADIUS - 1.0, Y, 40.0, 1.2, (0.0, -20.0)))
    off, sigma = heights_off(measured(camera, frame, stands, [KNOLL]), stands)
    flat_off, flat_sigma = heights_off(measured(camera, frame, stands[:4], [KNOLL]), stands[:4])
    assert np.all(np.abs(off[:4]) < 0.08)
    assert off[:4] == pytest.approx(flat_off, abs=2e-3)
    assert sigma[:4] == pytest.approx(flat_sigma, rel=0.03)
    assert abs(off[4]) < 3 * sigma[4]


@pytest.mark.parametrize(("bump_cm", "least", "most"), [(0.0, 0.0, 0.15), (0.5, 0.2, 0.45)])
def test_how_uneven_the_ground_is_shows_in_how_badly_its_stands_agree(bump_cm, least, most):
    dice = np.random.default_rng(3)
    stands = [on(knoll, *place) for place in PLACES]
    poses = np.array([pose_of(stand) for stand in stands])
    poses[:, 2] += bump_cm * dice.normal(size=6)
    poses[:, 4:] += bump_cm / 6 * dice.normal(size=(6, 2))
    found = profile_of(KNOLL, poses, np.tile(np.eye(6) * 0.003**2, (6, 1, 1)), np.ones(6, bool))
    uneven_cm = np.sqrt(found.uneven[:, 0, 0])
    assert np.all((least <= uneven_cm) & (uneven_cm < most)), uneven_cm
