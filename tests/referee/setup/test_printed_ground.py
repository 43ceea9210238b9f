"""The ground that is printed on a map is the one the rules know."""

import pytest

from calibration.sheets.hex_map import hex_map
from referee.setup.hex_size import map_counts, printed_ground
from rules.rommel.map_data import practice_map
from table.errors import BadFile
from table.hex_board import label_of

OWN = {
    "map": {"columns": 4, "rows": 3, "roads": ["A1:D1"], "mines": ["B2"], "town": [{"name": "Bardia", "hexes": ["C3"]}]}
}


def test_the_practice_map_is_printed_as_it_is_played() -> None:
    counts = map_counts("rommel", {"map": "practice"})
    assert counts == (20, 12)
    board = hex_map(*counts, 1.0)
    art = printed_ground("rommel", board, {"map": "practice"})
    assert {label_of(board, here) for here in art.mines} == {f"{c}{r}" for c in "HI" for r in range(1, 13)}
    assert {label_of(board, here) for here in art.airfields} == set(practice_map().airfields)
    assert {(label_of(board, here), name) for here, name in art.names} >= {("Q11", "El Hamra"), ("B11", "Ras Daba")}


def test_an_own_map_is_printed_too_and_one_larger_than_its_board_is_refused() -> None:
    board = hex_map(4, 3, 1.0)
    art = printed_ground("rommel", board, OWN)
    assert sorted(label_of(board, here) for here in art.roads) == ["A1", "B1", "C1", "D1"]
    assert [(label_of(board, here), name) for here, name in art.names] == [("C3", "Bardia")]
    with pytest.raises(BadFile, match="D1"):
        printed_ground("rommel", hex_map(3, 3, 1.0), OWN)


def test_open_desert_has_nothing_to_print() -> None:
    assert map_counts("rommel", {"map": "open"}) is None
    art = printed_ground("rommel", hex_map(3, 3, 1.0), {"map": "open"})
    assert (art.roads, art.mines, art.towns, art.names) == (frozenset(), frozenset(), frozenset(), ())
