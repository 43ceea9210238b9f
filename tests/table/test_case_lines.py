"""Many cases in one text: what each part of a line says, and what is said of a mistake."""

from typing import Any

import pytest

from table.errors import BadFile
from table.notation.case_file import FileTerms
from table.notation.case_file import parse_cases as tables_of
from table.notation.case_lines import MOST_SHOWN, WrittenCase, parse_case_lines

HEAD = "game ambush\ntable 120x100\n\n"
TWO = "setup two\n  us-1 us/soldier 20,20; de-1 de/soldier 20,80 @270\n\n"
ACT = "\n  > shoot us-1 de-1\n  = allowed A2.3"


def parse_cases(text: str) -> tuple[WrittenCase, ...]:
    return parse_case_lines(text, "a.cases")


def data(*lines: str, before: str = "") -> dict[str, Any]:
    """Return what one case says."""
    (case,) = parse_cases(HEAD + before + "a-case: Why.\n" + "\n".join(f"  {line}" for line in lines) + ACT)
    return dict(case.data)


def stand(words: str) -> dict[str, Any]:
    (only,) = data(f"us-1 us/soldier {words}")["stand"]
    return {key: value for key, value in only.items() if key not in ("name", "side", "kind")}


def test_a_case_has_a_name_a_reason_and_all_that_a_case_file_has() -> None:
    text = HEAD + TWO + "near: Within 50 cm.\n  with two; hedge 10,40..12,44; known us started=8; settings doubt=0.1\n"
    text += "  > shoot us-1 de-1, dice 4 2, decided A2.3=true A3.4=false\n  = allowed A2.3 A3.1 hit; remove de-1\n"
    (case,) = parse_cases(text)
    assert (case.name, case.reason, case.line) == ("near", "Within 50 cm.", 7)
    assert case.data == {
        "game": "ambush", "table": {"width_cm": 120, "depth_cm": 100}, "settings": {"doubt": 0.1},
        "side": {"us": {"started": 8}},
        "stand": [
            {"name": "us-1", "side": "us", "kind": "soldier", "x": 20, "y": 20},
            {"name": "de-1", "side": "de", "kind": "soldier", "x": 20, "y": 80, "heading_deg": 270},
        ],
        "terrain": [{"kind": "hedge", "polygon": [[10, 40], [12, 40], [12, 44], [10, 44]]}],
        "action": {"type": "shoot", "actor": "us-1", "target": "de-1"},
        "dice": {"given": [4, 2]}, "referee": {"decided": {"A2.3": True, "A3.4": False}},
        "expect": {
            "verdict": "allowed", "clauses": ["A2.3", "A3.1"], "outcome": "hit",
            "effects": [{"type": "remove", "stand": "de-1"}],
        },
    }  # fmt: skip


def test_on_one_line_may_stand_a_set_up_what_is_done_and_what_comes_of_it_and_the_sizes_of_several_kinds() -> None:
    head = HEAD.rstrip() + "\nbase gun 0x3.8, soldier 2x1\nsetup one"
    (apart,) = parse_cases(
        head + "\n  a us/soldier 1,2; b us/gun 3,4\nx: .\n  with one\n  > turn\n  = allowed A1.2; remove a"
    )
    (joined,) = parse_cases(
        head + ": a us/soldier 1,2; b us/gun 3,4\nx: .\n  with one; > turn; = allowed A1.2; remove a"
    )
    assert joined.data == apart.data
    assert [each["depth_cm"] for each in joined.data["stand"]] == [1, 3.8]
    assert joined.data["expect"]["effects"] == [{"type": "remove", "stand": "a"}]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("20,30", {"x": 20, "y": 30}),
        ("-1.5,30.25 @-90", {"x": -1.5, "y": 30.25, "heading_deg": -90}),
        ("1,2 2x1.6 ±0.03 ±2°", {"x": 1, "y": 2, "width_cm": 2, "depth_cm": 1.6, "sigma_cm": 0.03, "sigma_deg": 2}),
        ("1,2 +-0.03", {"x": 1, "y": 2, "sigma_cm": 0.03}),
        ("(3,-2) 4-6", {"hex": [3, -2], "combat": 4, "movement": 6}),
        ("(D5) reduced", {"hex": "D5", "reduced": True}),
        ("A-25", {"square": "A-25"}),
        ("2A1-25", {"square": "2A1-25"}),
        ("1,2 {fired moved_cm=4 crossed=[fence wall]}",
         {"x": 1, "y": 2, "state": {"fired": True, "moved_cm": 4, "crossed": ["fence", "wall"]}}),
        ('1,2 {passengers=["a b" c]}', {"x": 1, "y": 2, "state": {"passengers": ["a b", "c"]}}),
    ],
)  # fmt: skip
def test_what_is_said_of_a_stand(words: str, said: dict[str, Any]) -> None:
    assert stand(words) == said


def test_a_name_in_quotes_may_have_anything_in_it() -> None:
    (only,) = data('"1/95th Rifles" "the blue"/"Sdkfz 251"/"a ; b" 1,2')["stand"]
    assert [only[key] for key in ("name", "side", "kind", "unit")] == [
        "1/95th Rifles",
        "the blue",
        "Sdkfz 251",
        "a ; b",
    ]


def test_terrain_is_corners_a_rectangle_or_hexes() -> None:
    found = data("hedge [1,2 3,4 5,6.5] name=h-1 height_cm=2", "wood (1,2) (1,3)")["terrain"]
    assert found == [
        {"kind": "hedge", "polygon": [[1, 2], [3, 4], [5, 6.5]], "name": "h-1", "height_cm": 2},
        {"kind": "wood", "hexes": [[1, 2], [1, 3]]},
    ]


def test_heights_of_pieces_and_stands_reach_the_table() -> None:
    stands = "us-1 us/soldier 5,5 z_cm=4 sigma_z_cm=0.1 tilt_x_deg=10 tilt_y_deg=-3; de-1 de/soldier 9,9"
    text = HEAD + f"a: Why.\n  {stands}\n  mountain 0,0..10,10 height_cm=4 top=slope crest=[4,4 6,4 6,6]" + ACT
    (case,) = tables_of(text, "a.cases", lambda *_: FileTerms())
    high, low = case.snapshot.stands
    assert (high.z_cm, high.sigma_z_cm, high.tilt_x_deg, high.tilt_y_deg) == (4.0, 0.1, 10.0, -3.0)
    assert (low.z_cm, low.sigma_z_cm, low.tilt_deg) == (0.0, 0.0, 0.0)
    (piece,) = case.snapshot.pieces
    assert (piece.height_cm, piece.top, piece.crest) == (4.0, "slope", ((4.0, 4.0), (6.0, 4.0), (6.0, 6.0)))


def test_a_set_up_is_shared_and_changed() -> None:
    first, second = data("with two; de-1 30,70 {revealed}; us-2 us/soldier 1,1", "without us-1", before=TWO)["stand"]
    assert first == {"name": "de-1", "side": "de", "kind": "soldier", "x": 30, "y": 70, "heading_deg": 270,
                     "state": {"revealed": True}}  # fmt: skip
    assert second["name"] == "us-2"
    again = data("with two", before=TWO)["stand"]
    assert again[1]["x"] == 20, "a case changes its own copy"


def test_a_stand_of_a_set_up_that_goes_to_a_hex_leaves_its_place() -> None:
    changed = data("with two; us-1 (1,2)", before=TWO)["stand"][0]
    assert changed == {"name": "us-1", "side": "us", "kind": "soldier", "hex": [1, 2]}


def test_a_base_is_the_size_of_a_kind_that_gives_none() -> None:
    lines = "base infantry 2.5x2\n" + "a-case: .\n  n-1 north/infantry 1,2; n-2 north/infantry 5,2 0x3" + ACT
    (case,) = parse_cases("game yankee\ntable 9x9\n" + lines)
    sizes = [(one["width_cm"], one["depth_cm"]) for one in case.data["stand"]]
    assert sizes == [(2.5, 2), (0, 3)]


def test_what_is_usual_holds_until_another_game_begins() -> None:
    text = HEAD + "settings doubt=0.1\n" + TWO + "a: .\n  with two" + ACT + "\n\ngame yankee\nb: .\n  x a/b 1,2" + ACT
    one, other = parse_cases(text)
    assert one.data["settings"] == {"doubt": 0.1}
    assert "settings" not in other.data
    with pytest.raises(BadFile, match="a set-up of this text"):
        parse_cases(text.replace("x a/b 1,2", "with two"))


def test_values_are_numbers_truths_texts_lists_and_tables() -> None:
    (case,) = parse_cases(
        HEAD + "a: .\n  x a/b 1,2\n  > move x path=[1,2 3,4] wheel={pivot=left degrees=-30.5} ready=true to=(D5) n=007"
    )
    assert case.data["action"] == {
        "type": "move", "actor": "x", "path": [[1, 2], [3, 4]], "wheel": {"pivot": "left", "degrees": -30.5},
        "ready": True, "to": "(D5)", "n": 7,
    }  # fmt: skip


def test_effects_that_nobody_asks_for_are_left_open_by_dots() -> None:
    (case,) = parse_cases(HEAD + "a: .\n  x a/b 1,2\n  > end_turn\n  = allowed; ...")
    assert case.data["expect"] == {"verdict": "allowed", "clauses": []}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  us-1 us/soldier 1,2", "line 1: expected a case or a set-up before a line that is moved in"),
        ("a: .\n  x a/b", "line 2: expected a stand's place"),
        ("a: .\n  hedge 1,2", "line 2: expected a stand (name side/kind place) or terrain"),
        ("a: .\n  x a/b 1,2 [1 2", "line 2: expected brackets and quotes that are closed"),
        ("a: .\n  > shoot a b c", "line 2: expected a verb, and who acts on whom"),
        ("a: .\n  >", "line 2: expected a verb, and who acts on whom"),
        ("a: .\n  > shoot a b, die 4", "line 2: expected ', dice ...' or ', decided ...'"),
        ("a: .\n  > shoot a b, decided A2.3", "line 2: expected a clause and the referee's word"),
        ("a: .\n  = yes", "line 2: expected allowed, refused or too_close"),
        ("a: .\n  = allowed hit miss", "line 2: expected one outcome"),
        ("a: .\n  with nothing", "line 2: expected a set-up of this text (there is none), got 'nothing'"),
        ("a: .\n  without x", "line 2: expected a stand of the set-up"),
        ("table 12", "line 1: expected a size, width by depth"),
        ("table", "line 1: expected the table's size"),
        ("base infantry", "line 1: expected a kind and its size"),
        ("game g\na: .\n  > x\na: .", "line 4: expected a name that no other case of this text has"),
        ("a: .\n  > x", "line 1, a: expected a line 'game ...' above"),
        ("game ambush\na: .", "line 2, a: expected an action: '> VERB ...'"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadFile) as wrong:
        parse_case_lines(text, "some.cases")
    assert str(wrong.value).startswith("some.cases: ")
    assert said in str(wrong.value)


def test_remarks_and_empty_lines_say_nothing() -> None:
    text = HEAD + "# about ranges\n\na: .\n  # he stands\n  x a/b 1,2\n\n  > end_turn\n"
    assert len(parse_cases(text)) == 1


def test_a_reason_goes_on_in_lines_of_its_own() -> None:
    (case,) = parse_cases(HEAD + "a-case: Why; and\n  : more: so\n  :\n  us-1 us/soldier 1,2" + ACT)
    assert case.reason.split() == ["Why;", "and", "more:", "so"]
    assert [stand["name"] for stand in case.data["stand"]] == ["us-1"]


def test_dice_that_nobody_throws_are_expected() -> None:
    (case,) = parse_cases(HEAD + "a-case: Why." + ACT + "; left 6 flag; fired us-1\n")
    assert case.data["expect"]["left"] == [6, "flag"]
    assert case.data["expect"]["effects"] == [{"type": "fired", "stand": "us-1"}]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("= allowed; remove a; ...", "'...' in place of all effects"),
        ("= allowed; ...; ...", "'...' in place of all effects"),
        ("us-2 us/a/b/c 1,2", "side/kind or side/kind/unit"),
        ("us-2 us/ 1,2", "side/kind or side/kind/unit"),
        ("hedge " + "[" * 2000 + "]" * 2000, "brackets in brackets 20 times at most"),
        ("us-2 us/soldier " + "9" * 5000 + ",1", "key=value, got '" + "9" * MOST_SHOWN + "'"),
    ],
)
def test_what_nobody_would_write_is_one_clear_line(line: str, expected: str) -> None:
    with pytest.raises(BadFile) as error:
        parse_cases(HEAD + f"a-case: Why.\n  {line}\n")
    assert f"line 5: expected {expected}" in str(error.value)


def test_a_unit_may_have_a_stroke_in_its_name() -> None:
    (only,) = data('a us/soldier/"1/95th Rifles" 1,2')["stand"]
    assert only["unit"] == "1/95th Rifles"
