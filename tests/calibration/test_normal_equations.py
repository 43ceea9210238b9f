"""Taking each view's own six numbers out first gives what solving for all at once gives."""

import numpy as np
import pytest

from calibration.normal_equations import POSE, ViewRows, reduced, soft_misfit, solved, trust

SHARED, VIEWS = 5, 4


def views() -> list[ViewRows]:
    rng = np.random.default_rng(0)
    scale = 10.0 ** np.arange(SHARED)  # a distortion number, a pixel
    return [
        ViewRows(rng.normal(size=n), rng.normal(size=(n, SHARED)) * scale, rng.normal(size=(n, POSE)))
        for n in (14, 20, 30, 16)
    ]


def test_the_views_together_say_what_one_large_system_says():
    rows = views()
    whole = np.zeros((sum(len(part.residual) for part in rows), SHARED + POSE * VIEWS))
    at = 0
    for k, part in enumerate(rows):
        here = slice(at, at + len(part.residual))
        whole[here, :SHARED] = part.by_shared
        whole[here, SHARED + POSE * k : SHARED + POSE * (k + 1)] = part.by_pose
        at += len(part.residual)
    best = np.linalg.lstsq(whole, -np.concatenate([part.residual for part in rows]), rcond=None)[0]
    told = reduced(rows)
    step = solved(told.normals.sum(axis=0), told.pulls.sum(axis=0)[:, None])[:, 0]
    assert step == pytest.approx(best[:SHARED], rel=1e-9)
    assert (told.pose_by_shared @ step + told.pose_steps).ravel() == pytest.approx(best[SHARED:], rel=1e-8)
    covariance = solved(told.normals.sum(axis=0), np.eye(SHARED))
    assert covariance == pytest.approx(np.linalg.inv(whole.T @ whole)[:SHARED, :SHARED], rel=1e-6)


def test_an_outlier_pulls_no_more_than_one_just_beyond_the_limit():
    residual = np.array([0.5, 1e6])
    assert trust(residual) * residual == pytest.approx([0.5, 4.0], rel=0.01)
    assert soft_misfit(residual[:1]) == pytest.approx(0.25, rel=0.01)
    # The misfit's slope is twice the pull.
    ahead, behind = soft_misfit(np.array([3.0 + 1e-6])), soft_misfit(np.array([3.0 - 1e-6]))
    assert (ahead - behind) / 2e-6 == pytest.approx(2 * 3.0 * float(trust(np.array([3.0]))[0]), rel=1e-6)
