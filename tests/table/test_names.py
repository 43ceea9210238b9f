"""Names that people can see, and what is done about characters that nobody does."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.cases import parse_case
from table.errors import BadFile
from table.names import Name, cell, hidden_text, visible
from table.notation.roster_file import parse_roster
from table.notation.terrain_file import parse_terrain

SEEN = [
    "1/95th Rifles",
    "a%2Fb",
    "..",
    "?",
    "#",
    "é",
    "Caffè «Ω»",
    "第95",
    "نی\u200cها",
    "क\u094d\u200dष",
    "👩\u200d🚀",
    "e\u0301",
]
HIDDEN = [
    "\x1b[2J",
    "\x07",
    "a\u202eb",
    "a\u200bb",
    "Ri\u200dfles",
    "\u200dx",
    "a\u2028b",
    "a\ud800",
    "a\ue000",
    "a\u00adb",
    "\ufeffa",
    "a\x85b",
]


@pytest.mark.parametrize("name", SEEN)
def test_a_name_that_people_see_is_taken_and_shown_as_it_is(name):
    assert TypeAdapter(Name).validate_python(name) == name
    assert visible(name) == name


@pytest.mark.parametrize("name", [*HIDDEN, "", " ", "\n", "a\nb", "x" * 81])
def test_another_is_not(name):
    with pytest.raises(ValidationError):
        TypeAdapter(Name).validate_python(name)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_is_shown_as_its_code(name):
    assert visible(name) != name
    assert "\\u" in visible(name)
    assert hidden_text({"a": [name]}) is not None
    assert hidden_text({name: 1}) is not None


def test_a_note_may_have_lines_and_is_shown_with_them():
    assert hidden_text({"note": "one\n\ttwo"}) is None
    assert visible("one\n\ttwo") == "one\n\ttwo"


@pytest.mark.parametrize(
    ("written", "held"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd", "'+cmd"),
        ("@a", "'@a"),
        ("-x", "'-x"),
        ("-3.5", "-3.5"),
        (" =1", "' =1"),
        (4, 4),
        ("a=1", "a=1"),
    ],
)
def test_no_cell_is_a_formula(written, held):
    assert cell(written) == held


ROSTER = """
[[stand]]
marker = 1
name = "{name}"
side = "{side}"
kind = "infantry"
width_cm = 2
depth_cm = 2
mount = {{size_cm = 2}}
"""
WRONG = {"\\u001b[2J": "U+001B", "a\\u202eb": "U+202E", "a\\u200bb": "U+200B", " ": "not blank", "x" * 81: "at most 80"}


@pytest.mark.parametrize("written", WRONG)
@pytest.mark.parametrize("key", ["name", "side"])
def test_a_roster_says_what_is_wrong_with_a_name(key, written):
    text = ROSTER.format(**{"name": "a", "side": "b", key: written})
    with pytest.raises(BadFile) as error:
        parse_roster(text, "r.toml")
    assert (error.value.file, error.value.key) == ("r.toml", f"stand[1].{key}")
    assert WRONG[written] in str(error.value)
    assert str(error.value).isprintable()


def test_so_do_terrain_and_a_case():
    with pytest.raises(BadFile, match=r"piece\[1\]\.name: .*U\+202E"):
        parse_terrain('[[piece]]\nname = "a\\u202eb"\nkind = "wood"\npolygon = [[0, 0], [1, 0], [0, 1]]')
    with pytest.raises(BadFile, match=r"action\.target: .*U\+0007"):
        parse_case(
            'game = "ambush"\n[table]\nwidth_cm = 9\ndepth_cm = 9\n[action]\ntype = "shoot"\ntarget = "a\\u0007"'
        )
    with pytest.raises(BadFile, match=r"side: .*U\+001B"):
        parse_case('game = "ambush"\n[table]\nwidth_cm = 9\ndepth_cm = 9\n[side."\\u001b"]\n[action]\ntype = "shoot"')
