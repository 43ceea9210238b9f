"""Markers to stands: exact through any mount, and a sigma that keeps its word."""

import math
from dataclasses import replace

import numpy as np
import pytest

from table.distance import centre_to_centre
from table.mount import Mount, Pose, marker_from_stand
from table.roster import Entry, Roster
from table.stand import wrap_deg
from vision.markers import MarkerSeen
from vision.noise_floor import NoiseFloor
from vision.pose import fit_pose
from vision.spread import camera_moved
from vision.square import bend_px, frame_corners, square_corners
from vision.stands import stands_from_markers
from vision.table_view import TableView

MOUNTS = [
    Mount(height_cm=0.31, size_cm=1.5),
    Mount(along_cm=-1.8, height_cm=0.31, size_cm=1.5),
    Mount(along_cm=-1.2, across_cm=2.5, height_cm=3.01, size_cm=2.0, turn_deg=90.0),
    Mount(along_cm=0.7, across_cm=-1.1, height_cm=8.0, size_cm=1.0, turn_deg=-37.0),
]
NOISE_PX = 0.03


def entry(mount: Mount, marker: int = 7) -> Entry:
    return Entry(marker, f"s{marker}", "us", "soldier", 2.0, 1.6, mount)


def marker_of(camera, pose: Pose, mount: Mount, number: int = 7, noise_px: np.ndarray | None = None) -> MarkerSeen:
    at = marker_from_stand(pose, mount)
    tips = square_corners(at.x, at.y, mount.height_cm, at.heading_deg, mount.size_cm)
    seen = camera.project(tips) + bend_px(camera, tips[None])[0]
    return MarkerSeen(number, seen + (0 if noise_px is None else noise_px), 1.0, np.eye(8) * NOISE_PX**2)


@pytest.mark.parametrize("mount", MOUNTS)
@pytest.mark.parametrize("pose", [Pose(20, 30, 0), Pose(101.5, 88, 133), Pose(3, 97, -150)])
def test_a_stand_comes_back_through_its_mount(camera, frame, mount, pose):
    (stand,) = stands_from_markers([marker_of(camera, pose, mount)], Roster((entry(mount),)), TableView(camera, frame))
    assert (stand.x, stand.y) == pytest.approx((pose.x, pose.y), abs=1e-4)
    assert wrap_deg(stand.heading_deg - pose.heading_deg) == pytest.approx(0, abs=1e-3)
    assert stand.placed_by == "camera"


def test_a_mount_across_and_turned_by_hand(camera, frame):
    """Marker 3 cm high, 2 cm behind and 1 cm left of a stand that looks along +x, turned by 90 degrees."""
    mount = Mount(along_cm=-2.0, across_cm=1.0, height_cm=3.0, size_cm=2.0, turn_deg=90.0)
    tips = square_corners(38.0, 51.0, 3.0, 90.0, 2.0)
    seen = MarkerSeen(7, camera.project(tips) + bend_px(camera, tips[None])[0], 1.0)
    (stand,) = stands_from_markers([seen], Roster((entry(mount),)), TableView(camera, frame))
    assert (stand.x, stand.y) == pytest.approx((40.0, 50.0), abs=1e-4)
    assert stand.heading_deg == pytest.approx(0.0, abs=1e-3)


def test_a_height_left_out_would_cost_millimetres(camera, frame):
    mount = Mount(height_cm=3.0, size_cm=2.0)
    seen = [marker_of(camera, Pose(5, 5, 90), mount)]
    (flat,) = stands_from_markers(seen, Roster((entry(replace(mount, height_cm=0.0)),)), TableView(camera, frame))
    assert math.hypot(flat.x - 5, flat.y - 5) > 0.8


@pytest.mark.ci
@pytest.mark.parametrize("mount", MOUNTS)
def test_sigma_is_what_pixel_noise_does(camera, frame, mount):
    rng = np.random.default_rng(3)
    roster, view, pose = Roster((entry(mount),)), TableView(camera, frame), Pose(70, 40, 25)
    found = []
    for _ in range(150):
        seen = marker_of(camera, pose, mount, noise_px=rng.normal(0, NOISE_PX, (4, 2)))
        (stand,) = stands_from_markers([seen], roster, view)
        found.append((stand.x - pose.x, stand.y - pose.y, stand.heading_deg - pose.heading_deg))
    (said,) = stands_from_markers([marker_of(camera, pose, mount)], roster, view)
    off = np.array(found)
    assert said.sigma_cm == pytest.approx(np.sqrt((off[:, :2] ** 2).mean()), rel=0.15)
    assert said.sigma_deg == pytest.approx(np.sqrt((off[:, 2] ** 2).mean()), rel=0.15)


@pytest.mark.parametrize("mount", MOUNTS)
def test_the_cameras_noise_floor_is_in_the_sigma(camera, frame, mount):
    pose, floor = Pose(60, 40, 30.0), NoiseFloor(0.3, 0.2)
    marker = marker_of(camera, pose, mount)
    roster = Roster((entry(mount),))
    plain, real = TableView(camera, frame), TableView(camera, frame, floor=floor)
    (before,), (after,) = (stands_from_markers([marker], roster, view) for view in (plain, real))
    assert (after.x, after.y, after.heading_deg) == (before.x, before.y, before.heading_deg)
    noisy = replace(marker, covariance_px=marker.covariance_px + floor.covariance_px)
    (told,) = stands_from_markers([noisy], roster, plain)
    assert (after.sigma_cm, after.sigma_deg) == (told.sigma_cm, told.sigma_deg)
    # A stand under its own marker moves by what moves the marker's middle.
    cm_a_px = np.sqrt(abs(np.linalg.det(camera.plane_jacobian(camera.project([[60.0, 40, 0]]), np.zeros(1))[0])))
    added = np.sqrt(after.sigma_cm**2 - before.sigma_cm**2)
    assert added > 0.9 * cm_a_px * np.hypot(0.3, 0.1)


@pytest.mark.parametrize("mount", [MOUNTS[0], MOUNTS[2]], ids=["below its middle", "beside it"])
@pytest.mark.parametrize("number", range(8))
def test_each_way_of_each_corner_moves_and_turns_the_stand_as_its_sigma_says(camera, frame, mount, number):
    pose, off = Pose(70, 40, 25), np.zeros(8)
    off[number] = 0.02
    roster, view = Roster((entry(mount),)), TableView(camera, frame)
    (moved,) = stands_from_markers([marker_of(camera, pose, mount, noise_px=off.reshape(4, 2))], roster, view)
    seen = replace(marker_of(camera, pose, mount), covariance_px=np.diag(off**2))
    (said,) = stands_from_markers([seen], roster, view)
    assert said.sigma_cm == pytest.approx(math.hypot(moved.x - 70, moved.y - 40) / math.sqrt(2), rel=0.05)
    assert said.sigma_deg == pytest.approx(abs(moved.heading_deg - 25), rel=0.05)


def test_a_covered_corner_hardly_counts_in_the_sigma_either(camera, frame):
    mount, pose, off = MOUNTS[0], Pose(70, 40, 25), np.array([(3.0, -2.0), (0, 0), (0, 0), (0, 0)])
    seen = [marker_of(camera, pose, mount, noise_px=noise) for noise in (np.zeros((4, 2)), off)]
    vague = np.diag([3.0**2, 3.0**2, *[NOISE_PX**2] * 6])
    roster, view = Roster((entry(mount),)), TableView(camera, frame)
    (clean,) = stands_from_markers(seen[:1], roster, view)
    (covered,) = stands_from_markers([replace(seen[1], covariance_px=vague)], roster, view)
    assert clean.sigma_cm < covered.sigma_cm < 3 * clean.sigma_cm
    assert math.hypot(covered.x - 70, covered.y - 40) < 3 * covered.sigma_cm


def test_a_lever_arm_adds_the_headings_error(camera, frame):
    short, long = Mount(height_cm=1, size_cm=1.5), Mount(along_cm=-6.0, height_cm=1, size_cm=1.5)
    view, pose = TableView(camera, frame), Pose(60, 50, 0)
    (near,) = stands_from_markers([marker_of(camera, pose, short)], Roster((entry(short),)), view)
    (far,) = stands_from_markers([marker_of(camera, pose, long)], Roster((entry(long),)), view)
    lever = 6.0 * math.radians(far.sigma_deg)
    assert far.sigma_cm == pytest.approx(math.sqrt(near.sigma_cm**2 + lever**2 / 2), rel=0.02)


def test_an_uncertain_height_shows_at_the_edge_and_not_below_the_camera(camera, frame):
    sure = Mount(height_cm=2.0, size_cm=1.5)
    unsure = replace(sure, height_sigma_cm=0.1)
    view, (x, y, z) = TableView(camera, frame), camera.position_cm

    def sigma(mount: Mount, pose: Pose) -> float:
        return stands_from_markers([marker_of(camera, pose, mount)], Roster((entry(mount),)), view)[0].sigma_cm

    below, edge = Pose(x, y, 0), Pose(118, 95, 0)
    assert sigma(unsure, below) == pytest.approx(sigma(sure, below), rel=1e-3)
    added = math.sqrt(sigma(unsure, edge) ** 2 - sigma(sure, edge) ** 2)
    assert added == pytest.approx(0.1 * math.hypot(118 - x, 95 - y) / (z - 2) / math.sqrt(2), rel=0.01)


@pytest.mark.ci
def test_lens_and_pose_are_in_the_sigma(camera, frame):
    """Many cameras drawn from the covariance put the stand as far apart as its sigma says."""
    rng = np.random.default_rng(5)
    mount, pose = MOUNTS[1], Pose(95, 80, 60)
    corners = np.array([frame_corners(marker) for marker in frame.markers])
    seen = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, corners)
    lens = np.diag([0.6, 0.6, 0.4, 0.4, 3e-4, 4e-4, 1e-5, 1e-5, 2e-4]) ** 2
    fit = fit_pose(camera.lens, corners, seen, np.tile(np.eye(8) * 0.02**2, (6, 1, 1)), 0.05, lens, camera)
    marker, roster = marker_of(camera, pose, mount), Roster((entry(mount),))
    (said,) = stands_from_markers([marker], roster, TableView(camera, frame, fit.covariance))
    (pixels,) = stands_from_markers([marker], roster, TableView(camera, frame))
    found = []
    for delta in rng.multivariate_normal(np.zeros(len(fit.covariance)), fit.covariance, 300, method="eigh"):
        (stand,) = stands_from_markers([marker], roster, TableView(camera_moved(camera, delta), frame))
        found.append((stand.x - pose.x, stand.y - pose.y))
    expected = math.sqrt(float((np.array(found) ** 2).mean()) + pixels.sigma_cm**2)
    assert said.sigma_cm == pytest.approx(expected, rel=0.15)
    assert said.sigma_cm > 2 * pixels.sigma_cm


def test_only_the_rosters_markers_become_stands_in_its_order(camera, frame):
    roster = Roster(tuple(entry(MOUNTS[0], number) for number in (9, 3, 5)))
    seen = [marker_of(camera, Pose(10 * k, 20, 0), MOUNTS[0], k) for k in (3, 9, 100)]
    stands = stands_from_markers(seen, roster, TableView(camera, frame))
    assert [stand.name for stand in stands] == ["s9", "s3"]
    assert stands_from_markers([], roster, TableView(camera, frame)) == ()


def uncertain_view(camera, frame) -> TableView:
    """Return a view from six cards half a millimetre off and a lens known so so."""
    corners = np.array([frame_corners(marker) for marker in frame.markers])
    seen = camera.project(corners.reshape(-1, 3)).reshape(-1, 4, 2) + bend_px(camera, corners)
    lens = np.diag([0.6, 0.6, 0.4, 0.4, 3e-4, 4e-4, 1e-5, 1e-5, 2e-4]) ** 2
    fit = fit_pose(camera.lens, corners, seen, np.tile(np.eye(8) * 0.02**2, (6, 1, 1)), 0.05, lens, camera)
    return TableView(camera, frame, fit.covariance)


@pytest.mark.ci
@pytest.mark.parametrize("places", [(Pose(95, 80, 60), Pose(99, 83, -20)), (Pose(8, 12, 60), Pose(110, 88, -20))])
def test_a_distance_errs_as_two_stands_under_one_wrong_camera(camera, frame, places):
    """Near stands share nearly all of the camera's error; far ones do not, and neither is their sigmas' sum."""
    rng = np.random.default_rng(6)
    mount = MOUNTS[0]
    roster, view = Roster((entry(mount, 7), entry(mount, 8))), uncertain_view(camera, frame)
    seen = [marker_of(camera, pose, mount, number) for number, pose in zip((7, 8), places, strict=True)]
    one, other = stands_from_markers(seen, roster, view)
    found = []
    for delta in rng.multivariate_normal(np.zeros(len(view.covariance)), view.covariance, 400, method="eigh"):
        noisy = [
            marker_of(camera, pose, mount, number, rng.normal(0, NOISE_PX, (4, 2)))
            for number, pose in zip((7, 8), places, strict=True)
        ]
        found.append(
            centre_to_centre(*stands_from_markers(noisy, roster, TableView(camera_moved(camera, delta), frame)))
        )
    errors = np.array([it.value for it in found]) - math.dist(*((pose.x, pose.y) for pose in places))
    said = centre_to_centre(one, other).sigma
    assert said == pytest.approx(np.sqrt((errors**2).mean()), rel=0.12)
    apart = math.hypot(one.sigma_cm, other.sigma_cm)
    assert said < (0.5 if math.dist((places[0].x, places[0].y), (places[1].x, places[1].y)) < 10 else 0.9) * apart


def test_what_stands_share_is_no_more_than_their_sigma(camera, frame):
    roster = Roster(tuple(entry(MOUNTS[1], k) for k in range(4)))
    seen = [marker_of(camera, Pose(10 + 30 * k, 20 + 20 * k, 40), MOUNTS[1], k) for k in range(4)]
    for stand in stands_from_markers(seen, roster, uncertain_view(camera, frame)):
        assert stand.shared is not None
        assert 0 < stand.shared.place_variance_cm2 < stand.sigma_cm**2
        assert 0 < stand.shared.turn_variance_rad2 < math.radians(stand.sigma_deg) ** 2
    (alone, *_) = stands_from_markers(seen, roster, TableView(camera, frame))
    assert alone.shared is None
