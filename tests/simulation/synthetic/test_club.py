"""A drawn club's table: what its owners believe is wrong by as much as is said, and what is hidden is known."""

import numpy as np
import pytest
from club import BOW_CM, HEIGHT_OFF_CM, club
from litter import CLUTTER, OCCLUDERS, die, marker_like
from looks import BARE, Glare
from marker_truth import covered_shares, glare_on, true_corners_px

from simulation.synthetic.fittings import over_table
from simulation.synthetic.palette import INK
from simulation.synthetic.plate import Plate, modules
from simulation.synthetic.renderer import Renderer
from simulation.synthetic.things import HELD, ON_GROUND, Face, Place, Stage, Thing
from table.frame import Frame, FrameMarker
from table.snapshot import Snapshot
from vision.camera import Camera, Lens

SIZE_PX = (960, 540)
EMPTY = Snapshot(20, 20)
STAGE = Stage((60.0, 50.0, 150.0), 125.0)
VIEW = Camera(
    Lens((400, 400), np.array([[1000.0, 0, 199.5], [0, 1000, 199.5], [0, 0, 1]]), np.zeros(0)),
    np.diag([1.0, -1, -1]),
    np.array([-10.0, 10, 100]),
)


@pytest.fixture(scope="module")
def clubs():
    return [club(seed, SIZE_PX) for seed in range(12)]


@pytest.mark.ci
def test_a_seed_draws_the_same_table_again(clubs):
    again = club(3, SIZE_PX)
    assert again.frame == clubs[3].frame
    assert again.snapshot == clubs[3].snapshot
    assert again.look == clubs[3].look
    assert clubs[3].snapshot != clubs[4].snapshot


def test_cards_lie_half_a_millimetre_off_and_heights_a_fifth(clubs):
    off = np.array(
        [(a.x - b.x, a.y - b.y) for it in clubs for a, b in zip(it.frame.markers, it.told_frame.markers, strict=True)]
    )
    assert off.std() == pytest.approx(0.05, rel=0.2)
    high = np.array(
        [
            a.mount.height_cm - b.mount.height_cm
            for it in clubs
            for a, b in zip(it.roster.entries, it.told_roster.entries, strict=True)
        ]
    )
    assert np.abs(high).max() <= HEIGHT_OFF_CM + 1e-9
    assert np.abs(high).max() > 0.9 * HEIGHT_OFF_CM


def test_every_draw_is_within_what_is_asked(clubs):
    for it in clubs:
        assert 6 <= len(it.frame.markers) <= 8
        assert 32 <= len(it.snapshot.stands) <= 60
        assert -0.15 <= it.camera.lens.distortion[0] <= -0.05
        assert sum(abs(b) for b in it.board.bow_cm) == pytest.approx(BOW_CM)
        assert np.hypot(*it.look.motion_px) <= 3
        assert it.look.glares
        assert {thing.tier for thing in it.litter} == {ON_GROUND, HELD}
        corners = np.concatenate(list(true_corners_px(it.camera, it.frame, it.roster, it.snapshot).values()))
        assert (corners > 0).all()
        assert (corners < np.array(SIZE_PX) - 1).all()


@pytest.mark.prove
def test_some_cards_are_covered_and_most_are_plain_to_see(clubs):
    for it in clubs:
        covered, plain = it.covered(), it.plain_to_see()
        assert set(covered) == {m.id for m in it.frame.markers} | {e.marker for e in it.roster.entries}
        assert 0 < sum(share >= 0.01 for share in covered.values()) < 0.4 * len(covered)
        assert len(plain) > 0.5 * len(covered)


def test_a_camera_from_the_side_sees_every_card():
    it = club(1, SIZE_PX)
    for heading in (0.0, 90.0, 200.0):
        camera = over_table(it.camera.lens, it.frame, 30.0, heading)
        seen = np.concatenate(list(true_corners_px(camera, it.frame, it.roster, it.snapshot).values()))
        assert (seen > 0).all()
        assert (seen < np.array(SIZE_PX) - 1).all()
        away = camera.position_cm[:2] - [60, 50]
        assert np.degrees(np.arctan2(away[1], away[0])) % 360 == pytest.approx(heading, abs=20)
        assert np.degrees(np.arctan2(np.hypot(*away), camera.position_cm[2])) == pytest.approx(30, abs=6)


def test_the_share_that_is_hidden_is_the_area_that_is_covered():
    plate = Plate("4x4_250", 17, 10.0, 10.0, 90.0, 0.0, 4.8)
    # The square and half a module round it: from 7.2 to 12.8 cm. The left quarter of it is covered.
    cover = np.array([(0.0, 0.0, 0.0), (8.6, 0.0, 0.0), (8.6, 20.0, 0.0), (0.0, 20.0, 0.0)])
    low = Thing("plate", (10, 10), (), plate, ON_GROUND)
    over = Thing("over", (5, 10), (Face(cover, INK),), None, HELD)
    under = Thing("under", (5, 10), (Face(cover, INK),), None, 0)
    assert covered_shares(VIEW, STAGE, [over, low])[17] == pytest.approx(0.25, abs=0.002)
    assert covered_shares(VIEW, STAGE, [under, low])[17] == 0


def test_glare_is_asked_where_the_marker_is_seen():
    plate = Plate("4x4_250", 17, 10.0, 10.0, 90.0, 0.0, 2.0)
    assert glare_on(VIEW, plate, [Glare(10, 10, 0.7, (3, 3))]) == pytest.approx(0.7, abs=1e-6)
    assert glare_on(VIEW, plate, [Glare(2, 10, 0.7, (1, 1))]) < 1e-6
    assert glare_on(VIEW, plate, []) == 0


@pytest.mark.prove
def test_clutter_that_looks_like_a_marker_is_none():
    dice = np.random.default_rng(4)
    known = np.array([modules("4x4_250", k) for k in range(250)])
    for _ in range(60):
        thing = marker_like(Place(10, 10, 90.0), 4.8, dice)
        if np.ptp(thing.faces[1].points_cm[:, 0]) < 0.79:  # of finer modules
            continue
        picture = Renderer(VIEW, Frame(20, 20, ()), None, BARE).render(EMPTY, (), [thing])
        grid = picture[179:228:8, 179:228:8, 1][:6, :6] < 128
        assert grid.any()
        assert min((np.rot90(grid, turn) != known).sum(axis=(1, 2)).min() for turn in range(4)) >= 3


@pytest.mark.parametrize("make", CLUTTER)
def test_clutter_is_black_and_white_and_lies_where_it_was_laid(make):
    thing = make(Place(10, 10, 30.0), 4.0, np.random.default_rng(2))
    drawn = Renderer(VIEW, Frame(20, 20, ()), None, BARE)
    bare, with_it = drawn.render(EMPTY), drawn.render(EMPTY, (), [thing])
    changed = np.argwhere((bare != with_it).any(axis=2))
    assert np.abs(changed.mean(axis=0) - 199.5).max() < 25
    assert with_it.min() < 75
    assert with_it.max() > 190


@pytest.mark.parametrize("make", OCCLUDERS)
def test_what_lies_on_a_card_hides_some_of_it_and_darkens_it(make):
    frame = Frame(20, 20, (FrameMarker(17, 10, 10, 4.8, 0.0, 90.0),))
    thing = make(Place(12.2, 10, 180.0), 0.0, STAGE, np.random.default_rng(2))
    drawn = Renderer(VIEW, frame, None, BARE)
    bare, with_it = drawn.render(EMPTY), drawn.render(EMPTY, (), [thing])
    assert (bare[176:224, 176:224] != with_it[176:224, 176:224]).any()
    plate = Thing("p", (10, 10), (), Plate("4x4_250", 17, 10, 10, 90.0, 0.0, 4.8), ON_GROUND)
    assert 0.002 < covered_shares(VIEW, STAGE, [plate, thing])[17] < 0.5


def test_a_die_stands_on_what_it_was_set_on():
    low, high = (die(Place(10, 10, 0.0), height, STAGE, np.random.default_rng(1)) for height in (0.0, 3.0))
    tops = [max(face.points_cm[:, 2].max() for face in thing.faces) for thing in (low, high)]
    assert tops[1] - tops[0] == pytest.approx(3.0)
