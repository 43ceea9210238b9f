"""Stands to squares with "between two" as an answer of its own; banners to the zone."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.setup.hex_size import frame_with_board
from simulation.synthetic.fittings import default_camera
from table.board_size import SquareSize
from table.squares import Square, centre_of, squares_of_stands
from table.stand import Stand
from table.verdict import Verdict
from vision.boards.banners import banners_of
from vision.markers import MarkerSeen
from vision.table_view import TableView

FRAME = frame_with_board(SquareSize(), range(240, 246), 5.0)
BOARD = SquareSize().squares
CAMERA = default_camera(FRAME)
VIEW = TableView(CAMERA, FRAME)
CORNERS = {230: (2.5, 20.5), 231: (41.5, 20.5), 232: (41.5, 74.5), 233: (2.5, 74.5)}


def soldier(x: float, y: float, sigma_cm: float = 0.01) -> Stand:
    return Stand("a", "A", "soldier", x, y, 90.0, 1.8, 1.8, sigma_cm)


@pytest.mark.parametrize("name", ["A-01", "A-24", "A-72", "G-72", "G-01"])
def test_one_in_the_middle_of_a_square_is_on_it(name: str) -> None:
    square = Square.parse(name)
    read = squares_of_stands([soldier(*centre_of(BOARD, square))], FRAME)
    assert read["a"].cell == square


def test_one_on_a_line_is_between_two() -> None:
    (x, y), (right, _) = (centre_of(BOARD, Square.parse(n)) for n in ("A-01", "A-02"))
    reading = squares_of_stands([soldier((x + right) / 2, y)], FRAME)["a"]
    assert reading.verdict is Verdict.CLOSE
    assert {str(square) for square, _ in reading.among} == {"A-01", "A-02"}
    assert [share for _, share in reading.among] == pytest.approx([0.5, 0.5])


def test_one_in_the_strip_is_off_the_board() -> None:
    assert squares_of_stands([soldier(22.0, 3.0)], FRAME)["a"].verdict is Verdict.OUT


def test_a_table_without_a_board_has_no_squares() -> None:
    assert squares_of_stands([soldier(6, 9)], replace(FRAME, board=None)) == {}


@given(st.floats(4.05, 39.95), st.floats(7.05, 87.95))
def test_every_place_on_the_board_is_on_the_square_that_holds_it(x: float, y: float) -> None:
    column, rank = int((x - 4) / 4.5), int((y - 7) / 4.5)
    reading = squares_of_stands([soldier(x, y, 0.02)], FRAME)["a"]
    assert reading.probability(Square.at(column, rank)) > 0.02


def seen(places: dict[int, tuple[float, float]]) -> dict[int, MarkerSeen]:
    """Return banners' markers as the camera sees them flat on their feet."""
    height = FRAME.banners.height_cm if FRAME.banners is not None else 0.0
    square = np.array([(-0.6, 0.6), (0.6, 0.6), (0.6, -0.6), (-0.6, -0.6)])
    return {
        number: MarkerSeen(number, CAMERA.project([(x + a, y + b, height) for a, b in square]), 1.0)
        for number, (x, y) in places.items()
    }


def test_four_banners_span_the_zone_anticlockwise() -> None:
    found = banners_of(seen(CORNERS), VIEW)
    assert found.whole
    hull = np.array(found.hull)
    x, y = hull.T
    assert float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2 == pytest.approx(39 * 54, abs=1.0)
    assert sorted(map(tuple, hull.round(1).tolist())) == sorted(CORNERS.values())


def test_three_span_a_part_and_say_which_is_missing() -> None:
    found = banners_of(seen({k: v for k, v in CORNERS.items() if k != 232}), VIEW)
    assert (found.missing, found.whole, len(found.hull)) == ((232,), False, 3)


def test_two_span_nothing() -> None:
    assert banners_of(seen({230: CORNERS[230], 231: CORNERS[231]}), VIEW).hull == ()
