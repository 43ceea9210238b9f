"""What is said of a board in JSON and in words: cells, lines, piles, units, what may lie hidden."""

from dataclasses import replace

from simulation.synthetic.fittings import default_camera, default_frame
from table.frame import Frame, HexBoard, SquareBoard
from table.hex_board import centre_of, parse_hex
from table.mount import Mount
from table.roster import Entry, Roster
from table.stand import Stand
from vision.boards.board_words import board_of, cell_words, cells_of_stands, pile_words, unseen_words, with_cells
from vision.measure import Measured
from vision.table_view import TableView

BOARD = HexBoard((6.0, 6.0), 3.0, 13, 9)
PLAIN = default_frame(88, 60)
CAMERA = default_camera(PLAIN, (960, 540))


def entry(name: str, kind: str, marker: int, group: str | None = None) -> Entry:
    return Entry(marker, name, "axis", kind, 1.5, 1.5, Mount(height_cm=0.2, size_cm=1.0), group=group)


ROSTER = Roster(
    (
        entry("fort", "fortification", 1), entry("tank", "tank", 2), entry("truck", "supply", 3),
        entry("box", "tank", 4), entry("legion.1", "heavy_infantry", 5, "legion"),
        entry("legion.2", "heavy_infantry", 6, "legion"),
    )
)  # fmt: skip


def at(name: str, x: float, y: float) -> Stand:
    return Stand(name, "axis", "tank", x, y, 90.0, 1.5, 1.5, 0.01)


def picture(frame: Frame, *stands: Stand) -> Measured:
    names = {stand.name for stand in stands}
    unseen = tuple((e.name, e.marker) for e in ROSTER.entries if e.name not in names)
    return Measured(stands, unseen, (), (240,), 0.1, (), ROSTER, TableView(CAMERA, frame))


D5, E5 = (centre_of(BOARD, parse_hex(BOARD, label)) for label in ("D5", "E5"))
LINE = ((D5[0] + E5[0]) / 2, D5[1])
STANDS = (at("tank", *D5), at("truck", *LINE), at("box", 1.0, 1.0), at("legion.1", E5[0], E5[1] + 1))
HEXES = picture(replace(PLAIN, board=BOARD), *STANDS)
BEFORE = {"fort": [parse_hex(BOARD, "D5")]}


def test_each_stand_has_its_cell_or_those_between():
    seen = board_of(HEXES, BEFORE)
    stands = {stand["name"]: stand for stand in with_cells(HEXES.as_json(), HEXES, seen)["stands"]}
    assert stands["tank"]["cell"] == "D5"
    assert stands["truck"]["cell"] is None
    assert {one["cell"]: one["probability"] for one in stands["truck"]["between"]} == {"D5": 0.5, "E5": 0.5}
    assert (stands["box"]["cell"], stands["box"]["off_board"]) == (None, True)
    words = {name: cell_words(*cell) for name, cell in cells_of_stands(HEXES, seen).items()}
    assert words == {"tank": "D5", "truck": "D5/E5 on the line", "box": "off the board", "legion.1": "E5"}


def test_what_is_hidden_says_where_it_was_and_what_may_lie_on_it():
    seen = board_of(HEXES, BEFORE)
    assert seen is not None
    said = with_cells(HEXES.as_json(), HEXES, seen)
    fort = next(stand for stand in said["stands"] if stand["name"] == "fort")
    assert fort == {"name": "fort", "marker": 1, "seen": False, "may_lie_under": ["tank", "truck"]}
    assert {"cell": "D5", "stands": ["fort", "tank"]} in said["cells"]
    assert unseen_words(seen) == ["fort (marker 1) is not seen; it was in D5 and may lie under tank or truck."]
    assert unseen_words(seen, only_known=True) == unseen_words(seen)
    never = board_of(HEXES)
    assert never is not None
    assert any("fort" in line for line in unseen_words(never))
    assert unseen_words(never, only_known=True) == []
    assert "In D5, from the lowest: fort, tank." in pile_words(HEXES, seen)


def test_a_unit_says_how_many_of_its_blocks_are_seen_and_where():
    seen = board_of(HEXES)
    assert seen is not None
    (unit,) = with_cells(HEXES.as_json(), HEXES, seen)["units"]
    assert unit == {
        "name": "legion", "cell": "E5", "blocks_seen": ["legion.1"], "blocks_not_seen": ["legion.2"], "apart": False,
    }  # fmt: skip
    assert "legion: 1 of 2 blocks seen, E5." in pile_words(HEXES, seen)


def test_squares_have_cells_as_well_and_a_table_without_a_board_has_none():
    squares = picture(replace(PLAIN, board=SquareBoard((4.0, 4.0), 2.5, 8, 18)), at("tank", 5.25, 5.25))
    said = with_cells(squares.as_json(), squares, board_of(squares))
    assert next(stand for stand in said["stands"] if stand["name"] == "tank")["cell"] == "A-01"
    assert "units" not in said
    bare = picture(PLAIN, at("tank", *D5))
    assert with_cells(bare.as_json(), bare, board_of(bare)) == bare.as_json()
