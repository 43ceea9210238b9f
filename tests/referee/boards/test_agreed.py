"""The position agreed on: from acts, not from where hands have put figures meanwhile."""

import pytest
from board_session import Hands, board_table, full_board, soldier
from hypothesis import given
from hypothesis import strategies as st

from referee.boards.agreed import agreed, settled, starts_on, unsettled
from rules.board_cells import cells_of, label_of, reading_of
from rules.state import State
from table.squares import default_board, squares_of

SIDES = ("allies", "germans")


def test_every_square_has_its_cell_and_its_label() -> None:
    board = default_board(44.0, 95.0)
    cells = cells_of(board)
    assert list(cells) == [str(square) for square in squares_of(board)]
    assert cells["A-05"].number == "5"
    assert [label_of("G-49", language) for language in ("en", "it", "es")] == ["G-49", "T-49", "G-49"]


def test_hands_do_not_change_what_was_agreed_on() -> None:
    table = board_table({"a01": "A-25", "g01": "G-25"})
    memory = State(SIDES, starts=starts_on(table.board, table.stands))
    moved = table.with_stand(soldier("a01", "A-33", off_cm=(0.4, -0.3)))
    known = agreed(moved, memory)
    assert known.stand("a01").centre == table.stand("a01").centre
    assert known.stand("a01").sigma_cm == 0.0
    after = settled(memory, moved)
    assert reading_of(default_board(44.0, 95.0), agreed(moved, after).stand("a01")).cell == "A-33"


def test_who_stands_between_two_squares_was_not_agreed_on() -> None:
    table = board_table({"a01": "A-25"}).with_stand(soldier("a02", "A-27", off_cm=(2.25, 0.0)))
    memory = State(SIDES, starts=starts_on(table.board, table.stands))
    assert unsettled(table, memory) == ("a02",)
    assert agreed(table, memory).stand("a02") == table.stand("a02")
    reading = reading_of(default_board(44.0, 95.0), table.stand("a02"))
    assert (reading.state, set(reading.cells), reading.cell) == ("between", {"A-27", "A-28"}, None)


@pytest.mark.ci
@given(st.data())
def test_a_settled_table_is_the_position(data: st.DataObject) -> None:
    squares = [str(square) for square in squares_of(default_board(44.0, 95.0))]
    chosen = data.draw(st.lists(st.sampled_from(squares), unique=True, min_size=1, max_size=20))
    off = st.floats(-1.5, 1.5)
    names = [f"a{k}" for k in range(len(chosen))]
    table = board_table({})
    for name, square in zip(names, chosen, strict=True):
        table = table.with_stand(soldier(name, square, off_cm=(data.draw(off), data.draw(off))))
    known = agreed(table, settled(State(SIDES), table))
    board = default_board(44.0, 95.0)
    assert [reading_of(board, stand).cell for stand in known.stands] == chosen
    assert unsettled(table, settled(State(SIDES), table)) == ()


def test_the_match_goes_on_from_the_position_whatever_hands_do() -> None:
    hands = Hands(full_board(a18="A-26"))
    hands.move(a18="A-50")
    board = hands.session.board_position().table
    assert reading_of(default_board(44.0, 95.0), board.stand("a18")).cell == "A-26"
