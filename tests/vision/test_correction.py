"""A known-distance check's correction moves stands, shrinks their sigma, and never runs wild outside the table."""

from dataclasses import replace

import numpy as np
import pytest

from table.distance import centre_to_centre
from table.frame import Frame
from table.mount import Mount, Pose, marker_from_stand
from table.roster import Entry, Roster
from vision.camera import Camera, Lens
from vision.correction import TERMS, Correction, basis, degrees
from vision.markers import MarkerSeen
from vision.square import bend_px, square_corners
from vision.stands import stands_from_markers
from vision.table_view import TableView

NOTHING = np.zeros((0, 2))


def correction(mean: dict[int, float], sigma_cm: float = 0.01, prior_cm: float = 0.05) -> Correction:
    numbers = np.zeros(2 * TERMS)
    for k, value in mean.items():
        numbers[k] = value
    eye = np.eye(2 * TERMS)
    return Correction(120.0, 100.0, numbers, eye * sigma_cm**2, eye * prior_cm**2, NOTHING, NOTHING)


def test_the_first_numbers_are_shifts():
    shift = correction({0: 0.03, TERMS: -0.02})
    assert shift.offset_cm([[60, 50], [0, 0], [500, -500]]) == pytest.approx(np.tile([0.03, -0.02], (3, 1)))


def test_it_is_smooth_and_stays_what_it_is_outside():
    rng = np.random.default_rng(0)
    some = replace(correction({}), mean=rng.normal(0, 0.02, 2 * TERMS))
    inside = np.abs(some.offset_cm(rng.uniform(-0.02, 1.02, (500, 2)) * (120, 100))).max()
    outside = np.abs(some.offset_cm(rng.uniform(-5, 6, (500, 2)) * (120, 100))).max()
    assert outside < 1.3 * inside
    near = some.offset_cm([[60, 50], [60.1, 50]])
    assert np.abs(near[0] - near[1]).max() < 0.001


def test_the_basis_spans_all_polynomials_of_degree_three():
    places = np.random.default_rng(1).uniform(0, 1, (60, 2)) * (120, 100)
    x, y = places.T
    cubic = 1 + 0.02 * x - 3e-6 * x**2 * y + 1e-5 * x * y + 2e-6 * y**3
    terms = basis(places, 120, 100)[:, 0, :TERMS]
    rest = cubic - terms @ np.linalg.lstsq(terms, cubic, rcond=None)[0]
    assert np.abs(rest).max() < 1e-9
    assert sorted(degrees()[:TERMS].tolist()) == [0, 1, 1, 2, 2, 2, 3, 3, 3, 3]


def test_what_a_check_took_away_and_what_it_left():
    checked = correction({}, 0.01, 0.05)
    at = [[60.0, 50.0]]
    whole = np.trace(checked.known(at)[0] + checked.left(at)[0]) / 2
    assert checked.shares(at, np.array([whole]))[0] == pytest.approx(0.04)
    # A table that was better than the check can tell stays as good.
    assert checked.shares(at, np.array([1e-8]))[0] == pytest.approx(1.0)


@pytest.fixture
def camera() -> Camera:
    lens = Lens((1920, 1080), np.array([[1320.0, 0, 950], [0, 1318, 548], [0, 0, 1]]), np.array([0.07, -0.16, 0, 0, 0]))
    rotation = np.diag([1.0, -1.0, -1.0])
    return Camera(lens, rotation, -rotation @ np.array([60.0, 50.0, 150.0]))


def test_stands_are_corrected(camera):
    mount = Mount(along_cm=-1.5, height_cm=0.3, size_cm=1.5)
    corners = square_corners(70.0, 40.0, 0.3, 30.0, 1.5)
    seen = MarkerSeen(3, camera.project(corners) + bend_px(camera, corners[None])[0], 1.0, np.eye(8) * 1e-6)
    roster = Roster((Entry(3, "one", "red", "soldier", 2.0, 1.5, mount),))
    frame = Frame(120.0, 100.0, ())
    covariance = np.diag([1e-5, 1e-5, 1e-5, 0.05, 0.05, 0.05, *[1e-4] * 9]) ** 2
    plain = TableView(camera, frame, covariance)
    (before,) = stands_from_markers([seen], roster, plain)
    checked = correction({0: 0.03, 1: 0.01, TERMS + 2: -0.02}, 0.005, 0.05)
    (after,) = stands_from_markers([seen], roster, replace(plain, correction=checked))
    off = checked.offset_cm([[before.x, before.y]])[0]
    assert (before.x - after.x, before.y - after.y) == pytest.approx(tuple(off))
    assert np.hypot(*off) > 0.02
    assert after.heading_deg == before.heading_deg
    assert 0.005 < after.sigma_cm < 0.6 * before.sigma_cm


def test_after_a_check_stands_share_what_the_check_left(camera, frame):
    """Of a shift of the whole table, well known now, nothing is left between two near stands, and little in either."""
    mount = Mount(height_cm=0.3, size_cm=2.0)
    roster = Roster(tuple(Entry(k, f"s{k}", "us", "soldier", 2.0, 1.6, mount) for k in range(2)))
    seen = []
    for k, x in enumerate((60.0, 64.0)):
        tips = square_corners(x, 50.0, 0.3, 90.0, 2.0)
        seen.append(MarkerSeen(k, camera.project(tips) + bend_px(camera, tips[None])[0], 0.99, np.eye(8) * 0.001**2))
    shift = np.zeros((15, 15))
    shift[3, 3] = shift[4, 4] = 0.05**2
    degree = degrees()
    least = np.diag(np.where(degree == 0, 0.01**2, 0.0) + np.where(degree == 1, 0.001**2, 0.0))
    known = replace(correction({}), covariance=least, prior=least + np.diag(np.where(degree == 0, 0.05**2, 0.0)))
    plain = stands_from_markers(seen, roster, TableView(camera, frame, shift))
    checked = stands_from_markers(seen, roster, TableView(camera, frame, shift, correction=known))
    assert checked[0].sigma_cm == pytest.approx(0.01, rel=0.2)
    assert plain[0].sigma_cm == pytest.approx(0.05, rel=0.1)
    assert centre_to_centre(*checked).sigma < 0.001
    assert centre_to_centre(checked[0], plain[1]).sigma > 0.03  # not one view's: nothing is known in common


def test_place_and_turn_keep_the_share_of_the_cameras_error_that_the_check_left(camera):
    """Against the same sums done one stand at a time."""
    mount = Mount(along_cm=-1.2, across_cm=0.6, height_cm=2.0, size_cm=2.0, height_sigma_cm=0.02)
    seen = []
    for number, pose in enumerate((Pose(15.0, 20.0, 40.0), Pose(62.0, 48.0, -110.0), Pose(104.0, 81.0, 175.0))):
        at = marker_from_stand(pose, mount)
        tips = square_corners(at.x, at.y, mount.height_cm, at.heading_deg, mount.size_cm)
        pixels = camera.project(tips) + bend_px(camera, tips[None])[0]
        seen.append(MarkerSeen(number, pixels, 1.0, np.eye(8) * 0.03**2))
    roster = Roster(tuple(Entry(number, f"s{number}", "us", "soldier", 2.0, 1.6, mount) for number in range(3)))
    check = correction({}, 0.004, 0.012)
    exact = TableView(camera, Frame(120.0, 100.0, ()))
    plain = replace(exact, covariance=np.diag([2e-4, 1e-4, 3e-4, 0.05, 0.03, 0.02, *[1e-4] * 9]) ** 2)
    stands = (stands_from_markers(seen, roster, view) for view in (exact, plain, replace(plain, correction=check)))
    for own, before, after in zip(*stands, strict=True):
        cameras_cm2, cameras_deg2 = before.sigma_cm**2 - own.sigma_cm**2, before.sigma_deg**2 - own.sigma_deg**2
        share = float(check.shares([before.centre], np.array([cameras_cm2]))[0])
        assert 0.02 < share < 0.98
        assert after.sigma_cm**2 == pytest.approx(own.sigma_cm**2 + share * cameras_cm2, rel=1e-9)
        assert after.sigma_deg**2 == pytest.approx(own.sigma_deg**2 + share * cameras_deg2, rel=1e-9)
        assert after.shared is not None
        assert after.shared.place_variance_cm2 == pytest.approx(share * cameras_cm2, rel=1e-9)
        assert after.shared.turn_variance_rad2 == 0.0  # how turns err together is not known after a check
        assert np.trace(after.shared.own) == pytest.approx(2.0)
