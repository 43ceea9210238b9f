"""Whatever an action, a case, a setting or what is known may hold: a ruling or a clear error, never another."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rommel_tables import random_ground, table_of
from written_cases import as_toml, data_of

from rules.cases import parse_case
from rules.registry import game_named, rule
from rules.rommel import RommelSettings
from table.errors import BadFile, BadInput

GAME = "rommel"
GROUND = random_ground(random.Random(3))
TABLE = table_of(GROUND)
NAMES = [unit.name for unit in GROUND.units]
names = st.sampled_from([*NAMES, "nobody", ""])
hexes = st.sampled_from(
    [[0, 0], [1, 0], [2, 0], [-1, 3], [99, 99], [0], "A1", "b2", "Z99", "", "A", [1.5, 2], [0, True]]
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=6) | names | hexes,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["hex", "stand", "x", "side"]), inner, max_size=3)
    ),
    max_leaves=8,
)
KEYS = {
    "actor": names | junk, "target": names | junk, "path": st.lists(hexes, max_size=5) | junk, "hex": hexes | junk,
    "to": hexes | junk, "attackers": st.lists(names, max_size=3) | junk, "targets": st.lists(names, max_size=3) | junk,
    "side": st.sampled_from(["axis", "allied", "german", "x"]) | junk, "group": junk, "clears": junk,
}  # fmt: skip
actions = st.fixed_dictionaries({"type": st.sampled_from(sorted(game_named(GAME).verbs))}, optional=KEYS)
options = st.dictionaries(st.sampled_from(sorted(RommelSettings.model_fields)), junk, max_size=2)
known = st.dictionaries(
    st.sampled_from(["weather", "phase", "side", "turn", "subturn", "cleared", "mines"]),
    st.sampled_from(["rain", "storm", "fair", "ground_move", "axis", 1, 4, [], [[0, 0]]]) | junk,
    max_size=3,
)
faces = st.lists(st.sampled_from([2, 3, 4, 5]), max_size=6)
TEXTS = [as_toml(data) for data in list(data_of("rommel").values())[::6]]
VALUES = ["3", "-1", "2.5", "true", '""', '"D5"', '"axis"', "[]", "[0, 0]", "[[0, 0]]", "[[1, 0], [2, 0]]", "{}", "nan"]


def heard(action: dict[str, Any], dice: list[int], chosen: Mapping[str, Any], told: Mapping[str, Any]) -> Any:
    try:
        return rule(GAME, TABLE, action, dice, chosen, sides={"table": told})
    except BadInput as error:  # BadFile and UnknownStand are such
        return str(error)


def test_a_way_says_itself_where_it_ends() -> None:
    way = {"type": "move", "actor": TABLE.stands[0].name, "path": [[3, 6], [4, 6]]}
    assert "action.to: expected either a path or where it ends" in heard(way | {"to": [2, 0]}, [], {}, {})


@pytest.mark.ci
@given(actions, faces, options, known)
def test_a_ruling_or_a_clear_error(
    action: dict[str, Any], dice: list[int], chosen: dict[str, Any], told: dict[str, Any]
) -> None:
    said = heard(action, dice, chosen, told)
    assert said == heard(action, dice, chosen, told), "the same question, the same answer"
    if isinstance(said, str):
        assert said
        assert "\n" not in said
        return
    json.dumps(said.as_dict(), allow_nan=False)
    if said.verdict == "refused":
        assert said.effects == ()
        assert said.outcome is None
        assert any(check.verdict == "failed" for check in said.checks)
    elif said.verdict == "allowed":
        assert all(check.verdict != "failed" or check.modifies for check in said.checks)


CASE = """game = "rommel"
[table]
width_cm = 60
depth_cm = 60
[[stand]]
name = "a1"
side = "allied"
kind = "tank"
hex = [0, 0]
combat = 4
movement = 6
[[stand]]
name = "s1"
side = "allied"
kind = "supply"
hex = [1, 0]
combat = 0
movement = 3
[[stand]]
name = "x1"
side = "axis"
kind = "infantry"
hex = [0, 1]
combat = 2
movement = 4
[action]
type = "move"
actor = "a1"
path = [[0, 0], [-1, 0]]
"""


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """Draw a written case of which a line or two are gone, doubled or say something else."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 2))):
        at = draw(st.integers(1, len(lines) - 1))
        key, is_value, _ = lines[at].partition(" = ")
        how = draw(st.sampled_from(["gone", "doubled", "other", "other", "other"]))
        if how == "other" and is_value:
            lines[at] = f"{key} = {draw(st.sampled_from(VALUES))}"
        else:
            lines[at : at + 1] = [lines[at]] * (2 if how == "doubled" else 0)
    return "\n".join(lines)


@given(spoilt())
def test_a_spoilt_case_is_ruled_or_gets_one_clear_line(text: str) -> None:
    try:
        said = complaint(text)
    except BadInput as error:
        said = str(error)
    assert said
    assert "\n" not in said


def complaint(text: str) -> str:
    case = parse_case(text, "strange.toml")
    rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, "strange.toml", case.sides)
    return "none"


def test_the_case_as_it_is_stands() -> None:
    assert complaint(CASE) == "none"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('kind = "tank"', 'kind = "elephant"', r"kind"),
        ('side = "axis"', 'side = "martian"', r"side"),
        ("combat = 4", "combat = -4", r"combat"),
        ("combat = 4", 'combat = "four"', r"combat"),
        ("movement = 6", "movement = 6.5", r"movement"),
        ("hex = [0, 0]", "hex = [0]", r"hex"),
        ("hex = [0, 0]", "hex = [0.5, 0]", r"hex"),
        ("hex = [0, 0]", 'hex = "D"', r"hex"),
        ("hex = [0, 0]", "hex = [5000, 0]", r"hex"),
        ("hex = [0, 0]", "hex = [0, 0]\nx = 3\ny = 3", r"hex"),
        ('type = "move"', 'type = "fly"', r"action\.type"),
        ('actor = "a1"', 'actor = "nobody"', r"action\.actor"),
        ('actor = "a1"', "", r"action\.actor"),
        ('actor = "a1"', 'actor = "a1"\nspeed = 3', r"action\.speed"),
        ("path = [[0, 0], [-1, 0]]", "", r"action\.path"),
        ("path = [[0, 0], [-1, 0]]", "path = []", r"action\.path"),
        ("path = [[0, 0], [-1, 0]]", "path = 3", r"action\.path"),
        ("path = [[0, 0], [-1, 0]]", "path = [[0, 0], [-3, 0]]", r"action\.path\[2\]"),
        ("path = [[0, 0], [-1, 0]]", "path = [[0, 0], [0, 0]]", r"action\.path\[2\]"),
        ("path = [[0, 0], [-1, 0]]", "path = [[-2, 0], [-3, 0]]", r"action\.path\[1\]"),
        ("path = [[0, 0], [-1, 0]]", "path = [[-1, 0], [-3, 0]]", r"action\.path\[2\]"),
        ("path = [[0, 0], [-1, 0]]", "path = [[0, 0]]", r"action\.path"),
        ("path = [[0, 0], [-1, 0]]", 'path = [[0, 0], "ZZ999"]', r"action\.path\[2\]"),
        ("[action]", "[dice]\ngiven = [6]\n[action]", r"dice\.given\[1\]"),
        ("[action]", "[dice]\ngiven = [1]\n[action]", r"dice\.given\[1\]"),
        ("[action]", '[settings]\nweathr = "rain"\n[action]', r"weathr"),
        ("[action]", '[side.table]\nweather = "snow"\n[action]', r"weather"),
        ("[action]", '[[terrain]]\nkind = "mines"\nhexes = []\n[action]', r"terrain"),
    ],
)
def test_what_makes_no_sense_is_named(old: str, new: str, key: str) -> None:
    assert old in CASE
    with pytest.raises(BadInput, match=key):
        complaint(CASE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ({"type": "combat", "attackers": [], "targets": ["x1"]}, r"action\.attackers"),
        ({"type": "combat", "attackers": ["a1"], "targets": []}, r"action\.targets"),
        ({"type": "combat", "attackers": ["a1", "a1"], "targets": ["x1"]}, r"action\.attackers"),
        ({"type": "combat", "attackers": ["a1"], "targets": ["a1"]}, r"action\.targets"),
        ({"type": "combat", "attackers": ["a1"]}, r"action\.targets"),
        ({"type": "bomb", "actor": "a1"}, r"action\.target"),
        ({"type": "flak", "target": "x1"}, r"action\.actor"),
        ({"type": "fire", "actor": "a1", "target": "a1"}, r"action\.target"),
        ({"type": "supply"}, r"action\.actor"),
    ],
)
def test_an_action_that_makes_no_sense_is_named(action: dict[str, Any], key: str) -> None:
    case = parse_case(CASE, "strange.toml")
    with pytest.raises(BadFile, match=key):
        rule(GAME, case.snapshot, action)
