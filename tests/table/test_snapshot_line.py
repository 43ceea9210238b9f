"""The one-line snapshot: it reads well, comes back to the last digit, and says where it is wrong."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from snapshot_lines import format_snapshot

from table.errors import BadGeometry, BadInput
from table.frame import HexBoard
from table.hex_warp import Warp
from table.notation.snapshot_line import parse_snapshot
from table.snapshot import Snapshot
from table.stand import Base, Stand
from table.terrain import Piece

HEDGE = Piece("hedge-1", "hedge", ((30, 20), (31, 20), (31, 46), (30, 46)), 1.5)
US = Stand("us-1", "us", "soldier", 20, 30)
NO_ROLE = "expected '/' between a stand's side and kind, or the '[' of a piece's corners, got the end"
OPTION = "expected @heading, WxD, ±sigma, hand, bases(...), {state}, or ';', got "
DE = Stand("de-1", "de", "soldier", 20, 77, 270, 2, 1.6, 0.03)


@pytest.mark.parametrize(
    ("snapshot", "line"),
    [
        (Snapshot(120, 100), "120x100"),
        (Snapshot(120.5, 100, time_s=12.25), "120.5x100 t12.25"),
        (
            Snapshot(120, 100, (US, DE), (HEDGE,)),
            "120x100; us-1 us/soldier 20,30 @90; de-1 de/soldier 20,77 @-90 2x1.6 ±0.03; "
            "hedge hedge-1 [30,20 31,20 31,46 30,46] h1.5",
        ),
        (
            Snapshot(9, 9, (Stand("t", "us", "vehicle", 1, 2, 0, 3, 6, 0.02, 0.4, "Sherman", placed_by="hand"),)),
            "9x9; t us/vehicle/Sherman 1,2 @0 3x6 ±0.02 ±0.4° hand",
        ),
        (
            Snapshot(9, 9, (Stand("p", "us", "soldier", 1, 2, bases=(Base(0, 1, 2, 1.6), Base(0, -1, 2, 1.6, 5))),)),
            "9x9; p us/soldier 1,2 @90 bases(0,1 2x1.6 | 0,-1 2x1.6 @5)",
        ),
        (
            Snapshot(9, 9, (Stand("s", "us", "soldier", 1, 2, state={"fired": True, "moved_cm": 4.0, "n": 2}),)),
            '9x9; s us/soldier 1,2 @90 {"fired": true, "moved_cm": 4.0, "n": 2}',
        ),
        (
            Snapshot(9, 9, (Stand("Old Bill", "us; them", "a/b", 1, 2, unit=""),)),
            '9x9; "Old Bill" "us; them"/"a/b"/"" 1,2 @90',
        ),
        (
            Snapshot(9, 9, (Stand("Zoë-Müller", "us", "兵", 1e-7, -2.5e22),)),
            "9x9; Zoë-Müller us/兵 1e-07,-2.5e+22 @90",
        ),
        (Snapshot(9, 9, (Stand("a\0", "u", "k", 1, 2),)), '9x9; "a\\u0000" u/k 1,2 @90'),
        (Snapshot(9, 9, (Stand('a"b\\', "", "k\n2", 1, 2),)), '9x9; "a\\"b\\\\" ""/"k\\n2" 1,2 @90'),
        (
            Snapshot(9, 9, (Stand("h", "us", "soldier", 1, 2, sigma_cm=0.1, z_cm=-1.5, sigma_z_cm=0.05),)),
            "9x9; h us/soldier 1,2 @90 ±0.1 z-1.5 ±0.05z",
        ),
        (
            Snapshot(9, 9, (Stand("h", "us", "mg", 1, 2, tilt_x_deg=1.5, tilt_y_deg=-2, sigma_tilt_deg=0.5),)),
            "9x9; h us/mg 1,2 @90 tilt1.5,-2 ±0.5tilt",
        ),
        (
            Snapshot(
                9,
                9,
                (),
                (
                    Piece("up", "hill", ((0, 0), (4, 0), (4, 4)), 2, "slope", ((2, 1), (3, 1), (3, 2))),
                    Piece("roof", "house", ((5, 5), (6, 5), (6, 6)), 6, "level"),
                ),
            ),
            "9x9; hill up [0,0 4,0 4,4] h2 slope crest[2,1 3,1 3,2]; house roof [5,5 6,5 6,6] h6 level",
        ),
        (
            Snapshot(9, 9, (), (Piece("the wood", "wood", ((0, 0), (1, 0), (1, 1))),)),
            '9x9; wood "the wood" [0,0 1,0 1,1]',
        ),
        (
            Snapshot(60, 50, board=HexBoard((1, 2), 2, 2, 2, warp=Warp((0, 0, 20, 20), 4, ((0.1, 0), (0, 0)) * 8))),
            f"60x50 hexes(1,2 2 2x2 pointy odd warp(0,0 20,20 4:{' 0.1,0 0,0' * 8}))",
        ),
    ],
)
def test_it_reads_well_and_comes_back(snapshot, line):
    assert format_snapshot(snapshot) == line
    back = parse_snapshot(line)
    assert back == snapshot
    assert back.time_s == snapshot.time_s


@pytest.mark.parametrize(
    "line",
    [
        "120x100;us-1 us/soldier 20,30;de-1 de/soldier 20,77 @270 2x1.6 +-0.03;"
        "hedge hedge-1[30,20 31,20 31,46 30,46]h1.5",
        "  120 x 100 ;\tus-1  us / soldier  20 , 30  ; de-1 de/soldier 20.0,77. ±3e-2 2x1.60 @-90 ; "
        "hedge hedge-1 [ 30,20  31,20 31,46\n30,46 ] h1.5;",
        "120x100; hedge hedge-1 [30,20 31,20 31,46 30,46 30,20] h1.5; us-1 us/soldier 20,30; "
        "de-1 de/soldier 20,77 @270 2x1.6 ±.03",
    ],
)
def test_it_may_be_typed_freely(line):
    assert parse_snapshot(line) == Snapshot(120, 100, (US, DE), (HEDGE,))


def test_numpy_numbers_are_written_plainly():
    piece = Piece(
        "w", "wood", tuple((np.float64(x), np.float32(y)) for x, y in ((0, 0), (1.5, 0), (1, 1))), np.float64(2)
    )
    stand = Stand("s", "us", "k", np.float64(1.25), np.float32(2), state={"n": np.int64(3), "x": np.float64(0.5)})
    line = format_snapshot(Snapshot(np.float64(120), np.int64(100), (stand,), (piece,), np.float64(2)))
    assert line == '120x100 t2; s us/k 1.25,2 @90 {"n": 3, "x": 0.5}; wood w [0,0 1.5,0 1,1] h2'


@pytest.mark.parametrize("state", [{"x": math.nan}, {"x": {1, 2}}, {1: 2}, {"a": {2: 3}}, {"x": object()}])
def test_a_state_that_cannot_be_said_is_refused(state):
    with pytest.raises(BadInput, match="the state of stand 's' cannot be written down: "):
        format_snapshot(Snapshot(9, 9, (Stand("s", "us", "k", 1, 2, state=state),)))


@pytest.mark.parametrize(
    ("line", "place", "problem"),
    [
        ("", 1, "expected the table's size as 120x100, got the end"),
        ("table", 1, "expected the table's size as 120x100, got 'table'"),
        ("120", 4, "expected the table's size as 120x100, got the end"),
        ("120x100 us-1", 9, "expected ';' and another stand or piece, or the end, got 'us-1'"),
        ("120x100 tx", 10, "expected a time in seconds, got 'x'"),
        ("120x100; us-1", 14, "expected side/kind of a stand or the name of a piece, got the end"),
        ("120x100; us-1 us", 17, NO_ROLE),
        ("120x100; us-1 us/soldier", 25, "expected the stand's place as x,y, got the end"),
        ("120x100; us-1 us/soldier 20;30", 28, "expected the stand's place as x,y, got ';30'"),
        ("120x100; us-1 us/soldier 20,thirty", 29, "expected the stand's place as x,y, got 'thirty'"),
        ("120x100; us-1 us/soldier 20,nan", 29, "expected the stand's place as x,y, got 'nan'"),
        ("120x100; us-1 us/soldier 1e999,3", 26, "expected a number that is not too large, got '1e999,3'"),
        ("120x100; us-1 us/soldier 20,30 @", 33, "expected a heading in degrees, got the end"),
        ("120x100; us-1 us/soldier 20,30 2", 33, OPTION + "the end"),
        ("120x100; us-1 us/soldier 20,30 foo", 32, OPTION + "'foo'"),
        ("120x100; us-1 us/soldier 20,30 @90 @91", 36, "heading_deg a second time, got '@91'"),
        ("120x100; us-1 us/soldier 20,30 ±0.1 ±0.2", 37, "sigma_cm a second time, got '±0.2'"),
        ("120x100; us-1 us/soldier 20,30 {fired}", 32, "expected the stand's state as a JSON object"),
        ('120x100; us-1 us/soldier 20,30 {"a": NaN}', 32, "NaN is no finite number"),
        ("120x100; us-1 us/soldier 20,30 bases(0,0)", 41, "expected a base's size as WxD, got ')'"),
        ("120x100; us-1 us/soldier 20,30 bases(0,0 1x1", 45, "expected '|' and another base, or ')', got the end"),
        ("120x100; us-1 us/soldier 20,30 bases(0,0 0x1)", 10, "one of several bases must have a size"),
        ("120x100; us-1 us/soldier 20,30 -2x1", 10, "stand 'us-1': width_cm must not be negative, got -2.0"),
        ('120x100; "us 1 us/soldier 20,30', 10, "expected a stand's name or a piece's kind, got '\"us 1"),
        ('120x100; "\\q" us/soldier 20,30', 10, "expected a text in double quotes"),
        ("120x100; hedge h [0,0 1,1", 26, "expected a corner as x,y, or ']', got the end"),
        ("120x100; hedge h [0,0 1,1]", 10, "piece 'h': a polygon needs three different corners, got 2, got 'hedge"),
        ("120x100; hedge h [0,0 4,4 4,0 0,4]", 10, "piece 'h': its edges cross or touch each other at (2, 2)"),
        ("120x100; hedge h [0,0 4,0 4,4] h", 33, "expected a height in cm, got the end"),
        ("120x100; hedge h [0,0 4,0 4,4] 3", 32, "expected ';' and another stand or piece, or the end, got '3'"),
        ("120x100; a u/s 1,1; a u/s 2,2", 1, "two stands are named 'a', got '120x100; a u/s 1,1; a u/...'"),
        ("0x100", 1, "a table must have a size in cm, got 0.0 x 100.0"),
    ],
)  # fmt: skip
def test_a_mistake_is_quoted_with_its_place(line, place, problem):
    with pytest.raises(BadInput) as error:
        parse_snapshot(line)
    assert str(error.value).startswith(f"snapshot, character {place}: ")
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


# ---- any snapshot at all ----

words = st.text(max_size=12)
number = st.floats(allow_nan=False, allow_infinity=False)
place = st.floats(-1e6, 1e6)
size = st.floats(0, 1e4)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | number | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
bases = st.builds(Base, place, place, st.floats(1e-3, 1e3), st.floats(1e-3, 1e3), st.floats(-720, 720))
stands = st.builds(
    Stand, words, words, words, number, number, place, size, size, size, size, st.none() | words,
    st.lists(bases, max_size=3).map(tuple), st.sampled_from(["camera", "hand"]),
    st.dictionaries(words, values, max_size=3), z_cm=number, sigma_z_cm=size, tilt_x_deg=number, tilt_y_deg=number,
    sigma_tilt_deg=size,
)  # fmt: skip


@st.composite
def pieces(draw) -> Piece:
    corners = draw(st.lists(st.tuples(place, place), min_size=3, max_size=6))
    try:
        return Piece(draw(words), draw(words), tuple(corners), draw(size))
    except BadGeometry:
        assume(False)
        raise


snapshots = st.builds(
    Snapshot, st.floats(1e-3, 9e4), st.floats(1e-3, 9e4),
    st.lists(stands, max_size=4, unique_by=lambda s: s.name).map(tuple),
    st.lists(pieces(), max_size=2, unique_by=lambda p: p.name).map(tuple),
    st.none() | number,
)  # fmt: skip


@pytest.mark.ci
@given(snapshots)
def test_any_snapshot_comes_back_to_the_last_digit(snapshot):
    line = format_snapshot(snapshot)
    assert len(line.splitlines()) == 1
    back = parse_snapshot(line)
    assert back == snapshot
    assert back.time_s == snapshot.time_s
    assert [type(v) for s in back.stands for v in s.state.values()] == [
        type(v) for s in snapshot.stands for v in s.state.values()
    ]
    assert format_snapshot(back) == line


def read(line: str) -> tuple[Snapshot | None, str]:
    try:
        return parse_snapshot(line), ""
    except BadInput as error:
        return None, str(error)


def test_a_state_deeper_than_anyone_writes_is_refused():
    snapshot, mistake = read('9x9; s us/k 1,2 {"a": ' + "[" * 100_000)
    assert snapshot is None
    assert "JSON object" in mistake


@given(st.text(alphabet='120x; us/@±°hand[]{}",.|bases()e-+\\', max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused_in_one_line(text):
    snapshot, mistake = read(text)
    if snapshot is None:
        assert len(mistake.splitlines()) == 1
    else:
        assert parse_snapshot(format_snapshot(snapshot)) == snapshot


@pytest.mark.ci
@given(snapshots, st.data())
def test_a_broken_line_is_read_or_refused(snapshot, data):
    line = format_snapshot(snapshot)
    start = data.draw(st.integers(0, len(line)))
    stop = data.draw(st.integers(start, min(len(line), start + 4)))
    again, mistake = read(line[:start] + data.draw(st.text(max_size=2)) + line[stop:])
    assert again is not None or mistake.startswith("snapshot, character ")
