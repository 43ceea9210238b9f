"""A lens learned at one size serves pictures made smaller as a whole, and no others."""

import numpy as np
import pytest

from calibration.profile import CameraProfile
from calibration.resized_lens import resized, resizing_words
from table.errors import BadInput
from vision.camera import Camera


@pytest.fixture
def profile(camera, lens_covariance) -> CameraProfile:
    return CameraProfile(camera.lens, lens_covariance, 0.02, 15, 0.9, True)


def test_the_same_point_is_seen_at_the_same_share_of_the_picture(camera, profile):
    half = resized(profile, (960, 540), "a.jpg", "camera.toml")
    points = np.random.default_rng(0).uniform(0, 1, (20, 3)) * (120, 100, 3)
    large = camera.project(points)
    small = Camera(half.lens, camera.rotation, camera.translation).project(points)
    # A pixel's middle counts as a whole number: its corner, from where sizes count, lies half a pixel before.
    assert small + 0.5 == pytest.approx((large + 0.5) / 2)
    assert half.covariance[0, 0] == pytest.approx(profile.covariance[0, 0] / 4)
    assert half.covariance[4, 4] == profile.covariance[4, 4]
    assert half.self_calibrated
    assert "was learned at 1920 x 1080 px" in resizing_words(profile, half, "camera.toml")


@pytest.mark.parametrize("size", [(1280, 960), (1080, 1920), (1920, 1000)])
def test_another_shape_is_refused(profile, size):
    with pytest.raises(
        BadInput, match=r"a\.jpg: the picture is .* but camera\.toml is for 1920 x 1080 px, which is of"
    ):
        resized(profile, size, "a.jpg", "camera.toml")
