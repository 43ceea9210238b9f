"""Edges along the pixels' rows: how sure corners are then, by phasors, and on pictures of markers laid straight."""

from dataclasses import replace

import numpy as np
import pytest

from simulation.synthetic.fittings import default_camera, default_frame, default_roster
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.snapshot import Snapshot
from table.stand import Stand
from vision.arrays import Floats
from vision.markers import find_markers
from vision.phases import EDGE_PX, phase_spread
from vision.picture import in_grey

MOST = EDGE_PX / 2**0.5


def quad(side_px: float, turn_deg: float) -> Floats:
    turn = np.radians(turn_deg)
    square = side_px / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return (square @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + 100)[None]


def shift_and_size(corners: Floats) -> tuple[float, float]:
    """Return one sigma of the middle's place along each axis, and of how far corners lie outwards, both in px."""
    spread = phase_spread(corners, 6)[0]
    middle = np.tile(np.eye(2), 4) / 4
    outward = corners[0] - corners[0].mean(axis=0)
    outward = (outward / np.linalg.norm(outward, axis=1)[:, None]).ravel() / 4
    shift = middle @ spread @ middle.T
    assert shift[0, 0] == pytest.approx(shift[1, 1])
    assert shift[0, 1] == pytest.approx(0, abs=1e-9)
    return float(np.sqrt(shift[0, 0])), float(np.sqrt(outward @ spread @ outward))


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
def test_straight_and_of_whole_pixels_all_edges_err_alike(turn_deg: float) -> None:
    shift, size = shift_and_size(quad(18.0, turn_deg))
    assert shift == pytest.approx(MOST)
    assert size == pytest.approx(0, abs=1e-9)


def test_of_half_pixels_neighbours_err_against_each_other() -> None:
    shift, size = shift_and_size(quad(21.0, 0))  # 3.5 px a module: 4 edges one way, 3 the other
    assert shift == pytest.approx(MOST / 7)
    assert size == pytest.approx(0, abs=1e-9)


def test_of_a_sixth_more_than_whole_pixels_the_outer_edges_err_against_each_other() -> None:
    shift, size = shift_and_size(quad(6 * (3 + 1 / 6), 0))
    assert shift == pytest.approx(MOST / 7)  # phases all round the circle, the first twice
    assert size > MOST / 3


@pytest.mark.parametrize("turn_deg", [10, -20, 45])
def test_askew_the_errors_cancel(turn_deg: float) -> None:
    shift, size = shift_and_size(quad(18.0, turn_deg))
    assert shift < MOST / 8
    assert size < MOST / 8


def test_markers_laid_straight_are_as_sure_as_they_are_exact() -> None:
    """Three px a module at every place: without this their middles were three of their own sigmas off."""
    frame = default_frame(120, 100)
    camera = default_camera(frame, tilt_deg=0, turn_deg=0)
    camera = replace(camera, lens=replace(camera.lens, distortion=np.zeros_like(camera.lens.distortion)))
    assert camera.lens.size_px == (1920, 1080)
    height = camera.position_cm[2] - 0.3
    size_cm = 18.0 * height / camera.lens.matrix[0, 0]
    dice, errors, said = np.random.default_rng(4), [], []
    for seed in range(2):
        x, y = np.meshgrid(np.arange(15, 110, 12.0), np.arange(15, 90, 12.0))
        stands = tuple(
            Stand(f"s{k}", "us", "soldier", float(a), float(b), 90 * int(dice.integers(4)), 2.0, 1.6)
            for k, (a, b) in enumerate(zip((x.ravel() + dice.uniform(-1, 1, x.size)), y.ravel(), strict=True))
        )
        table = Snapshot(120, 100, stands)
        roster = default_roster(table, size_cm)
        grey = in_grey(Renderer(camera, frame, roster, Look(), seed).render(table))
        entries = {entry.name: entry for entry in roster.entries}
        found = {marker.id: marker for marker in find_markers(grey, frame.dictionary, set(roster.by_marker))}
        for stand in stands:
            entry = entries[stand.name]
            marker = found.get(entry.marker)
            if marker is None or marker.score < 0.98:
                continue
            turn = np.radians(stand.heading_deg)
            at = np.array([stand.x, stand.y]) + entry.mount.along_cm * np.array([np.cos(turn), np.sin(turn)])
            (true,) = camera.project(np.array([[*at, entry.mount.height_cm]]))
            errors += [*(marker.corners_px.mean(axis=0) - true)]
            said += [marker.sigma_px] * 2
    off = np.array(errors) / np.array(said)
    assert len(off) > 120
    assert 0.6 < np.sqrt((off**2).mean()) < 1.5
