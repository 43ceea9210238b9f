"""Squares: numbers, centres, which one a place is on, and the board in every file that keeps a table (M1.1)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot_lines import format_snapshot

from rules.cases import parse_battle, parse_case
from table.errors import BadFile, BadGeometry, BadInput
from table.frame import HexBoard, SquareBoard
from table.notation.snapshot_line import parse_snapshot
from table.snapshot import Snapshot
from table.squares import Square, boards_of, centre_of, corners_of, default_board, read_square, squares_of
from table.stand import Stand
from table.verdict import Verdict

BOARD = SquareBoard((4.0, 7.0), 4.5, 8, 18)
TWO = SquareBoard((4.0, 7.0), 4.5, 16, 18)
any_square = st.builds(Square, st.sampled_from(["A", "G"]), st.integers(1, 72), st.just(1))


@pytest.mark.parametrize(
    ("square", "column", "rank", "centre"),
    [
        ("A-01", 0, 0, (6.25, 9.25)),
        ("A-08", 7, 0, (37.75, 9.25)),
        ("A-72", 7, 8, (37.75, 45.25)),
        ("G-65", 7, 9, (37.75, 49.75)),
        ("G-01", 7, 17, (37.75, 85.75)),
        ("G-08", 0, 17, (6.25, 85.75)),
    ],
)
def test_squares_are_numbered_from_each_owners_left(square: str, column: int, rank: int, centre: object) -> None:
    it = Square.parse(square)
    assert (it.column, it.rank) == (column, rank)
    assert centre_of(BOARD, it) == centre
    assert str(it) == square


@given(st.integers(1, 8), st.integers(0, 2))
def test_a_column_of_one_field_continues_in_the_other(c: int, beyond: int) -> None:
    """A column c meets G column 9-c: three squares forward of A-72 is G-49."""
    last = Square("A", 64 + c)
    there = Square.at(last.column, last.rank + 1 + beyond)
    assert there == Square("G", 64 - 8 * beyond + 9 - c)


def test_every_square_has_its_own_place_and_name() -> None:
    for board, many in ((BOARD, 144), (TWO, 288)):
        squares = list(squares_of(board))
        assert len(set(squares)) == len({centre_of(board, s) for s in squares}) == len(set(map(str, squares))) == many
        assert all(Square.parse(str(square)) == square for square in squares)
        assert sorted(squares, key=lambda s: (s.rank, s.column)) == squares


@pytest.mark.parametrize(("text", "square"), [("t-9", "G-09"), ("G9", "G-09"), (" a-25 ", "A-25"), ("2G-01", "2G-01")])
def test_squares_as_people_write_them(text: str, square: str) -> None:
    assert str(Square.parse(text)) == square
    assert Square.parse(text).written("T") == square.replace("G", "T")


@pytest.mark.parametrize("text", ["", "A", "A-0", "A-73", "B-1", "A--1", "A-1x", "0A-73", "A-001", "25"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Square.parse(text)


def test_squares_off_the_board_are_refused() -> None:
    with pytest.raises(BadInput):
        centre_of(BOARD, Square("A", 1, 2))
    for column, rank in ((-1, 0), (0, 18), (0, -1)):
        with pytest.raises(BadInput):
            Square.at(column, rank)
    for files, ranks in ((9, 18), (8, 17), (0, 18)):
        with pytest.raises(BadGeometry):
            boards_of(SquareBoard((0, 0), 1, files, ranks))


@given(any_square, st.floats(-2.2, 2.2), st.floats(-2.2, 2.2))
def test_a_place_known_exactly_is_on_the_square_round_it(square: Square, dx: float, dy: float) -> None:
    x, y = centre_of(BOARD, square)
    reading = read_square(BOARD, x + dx, y + dy)
    assert (reading.verdict, reading.cell) == (Verdict.IN, square)
    near_left, _, far_right, _ = corners_of(BOARD, square)
    assert near_left[0] <= x + dx <= far_right[0]
    assert near_left[1] <= y + dy <= far_right[1]


def test_on_a_line_it_is_between_two_squares_and_on_a_cross_between_four() -> None:
    on_a_line, on_a_cross = read_square(BOARD, 8.5, 22.75), read_square(BOARD, 8.5, 25.0)
    assert on_a_line.verdict is on_a_cross.verdict is Verdict.CLOSE
    assert [(str(s), p) for s, p in on_a_line.among] == [("A-25", 0.5), ("A-26", 0.5)]
    assert {str(s): p for s, p in on_a_cross.among} == dict.fromkeys(("A-25", "A-26", "A-33", "A-34"), 0.25)
    assert on_a_line.cell is None


def test_off_the_board_is_its_own_answer() -> None:
    assert read_square(BOARD, 2.0, 20.0).verdict is Verdict.OUT
    nearly = read_square(BOARD, 4.0, 22.75, 0.1)
    assert nearly.verdict is Verdict.CLOSE
    assert nearly.probability(None) == pytest.approx(0.5)
    assert nearly.probability(Square("A", 25)) == pytest.approx(0.5)


@pytest.mark.parametrize(("off_sigmas", "verdict"), [(1.9, Verdict.CLOSE), (2.0, Verdict.IN)])
def test_too_close_begins_where_every_limit_does(off_sigmas: float, verdict: Verdict) -> None:
    """2.5 % on the other side of the line: 1.96 sigma."""
    assert read_square(BOARD, 8.5 - 0.05 * off_sigmas, 22.75, 0.05).verdict is verdict


@given(any_square, st.floats(-2.25, 2.25), st.floats(-2.25, 2.25), st.floats(0.05, 1.5), st.integers(0, 2**32 - 1))
def test_probabilities_are_those_of_many_measurements(
    square: Square, dx: float, dy: float, sigma_cm: float, seed: int
) -> None:
    x, y = (at + off for at, off in zip(centre_of(BOARD, square), (dx, dy), strict=True))
    reading = read_square(BOARD, x, y, sigma_cm, doubt=0.0)
    thrown = np.random.default_rng(seed).normal((x, y), sigma_cm, (4000, 2))
    for found, share in reading.among:
        if found is None:
            continue
        (left, near), _, (right, far), _ = corners_of(BOARD, found)
        inside = (thrown[:, 0] > left) & (thrown[:, 0] < right) & (thrown[:, 1] > near) & (thrown[:, 1] < far)
        assert abs(inside.mean() - share) < 5 * math.sqrt(max(share * (1 - share), 1e-3) / 4000)
    assert sum(share for _, share in reading.among) == pytest.approx(1.0)


def test_a_board_where_nobody_gave_one_lies_in_the_middle() -> None:
    assert default_board(44, 95) == BOARD
    small = default_board(20, 40)
    assert small.square_cm == pytest.approx(40 / 18)
    assert small.origin[0] == pytest.approx((20 - 8 * small.square_cm) / 2)
    assert default_board(80, 95, 2) == TWO


counts, corners = st.integers(1, 30), st.tuples(st.floats(-9, 9), st.floats(-9, 9))
boards = st.one_of(
    st.none(),
    st.builds(SquareBoard, corners, st.floats(0.5, 9), counts, counts),
    st.builds(HexBoard, corners, st.floats(0.5, 9), counts, counts, st.booleans(), st.sampled_from(["odd", "even"])),
)


@given(boards, st.one_of(st.none(), st.floats(0, 1e4)))
def test_the_board_is_kept_by_the_snapshot_line(board: object, time_s: float | None) -> None:
    table = Snapshot(44, 95, (Stand("a", "A", "soldier", 6.25, 9.25),), time_s=time_s, board=board)  # type: ignore[arg-type]
    assert parse_snapshot(format_snapshot(table)) == table


def test_the_line_says_the_board_in_words() -> None:
    line = format_snapshot(Snapshot(44, 95, board=BOARD))
    assert line == "44x95 squares(4,7 4.5 8x18)"
    assert parse_snapshot("44x95 t2 hexes(0,0 2 13x9 flat even)").board == HexBoard((0, 0), 2, 13, 9, False, "even")


@pytest.mark.parametrize(
    "text", ["44x95 squares(4,7 4.5 8.5x18)", "44x95 squares(4,7 4.5)", "44x95 hexes(0,0 2 13x9 round odd)"]
)
def test_a_board_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_snapshot(text)


CASE = """
game = "montecassino"
[table]
width_cm = 44
depth_cm = 95
{board}
[[stand]]
name = "a"
side = "A"
kind = "soldier"
{place}
[action]
type = "retreat"
side = "A"
"""
SQUARES = 'kind = "squares"\norigin = [1, 2]\nsquare_cm = 2\nfiles = 8\nranks = 18'


@pytest.mark.parametrize("table", ["[board]", "[table.board]"])
def test_a_case_puts_a_stand_on_its_square(table: str) -> None:
    case = parse_case(CASE.format(board=f"{table}\n{SQUARES}", place='square = "A-25"'))
    assert case.snapshot.board == SquareBoard((1, 2), 2, 8, 18)
    assert case.snapshot.stand("a").centre == (2, 9)


def test_a_case_without_a_board_has_the_usual_one() -> None:
    assert parse_case(CASE.format(board="", place='square = "A-25"')).snapshot.board == BOARD
    assert parse_case(CASE.format(board="", place="x = 1\ny = 2")).snapshot.board is None


@pytest.mark.parametrize(
    ("board", "place", "key"),
    [
        ("", 'square = "A-99"', r"stand\[1\]\.square"),
        ("", 'square = "A-25"\nx = 3\ny = 4', r"stand\[1\]"),
        ("", "x = 3", r"stand\[1\]\.y"),
        ("", "square = 25", r"stand\[1\]\.square"),
        ('[board]\nkind = "hexes"\norigin = [0, 0]\nsize_cm = 2\ncolumns = 3\nrows = 3', 'square = "A-25"', "square"),
        (f"[board]\n{SQUARES}\n[table.board]\n{SQUARES}", 'square = "A-25"', "board"),
        (f"[board]\n{SQUARES}", 'square = "2A-25"', "square"),
    ],
)
def test_a_case_that_puts_nobody_on_a_square_says_where(board: str, place: str, key: str) -> None:
    with pytest.raises(BadFile, match=key):
        parse_case(CASE.format(board=board, place=place))


def test_a_battle_puts_stands_on_squares_too() -> None:
    head, _, _ = CASE.format(board="", place='square = "A-25"').partition("[action]")
    put = '[[act]]\n[[act.put]]\nname = "b"\nside = "A"\nkind = "soldier"\nsquare = "A-33"\n'
    battle = parse_battle(head.replace("[table]", 'sides = ["A", "G"]\n[table]') + put)
    assert battle.acts[0].put[0].centre == centre_of(BOARD, Square("A", 33))
