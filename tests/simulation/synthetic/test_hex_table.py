"""Synthetic hex tables: sheets lie where they are said to lie, the truth is the printed map's, draws repeat."""

import math

import numpy as np
import pytest
from hex_crowd import border_place
from hex_table import hex_club, hex_table
from hex_truth import true_place
from hypothesis import given
from hypothesis import strategies as st

from simulation.synthetic.hex_print import TERRAINS, print_of
from table.frame import HexBoard
from table.hex_board import centre_of, corners_of, hexes_of, read_hex

BOARD = HexBoard((6.0, 6.0), 2.0, 7, 5)
boards = st.builds(
    HexBoard, st.just((6.0, 6.0)), st.floats(1.2, 4), st.integers(1, 7), st.integers(1, 6), st.booleans(),
    st.sampled_from(["odd", "even"]),
)  # fmt: skip


@given(boards, st.integers(0, 2**32), st.floats(0, 0.3))
def test_a_place_beside_a_border_is_no_further_from_one_than_it_was_put(board: HexBoard, seed: int, inside_cm: float):
    dice = np.random.default_rng(seed)
    hexes = list(hexes_of(board))
    here = hexes[int(dice.integers(len(hexes)))]
    places, border_cm = true_place(board, *border_place(board, here, inside_cm, dice))
    assert border_cm <= inside_cm + 1e-9, "of a small hex another side may be nearer"
    assert border_cm >= min(inside_cm, 0.06 * board.size_cm) - 1e-9
    assert here in places
    if abs(inside_cm - 1e-6) > 1e-9:  # just there rounding decides
        assert (len(places) > 1) == (inside_cm <= 1e-6)


@given(boards, st.floats(-3, 30), st.floats(-3, 30))
def test_the_truth_is_what_the_board_reads_exactly(board: HexBoard, x: float, y: float):
    places, border_cm = true_place(board, x, y)
    if border_cm > 1e-5:
        assert [place for place, _ in read_hex(board, x, y).among] == list(places)


def test_a_sheet_laid_askew_knows_its_own_places():
    meant, corner = print_of(BOARD)
    sheet = meant.laid(corner[0] + 1, corner[1] - 2, 3.0, 1.01, 8)
    own = np.array([centre_of(meant.board, here) for here in hexes_of(BOARD)])
    assert np.allclose(sheet.own(sheet.on_table(own)), own, atol=1e-9)
    plain = meant.laid(*corner, px_cm=8)
    assert np.allclose(plain.on_table(own), [centre_of(BOARD, here) for here in hexes_of(BOARD)], atol=1e-9)


def test_hexes_are_printed_where_the_board_has_them():
    """Of a map of one tinted hex, that hex's area has the tint; its neighbours have not."""
    here = list(hexes_of(BOARD))[17]
    meant, _ = print_of(BOARD, tints={here: "water"}, mottle=0.0, label_cm=0.0)
    light = meant.laid(0, 0, px_cm=20).light
    for place in hexes_of(meant.board):
        x, y = centre_of(meant.board, place)
        for cx, cy in [
            (x, y),
            *(((2 * x + 3 * a) / 5, (2 * y + 3 * b) / 5) for a, b in corners_of(meant.board, place)),
        ]:
            seen = light[round((meant.depth_cm - cy) * 20 - 0.5), round(cx * 20 - 0.5)]
            assert np.allclose(seen, TERRAINS["water"], atol=0.02) == (place == here)


@pytest.mark.prove
def test_a_draw_is_the_same_for_the_same_seed_and_its_truth_is_whole():
    club = hex_club(3, (960, 540))
    one, again = (hex_table(5, club) for _ in range(2))
    assert one.truths == again.truths
    assert one.crowd.pieces == again.crowd.pieces
    assert {truth.marker for truth in one.truths} == {entry.marker for entry in one.roster.entries}
    camera = club.open_camera(1)
    assert np.array_equal(one.picture(camera), again.picture(club.open_camera(1)))


@pytest.mark.ci
def test_people_lay_most_counters_well_inside_some_near_a_border_and_some_on_it():
    club = hex_club(3, (960, 540))
    off = [truth.border_cm for seed in range(4) for truth in hex_table(seed, club).truths]
    on, near = sum(border < 1e-6 for border in off), sum(1e-6 <= border < 0.2 for border in off)
    assert min(on, near) >= 3
    assert sum(border > 0.4 for border in off) > len(off) / 2
    assert math.isfinite(min(off))
