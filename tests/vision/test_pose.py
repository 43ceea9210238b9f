"""A camera's pose from markers whose places are not perfectly known, and its covariance against repeated trials."""

import numpy as np
import pytest

from table.errors import BadGeometry
from vision.camera import Camera
from vision.pose import first_guess, fit_pose
from vision.spread import POSE, slopes
from vision.square import bend_px, frame_corners

NOISE_PX = 0.02


def seen_from(camera: Camera, corners: np.ndarray) -> np.ndarray:
    return camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, corners)


def noise(count: int, sigma_px: float = NOISE_PX) -> np.ndarray:
    return np.tile(np.eye(8) * sigma_px**2, (count, 1, 1))


@pytest.fixture
def corners(frame) -> np.ndarray:
    return np.array([frame_corners(marker) for marker in frame.markers])


def test_the_pose_is_found_exactly(camera, corners):
    fit = fit_pose(camera.lens, corners, seen_from(camera, corners), noise(6), 0.02)
    assert fit.camera.position_cm == pytest.approx(camera.position_cm, abs=1e-5)
    assert fit.camera.rotation == pytest.approx(camera.rotation, abs=1e-8)
    assert fit.rms_px < 1e-5


def test_three_markers_are_enough_and_any_start_will_do(camera, corners):
    some = corners[[0, 2, 4]]
    guess = first_guess(camera.lens, some, seen_from(camera, some))
    assert guess.position_cm == pytest.approx(camera.position_cm, abs=0.5)
    fit = fit_pose(camera.lens, some, seen_from(camera, some), noise(3), 0.02)
    assert fit.camera.position_cm == pytest.approx(camera.position_cm, abs=1e-4)


@pytest.mark.ci
def test_the_covariance_is_what_noise_and_survey_do(camera, corners):
    rng = np.random.default_rng(7)
    survey_cm = 0.05
    true_places = seen_from(camera, corners)
    said = fit_pose(camera.lens, corners, true_places, noise(6), survey_cm).covariance
    found = []
    for _ in range(150):
        # The markers lie elsewhere than the survey says: they are seen there.
        moved = corners.copy()
        moved[:, :, :2] += rng.normal(0, survey_cm, (6, 1, 2))
        seen = seen_from(camera, moved) + rng.normal(0, NOISE_PX, (6, 4, 2))
        fit = fit_pose(camera.lens, corners, seen, noise(6), survey_cm, start=camera)
        found.append(camera.to_plane(fit.camera.project([[60, 50, 0]]))[0])
    spread = np.std(found, axis=0)
    slope = slopes(camera, np.array([[60.0, 50, 0]])).table_by_parameter()[0][:, :POSE]
    expected = np.sqrt(np.diag(slope @ said[:POSE, :POSE] @ slope.T))
    assert spread == pytest.approx(expected, rel=0.25)


def test_the_lens_passes_into_the_poses_covariance(camera, corners):
    seen = seen_from(camera, corners)
    lens = np.diag([0.5, 0.5, 0.3, 0.3, 1e-4, 1e-4, 1e-8, 1e-8, 1e-4]) ** 2
    plain = fit_pose(camera.lens, corners, seen, noise(6), 0.0)
    fit = fit_pose(camera.lens, corners, seen, noise(6), 0.0, lens)
    assert fit.covariance[POSE:, POSE:] == pytest.approx(lens)
    assert (np.diag(fit.covariance)[:POSE] > np.diag(plain.covariance)[:POSE]).all()
    # A longer focal length is a higher camera: the two errors go together.
    height = fit.camera.rotation.T @ fit.covariance[3:6, POSE]
    assert height[2] / np.sqrt(fit.covariance[POSE, POSE]) < -0.02
    assert np.linalg.eigvalsh(fit.covariance).min() > -1e-12


def test_a_marker_far_off_counts_less(camera, corners):
    moved = corners.copy()
    moved[3, :, :2] += (1.0, -0.6)
    fit = fit_pose(camera.lens, corners, seen_from(camera, moved), noise(6), 0.02)
    centre = fit.camera.to_plane(camera.project([[30, 30, 0]]))[0]
    assert centre == pytest.approx((30, 30), abs=0.12)
    off = np.linalg.norm(fit.residual_px.mean(axis=1), axis=1)
    assert int(np.argmax(off)) == 3


@pytest.mark.parametrize("share", [0.97, 0.994, 1.006])
def test_cards_of_another_size_do_not_move_the_camera(camera, corners, share):
    """Ink, sharpening or "fit to page" change a card about its middle; its place tells far more than its size."""
    middles = corners.mean(axis=1, keepdims=True)
    printed = seen_from(camera, middles + (corners - middles) * share)
    for survey_cm in (0.0, 0.02):
        fit = fit_pose(camera.lens, corners, printed, noise(6), survey_cm)
        at = fit.camera.to_plane(camera.project([[2, 2, 0.3], [118, 97, 0.3]]), 0.3)
        assert at == pytest.approx(np.array([[2, 2], [118, 97]]), abs=0.01)


def words_or_misfit(camera: Camera, corners: np.ndarray, seen: np.ndarray) -> str | float:
    try:
        return fit_pose(camera.lens, corners, seen, noise(6), 0.02).rms_px
    except BadGeometry as error:
        return str(error)


@pytest.mark.parametrize("order", [[2, 1, 0, 3, 4, 5], [5, 4, 3, 2, 1, 0]])
def test_cards_that_cannot_lie_so_never_fit_and_never_crash(camera, corners, order):
    """Two cards swapped, or the rows laid the wrong way round."""
    found = words_or_misfit(camera, corners, seen_from(camera, corners)[order])
    assert "swapped" in found if isinstance(found, str) else found > 5


def test_all_cards_upside_down_never_fit_and_never_crash(camera, corners):
    found = words_or_misfit(camera, corners, np.roll(seen_from(camera, corners), 2, axis=1))
    assert "upside down" in found if isinstance(found, str) else found > 5
