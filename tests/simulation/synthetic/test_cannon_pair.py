"""Pairs of pictures round a shot: their truth holds in the pictures, whoever looks at them."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from cannon_draw import draw_between
from cannon_light import Exposure, SoftShadow, exposed
from cannon_pair import CannonPair, cannon_pair, cannon_world
from cannon_truth import square_under

from simulation.synthetic.cannon_table import BoardPlace, all_squares, cannon_frame, square_middle
from simulation.synthetic.look import Look
from table.frame import SquareBoard
from table.squares import Square, centre_of

pytestmark = pytest.mark.prove

HD, SMALL = (1920, 1080), (960, 540)
CLEAR, HAND = (20000, 20005, 20014), 20001


@pytest.fixture(scope="module")
def pairs() -> dict[int, CannonPair]:
    return {seed: cannon_pair(seed, HD, disturbed=False) for seed in CLEAR}


def read_by_opencv(picture: np.ndarray) -> dict[int, np.ndarray]:
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, settings).detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return {int(i): c.reshape(4, 2).mean(axis=0) for i, c in zip(ids.ravel(), corners, strict=True)}


def test_squares_are_numbered_as_the_rules_say():
    assert square_middle("A-1") == pytest.approx((6.25, 9.25))
    assert square_middle("A-8") == pytest.approx((37.75, 9.25))
    assert square_middle("G-1") == pytest.approx((37.75, 85.75))
    x, y = square_middle("A-72")
    assert square_under(x, y + 3 * 4.5) == "G-49"  # M1.1
    assert [square_under(*square_middle(square)) for square in all_squares()] == all_squares()
    assert square_under(3.9, 20) is None
    board = cannon_frame().board
    assert isinstance(board, SquareBoard)
    for square in all_squares():  # the renderer's own numbering and the game's agree
        assert centre_of(board, Square.parse(square)) == pytest.approx(square_middle(square))


@pytest.mark.prove
@pytest.mark.parametrize("seed", CLEAR)
def test_opencv_reads_those_that_stand_where_the_truth_says(pairs: dict[int, CannonPair], seed: int):
    pair = pairs[seed]
    heights = {entry.name: entry.mount.height_cm for entry in pair.world.true_roster.entries}
    markers = {entry.name: entry.marker for entry in pair.roster.entries}
    start = {figure.name: figure for figure in pair.world.start.figures}
    moved = {step.name: step.end for step in pair.truth.moved}
    for picture, camera, ends in ((pair.before, pair.camera, {}), (pair.after, pair.camera_after, moved)):
        seen = read_by_opencv(picture)
        names = start if picture is pair.before else pair.truth.standing
        there = {n: ends.get(n, (start[n].x, start[n].y)) for n in names}
        read = [name for name in there if markers[name] in seen]
        assert len(read) >= 0.5 * len(there)
        for name in read:
            (at,) = camera.project([(*there[name], heights[name])])
            assert math.dist(at, seen[markers[name]]) < 1.5
    seen = read_by_opencv(pair.after)
    assert pair.truth.fallen
    for fall in pair.truth.fallen:  # a card lying on its edge may still be read, but not where it was
        (was,) = pair.camera_after.project([(fall.x, fall.y, heights[fall.name])])
        assert math.dist(was, seen.get(markers[fall.name], (-99.0, -99.0))) > 10


@pytest.mark.parametrize("seed", CLEAR)
def test_where_one_fell_the_picture_changed(pairs: dict[int, CannonPair], seed: int):
    pair = pairs[seed]
    for fall in pair.truth.fallen:
        changed = []
        for height_cm in (1.5, 2.5):
            (before,) = pair.camera.project([(fall.x, fall.y, height_cm)]).round().astype(int)
            (after,) = pair.camera_after.project([(fall.x, fall.y, height_cm)]).round().astype(int)
            one, other = (
                p[v - 8 : v + 9, u - 8 : u + 9].astype(int)
                for p, (u, v) in ((pair.before, before), (pair.after, after))
            )
            changed.append(np.abs(one - other).mean())
        assert max(changed) > 12


@pytest.mark.prove
def test_the_shell_is_seen_in_its_colour_where_the_truth_says():
    looked = 0
    for seed in range(20020, 20034):
        world = cannon_world(seed, SMALL, disturbed=False)
        if world.colour not in ("red", "blue", "yellow") or world.shot.rest_cm is None:
            continue
        pair = cannon_pair(seed, HD, disturbed=False)
        shell = pair.truth.shell
        if shell is None or shell.seen < 0.95 or not shell.on_board:
            continue
        looked += 1
        (at,) = pair.camera_after.project([(shell.x, shell.y, shell.radius_cm)])
        assert at == pytest.approx(shell.at_px, abs=0.01)
        u, v = at.round().astype(int)
        around = pair.after[v - 18 : v + 19, u - 18 : u + 19].astype(float)
        blue, _, red = (around[16:21, 16:21].reshape(-1, 3).mean(axis=0) - np.median(around, axis=(0, 1))).tolist()
        assert {"red": red > blue, "yellow": red > blue, "blue": blue > red}[world.colour]
        assert np.abs(around[16:21, 16:21] - np.median(around, axis=(0, 1))).max() > 20
        if looked == 3:
            break
    assert looked == 3


@pytest.mark.prove
def test_the_same_seed_gives_the_same_pair():
    first, again, other = (cannon_pair(seed, SMALL) for seed in (20003, 20003, 20002))
    assert np.array_equal(first.before, again.before)
    assert np.array_equal(first.after, again.after)
    assert first.truth == again.truth
    assert not np.array_equal(first.after, other.after)


@pytest.mark.prove
def test_a_hand_hides_those_under_it_and_the_truth_says_so():
    pair = cannon_pair(HAND, SMALL, disturbed=True)
    assert "disturbed" in pair.kinds
    assert pair.truth.under_hand
    assert cannon_pair(HAND, SMALL, disturbed=False).truth.fallen == pair.truth.fallen  # the hand changes nothing


@pytest.mark.prove
def test_a_bumped_board_takes_everybody_along_and_the_frame_stays():
    pair = next(p for s in range(20100, 20140) if (p := _world_of(s, "board bumped")) is not None)
    assert pair.truth.board != BoardPlace()
    pushed = {step.name: step for step in pair.truth.moved}
    for figure in pair.world.start.figures:
        if figure.name in pair.truth.standing:
            x, y = pair.truth.board.moved(figure.x, figure.y)
            if math.dist((x, y), (figure.x, figure.y)) > 0.21 and figure.name in pushed:
                drag = {d.name: d.shift_cm for d in pair.world.shot.drags}.get(figure.name, (0.0, 0.0))
                assert math.dist(pushed[figure.name].end, (x, y)) == pytest.approx(math.hypot(*drag), abs=0.02)
    assert pair.camera is pair.camera_after or np.allclose(pair.camera.translation, pair.camera_after.translation)


def _world_of(seed: int, kind: str) -> CannonPair | None:
    return cannon_pair(seed, SMALL) if kind in cannon_world(seed, SMALL).kinds else None


def test_bumps_stay_within_5_mm():
    for seed in range(60):
        between = draw_between(Look(), 1080, np.random.default_rng(seed), False)
        assert math.hypot(*between.push_cm) <= 0.5
        assert math.hypot(between.board.x, between.board.y) <= 0.5


def test_the_calibrated_view_is_nearly_the_true_camera(pairs: dict[int, CannonPair]):
    for pair in pairs.values():
        points = [(x, y, 2.56) for x in (6.0, 22.0, 38.0) for y in (9.0, 47.0, 86.0)]
        off = pair.view.camera.project(points) - pair.camera.project(points)
        assert np.hypot(*off.T).max() < 1.2  # 0.7 mm at 1080p
        assert np.hypot(*off.T).max() > 0


@pytest.mark.prove
def test_light_is_changed_by_what_the_exposure_says():
    world = cannon_world(20000, SMALL)
    plain = np.full((540, 960, 3), 180, np.uint8)
    assert np.array_equal(exposed(plain, Exposure(), world.camera, 2.2), plain)
    half = exposed(plain, Exposure(gain=0.5), world.camera, 2.2)
    assert (half.astype(float) / 255) ** 2.2 == pytest.approx(0.5 * (180 / 255) ** 2.2, rel=0.02)
    ((u, v),) = world.camera.project([(22.0, 47.0, 0.0)]).round().astype(int)
    square = ((12.0, 37.0), (32.0, 37.0), (32.0, 57.0), (12.0, 57.0))
    shaded = exposed(plain, Exposure(shadows=(SoftShadow(square, 0.4, 0.5),)), world.camera, 2.2)
    assert (shaded[v, u].astype(float) / 255) ** 2.2 == pytest.approx(0.6 * (180 / 255) ** 2.2, rel=0.03)
    assert (shaded[5, 5] == 180).all()
    warm = exposed(plain, replace(Exposure(), tint=(0.8, 1.0, 1.2)), world.camera, 2.2)[0, 0]
    assert warm[0] < warm[1] < warm[2]
