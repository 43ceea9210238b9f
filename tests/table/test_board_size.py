"""How large a board for Montecassino is."""

from table.board_size import SquareSize
from table.squares import FILES, LINES


def test_two_boards_side_by_side_are_twice_as_wide_but_for_the_border() -> None:
    sizes = [SquareSize(square_cm=4.0, strip_cm=6.0, border_cm=1.0, boards=count) for count in (1, 2)]
    assert [size.width_cm for size in sizes] == [FILES * 4.0 + 2, 2 * FILES * 4.0 + 2]
    assert [size.depth_cm for size in sizes] == [2 * LINES * 4.0 + 12] * 2
