"""frame.toml, roster.toml and terrain.toml: round trips, and the wall of bad input."""

from typing import Annotated

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import Field
from seen_text import SEEN

from rules.cases import parse_case
from table.errors import BadFile, BadGeometry
from table.frame import Banners, Frame, FrameMarker, HexBoard, SquareBoard, Tape
from table.mount import Mount
from table.notation.error_words import type_words
from table.notation.frame_file import format_frame, parse_frame
from table.notation.roster_file import format_roster, parse_roster
from table.notation.terrain_file import format_terrain, parse_terrain
from table.notation.toml import quote
from table.roster import LAYERS, Entry, Roster
from table.stand import Base
from table.terrain import Piece

FRAME = """
width_cm = 120
depth_cm = 100
dictionary = "4x4_250"
[[marker]]
id = 240
x = -3.8333
y = -3.8333
height_cm = 0.02
size_cm = 5.0
heading_deg = 90.0
"""
SQUARES = '[board]\nkind = "squares"\norigin = [1, 2]\nsquare_cm = 5\nfiles = 8\nranks = 18\n'
HEXES = (
    '[board]\nkind = "hexes"\norigin = [1, 2]\nsize_cm = 2.5\ncolumns = 13\nrows = 9\npointy = false\noffset = "even"\n'
)
ROSTER = """
[[stand]]
marker = 12
name = "blue-12"
side = "blue"
kind = "soldier"
width_cm = 2.0
depth_cm = 1.6
mount = {along_cm = -1.8, across_cm = 0.5, height_cm = 0.31, size_cm = 1.5, turn_deg = 90}
"""
TAPE = """
[tape]
length_cm = 167
between = [240, 241]
sigma_cm = 0.1
"""
TERRAIN = """
[[piece]]
name = "hedge-1"
kind = "hedge"
polygon = [[30, 20], [31, 20], [31, 46], [30, 46]]
height_cm = 1.5
"""


def test_a_frame():
    frame = parse_frame(FRAME)
    assert frame == Frame(120, 100, (FrameMarker(240, -3.8333, -3.8333, 5.0, 0.02, 90.0),))
    assert parse_frame(FRAME + SQUARES).board == SquareBoard((1, 2), 5, 8, 18)
    assert parse_frame(FRAME + HEXES).board == HexBoard((1, 2), 2.5, 13, 9, False, "even")
    assert parse_frame("survey_sigma_cm = 0.02\n" + FRAME).survey_sigma_cm == 0.02
    assert parse_frame("laid_sigma_cm = 0.1\n" + FRAME).laid_sigma_cm == 0.1
    two = FRAME + FRAME.partition("[[marker]]")[1] + FRAME.partition("[[marker]]")[2].replace("= 240", "= 241")
    taped = parse_frame(two + TAPE)
    assert taped.tape == Tape(167.0, (240, 241), 0.1)
    assert parse_frame(format_frame(taped)) == taped
    banners = parse_frame(FRAME + "[banners]\nids = [230, 231]\nsize_cm = 3\nheight_cm = 4").banners
    assert banners == Banners((230, 231), 3, 4)


def test_a_tape_lies_between_two_markers():
    for between, length_cm in (((240, 240), 167.0), ((240, 241), 0.0)):
        with pytest.raises(BadGeometry, match="a tape lies between two markers"):
            Tape(length_cm, between)


def test_a_roster():
    (entry,) = parse_roster(ROSTER + 'unit = "Sherman"\nbases = [{width_cm = 1, depth_cm = 2}]\n').entries
    assert entry.mount == Mount(-1.8, 0.5, 0.31, 1.5, 90)
    assert (entry.marker, entry.name, entry.unit, entry.width_cm) == (12, "blue-12", "Sherman", 2.0)
    assert entry.bases == (Base(0, 0, 1, 2),)
    assert parse_roster(ROSTER + "state = {elite = true}").entries[0].state == {"elite": True}
    assert parse_roster("").entries == ()


def test_a_terrain():
    unnamed = TERRAIN.replace('name = "hedge-1"\n', "")
    (first, second) = parse_terrain(unnamed + unnamed)
    assert (first.name, second.name, first.kind, first.height_cm) == ("hedge-1", "hedge-2", "hedge", 1.5)


def without(text: str, key: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(key))


BAD_FRAMES = [
    ("", "width_cm: expected a number, got nothing: the key is missing"),
    (without(FRAME, "depth_cm"), "depth_cm: expected a number, got nothing: the key is missing"),
    (without(FRAME, "size_cm"), "marker[1].size_cm: expected a number, got nothing: the key is missing"),
    ("width_cm = ", "end of document: expected TOML text, got invalid value"),
    ("a = 'b", "end of document: expected TOML text, got other text (expected \"'\")"),
    ("width_cm = 1\n=", "line 2, column 1: expected TOML text, got invalid statement"),
    (FRAME.replace("width_cm", "widht_cm"), "widht_cm: expected 'width_cm' or another key it knows, got 'widht_cm'"),
    (
        "colour = 1\n" + FRAME,
        "colour: expected one of the keys width_cm, depth_cm, dictionary, survey_sigma_cm, marker, board, banners, "
        "laid_sigma_cm, tape, got 'colour'",
    ),
    (FRAME.replace("= 120", "= 0"), "width_cm: expected more than 0, got 0"),
    (FRAME.replace("= 120", "= -1"), "width_cm: expected more than 0, got -1"),
    (FRAME.replace("= 120", "= nan"), "width_cm: expected a finite number, got nan"),
    (FRAME.replace("= 120", "= inf"), "width_cm: expected a finite number, got inf"),
    (FRAME.replace("= 120", "= true"), "width_cm: expected a number, got true"),
    (FRAME.replace("= 120", '= "120"'), "width_cm: expected a number, got '120'"),
    (FRAME.replace("= 120", "= 1979-05-27"), "width_cm: expected a number, got 1979-05-27"),
    (FRAME.replace("= 120", "= [120]"), "width_cm: expected a number, got [120]"),
    (FRAME.replace('"4x4_250"', "4"), "dictionary: expected a text in quotes, got 4"),
    ("survey_sigma_cm = -0.1\n" + FRAME, "survey_sigma_cm: expected at least 0, got -0.1"),
    (FRAME.replace("= 240", "= 240.5"), "marker[1].id: expected a whole number, got 240.5"),
    (FRAME.replace("= 240", "= -1"), "marker[1].id: expected at least 0, got -1"),
    (FRAME.replace("= 240", "= true"), "marker[1].id: expected a whole number, got true"),
    (FRAME.replace("x = -3.8333", "x = nan"), "marker[1].x: expected a finite number, got nan"),
    (FRAME + FRAME.partition("[[marker]]")[1] + FRAME.partition("[[marker]]")[2],
     "marker[2].id: expected an id of its own, got 240 a second time"),
    ("marker = 3\nwidth_cm = 1\ndepth_cm = 1", "marker: expected a list [...], got 3"),
    ("marker = [1]\nwidth_cm = 1\ndepth_cm = 1", "marker[1]: expected a table {...}, got 1"),
    ("board = 3\nwidth_cm = 1\ndepth_cm = 1", "board: expected a table {...}, got 3"),
    ("laid_sigma_cm = -0.1\n" + FRAME, "laid_sigma_cm: expected at least 0, got -0.1"),
    (FRAME + TAPE, "tape.between: expected the ids of two of the markers, got [240, 241]"),
    (FRAME + TAPE.replace("241", "240"), "tape.between: expected the ids of two of the markers, got [240, 240]"),
    (FRAME + TAPE.replace("= 167", "= 0"), "tape.length_cm: expected more than 0, got 0"),
    (FRAME + SQUARES.replace('"squares"', '"triangles"'), "board.kind: expected 'squares' or 'hexes', got 'triangles'"),
    (FRAME + without(SQUARES, "kind"), "board.kind: expected 'squares' or 'hexes', got nothing: the key is missing"),
    (FRAME + SQUARES.replace("files = 8", "files = 0"), "board.files: expected more than 0, got 0"),
    (FRAME + without(SQUARES, "ranks"), "board.ranks: expected a whole number, got nothing: the key is missing"),
    (FRAME + SQUARES.replace("[1, 2]", "[1]"), "board.origin: expected at least 2 items, got [1]"),
    (FRAME + SQUARES.replace("[1, 2]", '[1, "2"]'), "board.origin[2]: expected a number, got '2'"),
    (FRAME + SQUARES + "rows = 3",
     "board.rows: expected one of the keys kind, origin, square_cm, files, ranks, got 'rows'"),
    (FRAME + HEXES.replace('"even"', '"uneven"'), "board.offset: expected one of 'odd' or 'even', got 'uneven'"),
    (FRAME + HEXES.replace("false", "1"), "board.pointy: expected true or false, got 1"),
    (FRAME + "[banners]\nids = [230, 1.5]\nsize_cm = 3", "banners.ids[2]: expected a whole number, got 1.5"),
]  # fmt: skip

BAD_ROSTERS = [
    (without(ROSTER, "mount"), "stand[1].mount: expected a table {...}, got nothing: the key is missing"),
    (without(ROSTER, "name"), "stand[1].name: expected a text in quotes, got nothing: the key is missing"),
    (ROSTER.replace("mount", "muont"), "stand[1].muont: expected 'mount' or another key it knows, got 'muont'"),
    (ROSTER.replace("size_cm = 1.5", "size_cm = 0"), "stand[1].mount.size_cm: expected more than 0, got 0"),
    (ROSTER.replace("0.31", "nan"), "stand[1].mount.height_cm: expected a finite number, got nan"),
    (ROSTER.replace("0.31", '"0.31"'), "stand[1].mount.height_cm: expected a number, got '0.31'"),
    (ROSTER.replace("turn_deg", "turned_deg"),
     "stand[1].mount.turned_deg: expected 'turn_deg' or another key it knows, got 'turned_deg'"),
    (ROSTER.replace("width_cm = 2.0", "width_cm = -2"), "stand[1].width_cm: expected at least 0, got -2"),
    (ROSTER.replace('"blue-12"', '""'), "stand[1].name: expected a text that is not empty, got ''"),
    (ROSTER.replace('"blue-12"', "12"), "stand[1].name: expected a text in quotes, got 12"),
    (ROSTER.replace("= 12\n", '= "12"\n'), "stand[1].marker: expected a whole number, got '12'"),
    (ROSTER + "bases = [{width_cm = 1}]",
     "stand[1].bases[1].depth_cm: expected a number, got nothing: the key is missing"),
    (ROSTER + "bases = [{width_cm = 1, depth_cm = 0}]", "stand[1].bases[1].depth_cm: expected more than 0, got 0"),
    (ROSTER + "state = 3", "stand[1].state: expected a table {...}, got 3"),
    (ROSTER + ROSTER.replace("blue-12", "blue-13"),
     "stand[2].marker: expected a marker of its own, got 12 a second time"),
    (ROSTER + ROSTER.replace("= 12\n", "= 13\n"),
     "stand[2].name: expected a name of its own, got 'blue-12' a second time"),
    ("stand = {}", "stand: expected a list [...], got {}"),
    (FRAME, "expected a roster with its [[stand]], got a frame (width_cm, depth_cm, [[marker]])"),
]  # fmt: skip

SQUARE = "[[30, 20], [31, 20], [31, 46], [30, 46]]"
BAD_TERRAINS = [
    (without(TERRAIN, "kind"), "piece[1].kind: expected a text in quotes, got nothing: the key is missing"),
    (TERRAIN.replace("[[piece]]", "[[pieces]]"), "pieces: expected 'piece' or another key it knows, got 'pieces'"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [1, 1]]"), "piece[1].polygon: expected at least 3 items, got [[0, 0], [1, 1]]"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [1, 1], [2]]"), "piece[1].polygon[3]: expected at least 2 items, got [2]"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [1, 1], [2, 0, 0]]"),
     "piece[1].polygon[3]: expected at most 2 items, got [2, 0, 0]"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [1, nan], [2, 0]]"),
     "piece[1].polygon[2][2]: expected a finite number, got nan"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [1, 1], [2, 2]]"),
     "piece[1].polygon: expected a simple polygon, got piece 'hedge-1': its corners lie on one line, it has no area"),
    (TERRAIN.replace(SQUARE, "[[0, 0], [4, 4], [4, 0], [0, 4]]"),
     "piece[1].polygon: expected a simple polygon, got piece 'hedge-1': its edges cross or touch each other at (2, 2)"),
    (TERRAIN.replace("= 1.5", "= -1.5"), "piece[1].height_cm: expected at least 0, got -1.5"),
    (TERRAIN + 'top = "slope"\ncrest = [[50, 50], [60, 50], [60, 60]]\n',
     "piece[1].crest: expected a simple polygon, got piece 'hedge-1': its crest must lie inside its outline"),
    (TERRAIN + TERRAIN, "piece[2].name: expected a name of its own, got 'hedge-1'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parse", "file", "text", "line"),
    [
        *((parse_frame, "frame.toml", text, line) for text, line in BAD_FRAMES),
        *((parse_roster, "roster.toml", text, line) for text, line in BAD_ROSTERS),
        *((parse_terrain, "terrain.toml", text, line) for text, line in BAD_TERRAINS),
    ],
)
def test_a_mistake_is_one_clear_line(parse, file, text, line):
    with pytest.raises(BadFile) as error:
        parse(text, file)
    assert str(error.value) == f"{file}: {line}"
    assert error.value.file == file


def test_what_a_key_may_hold_is_said_without_its_limits():
    assert type_words([Annotated[int, Field(ge=0)] | str | None]) == "a whole number or a text in quotes"


def test_a_long_value_is_cut_short():
    with pytest.raises(BadFile) as error:
        parse_frame(FRAME.replace("= 120", f"= [{', '.join(['120'] * 50)}]"))
    assert len(str(error.value)) < 120
    assert str(error.value).endswith("...")


# ---- round trips ----

text = st.text(SEEN, max_size=10)
names = text.filter(str.strip)
number = st.floats(allow_nan=False, allow_infinity=False)
positive = st.floats(1e-6, 1e6)
markers = st.builds(FrameMarker, st.integers(0, 999), number, number, positive, number, number)
boards = (
    st.builds(SquareBoard, st.tuples(number, number), positive, st.integers(1, 30), st.integers(1, 30))
    | st.builds(
        HexBoard, st.tuples(number, number), positive, st.integers(1, 30), st.integers(1, 30), st.booleans(),
        st.sampled_from(["odd", "even"]),
    )
)  # fmt: skip
frames = st.builds(
    Frame, positive, positive, st.lists(markers, max_size=4, unique_by=lambda m: m.id).map(tuple), text,
    st.none() | st.floats(0, 10), st.none() | boards,
    st.none() | st.builds(Banners, st.lists(st.integers(0, 999), max_size=3).map(tuple), positive, number),
)  # fmt: skip
mounts = st.builds(Mount, number, number, number, positive, number, st.floats(0, 10))
bases = st.builds(Base, number, number, positive, positive, number)
entries = st.builds(
    Entry, st.integers(0, 999), names, names, names, st.floats(0, 1e6), st.floats(0, 1e6), mounts,
    st.none() | names, st.lists(bases, max_size=2).map(tuple), group=st.none() | names,
    layer=st.none() | st.sampled_from(LAYERS),
)  # fmt: skip


@pytest.mark.ci
@given(frames)
def test_a_frame_comes_back(frame):
    assert parse_frame(format_frame(frame)) == frame


@pytest.mark.ci
@given(st.lists(entries, max_size=3, unique_by=(lambda e: e.marker, lambda e: e.name)))
def test_a_roster_comes_back(listed):
    roster = Roster(tuple(listed))
    assert parse_roster(format_roster(roster)) == roster


corner = st.tuples(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))


@pytest.mark.ci
@given(corner, corner, corner, names, names, st.floats(0, 1e3))
def test_terrain_comes_back(a, b, c, name, kind, height_cm):
    try:
        piece = Piece(name, kind, (a, b, c), height_cm)
    except BadGeometry:
        assume(False)
    assert parse_terrain(format_terrain((piece,))) == (piece,)


def test_numpy_numbers_are_written_plainly():
    third = np.float64(1) / 3
    marker = FrameMarker(np.int64(240), third, np.float32(0.5), np.float64(5), third, np.float64(90))
    board = SquareBoard((third, np.float64(2)), third, np.int64(8), np.int64(18))
    frame = Frame(np.float64(120), np.int64(100), (marker,), "4x4_250", third, board, Banners((np.int64(230),), third))
    assert "np." not in format_frame(frame)
    assert parse_frame(format_frame(frame)) == frame
    mount = Mount(third, third, third, third)
    roster = Roster((Entry(np.int64(1), "a", "b", "c", third, third, mount, None, (Base(third, 0, third, third),)),))
    assert "np." not in format_roster(roster)
    assert parse_roster(format_roster(roster)) == roster
    piece = Piece("w", "wood", ((third, np.float32(0.25)), (np.int64(2), third), (third, 5)), third)
    assert "np." not in format_terrain((piece,))
    assert parse_terrain(format_terrain((piece,))) == (piece,)


@given(st.text(SEEN))
def test_any_text_can_be_quoted(value):
    assert parse_frame(f"width_cm = 1\ndepth_cm = 1\ndictionary = {quote(value)}").dictionary == value


HEX_CASE = """game = "rommel"
[table]
width_cm = 60
depth_cm = 60
[[stand]]
name = "panzer"
side = "axis"
kind = "tank"
hex = {hex}
[[terrain]]
kind = "mines"
hexes = {hexes}
[action]
type = "next"
"""


@pytest.mark.parametrize(
    ("hex_", "hexes", "said"),
    [
        ("[1.5, 2]", "[[1, 2]]", "stand[1].hex[1]: expected a whole number, got 1.5"),
        ("[1000, 2]", "[[1, 2]]", "stand[1].hex[1]: expected at most 999, got 1000"),
        ("[1, 2]", "[]", "terrain[1].hexes: expected at least 1 items, got []"),
        ("[1, 2]", '[["x", 2]]', "terrain[1].hexes[1][1]: expected a whole number, got 'x'"),
    ],
)
def test_a_hex_that_is_none_is_named_by_its_key_alone(hex_: str, hexes: str, said: str) -> None:
    with pytest.raises(BadFile) as error:
        parse_case(HEX_CASE.format(hex=hex_, hexes=hexes), "case.toml")
    assert str(error.value) == f"case.toml: {said}"
