"""The table is found from its frame, also where one marker lies; bad sets are refused."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table_pose import fit_table
from calibration.uncertainty import predict, predict_from_lens, table_error_cm
from table.errors import BadGeometry, BadInput
from table.frame import Frame
from vision.camera import Camera, Lens
from vision.markers import MarkerSeen
from vision.square import bend_px, frame_corners
from vision.table_view import TableView

NOISE_PX = 0.02


def seen(
    camera: Camera,
    frame: Frame,
    noise_px: float = 0.0,
    seed: int = 0,
    off: dict[int, tuple[float, float]] | None = None,
) -> tuple[MarkerSeen, ...]:
    """Return the frame's markers as the camera sees them; ``off``: where some truly are, cm from their survey."""
    rng = np.random.default_rng(seed)
    markers = []
    for marker in frame.markers:
        dx, dy = (off or {}).get(marker.id, (0.0, 0.0))
        tips = frame_corners(replace(marker, x=marker.x + dx, y=marker.y + dy))
        corners = camera.project(tips) + bend_px(camera, tips[None])[0] + rng.normal(0, noise_px, (4, 2))
        markers.append(MarkerSeen(marker.id, corners, 0.99, np.eye(8) * NOISE_PX**2))
    return tuple(markers)


def error_cm(view: TableView, camera: Camera) -> np.ndarray:
    places = np.array([[x, y, 0.3] for x in (0, 60, 120) for y in (0, 50, 100)], dtype=float)
    return np.linalg.norm(view.camera.to_plane(camera.project(places), 0.3) - places[:, :2], axis=1)


def test_an_exact_frame_gives_the_exact_table(camera, frame, lens_covariance):
    fit = fit_table(camera.lens, lens_covariance, frame, {"a.jpg": seen(camera, frame)})
    assert error_cm(fit.view, camera).max() < 1e-4
    assert fit.view.survey_sigma_cm < 0.001  # what the pixels' noise would hide
    assert fit.warnings == ()
    assert [marker.id for marker in fit.used] == list(range(240, 246))
    assert fit.view.frame is frame
    assert [marker.id for marker in fit.view.seen] == list(range(240, 246))
    assert fit.view.rms_px < 1e-4


def test_a_fisheye_gives_the_exact_table_too(frame):
    matrix = np.array([[820.0, 0, 950], [0, 818, 548], [0, 0, 1]])
    lens = Lens((1920, 1080), matrix, np.array([-0.03, 0.01, -0.006, 0.001]), fisheye=True)
    low = Camera(lens, np.diag([1.0, -1.0, -1.0]), np.array([-61.0, 52.0, 85.0]))
    spread = np.diag([0.3, 0.3, 0.2, 0.2, 2e-4, 4e-4, 2e-4, 2e-4]) ** 2
    fit = fit_table(lens, spread, frame, {"a.jpg": seen(low, frame)})
    assert error_cm(fit.view, low).max() < 1e-4
    assert fit.view.covariance is not None
    assert fit.view.covariance.shape == (14, 14)
    worst = max(predict(fit.view).corners_cm)
    assert 0.001 < worst < 0.1
    assert 0.001 < max(predict_from_lens(lens, spread).corners_cm) < 0.2


@pytest.mark.prove
def test_the_surveys_sigma_is_found_from_the_residuals(camera, frame):
    rng = np.random.default_rng(1)
    found = []
    for _ in range(40):
        off = {marker.id: tuple(rng.normal(0, 0.06, 2)) for marker in frame.markers}
        found.append(
            fit_table(camera.lens, None, frame, {"a": seen(camera, frame, NOISE_PX, 1, off)}).view.survey_sigma_cm
        )
    assert np.sqrt(np.mean(np.square(found))) == pytest.approx(0.06, rel=0.2)


def test_the_surveys_sigma_may_be_said(camera, frame):
    said = replace(frame, survey_sigma_cm=0.1)
    fit = fit_table(camera.lens, None, said, {"a": seen(camera, frame)})
    assert fit.view.survey_sigma_cm == 0.1
    assert predict(fit.view).centre_cm == pytest.approx(0.1 / np.sqrt(6), rel=0.1)


def test_a_survey_worse_than_it_says_is_warned_of(camera, frame):
    said = replace(frame, survey_sigma_cm=0.005)
    off = {240: (0.08, 0.0), 242: (0.0, -0.07), 244: (-0.06, 0.05)}
    fit = fit_table(camera.lens, None, said, {"a": seen(camera, frame, off=off)})
    assert any("disagree by more than survey_sigma_cm = 0.005" in warning for warning in fit.warnings)


def test_a_wrong_marker_is_found_out(camera, frame):
    off = {243: (2.0, -1.0)}
    fit = fit_table(camera.lens, None, frame, {"a": seen(camera, frame, NOISE_PX, 2, off)})
    assert [marker.id for marker in fit.used] == [240, 241, 242, 244, 245]
    (warning,) = fit.warnings
    assert "card 243 is seen 22 mm from where frame.toml puts it" in warning
    assert error_cm(fit.view, camera).max() < 0.02


@pytest.mark.ci
def test_pictures_of_a_still_camera_are_averaged(camera, frame):
    pictures = {f"{k}.jpg": seen(camera, frame, 0.2, k) for k in range(9)}
    one = [error_cm(fit_table(camera.lens, None, frame, {n: p}).view, camera).mean() for n, p in pictures.items()]
    together = error_cm(fit_table(camera.lens, None, frame, pictures).view, camera).mean()
    assert together < 0.5 * np.mean(one)


def test_a_hand_over_a_marker_in_one_of_three_pictures_does_not_count(camera, frame):
    shown = [list(seen(camera, frame, NOISE_PX, k)) for k in range(3)]
    moved = shown[1][2].corners_px + np.array([[4.0, 1.0], [5.0, 0.0], [0, 0], [0, 0]])
    shown[1][2] = replace(shown[1][2], corners_px=moved)
    whole = fit_table(camera.lens, None, frame, {str(k): tuple(markers) for k, markers in enumerate(shown)})
    assert error_cm(whole.view, camera).max() < 0.01
    assert whole.warnings == ()


@pytest.mark.parametrize("off_px", [1.0, 6.0, 15.0])
def test_a_half_covered_marker_is_found_out(camera, frame, off_px):
    """Its far edge is not where it seems: the centre is off by half as much."""
    shown = list(seen(camera, frame, NOISE_PX, 3))
    edge = np.array([[0.0, -off_px], [0.0, -off_px], [0, 0], [0, 0]])
    shown[4] = replace(shown[4], corners_px=shown[4].corners_px + edge)
    fit = fit_table(camera.lens, None, frame, {"a": tuple(shown)})
    assert [marker.id for marker in fit.used] == [240, 241, 242, 243, 245]
    assert len(fit.warnings) == 1
    assert "244" in fit.warnings[0]
    assert error_cm(fit.view, camera).max() < 0.02


@pytest.mark.ci
def test_a_marker_said_to_be_covered_is_suspected_sooner(camera, frame):
    """Half a pixel off, and places not exact: the cover makes the difference, and none where nothing is off."""
    used = {0.0: 0, 0.4: 0}
    for trial in range(3):
        off = {marker.id: tuple(np.random.default_rng(trial).normal(0, 0.002, 2)) for marker in frame.markers}
        shown = list(seen(camera, frame, NOISE_PX, trial, off))
        edge = np.array([[0.0, -0.5], [0.0, -0.5], [0, 0], [0, 0]])
        for hidden in used:
            half = replace(shown[4], corners_px=shown[4].corners_px + edge, hidden=hidden)
            fit = fit_table(camera.lens, None, frame, {"a": (*shown[:4], half, shown[5])})
            used[hidden] += 244 in {marker.id for marker in fit.used}
        right = fit_table(camera.lens, None, frame, {"a": tuple(replace(marker, hidden=0.4) for marker in shown)})
        assert len(right.used) == 6
    assert used[0.4] < used[0.0]


@pytest.mark.ci
@pytest.mark.parametrize("swapped", [(0, 1), (0, 3), (1, 4)])
def test_two_cards_that_changed_places_are_told(camera, frame, swapped):
    shown = list(seen(camera, frame, NOISE_PX, 1))
    one, other = swapped
    shown[one], shown[other] = replace(shown[one], id=shown[other].id), replace(shown[other], id=shown[one].id)
    fit = fit_table(camera.lens, None, frame, {"a": tuple(shown)})
    assert fit.warnings == (f"cards {240 + one} and {240 + other} have changed places; I left them out",)
    assert error_cm(fit.view, camera).max() < 0.02


@pytest.mark.ci
@pytest.mark.parametrize("order", [[5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 0]], ids=["mirrored", "one on"])
def test_cards_that_all_lie_elsewhere_are_refused(camera, frame, order):
    shown = seen(camera, frame, NOISE_PX, 1)
    mixed = tuple(replace(shown[k], id=240 + at) for at, k in enumerate(order))
    with pytest.raises(BadGeometry, match="do not lie as"):
        fit_table(camera.lens, None, frame, {"a": mixed})


def test_a_card_far_from_its_place_is_found_out(camera, frame):
    fit = fit_table(camera.lens, None, frame, {"a": seen(camera, frame, NOISE_PX, 1, {241: (0.0, 20.0)})})
    assert fit.warnings == (
        "card 241 is seen 200 mm from where frame.toml puts it, judged by the others; I left it out",
    )
    assert error_cm(fit.view, camera).max() < 0.02


@pytest.mark.ci
def test_two_wrong_markers_of_eight_are_found_out(camera, frame):
    more = tuple(replace(frame.markers[0], id=246 + k, x=x, y=50.0) for k, x in enumerate((-4.0, 124.0)))
    eight = replace(frame, markers=frame.markers + more)
    fit = fit_table(camera.lens, None, eight, {"a": seen(camera, eight, NOISE_PX, 2, {241: (1.5, 0), 246: (0, -2.5)})})
    assert {marker.id for marker in fit.used} == {240, 242, 243, 244, 245, 247}
    assert len(fit.warnings) == 2
    assert error_cm(fit.view, camera).max() < 0.02


def test_markers_seen_only_in_some_pictures_count(camera, frame):
    whole = seen(camera, frame)
    fit = fit_table(camera.lens, None, frame, {"a": whole[:3], "b": whole[2:]})
    assert len(fit.used) == 6


def test_a_camera_that_moved_between_pictures_is_refused(camera, frame):
    moved = Camera(camera.lens, camera.rotation, camera.translation + np.array([0.4, 0, 0]))
    pictures = {"a.jpg": seen(camera, frame), "b.jpg": seen(camera, frame), "c.jpg": seen(moved, frame)}
    with pytest.raises(BadInput, match=r"c\.jpg: the camera moved between the pictures"):
        fit_table(camera.lens, None, frame, pictures)


def test_a_frame_marker_out_of_sight_is_named(camera, frame):
    fit = fit_table(camera.lens, None, frame, {"a": seen(camera, frame)[1:]})
    assert fit.warnings == ("I see 5 of 6 cards; 240 is not visible",)


def test_three_markers_do_but_their_survey_is_taken_on_trust(camera, frame):
    whole = seen(camera, frame)
    fit = fit_table(camera.lens, None, frame, {"a": (whole[0], whole[2], whole[4])})
    assert any("cannot be checked" in warning for warning in fit.warnings)
    assert fit.view.survey_sigma_cm > 0.02


@pytest.mark.parametrize(
    ("keep", "words"),
    [
        ((), r"I see 0 of 6 cards \(expected 240, 241, 242, 243, 244, 245\), and 3 is the least"),
        ((0, 3), "I see 2 of 6 cards"),
        ((0, 1, 2), "lie on one line"),
    ],
)
def test_too_little_frame_is_refused(camera, frame, keep, words):
    whole = seen(camera, frame)
    with pytest.raises(BadInput, match=words):
        fit_table(camera.lens, None, frame, {"a.jpg": tuple(whole[k] for k in keep)})


def test_a_frame_without_markers_is_refused(camera):
    with pytest.raises(BadInput, match="has no cards"):
        fit_table(camera.lens, None, Frame(120, 100, ()), {"a": ()})


@pytest.mark.prove
def test_predicted_errors_are_what_happens(camera, frame, lens_covariance):
    """Lens drawn from its covariance, survey and pixels from theirs: the error is what was predicted."""
    rng = np.random.default_rng(8)
    said = replace(frame, survey_sigma_cm=0.04)
    places = np.array([[60.0, 50], [0, 0], [120, 100]])
    points = np.column_stack([places, np.full(3, 3.0)])
    true_px = camera.project(points)
    off = []
    for trial in range(120):
        delta = rng.multivariate_normal(np.zeros(9), lens_covariance)
        matrix = camera.lens.matrix + np.array([[delta[0], 0, delta[2]], [0, delta[1], delta[3]], [0, 0, 0]])
        wrong = replace(camera.lens, matrix=matrix, distortion=camera.lens.distortion + delta[4:])
        places_off = {marker.id: tuple(rng.normal(0, 0.04, 2)) for marker in frame.markers}
        pictures = {"a": seen(camera, frame, NOISE_PX, trial, places_off)}
        view = fit_table(wrong, lens_covariance, said, pictures).view
        off.append(view.camera.to_plane(true_px, 3.0) - places)
    happened = np.sqrt((np.array(off) ** 2).mean(axis=(0, 2)))
    fit = fit_table(camera.lens, lens_covariance, said, {"a": seen(camera, frame)})
    assert table_error_cm(fit.view, places, 3.0) == pytest.approx(happened, rel=0.2)


def test_a_better_lens_predicts_a_smaller_error(camera, lens_covariance):
    good, bad = (predict_from_lens(camera.lens, scale * lens_covariance) for scale in (1, 25))
    assert bad.centre_cm > good.centre_cm
    assert max(bad.corners_cm) > 2 * max(good.corners_cm)
    assert min(good.corners_cm) > 0


def test_a_camera_known_exactly_leaves_only_the_pixels(camera, frame):
    exact = TableView(camera, frame)
    assert table_error_cm(exact, [[60, 50]]).tolist() == [0.0]
    (sigma,) = table_error_cm(exact, [[60, 50]], pixel_px=0.1)
    assert sigma == pytest.approx(0.1 * 152 / 1320, rel=0.02)
