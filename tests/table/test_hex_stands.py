"""Stands to hexes with "on the line" as an answer of its own."""

import math
from dataclasses import replace

import pytest
from hex_truth import true_place
from hypothesis import given
from hypothesis import strategies as st

from table.frame import HexBoard
from table.hex_board import centre_of, hex_of_stand, hexes_of, label_of, parse_hex
from table.stand import Stand
from table.verdict import Verdict

BOARD = HexBoard((6.0, 6.0), 3.0, 13, 9)
HEXES = list(hexes_of(BOARD))


def counter(x: float, y: float, sigma_cm: float = 0.01) -> Stand:
    return Stand("a", "axis", "tank", x, y, 90.0, 1.5, 1.5, sigma_cm)


@pytest.mark.parametrize("label", ["A1", "M1", "D5", "A9", "M9"])
def test_one_in_the_middle_of_a_hex_is_on_it(label: str):
    here = parse_hex(BOARD, label)
    reading = hex_of_stand(counter(*centre_of(BOARD, here)), BOARD)
    assert (reading.verdict, reading.cell) == (Verdict.IN, here)


def test_one_on_a_line_is_between_two():
    (x, y), (right, _) = (centre_of(BOARD, parse_hex(BOARD, label)) for label in ("D5", "E5"))
    reading = hex_of_stand(counter((x + right) / 2, y), BOARD)
    assert reading.verdict is Verdict.CLOSE
    assert {label_of(BOARD, place) for place, _ in reading.among if place is not None} == {"D5", "E5"}
    assert [share for _, share in reading.among] == pytest.approx([0.5, 0.5])


def test_one_beside_the_map_is_off_it():
    assert hex_of_stand(counter(1.0, 1.0), BOARD).verdict is Verdict.OUT


def test_the_map_itself_is_not_exact_but_a_place_set_by_hand_is():
    x, y = centre_of(BOARD, parse_hex(BOARD, "D5"))
    near = x + 3.0 * math.sqrt(3) / 2 - 0.03
    assert hex_of_stand(counter(near, y), BOARD).verdict is Verdict.CLOSE
    assert hex_of_stand(counter(near, y, 0.0), BOARD).verdict is Verdict.IN


@given(st.sampled_from(HEXES), st.floats(0, 2 * math.pi), st.floats(0, 0.95), st.booleans(), st.floats(0.001, 0.05))
def test_inside_is_inside_and_never_another(here, turn: float, share: float, pointy: bool, sigma_cm: float):
    """Any place: the hex that is said, alone or among others, is the one whose middle is nearest."""
    board = replace(BOARD, pointy=pointy)
    cx, cy = centre_of(board, here)
    x, y = cx + share * 2.9 * math.cos(turn), cy + share * 2.9 * math.sin(turn)
    places, border_cm = true_place(board, x, y)
    reading = hex_of_stand(counter(x, y, sigma_cm), board)
    assert any(reading.probability(place) > 0.02 for place in places)
    if border_cm > 0.2:
        assert reading.verdict is not Verdict.CLOSE
