"""Printed maps that lie askew, found in pictures: short forms of benchmarks/hex_fit.py, and the parts on their own."""

import math
from dataclasses import replace
from typing import Literal

import hex_fit
import numpy as np
import pytest
from hex_fit_maps import PrintedMap, Sheet, camera_of, photograph
from hypothesis import given
from hypothesis import strategies as st

from simulation.synthetic.fittings import default_frame
from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import centre_of, corners_of, hex_at, hexes_of, read_hex
from table.hexes import Hex
from table.verdict import Verdict
from vision.boards.hex_fit import BoardFit, fit_board
from vision.boards.hex_fit_drawing import fit_picture
from vision.boards.hex_fit_edge import nominal_step
from vision.boards.hex_fit_ground import lay_flat
from vision.boards.hex_fit_grow import grown
from vision.boards.hex_fit_lines import inked, sides_of, usual_ground
from vision.boards.hex_fit_solve import Seen, solve
from vision.boards.hex_fit_start import Start, nets_of
from vision.boards.hex_fit_waves import wave_vectors
from vision.boards.hex_net import Bent, Net
from vision.correction import TERMS, Correction

SIZE_PX = (1120, 630)
BOARD = HexBoard((12.0, 10.5), 2.6, 9, 7)
SMALL = HexBoard((16.5, 14.4), 2.6, 7, 5)


def turned(deg: float, scale: float) -> np.ndarray:
    angle = math.radians(deg)
    return scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def printed(board: HexBoard = BOARD, **how: object) -> PrintedMap:
    """A map on a small table: turned, too large, off by a third of a hex and wavy."""
    sheet = Sheet(board.origin, turned(-1.3, 1.02), (0.9, -1.1), ((0.1, 0.12, 0.11, 0.07, 1.0),))
    it = PrintedMap(default_frame(64, 46), board, sheet, counters=8)
    return replace(it, **how)  # type: ignore[arg-type]


def fitted(it: PrintedMap, **how: object) -> BoardFit:
    camera = camera_of(it, SIZE_PX)
    return fit_board([(camera, photograph(it, camera, 1))], it.board, **how)  # type: ignore[arg-type]


def off_mm(it: PrintedMap, board: HexBoard) -> np.ndarray:
    """How far each corner lies from the truth."""
    true = it.sheet.warped(np.array([corner for here in hexes_of(it.board) for corner in corners_of(it.board, here)]))
    return 10 * np.hypot(*(np.array([c for here in hexes_of(it.board) for c in corners_of(board, here)]) - true).T)


@pytest.mark.prove
@pytest.mark.parametrize("seed", [10, 44, 49])  # the waves of the last two lead their ends to the next hexes
def test_a_map_of_the_proof_is_found(seed: int) -> None:
    got = hex_fit.one(seed, (1920, 1080))
    assert isinstance(got, hex_fit.Score), got
    assert (got.wrong, got.far) == (0, 0)
    assert got.before > 0.2
    assert got.after < 0.02
    assert got.true_rms_mm < 0.15
    assert got.rms_mm < 0.3


FLAT = replace(BOARD, pointy=False, offset="even", first=(-2, 3), origin=(21.0, -4.0), columns=8)


@pytest.fixture(scope="module")
def plain() -> BoardFit:
    return fitted(printed())


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(
    "it",
    [printed(SMALL), printed(), printed(FLAT, ink=-0.5, numbers=False)],
    ids=["small", "pointy, dark", "flat, light"],
)
def test_any_kind_of_map_is_found(it: PrintedMap, request: pytest.FixtureRequest) -> None:
    fit = request.getfixturevalue("plain") if it.board == BOARD else fitted(it)
    off = off_mm(it, fit.board)
    assert off_mm(it, it.board).max() > 10
    got = hex_fit.score(it, fit, 10)
    assert (got.wrong, got.far) == (0, 0)
    assert got.before > 0.2
    assert got.after < 0.02
    assert float(np.sqrt((off**2).mean())) < 0.2
    assert off.max() < 0.8
    assert fit.found > 0.6 * fit.visible.sum()
    assert fit.turn_deg == pytest.approx(-1.3, abs=0.4)
    assert fit.scale == pytest.approx(1.02, abs=0.008)
    assert fit.warnings == ()
    assert fit.ends_cm.shape == (len(sides_of(it.board).between), 2, 2)
    drawn = fit_picture(fit)
    assert drawn.ndim == 3
    assert drawn.std() > 5


@pytest.mark.ci
def test_a_map_that_is_even_needs_no_warp() -> None:
    sheet = Sheet(SMALL.origin, np.eye(2), (0.4, 0.3))
    it = printed(SMALL, sheet=sheet, terrain=False, counters=0, line_cm=0.09)
    fit = fitted(it)
    assert off_mm(it, fit.board).max() < 0.3
    assert fit.board.origin == pytest.approx((16.9, 14.7), abs=0.02)
    assert fit.board.size_cm == pytest.approx(2.6, abs=0.002)


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(
    "drawn",
    [
        printed(SMALL, blank=True, counters=35),
        printed(replace(BOARD, pointy=False)),
        printed(replace(BOARD, size_cm=2.0, columns=12, rows=9)),
    ],
    ids=["only counters", "on their sides", "much smaller"],
)
def test_where_there_is_no_such_map_it_says_so(drawn: PrintedMap) -> None:
    camera = camera_of(drawn, SIZE_PX)
    with pytest.raises(BadInput, match=r"there is no map of hexes of 2\.6 cm, standing on a corner"):
        fit_board([(camera, photograph(drawn, camera, 2))], SMALL if drawn.board == SMALL else BOARD)


@pytest.mark.prove
def test_lines_that_agree_by_chance_are_no_map() -> None:
    """Only corners are printed, in ink the eye does not follow: 230 of 511 sides agreed once, 7 mm beside the truth."""
    board = replace(FLAT, first=(0, 0), offset="odd", origin=(12.0, 10.5), size_cm=1.5, columns=14, rows=11)
    it = printed(board, corners=True, counters=20)
    with pytest.raises(BadInput, match=r"of 511 sides have a line that agrees"):
        fitted(it)


@pytest.mark.prove
@pytest.mark.parametrize("board", [BOARD, FLAT], ids=["pointy, odd", "flat, even"])
def test_the_rim_says_which_way_its_lines_are_staggered(board: HexBoard) -> None:
    """All lines are found as well: only the ends of every other row, or column, tell."""
    it = printed(board)
    other = "even" if board.offset == "odd" else "odd"
    camera = camera_of(it, SIZE_PX)
    said = replace(board, offset=other)
    with pytest.raises(BadInput, match=rf'that is offset = "{board.offset}", and frame.toml says "{other}"'):
        fit_board([(camera, photograph(it, camera, 1))], said)


def test_hexes_too_small_to_be_seen_are_refused() -> None:
    camera = camera_of(printed(), SIZE_PX)
    with pytest.raises(BadInput, match="px in the picture from centre to corner"):
        fit_board([(camera, np.zeros((630, 1120, 3), np.uint8))], replace(BOARD, size_cm=0.3))


@pytest.mark.ci
def test_the_rim_says_which_hex_is_which() -> None:
    """The board is said to lie a whole hex farther left: what is there is a map that begins later."""
    it = printed(SMALL)
    camera = camera_of(it, SIZE_PX)
    said = replace(SMALL, origin=(SMALL.origin[0] - 4.2, SMALL.origin[1]))
    fit = fit_board([(camera, photograph(it, camera, 1))], said)
    assert off_mm(it, fit.board).max() < 0.8
    assert any("from where it was said to lie" in warning for warning in fit.warnings)


@pytest.mark.prove
def test_the_ends_of_a_wide_board_are_enough_to_say_which_hex_is_which() -> None:
    """What tells is at its two ends, however long the rim between them."""
    board = replace(BOARD, size_cm=1.3, columns=20, rows=5, origin=(10.0, 16.0))
    it = printed(board, counters=4)
    camera = camera_of(it, SIZE_PX)
    said = replace(board, origin=(board.origin[0] - 2.2, board.origin[1]))
    fit = fit_board([(camera, photograph(it, camera, 1))], said)
    assert off_mm(it, fit.board).max() < 0.8
    assert any("from where it was said to lie" in warning for warning in fit.warnings)


@pytest.mark.prove
@pytest.mark.parametrize("offset", ["odd", "even"])
def test_where_the_map_goes_on_the_origin_says_which_hex_is_which(offset: Literal["odd", "even"]) -> None:
    it = printed(beyond=True)
    camera = camera_of(it, SIZE_PX)
    fit = fit_board([(camera, photograph(it, camera, 1))], replace(BOARD, offset=offset))
    assert off_mm(replace(it, board=replace(BOARD, offset=offset)), fit.board).max() < 0.8
    assert any("goes on beyond the board" in warning and "staggered" in warning for warning in fit.warnings)


@pytest.mark.prove
def test_near_a_seam_the_map_is_less_sure() -> None:
    """A sheet lies 2 mm too far: what bends smoothly is a millimetre off there, and says so."""
    it = printed()
    it = replace(it, sheet=replace(it.sheet, seam=(24.0, 0.0, 0.2)))
    board = fitted(it).board
    dice = np.random.default_rng(5)
    even = np.column_stack([24.0 + dice.normal(0, 0.8, 1500), dice.uniform(10, 24, 1500)])
    wrong = {True: 0, False: 0}
    for (u, v), (x, y) in zip(even, it.sheet.warped(even), strict=True):
        for told in (True, False):
            reading = read_hex(board if told else replace(board, unsure_cm=()), x, y, 0.045)
            wrong[told] += reading.verdict is Verdict.IN and reading.cell != hex_at(it.board, u, v)
    assert wrong[True] == 0 < wrong[False]
    by_hex = dict(zip(hexes_of(board), board.unsure_cm, strict=True))
    beside = [unsure for here, unsure in by_hex.items() if abs(centre_of(it.board, here)[0] - 24.0) < 1.5]
    far = [unsure for here, unsure in by_hex.items() if abs(centre_of(it.board, here)[0] - 24.0) > 9.0]
    assert min(beside) > 2 * float(np.median(far))


@pytest.mark.prove
def test_under_too_many_counters_it_says_so_and_several_pictures_show_what_is_beneath() -> None:
    """25 counters on 63 hexes: one picture is found, another led astray by lines that no paper stretches to."""
    it = printed(counters=25)
    camera = camera_of(it, SIZE_PX)
    pictures = [(camera, photograph(it, camera, seed)) for seed in (1, 2, 4)]
    with pytest.raises(BadInput, match=r"there is no map of hexes of 2\.6 cm"):
        fit_board(pictures[2:], BOARD)
    assert off_mm(it, fit_board(pictures[:1], BOARD).board).max() < 0.8
    assert off_mm(it, fit_board(pictures, BOARD).board).max() < 0.8


@pytest.mark.prove
def test_the_map_is_told_in_cm_as_they_are_measured(plain: BoardFit) -> None:
    """Where the table is known to measure 1.5 mm too far right, so does the map."""
    mean = np.zeros(2 * TERMS)
    mean[0], mean[TERMS] = 0.15, -0.05
    none = np.zeros((2 * TERMS, 2 * TERMS))
    wrong = Correction(64, 46, mean, none, none, np.zeros((0, 2)), np.zeros((0, 2)))
    mended = fitted(printed(), correction=wrong).board
    for here in hexes_of(BOARD):
        x, y = centre_of(plain.board, here)
        assert centre_of(mended, here) == pytest.approx((x - 0.15, y + 0.05), abs=0.01)


@pytest.mark.parametrize("pointy", [True, False])
def test_three_waves_make_a_lattice(pointy: bool) -> None:
    """Each wave is whole at every hex's centre, and together they are nothing."""
    board = replace(BOARD, pointy=pointy, origin=(0.0, 0.0))
    vectors = wave_vectors(board)
    assert vectors.sum(axis=0) == pytest.approx(np.zeros(2))
    cycles = np.array([centre_of(board, here) for here in hexes_of(board)]) @ vectors.T
    assert cycles == pytest.approx(np.round(cycles), abs=1e-9)


@pytest.mark.ci
@given(st.integers(-4, 4), st.integers(-4, 4), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.booleans())
def test_the_hex_nearest_to_the_origin_is_found(q: int, r: int, dx: float, dy: float, pointy: bool) -> None:
    board = replace(BOARD, pointy=pointy)
    net = Net((-40.0, -40.0, 90.0, 80.0), 4, 4)
    step = Hex(q, r)
    away = np.array(centre_of(board, step)) - board.origin
    offsets = np.zeros((16, 2)) - away + (dx, dy)  # less than half a hex off
    assert nominal_step(Bent(net, offsets), board) == step


def test_a_hex_beyond_the_board_does_not_tell_which_hex_is_which() -> None:
    """A map that begins at hex 11,5: hex 0,0 is where no line tells how the map is bent."""
    board = HexBoard((-30.0, 10.0), 2.5, 12, 7, first=(11, 0))
    net = Net((0.0, -40.0, 90.0, 80.0), 12, 4)
    far = np.clip((30.0 - net.places_cm[:, :1]) / 30.0, 0, None)
    bent = Bent(net, far**2 * (6.0, 0.0))
    assert np.hypot(*(bent.warped(np.array([board.origin])) - board.origin).T) > 4.4
    assert nominal_step(bent, board) == Hex(0, 0)


@pytest.mark.ci
def test_ends_that_are_half_a_hex_off_are_found_from_the_middle() -> None:
    it = printed(HexBoard((5.0, 10.5), 2.2, 14, 8))
    camera = camera_of(it, SIZE_PX)
    laid = lay_flat([(camera, photograph(it, camera, 1))], it.board)
    middle = np.mean([centre_of(it.board, here) for here in hexes_of(it.board)], axis=0)
    net = nets_of(it.board)[-1]
    true = it.sheet.warped(net.places_cm) - net.places_cm
    away = (net.places_cm[:, :1] - middle[0]) / 25.0
    bent, sides = Bent(net, true + away**2 * (1.9, 0.0)), sides_of(it.board)
    ink = inked(laid, np.ones(6))[0]
    start = Start(bent, ink, usual_ground(ink, laid, bent, sides, it.board.size_cm))
    ends = np.array([centre_of(it.board, here) for here in hexes_of(it.board)])

    def off_cm(bent: Bent) -> float:
        return float(np.hypot(*(bent.warped(ends) - it.sheet.warped(ends)).T).max())

    assert off_cm(start.bent) > 0.4 * math.sqrt(3) * it.board.size_cm
    assert off_cm(grown(laid, start, it.board).bent) < 0.1


@pytest.mark.ci
@given(st.integers(0, 2**32 - 1), st.floats(0.0, 0.3))
def test_a_net_is_found_again_from_what_is_seen_across_lines(seed: int, astray: float) -> None:
    """Hundreds of sights, each across a line only, up to a third of them of something else."""
    dice = np.random.default_rng(seed)
    net = Net((0.0, 0.0, 60.0, 40.0), 6, 5)
    turn = dice.uniform(-0.03, 0.03, (2, 2))
    true = Bent(net, net.places_cm @ turn.T + dice.uniform(-0.1, 0.1, (len(net.places_cm), 2)))
    places = dice.uniform((0, 0), (60, 40), (700, 2))
    angles = dice.uniform(0, math.pi, 700)
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    seen = ((true.warped(places) - places) * ways).sum(axis=1) + dice.normal(0, 0.01, 700)
    lost = dice.random(700) < astray
    seen[lost] += dice.uniform(-0.6, 0.6, lost.sum())
    found = solve(net, Seen(places, ways, seen, np.ones(700)))
    inside = dice.uniform((2, 2), (58, 38), (200, 2))
    off = np.hypot(*(found.bent.warped(inside) - true.warped(inside)).T)
    assert float(np.sqrt((off**2).mean())) < 0.01
    assert found.sigma_cm < 0.05


def test_every_side_of_a_board_is_looked_at_once() -> None:
    for pointy in (True, False):
        board = replace(BOARD, pointy=pointy, columns=4, rows=3)
        sides = sides_of(board)
        assert len(set(map(frozenset, sides.between))) == len(sides.between)
        ends: dict[tuple[float, float], int] = {}
        for here in hexes_of(board):
            corners = corners_of(board, here)
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                key = (round((a[0] + b[0]) / 2, 6), round((a[1] + b[1]) / 2, 6))
                ends[key] = ends.get(key, 0) + 1
        assert {(round(float(x), 6), round(float(y), 6)) for x, y in sides.middles_cm} == set(ends)


@pytest.mark.parametrize("pointy", [True, False])
def test_sides_have_three_ways(pointy: bool) -> None:
    """Those of one way lie across the same line of the lattice, on whichever end the hexes stand."""
    sides = sides_of(replace(BOARD, pointy=pointy))
    across = np.degrees(np.arctan2(sides.ways[:, 1], sides.ways[:, 0])) % 180
    found = {int(k): set(np.round(across[sides.thirds == k]).astype(int) % 180) for k in np.unique(sides.thirds)}
    assert sorted(found) == [0, 1, 2]
    assert sorted(one for ways in found.values() for one in ways) == ([0, 60, 120] if pointy else [30, 90, 150])
