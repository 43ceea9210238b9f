"""Markers are found where they are, each once, and clutter is not one."""

import cv2
import numpy as np
import pytest
from looks import BARE

from simulation.synthetic.look import Look
from simulation.synthetic.renderer import Renderer
from table.mount import Mount, marker_from_stand
from table.mount import Pose as TablePose
from table.roster import Entry, Roster
from table.snapshot import Snapshot
from vision.camera import Camera
from vision.markers import MarkerSeen, find_markers
from vision.square import bend_px, square_corners

MOUNT = Mount(along_cm=-2.4, height_cm=0.3, size_cm=2.0)


def field(count: int) -> Roster:
    return Roster(tuple(Entry(k, f"s{k}", "us", "soldier", 2.0, 1.6, MOUNT) for k in range(count)))


def standing(roster: Roster) -> Snapshot:
    poses = [
        TablePose(12 + 12 * (k % 9) + 0.37 * k, 12 + 15 * (k // 9) - 0.21 * k, 40.0 * k)
        for k in range(len(roster.entries))
    ]
    stands = tuple(entry.stand_at(pose) for entry, pose in zip(roster.entries, poses, strict=True))
    return Snapshot(120, 100, stands)


def true_corners(camera: Camera, snapshot: Snapshot, roster: Roster) -> dict[int, np.ndarray]:
    """Return where a flat square's corners would be seen, by id."""
    mounts = {entry.name: entry for entry in roster.entries}
    corners = {}
    for stand in snapshot.stands:
        entry = mounts[stand.name]
        at = marker_from_stand(TablePose(stand.x, stand.y, stand.heading_deg), entry.mount)
        tips = square_corners(at.x, at.y, entry.mount.height_cm, at.heading_deg, entry.mount.size_cm)
        corners[entry.marker] = camera.project(tips) + bend_px(camera, tips[None])[0]
    return corners


DRAWN: list[tuple[np.ndarray, dict[int, np.ndarray]]] = []


@pytest.fixture
def picture(camera, frame):
    """The picture, which is drawn but once, and the true corners: a copy of both."""
    if not DRAWN:
        roster = field(45)
        snapshot = standing(roster)
        renderer = Renderer(camera, frame, roster, BARE)
        grey = cv2.cvtColor(renderer.render(snapshot), cv2.COLOR_BGR2GRAY)
        DRAWN.append((grey, true_corners(camera, snapshot, roster)))
    ((grey, corners),) = DRAWN
    return grey.copy(), {number: at.copy() for number, at in corners.items()}


@pytest.mark.ci
def test_all_are_found_to_a_few_thousandths_of_a_pixel(picture):
    grey, truth = picture
    found = {marker.id: marker for marker in find_markers(grey, "4x4_250")}
    assert set(found) == set(truth) | set(range(240, 246))
    offsets = np.array([(found[k].corners_px - truth[k]).mean(axis=0) for k in truth])
    assert np.sqrt((offsets**2).mean()) < 0.012
    # The first pixel's centre is (0, 0): half a pixel of bias would show here.
    assert np.abs(offsets.mean(axis=0)).max() < 0.004
    assert min(marker.score for marker in found.values()) > 0.98


@pytest.mark.ci
def test_they_come_by_id_each_once(picture):
    grey, _ = picture
    ids = [marker.id for marker in find_markers(grey, "4x4_250")]
    assert ids == sorted(set(ids))


@pytest.mark.ci
def test_a_twin_is_found_once_where_it_looks_best(picture):
    grey, truth = picture
    x, y = truth[20].mean(axis=0).astype(int)
    twin = grey.copy()
    twin[5:45, 5:45] = cv2.GaussianBlur(grey[y - 20 : y + 20, x - 20 : x + 20], (0, 0), 2.0)
    found = {marker.id: marker for marker in find_markers(twin, "4x4_250")}
    assert np.abs(found[20].centre_px - truth[20].mean(axis=0)).max() < 0.1


@pytest.mark.ci
def test_what_does_not_fit_is_left_out(picture):
    grey, truth = picture
    found = find_markers(grey, "4x4_250", fits=lambda ids, corners: (ids != 7) & (corners.shape == (len(ids), 4, 2)))
    assert {marker.id for marker in found} == (set(truth) | set(range(240, 246))) - {7}


@pytest.mark.ci
def test_a_club_rooms_picture_is_read_too(camera, frame):
    roster = field(40)
    snapshot = standing(roster)
    look = Look(blur_px=0.7, noise=3.0, jpeg_quality=80, light=0.5, light_gradient=0.5)
    grey = cv2.cvtColor(Renderer(camera, frame, roster, look, seed=3).render(snapshot), cv2.COLOR_BGR2GRAY)
    truth = true_corners(camera, snapshot, roster)
    found = {marker.id: marker for marker in find_markers(grey, "4x4_250", range(250))}
    assert set(truth) <= set(found)
    assert set(found) <= set(truth) | set(range(240, 246))
    offsets = np.array([found[k].centre_px - truth[k].mean(axis=0) for k in truth])
    assert np.sqrt((offsets**2).mean()) < 0.05
    mean = np.tile(np.eye(2), 4) / 4
    sigma = np.array([np.sqrt(np.diag(mean @ found[k].covariance_px @ mean.T)) for k in truth])
    assert 0.5 < np.sqrt(((offsets / sigma) ** 2).mean()) < 2.0


@pytest.mark.parametrize(
    "grey",
    [
        np.zeros((60, 80), np.uint8),
        np.full((1, 1), 200, np.uint8),
        np.random.default_rng(0).integers(0, 256, (300, 400), dtype=np.uint8),
        (cv2.GaussianBlur(np.random.default_rng(1).random((400, 500)), (0, 0), 4) > 0.5).astype(np.uint8) * 255,
    ],
    ids=["black", "one pixel", "noise", "blobs"],
)
def test_nothing_is_found_in_nothing(grey):
    assert find_markers(grey, "4x4_250", range(250)) == ()


@pytest.mark.ci
def test_a_chequered_cloth_is_no_trouble():
    cloth = ((np.indices((1200, 1600)) // 9).sum(axis=0) % 2 * 180 + 30).astype(np.uint8)
    assert find_markers(cloth, "4x4_250", range(250)) == ()


@pytest.mark.ci
def test_dark_squares_are_no_markers():
    grey = np.full((600, 800), 210, np.uint8)
    rng = np.random.default_rng(5)
    for _ in range(120):
        x, y, side = rng.integers(10, 560, 3) % (760, 560, 25) + (10, 10, 12)
        grey[y : y + side, x : x + side] = rng.integers(10, 70)
    blurred = cv2.GaussianBlur(grey, (0, 0), 0.8)
    noisy = np.clip(blurred + rng.normal(0, 4, grey.shape), 0, 255).astype(np.uint8)
    assert find_markers(noisy, "4x4_250", range(250)) == ()


def test_the_centre_is_where_the_diagonals_cross():
    marker = MarkerSeen(1, np.array([[0.0, 0], [4, 0], [6, 6], [0, 4]]), 1.0)
    assert marker.centre_px.tolist() == pytest.approx([2, 2])
