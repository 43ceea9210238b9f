"""Slopes stand in for the exact way from corners to stands as long as a stand hardly moves."""

import numpy as np
import pytest

from table.mount import Mount
from table.roster import Entry
from table.stand import Stand
from vision.table_view import TableView
from vision.tracking.book import seen_at
from vision.tracking.stand_places import levelness, place, poses_of

MOUNT = Mount(along_cm=-1.8, across_cm=0.6, height_cm=0.31, size_cm=1.5, turn_deg=30.0)
ENTRIES = [Entry(k, f"s{k}", "us", "soldier", 2.0, 1.6, MOUNT) for k in range(3)]
STANDS = [Stand(f"s{k}", "us", "soldier", 20.0 + 30 * k, 15.0 + 30 * k, 25.0 + 100 * k) for k in range(3)]


def test_slopes_are_the_derivatives_of_the_exact_way(camera, frame):
    view = TableView(camera, frame)
    corners = np.array([seen_at(stand, MOUNT, view) for stand in STANDS])
    noise = np.tile(np.eye(8) * 0.01**2, (3, 1, 1))
    placed = place(corners, noise, ENTRIES, view)
    assert [(s.x, s.y) for s in placed.stands] == [
        (pytest.approx(s.x, abs=1e-3), pytest.approx(s.y, abs=1e-3)) for s in STANDS
    ]
    dice = np.random.default_rng(1)
    for _ in range(5):
        # A stand that slides and turns a little: its marker stays a square.
        moved = [s.moved_to(s.x + dx, s.y + dy, s.heading_deg + turn) for s, (dx, dy, turn) in
                 zip(STANDS, dice.normal(0, [0.01, 0.01, 0.3], (3, 3)), strict=True)]  # fmt: skip
        change = np.array([seen_at(stand, MOUNT, view) for stand in moved]) - corners
        by_slope = np.einsum("kpc,kc->kp", placed.slope, change.reshape(3, 8))
        for stand, before, (x, y, turn) in zip(moved, STANDS, by_slope, strict=True):
            assert abs(x - (stand.x - before.x)) < 2e-4
            assert abs(y - (stand.y - before.y)) < 2e-4
            assert abs(np.degrees(turn) - (stand.heading_deg - before.heading_deg)) < 0.01


def test_poses_alone_are_the_stands_poses(camera, frame):
    view = TableView(camera, frame)
    corners = np.array([seen_at(stand, MOUNT, view) for stand in STANDS])
    for pose, stand in zip(poses_of(corners, [MOUNT] * 3, view), STANDS, strict=True):
        assert (pose.x, pose.y) == (pytest.approx(stand.x, abs=1e-3), pytest.approx(stand.y, abs=1e-3))


def test_a_level_marker_has_its_size_and_a_tilted_one_is_uneven(camera, frame):
    view = TableView(camera, frame)
    level = seen_at(STANDS[0], MOUNT, view)
    tilted = level.copy()
    tilted[:2] += 0.3 * (level[3] - level[0])  # foreshortened by 30 %
    (size, uneven), (_, leaning) = levelness(np.array([level, tilted]), [MOUNT] * 2, view)
    assert abs(size - 1) < 0.005
    assert uneven < 1.01
    assert leaning > 1.2
