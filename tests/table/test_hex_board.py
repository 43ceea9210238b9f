"""A board of hexes: columns, rows, places and labels against a second writing of them; which hex a place is on."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import owens_t

from table.errors import BadInput
from table.frame import HexBoard
from table.hex_board import (
    centre_of,
    corners_of,
    default_board,
    has,
    hex_at,
    hex_of,
    hexes_of,
    label_of,
    offset_of,
    parse_hex,
    read_hex,
    unsure_cm,
)  # fmt: skip
from table.hexes import Hex, distance
from table.verdict import Verdict

ROOT3 = math.sqrt(3)
firsts = st.one_of(st.just((0, 0)), st.tuples(st.integers(-30, 30), st.integers(-30, 30)))
boards = st.builds(
    HexBoard,
    st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
    st.floats(0.4, 6.0),
    st.integers(1, 14),
    st.integers(1, 12),
    st.booleans(),
    st.sampled_from(["odd", "even"]),
    first=firsts,
)
KINDS = [(pointy, offset) for pointy in (True, False) for offset in ("odd", "even")]


def on_paper(board: HexBoard) -> dict[tuple[int, int], tuple[float, float]]:
    """Every column and row with its centre, as docs/hex-boards.md says it."""
    wide, apart = ROOT3 * board.size_cm, 1.5 * board.size_cm
    places = {}
    for column in range(board.first[0], board.first[0] + board.columns):
        for row in range(board.first[1], board.first[1] + board.rows):
            staggered = (row if board.pointy else column) % 2 == (1 if board.offset == "odd" else 0)
            # Column 0, row 0 is at the origin: where even lines stand out, all others stand back.
            half = wide / 2 * ((1 if staggered else 0) - (1 if board.offset == "even" else 0))
            x, y = (column * wide + half, row * apart) if board.pointy else (column * apart, row * wide + half)
            places[column, row] = (board.origin[0] + x, board.origin[1] + y)
    return places


@pytest.mark.ci
@given(boards)
def test_columns_and_rows_lie_where_they_do_on_paper(board: HexBoard) -> None:
    paper = on_paper(board)
    found = list(hexes_of(board))
    assert len(found) == len(set(found)) == board.columns * board.rows
    assert [offset_of(board, here) for here in found] == sorted(paper, key=lambda at: (at[1], at[0]))
    for here in found:
        assert centre_of(board, here) == pytest.approx(paper[offset_of(board, here)], abs=1e-9)
        assert hex_of(board, *offset_of(board, here)) == here
        assert has(board, here)
    around = {there for here in found for there in here.neighbours()}
    assert {there for there in around if has(board, there)} <= set(found)


@given(boards, st.integers(-99, 99), st.integers(-99, 99))
def test_offsets_and_hexes_are_one_to_one(board: HexBoard, column: int, row: int) -> None:
    assert offset_of(board, hex_of(board, column, row)) == (column, row)
    here = Hex(column, row)
    assert hex_of(board, *offset_of(board, here)) == here


@given(boards, st.integers(-20, 20), st.integers(-20, 20))
def test_neighbours_are_those_beside_it_on_the_table(board: HexBoard, q: int, r: int) -> None:
    here = Hex(q, r)
    beside = [math.dist(centre_of(board, here), centre_of(board, there)) for there in here.neighbours()]
    assert beside == pytest.approx([ROOT3 * board.size_cm] * 6)
    corners = corners_of(board, here)
    assert [math.dist(centre_of(board, here), corner) for corner in corners] == pytest.approx([board.size_cm] * 6)
    assert shapely.Polygon(corners).exterior.is_ccw
    for there in here.neighbours():
        shared = [one for one in corners for two in corners_of(board, there) if math.dist(one, two) < 1e-6]
        assert len(shared) == 2


@given(boards, st.floats(-1, 1), st.floats(-1, 1), st.data())
def test_the_hex_at_a_place_is_the_one_with_the_nearest_centre(
    board: HexBoard, dx: float, dy: float, data: st.DataObject
) -> None:
    paper = on_paper(board)
    start = paper[data.draw(st.sampled_from(sorted(paper)))]
    x, y = start[0] + dx * board.size_cm, start[1] + dy * board.size_cm
    found = hex_at(board, x, y)
    nearest = min(math.dist((x, y), centre) for centre in paper.values())
    here = math.dist((x, y), centre_of(board, found))
    assert here <= nearest + 1e-9
    assert here <= board.size_cm * (1 + 1e-9)


@given(boards, st.data())
def test_labels_are_read_as_they_are_written(board: HexBoard, data: st.DataObject) -> None:
    here = data.draw(st.sampled_from(list(hexes_of(board))))
    label = label_of(board, here)
    assert parse_hex(board, label) == parse_hex(board, f" {label.lower()} ") == here
    assert len({label_of(board, each) for each in hexes_of(board)}) == board.columns * board.rows


@pytest.mark.parametrize("pointy", [True, False])
def test_a_hexs_corners_go_round_it_counter_clockwise(pointy: bool) -> None:
    board = HexBoard((3.0, 4.0), 2.0, 2, 2, pointy)
    corners = corners_of(board, hex_of(board, 1, 1))
    x, y = centre_of(board, hex_of(board, 1, 1))
    bearings = [math.degrees(math.atan2(b - y, a - x)) for a, b in corners]
    assert [round((each - bearings[0]) % 360) for each in bearings] == [0, 60, 120, 180, 240, 300]
    assert [math.dist((x, y), corner) for corner in corners] == pytest.approx([2.0] * 6)


def test_a_hex_beside_the_board_is_as_unsure_as_the_nearest_on_it() -> None:
    board = HexBoard((0.0, 0.0), 2.0, 2, 3, first=(5, 7), unsure_cm=(0.1, 0.2, 0.3, 0.4, 0.5, 0.6))
    rows = [[unsure_cm(board, hex_of(board, column, row)) for column in range(4, 8)] for row in range(6, 11)]
    first, second, third = [0.1, 0.1, 0.2, 0.2], [0.3, 0.3, 0.4, 0.4], [0.5, 0.5, 0.6, 0.6]
    assert rows == [first, first, second, third, third]


def test_columns_have_letters_and_rows_numbers() -> None:
    board = HexBoard((0, 0), 1, 800, 40)
    labels = {column: label_of(board, hex_of(board, column, 4)) for column in (0, 3, 25, 26, 51, 52, 701, 702)}
    assert labels == {
        0: "A5", 3: "D5", 25: "Z5", 26: "AA5", 51: "AZ5", 52: "BA5", 701: "ZZ5", 702: "AAA5"
    }  # fmt: skip
    moved = HexBoard((0, 0), 1, 5, 5, first=(-2, 3))
    assert label_of(moved, hex_of(moved, -2, 3)) == "A1"


@pytest.mark.parametrize("text", ["", "D", "5", "5D", "D0", "D-0", "N1", "A10", "D 5 6", "Ä1", "D5.0", "A01x", "D٣"])
def test_what_is_no_hex_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_hex(HexBoard((0, 0), 1, 13, 9), text)


def test_a_hex_beside_the_board_has_another_name_than_any_on_it() -> None:
    board = HexBoard((0, 0), 1, 3, 3, first=(1, 1))
    on = {label_of(board, here) for here in hexes_of(board)}
    beside = {there for here in hexes_of(board) for there in here.neighbours() if not has(board, there)}
    assert beside
    assert not on & {label_of(board, there) for there in beside}
    assert len({label_of(board, there) for there in beside}) == len(beside)


@pytest.mark.parametrize(("pointy", "offset"), KINDS)
def test_a_place_known_exactly_is_on_its_hex_or_between(pointy: bool, offset: str) -> None:
    board = HexBoard((10, 20), 2.0, 6, 5, pointy, offset)  # type: ignore[arg-type]
    here = hex_of(board, 2, 2)
    (x, y), corners = centre_of(board, here), corners_of(board, here)
    assert read_hex(board, x, y).cell == here
    for k, (one, two) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
        between = read_hex(board, *middle)
        assert between.verdict is Verdict.CLOSE
        assert {found for found, _ in between.among} == {here, hex_at(board, 2 * middle[0] - x, 2 * middle[1] - y)}
        assert [share for _, share in between.among] == [0.5, 0.5]
        at_corner = read_hex(board, *corners[k])
        assert at_corner.verdict is Verdict.CLOSE
        assert [share for _, share in at_corner.among] == pytest.approx([1 / 3] * 3)
        inside = read_hex(board, x + 0.999 * (corners[k][0] - x), y + 0.999 * (corners[k][1] - y))
        assert inside.cell == here


def test_off_the_board_is_its_own_answer() -> None:
    board = HexBoard((0, 0), 2.0, 4, 4)
    assert read_hex(board, -9, 0).verdict is Verdict.OUT
    assert read_hex(board, -9, 0, 0.2).verdict is Verdict.OUT
    edge = read_hex(board, -ROOT3, 0.0)
    assert edge.verdict is Verdict.CLOSE
    assert edge.probability(None) == pytest.approx(0.5)
    nearly = read_hex(board, -ROOT3, 0.0, 0.1)
    assert nearly.verdict is Verdict.CLOSE
    assert nearly.probability(None) == pytest.approx(0.5)
    assert nearly.probability(Hex(0, 0)) == pytest.approx(0.5)
    assert nearly.cell is None


@pytest.mark.parametrize(("off_sigmas", "verdict"), [(1.9, Verdict.CLOSE), (2.0, Verdict.IN)])
@pytest.mark.parametrize(("pointy", "offset"), KINDS)
def test_too_close_begins_where_every_limit_does(
    off_sigmas: float, verdict: Verdict, pointy: bool, offset: str
) -> None:
    """2.5 % on the other side of the line: 1.96 sigma."""
    board = HexBoard((10, 20), 2.0, 6, 5, pointy, offset)  # type: ignore[arg-type]
    x, y = centre_of(board, hex_of(board, 2, 2))
    far = ROOT3 - 0.05 * off_sigmas
    at = (x + far, y) if pointy else (x, y + far)
    assert read_hex(board, *at, 0.05).verdict is verdict


@pytest.mark.ci
@given(
    boards.map(lambda board: replace(board, columns=max(board.columns, 3), rows=max(board.rows, 3))),
    st.floats(-1, 1), st.floats(-1, 1), st.floats(0.01, 1.2), st.integers(0, 2**32 - 1), st.data(),
)  # fmt: skip
def test_probabilities_are_those_of_many_measurements(
    board: HexBoard, dx: float, dy: float, sigmas: float, seed: int, data: st.DataObject
) -> None:
    here = data.draw(st.sampled_from(list(hexes_of(board))))
    x, y = (at + off * board.size_cm for at, off in zip(centre_of(board, here), (dx, dy), strict=True))
    sigma_cm = sigmas * board.size_cm
    reading = read_hex(board, x, y, sigma_cm, doubt=0.0)
    thrown = np.random.default_rng(seed).normal((x, y), sigma_cm, (8000, 2))
    counted = np.zeros(len(thrown), bool)
    for found, share in reading.among:
        if found is None:
            continue
        inside = shapely.contains_xy(shapely.Polygon(corners_of(board, found)), thrown)
        counted |= inside
        assert abs(inside.mean() - share) < 5 * math.sqrt(max(share * (1 - share), 1e-3) / 8000)
    off = reading.probability(None)
    assert abs(1 - counted.mean() - off) < 5 * math.sqrt(max(off * (1 - off), 1e-3) / 8000)
    assert sum(share for _, share in reading.among) == pytest.approx(1.0, abs=1e-6)


def normal_mass(polygon: list[tuple[float, float]]) -> float:
    """How much of a normal distribution round 0, 0 lies in a polygon, exactly: a sector an edge, by Owen's T."""
    mass = 0.0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        long = math.hypot(bx - ax, by - ay)
        off = (ax * by - ay * bx) / long
        ends = [(x * (bx - ax) + y * (by - ay)) / long for x, y in ((ax, ay), (bx, by))]
        one, two = (math.atan2(end, abs(off)) / (2 * math.pi) - owens_t(abs(off), end / abs(off)) for end in ends)
        mass += math.copysign(two - one, off)
    return mass


def test_the_exact_mass_is_that_of_what_is_known() -> None:
    square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    assert normal_mass(square) == pytest.approx(math.erf(1 / math.sqrt(2)) ** 2)


@pytest.mark.ci
@given(
    st.booleans(), st.floats(-3, 0.2), st.floats(-3, 3), st.floats(-3, 3), st.integers(0, 5), st.integers(0, 2**31)
)  # fmt: skip
def test_near_a_corner_the_shares_are_those_of_an_exact_integral(
    pointy: bool, power: float, dx: float, dy: float, corner: int, seed: int
) -> None:
    """Sigmas from a thousandth of a hex to one and a half of it."""
    board = HexBoard((10, 20), 2.0, 9, 9, pointy)
    sigma_cm = 2.0 * 10**power
    off = np.random.default_rng(seed).uniform(1e-4, 2e-4, 2)  # the exact formula divides by the distance from an edge
    x, y = np.array(corners_of(board, hex_of(board, 4, 4))[corner]) + (np.array([dx, dy]) + off) * sigma_cm
    reading = read_hex(board, float(x), float(y), sigma_cm, doubt=0.0)
    for here in [found for found, _ in reading.among if found is not None]:
        tips = [((cx - x) / sigma_cm, (cy - y) / sigma_cm) for cx, cy in corners_of(board, here)]
        assert normal_mass(tips) == pytest.approx(reading.probability(here), abs=1e-4)


@given(st.floats(20, 300), st.floats(20, 300), st.integers(1, 60), st.integers(1, 40), firsts)
def test_a_board_where_nobody_gave_one_fits_the_table(
    width_cm: float, depth_cm: float, columns: int, rows: int, first: tuple[int, int]
) -> None:
    board = default_board(width_cm, depth_cm, columns, rows, first)
    rims = {*range(min(rows, 2)), *range(max(rows - 2, 0), rows)}
    ends = [hex_of(board, first[0] + c, first[1] + r) for c in (0, columns - 1) for r in rims]
    tips = np.array([corner for here in ends for corner in corners_of(board, here)])
    (left, near), (right, far) = tips.min(axis=0), tips.max(axis=0)
    assert left >= -1e-6
    assert near >= -1e-6
    assert right <= width_cm + 1e-6
    assert far <= depth_cm + 1e-6
    assert min(width_cm - (right - left), depth_cm - (far - near)) <= 1e-6 or rows == 1
    assert near == pytest.approx(depth_cm - far, abs=1e-6)


def test_the_hexes_of_ancients() -> None:
    board = default_board(120, 80)
    assert (board.columns, board.rows, board.pointy, board.offset) == (13, 9, True, "odd")
    assert centre_of(board, hex_of(board, 0, 1))[0] == pytest.approx(board.origin[0] + ROOT3 / 2 * board.size_cm)
    assert distance(hex_of(board, 0, 0), hex_of(board, 12, 8)) == 16
