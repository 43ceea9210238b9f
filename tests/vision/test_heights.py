"""Stands on hills, roofs and slopes: height and tilt from the marker's own size and shape, with an honest sigma."""

from dataclasses import replace

import numpy as np
import pytest
from first_seed import one_in_ci
from raised_stands import COVARIANCE, MOUNT, NOISE_PX, entry, markers_of, on_the_plane, standing

from table.distance import centre_to_centre
from table.roster import Roster
from table.stand import Stand, wrap_deg
from table.terrain import Piece
from table.verdict import Verdict, judge
from vision.heights import in_space, noise_on_plane
from vision.markers import MarkerSeen
from vision.poses3d import own_corners, pose_of, slopes_of
from vision.size_words import print_words
from vision.stances import mirrored, poses_on, seen_of, tilt_misfit
from vision.stands import laid_by, stands_from_markers
from vision.table_view import TableView
from vision.weighing import pose_noise

HILL = Piece("hill-1", "hill", ((30, 30), (70, 30), (70, 70), (30, 70)), 4.0)


def told(camera, frame, stands, dice=None, terrain=(), scale=1.0) -> tuple[tuple[Stand, ...], tuple[Stand, ...]]:
    """What is measured on the plane, and in space."""
    roster, view = Roster(tuple(entry(k) for k in range(len(stands)))), TableView(camera, frame)
    markers = markers_of(camera, stands, dice, scale)
    flat = stands_from_markers(markers, roster, view)
    return flat, in_space(markers, roster, view, terrain).stands


def test_who_stands_on_the_plane_stays_just_as_he_was(camera, frame):
    flat, now = told(camera, frame, on_the_plane(np.random.default_rng(3), 30), np.random.default_rng(4))
    assert now == flat
    assert {(stand.z_cm, stand.tilt_deg) for stand in now} == {(0.0, 0.0)}


@pytest.mark.parametrize("z_cm", [1.5, 2.5, 5.6, 9.0, -3.0])
def test_a_level_stand_comes_back_with_its_height(camera, frame, z_cm):
    high = standing(95.0, 20.0, 77.0, z_cm)
    flat, now = told(camera, frame, [high, *on_the_plane(np.random.default_rng(5), 8)])
    assert abs(flat[0].x - high.x) > 0.3, "the plane's place is wrong by millimetres"
    assert (now[0].x, now[0].y, now[0].z_cm) == pytest.approx((95.0, 20.0, z_cm), abs=0.005)
    assert (now[0].heading_deg, now[0].tilt_deg) == pytest.approx((77.0, 0.0), abs=0.01)
    assert now[0].sigma_z_cm > 0
    assert now[1:] == flat[1:]


def test_a_low_hill_of_which_one_stand_tells_is_doubted_and_of_which_four_tell_is_believed(camera, frame):
    dice = np.random.default_rng(5)
    places, plain = ((95.0, 20.0), (88.0, 26.0), (99.0, 30.0), (91.0, 33.0)), on_the_plane(dice, 8)
    _, one = told(camera, frame, [standing(*places[0], z_cm=1.0), *plain])
    assert one[0].z_cm == pytest.approx(0)
    assert np.hypot(one[0].x - 95, one[0].y - 20) / 2**0.5 < 2.5 * one[0].sigma_cm, "and its sigma says so"
    assert one[0].sigma_z_cm > 0.4
    assert within_a_mm(one[0], one[1]) is Verdict.CLOSE, "so that a rule does not decide what nobody can tell"
    _, four = told(camera, frame, [*(standing(x, y, z_cm=1.0) for x, y in places), *plain])
    assert [stand.z_cm for stand in four[:5]] == pytest.approx([1, 1, 1, 1, 0], abs=0.005)
    assert within_a_mm(four[0], four[4]) is Verdict.IN


def within_a_mm(a: Stand, b: Stand) -> Verdict:
    """How two stands are judged against a limit that is 1 mm more than they seem to be apart."""
    apart = centre_to_centre(a, b)
    return judge(apart, apart.value + 0.1).verdict


def test_who_is_in_doubt_is_raised_where_others_surely_are(camera, frame):
    """As one man on a roof was, 6 cm too low, whose marker told little: among 20 on hills and 10 on the table."""
    dice = np.random.default_rng(5)
    hills, plain = (
        [standing(x, y, z_cm=3.0) for x, y in dice.uniform((8, 8), (50, 85), (20, 2))],
        on_the_plane(dice, 20),
    )

    def said(stands: list[Stand]) -> Stand:
        markers = markers_of(camera, [standing(95.0, 20.0, 77.0, 3.0), *stands], dice)
        badly = replace(markers[0], covariance_px=np.eye(8) * (3.5 * NOISE_PX) ** 2)
        roster = Roster(tuple(entry(k) for k in range(len(markers))))
        return in_space([badly, *markers[1:]], roster, TableView(camera, frame)).stands[0]

    assert said(plain).z_cm == pytest.approx(0)
    assert said([*hills, *plain]).z_cm == pytest.approx(3.0, abs=1.0)


@pytest.mark.parametrize("tilt", [(17.0, 0.0), (0.0, -12.0), (-9.0, 14.0)])
def test_a_stand_on_a_slope_comes_back_with_its_tilt(camera, frame, tilt):
    leaning = standing(90.0, 65.0, -120.0, 2.2, tilt)
    _, now = told(camera, frame, [leaning, *on_the_plane(np.random.default_rng(6), 8)])
    assert (now[0].x, now[0].y, now[0].z_cm) == pytest.approx((90.0, 65.0, 2.2), abs=0.15)
    assert now[0].tilt_deg == pytest.approx(leaning.tilt_deg, abs=0.6)
    assert abs(wrap_deg(now[0].heading_deg + 120)) < 0.3


@pytest.mark.ci
def test_a_piece_that_is_agreed_on_makes_the_height_surer(camera, frame):
    stands = [standing(z_cm=4.02), *on_the_plane(np.random.default_rng(7), 8)]
    alone = told(camera, frame, stands, np.random.default_rng(8))[1][0]
    helped = told(camera, frame, stands, np.random.default_rng(8), [HILL])[1][0]
    assert helped.sigma_z_cm < 0.055 < alone.sigma_z_cm
    assert abs(helped.z_cm - 4.02) < 0.1
    elsewhere = Piece("hill-2", "hill", tuple((x + 45, y) for x, y in HILL.polygon), 4.0)
    assert told(camera, frame, stands, np.random.default_rng(8), [elsewhere])[1][0] == alone


def test_a_height_is_no_surer_than_its_piece(camera, frame):
    """A piece proposed to within a millimetre or two is no ruler's: by this camera alone the stand is 1.3 mm sure."""
    stands = [standing(z_cm=4.02), *on_the_plane(np.random.default_rng(7), 8)]

    def said(*terrain: Piece) -> Stand:
        return told(camera, frame, stands, np.random.default_rng(8), terrain)[1][0]

    alone, ruled, proposed = said(), said(HILL), said(replace(HILL, height_sigma_cm=0.15))
    assert ruled.sigma_z_cm < 1.3 * 0.05 < proposed.sigma_z_cm < alone.sigma_z_cm
    wrong = said(replace(HILL, height_cm=4.3, height_sigma_cm=0.15))
    assert abs(wrong.z_cm - 4.02) < 2 * wrong.sigma_z_cm


def test_a_marker_that_is_badly_seen_among_raised_ones_may_be_raised_too(camera, frame):
    """Nothing in its own corners speaks against the plane: it was put there, eight millimetres off, as sure as any."""
    dice = np.random.default_rng(7)
    hill, plain = (
        [standing(x, y, z_cm=2.2) for x, y in ((95.0, 75.0), (88.0, 80.0), (100.0, 82.0))],
        on_the_plane(dice, 8),
    )

    def said(stands: list[Stand], *terrain: Piece) -> Stand:
        markers = markers_of(camera, stands, np.random.default_rng(8))
        badly = replace(markers[0], covariance_px=np.eye(8) * 0.12**2)
        roster = Roster(tuple(entry(k) for k in range(len(stands))))
        return in_space([badly, *markers[1:]], roster, TableView(camera, frame), terrain).stands[0]

    alone = said([*hill, *plain])
    assert np.hypot(alone.x - 95, alone.y - 75) < 4 * alone.sigma_cm
    assert abs(alone.z_cm - 2.2) < 3 * alone.sigma_z_cm
    ground = Piece("hill", "hill", ((80, 65), (110, 65), (110, 90), (80, 90)), 2.2)
    assert said([*hill, *plain], ground).z_cm == pytest.approx(2.2, abs=0.1)
    assert said(plain, ground).sigma_z_cm == 0, "of a flat table nobody is raised"


def test_a_roof_that_is_agreed_on_may_be_higher_than_hills_are(camera, frame):
    """Without it a marker that looks so high is one of another size, and its stand stays on the plane."""
    dice = np.random.default_rng(7)
    stands, church = [standing(z_cm=18.0), *on_the_plane(dice, 8)], replace(HILL, height_cm=18.03)
    assert told(camera, frame, stands, dice)[1][0].z_cm == 0
    high = told(camera, frame, stands, dice, [church])[1][0]
    assert abs(high.z_cm - 18.0) < 3 * high.sigma_z_cm < 0.2
    assert np.hypot(high.x - 50, high.y - 50) < 3 * high.sigma_cm < 0.2


RAMP = Piece(
    "ramp", "hill", ((30, 20), (70, 20), (70, 60), (30, 60)), 5.0, "slope", ((49, 30), (51, 30), (51, 50), (49, 50))
)


def on_the_ramp(x: float, y: float, z_cm: float = 0.0) -> Stand:
    """One on its left side, which is 19 cm wide and 5 cm high, or so much above it."""
    lean = np.degrees(np.arctan(5 / 19))
    return standing(x, y, 10.0 * x, (x - 30) * 5 / 19 + z_cm, (0.0, -lean))


@pytest.mark.ci
def test_a_slope_that_is_agreed_on_makes_heights_surer_where_several_stand_on_it(camera, frame):
    sloped = [on_the_ramp(*place) for place in ((36, 36), (41, 40), (44, 44), (39, 42))]
    beside = [stand for stand in on_the_plane(np.random.default_rng(7), 12) if not (25 < stand.x < 75 and stand.y < 65)]
    stands = [*sloped, *beside]
    alone = told(camera, frame, stands, np.random.default_rng(8))[1]
    helped = told(camera, frame, stands, np.random.default_rng(8), [RAMP])[1]
    for is_so, lone, now in zip(sloped, alone, helped, strict=False):
        assert abs(now.z_cm - is_so.z_cm) < 0.1
        assert now.sigma_z_cm < 0.11 < lone.sigma_z_cm
    assert helped[4:] == alone[4:]


def test_a_slope_that_is_not_as_it_was_told_does_not_draw_stands_to_it(camera, frame):
    bump = [(36, 36, 0.5), (41, 40, 0.8), (44, 44, 0.5), (39, 42, 0.8)]
    stands = [replace(on_the_ramp(*place), tilt_y_deg=-10.0) for place in bump]
    now = told(camera, frame, [*stands, *on_the_plane(np.random.default_rng(7), 8)], np.random.default_rng(8), [RAMP])[
        1
    ]
    assert all(abs(said.z_cm - so.z_cm) < 3 * said.sigma_z_cm for said, so in zip(now, stands, strict=False))


def test_what_no_pose_explains_says_nothing_of_how_inexact_poses_are(camera, frame):
    """Corners that are bent as those of no marker in space fit badly; a pose is as exact as before."""
    dice = np.random.default_rng(15)
    stands = on_the_plane(dice, 40)
    roster, poses = Roster(tuple(entry(k) for k in range(40))), np.array([pose_of(stand) for stand in stands])
    straight = markers_of(camera, stands, dice)
    beside = np.linalg.svd(slopes_of(camera, poses, own_corners([MOUNT] * 40), True))[0][:, :, 6]
    pushes = 0.1 * beside.reshape(-1, 4, 2)
    bent = [replace(it, corners_px=it.corners_px + push) for it, push in zip(straight, pushes, strict=True)]
    fits = [laid_by(markers, roster, TableView(camera, frame)) for markers in (straight, bent)]
    noise = [noise_on_plane(laid.misfit) for laid in fits]
    told = [pose_noise(tilt_misfit(seen_of(laid), poses_on(laid)), 1.0) for laid in fits]
    assert noise[1] > 4 * noise[0]
    assert told[1] == pytest.approx(told[0], rel=0.02)
    assert told[0] < 1.6


def test_a_print_that_came_out_large_is_learned_from_those_on_the_plane(camera, frame):
    stands = [standing(z_cm=3.0), *on_the_plane(np.random.default_rng(9), 12)]
    _, now = told(camera, frame, stands, scale=1.002)
    assert now[0].z_cm == pytest.approx(3.0, abs=0.03)
    assert all(stand.z_cm == 0 for stand in now[1:])


@pytest.mark.parametrize("scale", [0.97, 1.03])
def test_a_print_that_is_off_by_a_lot_is_no_hill(camera, frame, scale):
    """All look 4.5 cm high, or low, all over the table: nobody has a table of such hills and no plain."""
    dice = np.random.default_rng(10)
    stands = [standing(60.0, 50.0, z_cm=3.0), *on_the_plane(dice, 14)]
    roster, view = Roster(tuple(entry(k) for k in range(len(stands)))), TableView(camera, frame)
    markers = markers_of(camera, stands, dice, scale)
    space = in_space(markers, roster, view)
    assert space.scale == pytest.approx(scale, abs=0.0006)
    assert space.stands[0].z_cm == pytest.approx(3.0, abs=4 * space.stands[0].sigma_z_cm)
    assert all(stand.z_cm == 0 for stand in space.stands[1:])
    (said,) = print_words(space.scale, space.looks_cm, {}, roster)
    assert said.startswith(f"the stands' markers look 3.0 % {'larger' if scale > 1 else 'smaller'}")


def test_stands_that_all_hold_one_hill_are_on_it(camera, frame):
    dice = np.random.default_rng(12)
    stands = [standing(x, y, z_cm=4.0) for x, y in dice.uniform((30, 30), (65, 60), (6, 2))]
    _, now = told(camera, frame, stands, dice)
    assert all(abs(stand.z_cm - 4) < 4 * stand.sigma_z_cm for stand in now)


def test_one_marker_of_another_size_is_told_and_stays_on_the_plane(camera, frame):
    dice = np.random.default_rng(13)
    stands = on_the_plane(dice, 9)
    roster, view = Roster(tuple(entry(k) for k in range(9))), TableView(camera, frame)
    markers = [markers_of(camera, stands, dice, 1.15)[0], *markers_of(camera, stands, dice)[1:]]
    space = in_space(markers, roster, view)
    assert space.looks_cm == {"s0": pytest.approx(2.3, abs=0.01)}
    assert space.stands[0].z_cm == 0
    assert print_words(space.scale, space.looks_cm, {}, roster) == (
        "s0: its marker looks 2.30 cm; the roster says 2, so its height is not told",
    )


def test_where_others_are_raised_a_marker_of_another_size_may_be_raised_too(camera, frame):
    """Something may lie over its edge: the plane it is put on is no surer than that others are 4 cm above it."""
    dice = np.random.default_rng(13)
    low = [standing(100.0, 80.0, z_cm=2.0), *on_the_plane(dice, 9)]
    hill = [standing(x, y, z_cm=4.0) for x, y in ((25.0, 30.0), (31.0, 33.0))]

    def said(stands: list[Stand]) -> Stand:
        markers = markers_of(camera, stands, dice)
        smaller = markers_of(camera, stands, dice, 0.85)[0]
        roster = Roster(tuple(entry(k) for k in range(len(stands))))
        space = in_space([smaller, *markers[1:]], roster, TableView(camera, frame))
        assert list(space.looks_cm) == ["s0"]
        return space.stands[0]

    alone, among = said(low), said([*low, *hill])
    assert alone.sigma_cm < 0.1
    assert np.hypot(among.x - 100, among.y - 80) < 2.5 * among.sigma_cm


@pytest.mark.parametrize("tables", one_in_ci([20, 300]))
def test_of_markers_of_uneven_size_with_corners_far_off_hardly_one_is_lifted_from_a_flat_table(camera, frame, tables):
    lifted = []
    for seed in range(tables):
        dice = np.random.default_rng([seed, 4])
        stands = on_the_plane(dice, 30)
        roster, view = Roster(tuple(entry(k) for k in range(30))), TableView(camera, frame)
        markers = [markers_of(camera, [stand], None, dice.normal(1, 0.001))[0] for stand in stands]
        markers = [
            MarkerSeen(k, one.corners_px + NOISE_PX * dice.standard_t(4, (4, 2)), 1.0, COVARIANCE)
            for k, one in enumerate(markers)
        ]
        flat = stands_from_markers(markers, roster, view)
        now = in_space(markers, roster, view).stands
        lifted += [(b, so) for a, b, so in zip(flat, now, stands, strict=True) if a != b]
    assert len(lifted) <= tables * 30 / 400
    assert all(np.hypot(said.x - so.x, said.y - so.y) < 4 * said.sigma_cm for said, so in lifted), "and it is said so"


def test_the_mirrored_pose_looks_alike_and_its_mirror_is_the_pose(camera, frame):
    pose = pose_of(standing(90.0, 65.0, 40.0, 1.0, (8.0, 5.0)))[None]
    other = mirrored(pose, camera)
    assert np.degrees(np.linalg.norm(other[0, 4:] - pose[0, 4:])) > 5
    assert mirrored(other, camera) == pytest.approx(pose, abs=1e-9)


@pytest.mark.parametrize("tables", one_in_ci([20, 300]))
def test_sigmas_hold_on_every_kind_of_ground(camera, frame, tables):
    """Tables of 6 raised, 6 leaning and 8 stands on the plane, with noise that is drawn anew."""
    dice = np.random.default_rng(11)
    off: dict[str, list[float]] = {"place": [], "z": [], "leaning place": [], "leaning z": [], "tilt": []}
    for _ in range(tables):
        places = dice.uniform((8, 8), (110, 85), (12, 2))
        stands = [standing(x, y, dice.uniform(-180, 180), dice.uniform(1.5, 6)) for x, y in places[:6]]
        for x, y in places[6:]:
            way, tilt = dice.uniform(0, 2 * np.pi), dice.uniform(8, 18)
            lean = (tilt * np.cos(way), tilt * np.sin(way))
            stands.append(standing(x, y, dice.uniform(-180, 180), dice.uniform(0.5, 4), lean))
        _, now = told(camera, frame, [*stands, *on_the_plane(dice, 8)], dice)
        for k, (is_so, said) in enumerate(zip(stands, now, strict=False)):
            kind = "" if k < 6 else "leaning "
            off[kind + "place"] += [(said.x - is_so.x) / said.sigma_cm, (said.y - is_so.y) / said.sigma_cm]
            off[kind + "z"].append((said.z_cm - is_so.z_cm) / said.sigma_z_cm)
            if kind:
                off["tilt"].append((said.tilt_deg - is_so.tilt_deg) / said.sigma_tilt_deg)
    found = {kind: (float(np.sqrt(np.mean(np.square(e)))), float(np.mean(np.abs(e) < 1.96))) for kind, e in off.items()}
    assert all(0.6 < rms < 1.6 for rms, _ in found.values()), found
    assert all(0.9 < share < 0.99 for _, share in found.values()), found


@pytest.mark.parametrize("low_cm", [0.3, 0.5, -0.5])
def test_a_low_step_or_a_shallow_trench_that_is_told_is_stood_on(camera, frame, low_cm):
    stands = [standing(x, y, 20.0, low_cm) for x, y in ((110.0, 85.0), (105.0, 80.0), (108.0, 76.0), (112.0, 72.0))]
    corners = ((100.0, 65.0), (118.0, 65.0), (118.0, 95.0), (100.0, 95.0))
    top = "level" if low_cm > 0 else "trench"
    terrain = [Piece("low", "hill", corners, abs(low_cm), top)]
    for seed in range(4):
        dice = np.random.default_rng(seed)
        _, now = told(camera, frame, [*stands, *on_the_plane(dice, 12)], dice, terrain)
        for said, so in zip(now, stands, strict=False):
            assert said.z_cm == pytest.approx(low_cm, abs=3 * said.sigma_z_cm)
            assert said.sigma_z_cm < 0.1
            assert np.hypot(said.x - so.x, said.y - so.y) < 3 * 2**0.5 * said.sigma_cm


@pytest.mark.parametrize("scale", [0.98, 0.99, 0.995, 1.005, 1.01, 1.02])
def test_a_print_that_came_out_otherwise_is_learned_though_most_stand_on_hills(camera, frame, scale):
    dice = np.random.default_rng(21)
    hills = [
        standing(x + dx, y + dy, 25.0 * dx, high)
        for (x, y), high in (((25, 25), 2.0), ((90, 70), 3.5), ((85, 25), 5.0))
        for dx, dy in ((0, 0), (6, 2), (2, 7), (7, 8))
    ]
    stands = [*hills, *on_the_plane(dice, 8)]
    roster, view = Roster(tuple(entry(k) for k in range(len(stands)))), TableView(camera, frame)
    space = in_space(markers_of(camera, stands, dice, scale), roster, view)
    assert space.scale == pytest.approx(scale, abs=0.001)
    for said, so in zip(space.stands, stands, strict=True):
        assert np.hypot(said.x - so.x, said.y - so.y) < 4 * 2**0.5 * said.sigma_cm
        assert abs(said.z_cm - so.z_cm) < 4 * said.sigma_z_cm + 1e-9


@pytest.mark.parametrize("scale", [1.02, 1.05])
def test_a_stand_that_alone_seems_raised_may_have_a_marker_of_another_size(camera, frame, scale):
    dice = np.random.default_rng(5)
    stands = on_the_plane(dice, 30)
    markers = [markers_of(camera, stands, dice, scale)[0], *markers_of(camera, stands, dice)[1:]]
    roster = Roster(tuple(entry(k) for k in range(30)))
    space = in_space(markers, roster, TableView(camera, frame))
    first, so = space.stands[0], stands[0]
    assert space.unsure_looks_cm == {"s0": pytest.approx(2 * scale, abs=0.005)}
    assert np.hypot(first.x - so.x, first.y - so.y) < 5 * 2**0.5 * first.sigma_cm
    assert space.stands[1:] == stands_from_markers(markers, roster, TableView(camera, frame))[1:]
    assert print_words(space.scale, {}, space.unsure_looks_cm, roster) == (
        f"s0: it alone is not level with the others, or its marker is {2 * scale:.2f} cm and not 2 as the roster says",
    )
