"""A printed map that is not even: there and back, its hexes still meet, and every file that keeps a table keeps it."""

import json
import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot_lines import format_snapshot

from referee.journal.stands import table_data, table_from
from rules.cases import parse_table
from table.errors import BadFile, BadGeometry, BadInput
from table.frame import Frame, HexBoard
from table.hex_board import centre_of, corners_of, hex_at, hex_of, hexes_of, read_hex
from table.hex_warp import Warp
from table.hexes import Hex
from table.notation.frame_file import format_frame, parse_frame
from table.notation.snapshot_line import parse_snapshot
from table.snapshot import Snapshot
from table.verdict import Verdict
from vision.boards.hex_net import Bent, Net

BOX = (-2.0, -3.0, 30.0, 25.0)
small = st.floats(-0.4, 0.4)


@st.composite
def warps(draw: st.DrawFn) -> Warp:
    across, along = draw(st.integers(4, 7)), draw(st.integers(4, 6))
    offsets = draw(st.lists(st.tuples(small, small), min_size=across * along, max_size=across * along))
    return Warp(BOX, across, tuple(offsets))


firsts = st.sampled_from([(0, 0), (-3, 4)])
boards = st.builds(
    lambda pointy, offset, warp, first, unsure: HexBoard(
        (1.0, 2.0), 1.7, 9, 8, pointy, offset, first=first, warp=warp, unsure_cm=unsure
    ),
    st.booleans(), st.sampled_from(["odd", "even"]), st.one_of(st.none(), warps()), firsts,
    st.sampled_from([(), tuple(round(0.001 * k, 3) for k in range(72))]),
)  # fmt: skip
places = st.tuples(st.floats(-20, 60), st.floats(-20, 60))


@pytest.mark.ci
@given(warps(), places)
def test_a_place_goes_to_the_table_and_back(warp: Warp, place: tuple[float, float]) -> None:
    assert warp.evened(*warp.warped(*place)) == pytest.approx(place, abs=1e-9)
    assert warp.warped(*warp.evened(*place)) == pytest.approx(place, abs=1e-9)


@pytest.mark.ci
@given(warps(), st.lists(places, min_size=1, max_size=5))
def test_one_place_and_many_are_the_same(warp: Warp, some: list[tuple[float, float]]) -> None:
    left, near, right, far = BOX
    inside = np.clip(np.array(some), (left + 0.01, near + 0.01), (right - 0.01, far - 0.01))
    one_by_one = np.array([warp.warped(x, y) for x, y in inside])
    assert Bent.of(warp).warped(inside) == pytest.approx(one_by_one, abs=1e-9)
    assert Bent.of(warp).evened(one_by_one) == pytest.approx(inside, abs=1e-8)
    rounded = Net(warp.box, warp.across, warp.along).warp(np.array(warp.offsets_cm))
    assert np.array(rounded.offsets_cm) == pytest.approx(np.array(warp.offsets_cm), abs=6e-6)


@pytest.mark.ci
@given(warps(), places)
def test_stretch_is_what_an_area_grows_by(warp: Warp, place: tuple[float, float]) -> None:
    x, y = np.clip(place, (-1, -2), (29, 24))
    d = 0.05
    ring = [warp.warped(x + a * d, y + b * d) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    area = sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1], strict=True)) / 2
    assert warp.stretch(float(x), float(y)) == pytest.approx(math.sqrt(area) / (2 * d), rel=1e-3)


def test_a_net_of_a_straight_line_is_a_turn_and_a_stretch() -> None:
    """B-splines are straight where their nodes are: a turned and stretched map needs the smallest net."""
    net = Net(BOX, 4, 5)
    matrix = np.array([[0.03, -0.02], [0.025, -0.01]])
    warp = net.warp(net.places_cm @ matrix.T + np.array([0.3, -0.2]), 15)
    for x, y in product((-2.0, 3.3, 30.0), (-3.0, 11.1, 25.0)):
        expected = np.array([x, y]) + matrix @ np.array([x, y]) + np.array([0.3, -0.2])
        assert warp.warped(x, y) == pytest.approx(tuple(expected), abs=1e-9)


@pytest.mark.ci
@given(boards, st.data())
def test_hexes_still_meet_in_their_corners(board: HexBoard, data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(list(hexes_of(board))))
    corners = corners_of(board, here)
    for there in here.neighbours():
        shared = [one for one in corners for two in corners_of(board, there) if math.dist(one, two) < 1e-9]
        assert len(shared) == 2


@pytest.mark.ci
@given(boards, st.data(), st.floats(-0.85, 0.85), st.floats(-0.85, 0.85))
def test_a_place_is_in_the_hex_whose_corners_are_round_it(
    board: HexBoard, data: st.DataObject, along: float, across: float
) -> None:
    here = data.draw(st.sampled_from(list(hexes_of(board))))
    assert hex_at(board, *centre_of(board, here)) == here
    even = replace(board, warp=None)
    x, y = centre_of(even, here)
    place = (x + along * 0.5 * board.size_cm, y + across * 0.5 * board.size_cm)
    lies = place if board.warp is None else board.warp.warped(*place)
    assert hex_at(board, *lies) == hex_at(even, *place) == here
    assert read_hex(board, *lies).cell == here
    assert read_hex(board, *lies, sigma_cm=0.02).likeliest == here


def test_a_border_lies_where_the_map_has_it() -> None:
    """All moved by a third of a hex: what was in the middle is beside the line, and the line is on the line."""
    even = HexBoard((5.0, 5.0), 2.0, 6, 6)
    shifted = replace(even, warp=Warp((0, 0, 30, 30), 4, ((0.5, -0.25),) * 16))
    here = hex_of(even, 2, 2)
    x, y = centre_of(even, here)
    assert centre_of(shifted, here) == pytest.approx((x + 0.5, y - 0.25))
    half = math.sqrt(3)
    assert read_hex(shifted, x + 0.5 + half, y - 0.25).verdict is Verdict.CLOSE
    assert read_hex(shifted, x + 0.5 + half - 0.01, y - 0.25, 0.1).probability(here) == pytest.approx(0.54, abs=0.005)
    assert read_hex(shifted, x + half, y).cell == here


def test_shares_are_of_the_map_as_it_lies() -> None:
    """A map stretched by a tenth: two sigmas from a line on the table are two sigmas from it."""
    even = HexBoard((0.0, 0.0), 2.0, 6, 6)
    net = Net((-5, -5, 25, 25), 4, 4)
    wide = replace(even, warp=net.warp(0.1 * net.places_cm, 12))
    x, y = centre_of(wide, Hex(1, 2))
    half = 1.1 * math.sqrt(3)
    sigma_cm = 0.08
    reading = read_hex(wide, x + half - 2 * sigma_cm, y, sigma_cm, doubt=0.0)
    assert reading.probability(Hex(1, 2)) == pytest.approx(0.97725, abs=1e-4)


def test_where_the_map_is_less_sure_a_place_is_too() -> None:
    """One hex's lines lie 1 mm off, one sigma: with the 0.75 mm of the place, 1.25; a place known exactly stays so."""
    board = HexBoard((0.0, 0.0), 2.0, 3, 2, unsure_cm=(0.0, 0.1, 0.0, 0.0, 0.0, 0.0))
    half = math.sqrt(3)
    x, y = centre_of(board, Hex(1, 0))
    reading = read_hex(board, x + half - 0.125, y, 0.075, doubt=0.0)
    assert reading.probability(Hex(1, 0)) == pytest.approx(0.8413, abs=1e-3)
    assert read_hex(board, x + half + 0.075, y, 0.075, doubt=0.0).probability(Hex(1, 0)) == pytest.approx(
        0.1587, abs=1e-3
    )
    assert read_hex(board, x + half - 0.01, y).cell == Hex(1, 0)
    x += 0.3
    beside = read_hex(board, x, y - 2.2, 0.075, doubt=0.0)  # off the board, nearest to that hex
    assert beside.probability(Hex(1, 0)) > read_hex(replace(board, unsure_cm=()), x, y - 2.2, 0.075).probability(
        Hex(1, 0)
    )


@pytest.mark.parametrize(
    ("box", "across", "offsets", "said"),
    [
        ((0, 0, 0, 9), 4, ((0, 0),) * 16, "left < right"),
        ((0, 9, 9, 9), 4, ((0, 0),) * 16, "near < far"),
        ((0, 0, 9, 9), 3, ((0, 0),) * 12, "4 or more"),
        ((0, 0, 9, 9), 4, ((0, 0),) * 12, "4 or more"),
        ((0, 0, 9, 9), 4, ((0, 0),) * 17, "4 or more"),
        ((0, 0, 9, 9), 0, (), "4 or more"),
        ((0, 0, 9, 9), 4, ((0, 0),) * 15 + ((9, 0),), "bend gently"),
        ((0, 0, 9, 9), 4, ((0, 0),) * 15 + ((math.nan, 0),), "finite"),
        ((0, 0, math.inf, 9), 4, ((0, 0),) * 16, "finite"),
    ],
)
def test_what_bends_no_map_is_refused(box: object, across: int, offsets: object, said: str) -> None:
    with pytest.raises(BadGeometry, match=said):
        Warp(box, across, offsets)  # type: ignore[arg-type]


@pytest.mark.ci
@given(boards)
def test_every_file_that_keeps_a_table_keeps_the_board(board: HexBoard) -> None:
    frame = Frame(60, 50, (), board=board)
    assert parse_frame(format_frame(frame)) == frame
    table = Snapshot(60, 50, board=board)
    assert parse_snapshot(format_snapshot(table)) == table
    assert table_from(json.loads(json.dumps(table_data(table)))) == table
    written = format_frame(frame).partition("[board]")
    case = f'game = "rommel"\n[table]\nwidth_cm = 60\ndepth_cm = 50\n{written[1]}{written[2]}'
    assert parse_table(case).snapshot.board == board


FILE = 'width_cm = 9\ndepth_cm = 9\n[board]\nkind = "hexes"\norigin = [1, 2]\nsize_cm = 1\ncolumns = 4\nrows = 4\n'
WARP = "[board.warp]\nbox = [0, 0, 9, 9]\nacross = 4\noffsets_cm = [{}]\n"


@pytest.mark.parametrize(
    ("warp", "said"),
    [
        (WARP.format(", ".join(["[0, 0]"] * 15)), r"frame.toml: board.warp: .*4 or more"),
        (WARP.format(", ".join(["[0, 0]"] * 15 + ["[5, 5]"])), r"frame.toml: board.warp: .*bend gently"),
        (WARP.format("[0, 0, 1]"), r"board.warp.offsets_cm\[1\]"),
        (WARP.format("[0, 0]").replace("[0, 0, 9, 9]", "[0, 0, 9]"), "board.warp.box"),
        (WARP.replace("across = 4\n", "").format("[0, 0]"), "board.warp.across"),
        ("unsure_cm = [0.1]\n", "board.unsure_cm: expected 16 numbers"),
        (f"unsure_cm = {[-0.1] * 16}\n", r"board.unsure_cm\[1\]"),
    ],
)
def test_a_file_with_a_warp_that_is_none_says_where(warp: str, said: str) -> None:
    assert parse_frame(FILE).board == HexBoard((1, 2), 1, 4, 4)
    with pytest.raises(BadFile, match=said):
        parse_frame(FILE + warp)


@pytest.mark.parametrize(
    "text",
    [
        "9x9 hexes(0,0 0 4x4 flat odd)",
        "9x9 hexes(0,0 -1 4x4 flat odd)",
        "9x9 hexes(0,0 1 0x4 flat odd)",
        "9x9 hexes(0,0 1 4x4 flat odd from 1.5,2)",
        "9x9 hexes(0,0 1 4x4 flat odd warp(0,0 9,9 4: 0,0))",
        "9x9 hexes(0,0 1 4x4 flat odd warp(0,0 9,9 4.5: 0,0))",
        "9x9 hexes(0,0 1 4x4 flat odd warp(0,0 9,9: 0,0))",
        "9x9 hexes(0,0 1 4x4 flat odd warp(0,0 9,9 4: 0,0",
        "9x9 hexes(0,0 1 4x4 flat odd unsure(0.1))",
        "9x9 hexes(0,0 1 4x4 flat odd unsure(0.1",
    ],
)
def test_a_line_with_a_board_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="snapshot, character"):
        parse_snapshot(text)


@pytest.mark.parametrize(
    ("size_cm", "columns", "rows", "origin"),
    [
        (0.0, 4, 4, (0, 0)),
        (1.0, 0, 4, (0, 0)),
        (1.0, 4, -1, (0, 0)),
        (math.nan, 4, 4, (0, 0)),
        (1, 4, 4, (0, math.inf)),
    ],
)
def test_a_board_without_hexes_is_refused(size_cm: float, columns: int, rows: int, origin: tuple[float, float]) -> None:
    with pytest.raises(BadGeometry, match="hex board"):
        HexBoard(origin, size_cm, columns, rows)
