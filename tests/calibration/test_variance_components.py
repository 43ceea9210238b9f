"""How far cards are trusted is learnt from how they lie: errors are small, and as large as they are said to be."""

from dataclasses import replace

import numpy as np
import pytest
from first_seed import one_in_ci

from calibration.table_pose import fit_table
from table.frame import Frame
from vision.camera import Camera
from vision.markers import MarkerSeen
from vision.spread import slopes
from vision.square import bend_px, frame_corners

NOISE_PX = 0.02
PLACES = np.array([(x, y, 3.0) for x in (10, 60, 110) for y in (10.0, 50.0, 90.0)])


def laid(
    camera: Camera,
    frame: Frame,
    rng: np.random.Generator,
    survey_cm: float,
    scatter: float = 0.0,
    batch: tuple[float, float] = (1.0, 1.0),
    turned_rad: float = 0.0,
) -> tuple[MarkerSeen, ...]:
    """Return cards laid ``survey_cm`` off and turned; printed ``batch`` times too large, each ``scatter`` off that."""
    shown = []
    for marker in frame.markers:
        tips = frame_corners(replace(marker, heading_deg=90.0))
        middle = tips.mean(axis=0)
        arms = (tips - middle)[:, :2] * batch
        turn = np.radians(marker.heading_deg - 90) + rng.normal(0, turned_rad)
        own = np.eye(2) + rng.normal(0, scatter, 3)[[0, 1, 1, 2]].reshape(2, 2)
        about = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        place = middle[:2] + rng.normal(0, survey_cm, 2)
        there = np.column_stack([arms @ own @ about + place, np.full(4, marker.height_cm)])
        corners = camera.project(there) + bend_px(camera, there[None])[0] + rng.normal(0, NOISE_PX, (4, 2))
        shown.append(MarkerSeen(marker.id, corners, 0.99, np.eye(8) * NOISE_PX**2))
    return tuple(shown)


def trials(camera: Camera, frame: Frame, count: int, **how: object) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the distances' errors in mm (count, pairs), the same in sigmas, the places' errors in sigmas."""
    first, second = np.triu_indices(len(PLACES), 1)
    apart = (PLACES[first] - PLACES[second])[:, :2]
    true = np.linalg.norm(apart, axis=1)
    near = true < 60
    first, second, apart, true = first[near], second[near], apart[near], true[near]
    off_mm, in_sigmas, place_in_sigmas = [], [], []
    for trial in range(count):
        shown = laid(camera, frame, np.random.default_rng(trial), **how)
        view = fit_table(camera.lens, None, frame, {"a": shown}).view
        places = view.camera.to_plane(camera.project(PLACES), 3.0)
        slope = slopes(view.camera, PLACES).table_by_parameter()
        by_pair = np.einsum("kd,kdp->kp", apart / true[:, None], slope[first] - slope[second])
        sigma = np.sqrt(np.einsum("kp,pq,kq->k", by_pair, view.covariance, by_pair))
        off = np.linalg.norm(places[first] - places[second], axis=1) - true
        off_mm.append(10 * off)
        in_sigmas.append(off / sigma)
        spread = np.einsum("kdp,pq,kdq->kd", slope, view.covariance, slope)
        place_in_sigmas.append(((places - PLACES[:, :2]) / np.sqrt(spread)).ravel())
    return np.array(off_mm), np.array(in_sigmas), np.array(place_in_sigmas)


def rms(errors: np.ndarray) -> float:
    return float(np.sqrt((errors**2).mean()))


@pytest.mark.prove
@pytest.mark.parametrize("survey_cm", one_in_ci([0.01, 0.05]))
def test_errors_are_what_they_are_said_to_be(camera, frame, survey_cm):
    """With six cards their sigma is a rough guess; the intervals hold all the same."""
    _, distances, places = trials(camera, frame, 80, survey_cm=survey_cm, scatter=0.001, turned_rad=0.01)
    for errors in (distances, places):
        assert 0.8 < rms(errors) < 1.25
        assert 0.92 < (np.abs(errors) < 1.96).mean() < 0.98


@pytest.mark.prove
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"batch": (0.97, 0.97), "scatter": 0.001, "turned_rad": 0.01},
        {"batch": (1.002, 1.0), "scatter": 0.001, "turned_rad": 0.03},
    ],
    ids=["exact prints", "fit to page", "paper drawn long"],
)
def test_distances_hold_however_the_cards_are_printed(camera, frame, how):
    """Half a millimetre of survey cost 0.3 mm in distances when each card's size was believed to 2 % by itself."""
    off_mm, in_sigmas, _ = trials(camera, frame, 60, survey_cm=0.05, **how)
    assert rms(off_mm) < 0.2
    assert rms(in_sigmas) < 1.3


@pytest.mark.prove
def test_sizes_help_when_they_agree(camera, frame):
    agreeing, _, _ = trials(camera, frame, 30, survey_cm=0.05)
    differing, _, _ = trials(camera, frame, 30, survey_cm=0.05, scatter=0.02)
    assert rms(agreeing) < 0.9 * rms(differing)


@pytest.mark.ci
def test_a_frame_without_faults_is_trusted_fully(camera, frame):
    off_mm, _, _ = trials(camera, frame, 10, survey_cm=0.0)
    assert rms(off_mm) < 0.01
