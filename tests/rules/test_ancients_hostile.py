"""Whatever an action of Ancients, a setting or what is known may hold: a ruling or a clear error, never another."""

from typing import Any

import pytest
from ancients_tables import BOARD, FAR, NEAR, Man, table_of
from hypothesis import given
from hypothesis import strategies as st
from written_cases import as_toml, data_of

from rules.cases import parse_case
from rules.registry import game_named, rule
from table.errors import BadFile, BadInput
from table.snapshot import Snapshot
from table.stand import Stand

MEN = [
    Man("r1", NEAR, "light_infantry_bow", (5, 2)), Man("r2", NEAR, "warriors", (6, 4)),
    Man("rl", NEAR, "leader", (6, 4)), Man("r3", NEAR, "light_cavalry", (5, 8)),
    Man("c1", FAR, "medium_infantry", (8, 2)),
    Man("c2", FAR, "elephants", (6, 5)), Man("cl", FAR, "leader", (7, 2)), Man("c3", FAR, "auxilia", (0, 0)),
]  # fmt: skip
NAMES = [man.name for man in MEN]
CASES = [pytest.param(as_toml(data), id=name) for name, data in list(data_of("ancients").items())[::6]]
names = st.sampled_from([*NAMES, "nobody", "", "F3", NEAR])
hexes = st.sampled_from(["F3", "f4", "G5", "A1", "N1", "", "F0", "M9"]) | st.lists(st.integers(-2, 13), max_size=3)
junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=6) | names | hexes,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["left", "centre", "right", "q", "hex"]), inner, max_size=3)
    ),
    max_leaves=8,
)
ways = st.lists(hexes | junk, max_size=5) | junk
KEYS = {
    "actor": names | junk, "target": names | junk, "path": ways, "to": hexes | junk,
    "units": st.lists(names) | names | junk,
    "off": st.sampled_from(["near", "far", "left", True]) | junk, "side": st.sampled_from([NEAR, FAR, "table"]) | junk,
    "section": st.sampled_from(["left", "centre", "right", "Left"]) | junk, "number": st.integers(-1, 4) | junk,
    "sections": st.dictionaries(st.sampled_from(["left", "centre", "x"]), st.integers(-1, 3)) | junk,
    "class": st.sampled_from(["light", "mounted", "x"]) | junk, "classes": st.lists(st.just("light")) | junk,
    "helmet": st.booleans() | junk, "command": st.booleans() | junk, "blocks": st.integers(-1, 5) | junk,
    "card": st.sampled_from(["two_left", "mounted", "all_command", "x"]) | junk, "evades": st.booleans() | junk,
}  # fmt: skip
OF = {
    "start": ("side",), "next": ("side",), "move": ("actor", "path", "to", "off"), "shoot": ("actor", "target"),
    "detach": ("actor", "path", "to", "off"), "close": ("actor", "target", "evades"), "lose": ("actor", "blocks"),
    "retreat": ("actor", "path", "to", "off"), "advance": ("actor", "to"),
    "order": (
        "units", "side", "section", "number", "sections", "class", "classes", "helmet", "command", "card",
    ),
}  # fmt: skip
actions = st.sampled_from(list(OF)).flatmap(
    lambda verb: st.fixed_dictionaries({"type": st.just(verb)}, optional={key: KEYS[key] for key in OF[verb]})
)
options = st.fixed_dictionaries(
    {},
    optional={
        "book": st.sampled_from(["none", "example"]), "command": st.integers(1, 6),
        "near_side": st.sampled_from([NEAR, "x"]),
        "leave_over": st.sampled_from(["near", "both"]), "odd_row_hexes": st.sampled_from([12, 13]),
        "ground": st.sampled_from([{}, {"F3": "any"}, {"Z9": "any"}, {"F4": NEAR}]),
    },
)  # fmt: skip
of_table = st.fixed_dictionaries(
    {},
    optional={
        "phase": st.sampled_from(["order", "move", "battle", "draw"]) | junk,
        "side": st.sampled_from([NEAR, FAR]) | junk,
        "orders": junk, "card": junk, "card_played": junk, "first": junk,
    },
)  # fmt: skip
of_side = st.fixed_dictionaries(
    {}, optional={"banners": st.integers(0, 9) | junk, "command": junk, "banners_to_win": junk, "edge": junk}
)
words = st.fixed_dictionaries(
    {},
    optional={
        "blocks": st.integers(0, 5) | junk, "ordered": st.booleans() | junk, "moved_hexes": st.integers(0, 4) | junk,
        "fired": st.booleans() | junk, "fought": junk, "joined": junk, "damage": st.integers(0, 5) | junk,
        "attached_to": names | junk, "must_close": junk, "retreats": st.integers(0, 2) | junk,
    },
)  # fmt: skip
faces = st.lists(st.sampled_from(["green", "blue", "red", "leader", "flag", "sword"]), max_size=8)


def test_the_verbs_tried_are_all_there_are() -> None:
    assert set(OF) == set(game_named("ancients").verbs)


@pytest.mark.ci
@given(actions, options, of_table, of_side, st.lists(words, max_size=3), faces)
def test_a_ruling_or_a_clear_error(
    action: dict[str, Any], chosen: dict[str, Any], table: dict[str, Any], side: dict[str, Any],
    states: list[dict[str, Any]], dice: list[str],
) -> None:  # fmt: skip
    men = [Man(m.name, m.side, m.kind, m.cell, tuple(s.items())) for m, s in zip(MEN, states, strict=False)]
    snapshot, known = table_of([*men, *MEN[len(men) :]]), {"table": table, NEAR: side, FAR: {}}
    said, ruling = None, None
    try:
        ruling = rule("ancients", snapshot, action, dice, chosen, sides=known)
    except BadInput as error:
        said = str(error)
    assert (said is None) != (ruling is None)
    assert said is None or (said and "\n" not in said)
    if ruling is not None:
        assert ruling.verdict in ("allowed", "refused", "too_close")
        assert ruling.verdict == "allowed" or not ruling.effects
        assert rule("ancients", snapshot, action, dice, chosen, sides=known) == ruling


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ({"type": "move", "actor": "r1"}, r"action\.path"),
        ({"type": "move", "actor": "r1", "path": []}, r"action\.path"),
        ({"type": "move", "actor": "r1", "path": "north"}, r"action\.path"),
        ({"type": "move", "actor": "r1", "path": [["F4"]]}, r"action\.path\[1\]"),
        ({"type": "move", "actor": "nobody", "to": "F4"}, r"action\.actor"),
        ({"type": "move", "actor": "r1", "to": "F4", "path": ["F4"]}, r"action\.(to|path)"),
        ({"type": "move", "actor": "r1", "steps": []}, r"action\.steps"),
        ({"type": "shoot", "actor": "r1"}, r"action\.target"),
        ({"type": "shoot", "actor": "r1", "target": ["c1", "c2"]}, r"action\.target"),
        ({"type": "shoot", "actor": "r1", "targets": ["c1"]}, r"action\.targets"),
        ({"type": "order", "units": ["r1", "r1"]}, r"action\.units"),
        ({"type": "order", "units": ["r1"], "section": "middle"}, r"action\.section"),
        ({"type": "order", "units": ["r1"], "number": -1}, r"action\.number"),
        ({"type": "order", "section": "left", "number": 1}, r"action\.units"),
        (
            {"type": "order", "units": ["r1"], "section": "left", "number": 1, "sections": {"left": 1}},
            r"action\.sections",
        ),
        ({"type": "order", "units": ["r1"], "number": 1, "class": "light", "classes": ["heavy"]}, r"action\.classes"),
        ({"type": "order", "units": ["r1"], "command": "yes"}, r"action\.command"),
        ({"type": "move", "actor": "r1", "to": [10**9, 2]}, r"action\.to"),
        ({"type": "move", "actor": "r1", "path": [[5, -(10**9)]]}, r"action\.path\[1\]"),
        ({"type": "retreat", "actor": "r1", "to": [10**9, 2]}, r"action\.to"),
        ({"type": "retreat", "actor": "r1", "path": [], "off": "own"}, r"action\.off"),
        ({"type": "start", "side": "gauls"}, r"action\.side"),
        ({"type": "dance"}, r"action\.type"),
    ],
)
def test_what_makes_no_sense_is_named(action: dict[str, Any], key: str) -> None:
    with pytest.raises(BadFile, match=key):
        rule("ancients", table_of(MEN), action)


@pytest.mark.parametrize("face", ["rosso", 3, True, "", None, 7, ["red"]])
def test_faces_the_dice_do_not_have(face: object) -> None:
    with pytest.raises(BadFile, match=r"dice\.given\[2\]: expected one of green, blue, red, leader, flag, sword"):
        rule("ancients", table_of(MEN), {"type": "shoot", "actor": "r1", "target": "c1"}, ["red", face])


@pytest.mark.parametrize(
    ("stand", "says"),
    [
        (Stand("x", NEAR, "tank", 16.9, 10.0), r"stand\[1\]\.kind: expected one of light_infantry"),
        (Stand("x", NEAR, "light_infantry", 0.0, 0.0), r"expected a stand on the board, got 'x', which is off it"),
    ],
)
def test_stands_the_game_does_not_know(stand: Stand, says: str) -> None:
    table = Snapshot(140, 80, (stand, MEN[4].stand()), board=BOARD)
    with pytest.raises(BadFile, match=says):
        rule("ancients", table, {"type": "move", "actor": "x", "to": "B2"})


SAME = {
    "kind": ["Light infantry bow", "light-infantry-bow", "LIGHT INFANTRY BOW", " light_infantry_bow "],
    "side": ["Roman", "ROMAN"],
    "hex": ["F3", "f3", " F3 ", "F-3"],
    "face": ["Red", " RED ", "red"],
    "path": ['[[5, 2], [5, 3]]', '[[5, 3]]', '["F4"]', '["F3", "F4"]', '["f3", [5, 3]]'],
}  # fmt: skip


def written(kind: str = "light_infantry_bow", side: str = "roman", hex: str = "F3", face: str = "red",
            action: str = 'type = "shoot"\nactor = "r1"\ntarget = "c1"') -> str:  # fmt: skip
    return f"""game = "ancients"
[table]
width_cm = 120
depth_cm = 100
[[stand]]
name = "r1"
side = "{side}"
kind = "{kind}"
hex = "{hex}"
[[stand]]
name = "c1"
side = "carthaginian"
kind = "Elephants"
hex = [8, 2]
[action]
{action}
[dice]
given = ["{face}", "sword"]
"""


def essence(text: str) -> tuple[Any, ...]:
    case = parse_case(text)
    ruling = rule(case.game, case.snapshot, case.action, case.dice, case.settings, sides=case.sides)
    return ruling.verdict, ruling.outcome, [(e.type, e.stand, e.values.get("hex")) for e in ruling.effects]


@pytest.mark.parametrize(("word", "spelling"), [(word, each) for word, all_ in SAME.items() for each in all_])
def test_as_people_write_it(word: str, spelling: str) -> None:
    if word == "path":
        went = essence(written(action=f'type = "move"\nactor = "r1"\npath = {spelling}'))
        assert went == essence(written(action='type = "move"\nactor = "r1"\nto = "F4"'))
        assert went[0] == "allowed"
    else:
        assert essence(written(**{word: spelling})) == essence(written())
        assert essence(written())[2][1:] == [("damage", "c1", None)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (written(kind="archers"), r"stand\[1\]\.kind"),
        (written(hex="Z3"), r"stand\[1\]\.hex"),
        (written().replace("[8, 2]", "{q = 8}"), r"stand\[2\]\.hex: expected"),
        (written().replace('"c1"', '"c1\\nc2"'), r"stand\[2\]\.name: expected a name on one line"),
        (written(side=""), r"stand\[1\]\.side: expected a text that is not empty"),
        (written().replace("[8, 2]", "[13, 2]"), r"stand\[2\]\.hex: expected a hex of the board .*, got \[13, 2\]$"),
        (written().replace("[8, 2]", "[8, 9]"), r"stand\[2\]\.hex"),
        (written().replace("[8, 2]", "[8, -1]"), r"stand\[2\]\.hex"),
        (written().replace("[8, 2]", "[8.5, 2]"), r"stand\[2\]\.hex"),
        (written().replace("[8, 2]", "[8, 2]\nx = 3"), r"stand\[2\]"),
        (written().replace("[8, 2]", "[8, 2]\nblocks = -1"), r"stand\[2\]\.blocks"),
        (written().replace("[8, 2]", "[8, 2]\nblock = 1"), r"stand\[2\]"),
        (written().replace("[8, 2]", "[8, 2]\ndamage = 2"), r"stand\[2\]\.damage: expected 0 to 1 for elephants"),
        (written().replace("[8, 2]", "[8, 2]\ndamage = 1.5"), r"stand\[2\]\.damage"),
        (
            written().replace("[8, 2]", "[8, 2]\nblocks = 1\ndamage = 1"),
            r"stand\[2\]\.damage: expected 0 for elephants",
        ),
        (written().replace("[8, 2]", '[8, 2]\nflags = "x"'), r"stand\[2\]\.flags"),
        (written().replace("[8, 2]", '[8, 2]\nstate = {retreats = "x"}'), r"stand\[2\]\.retreats"),
        (written().replace("[8, 2]", "[8, 2]\nstate = {may_advance_hexes = -1}"), r"stand\[2\]\.may_advance_hexes"),
        (
            written() + '[side.table]\nphase = "lunch"\n',
            r"side\.table\.phase: expected one of .order., .move., .battle. or .draw.",
        ),
        (written() + '[side.table]\nside = "gaul"\n', r"side\.table\.side"),
        (written() + "[side.romans]\nbanners = 4\n", r"side\.romans: expected one of roman, carthaginian"),
        (written() + '[settings]\nstart_player = "romans"\n', r"settings\.start_player"),
        (written() + '[settings]\nground = {E5 = "romans"}\n', r"settings\.ground\.E5: expected roman or carthaginian"),
        (
            written(action='type = "order"\nunits = ["r1"]\ncard = "two_left"\nsection = "left"')
            + '[settings]\nbook = "example"\n',
            r"action\.section: expected nothing beside a card of the book",
        ),
        (written() + "[settings]\nbanner = 5\n", r"settings\.banner"),
        (written() + "[settings]\nbanners = 0\n", r"settings\.banners"),
        (written() + '[settings]\nbook = "mine"\n', r"settings\.book"),
    ],
)
def test_a_case_that_makes_no_sense_is_named(text: str, key: str) -> None:
    with pytest.raises(BadFile, match=key):
        essence(text)


@pytest.mark.parametrize("text", CASES)
def test_a_case_without_one_of_its_lines(text: str) -> None:
    """Every line of a case left out in turn: a ruling or one line of error, and a refusal without effects."""
    lines = text.splitlines()
    for k, line in enumerate(lines):
        if not line or line.startswith("#"):
            continue
        said = None
        try:
            case = parse_case("\n".join(lines[:k] + lines[k + 1 :]), "spoilt.toml")
            ruling = rule(
                case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, "spoilt.toml", case.sides
            )
        except BadInput as error:
            said = str(error)
        if said is None:
            assert ruling.verdict == "allowed" or not ruling.effects
        else:
            assert "spoilt.toml" in said or "stand" in said
            assert "\n" not in said
