"""Whatever an action, a setting or what is known of a side may hold: a ruling or a clear error, never another."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from montecassino_oracle import table_of

from rules.montecassino import resolve_names
from rules.registry import rule
from table.errors import BadFile, BadInput
from table.snapshot import Snapshot
from table.stand import Stand

TABLE = table_of({(0, 3): "A", (1, 4): "G", (4, 15): "A", (5, 16): "G", (7, 9): "A"})
squares = st.sampled_from(["A-25", "A-34", "G-20", "G-72", "A-33", "A-99", "", "2A-25", "G-49", "a G-20", "A-72"])
junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=6) | squares,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["from", "to", "square", "cause"]), inner, max_size=3)
    ),
    max_leaves=8,
)
step = st.fixed_dictionaries({"from": squares, "to": squares}) | junk
causes = st.sampled_from(["direct", "ricochet", "dragged", "x"])
fell = st.fixed_dictionaries({"square": squares}, optional={"cause": causes}) | junk
KEYS = {
    "steps": st.lists(step, max_size=4) | junk, "touched": squares | junk, "compongo": junk, "group": junk,
    "actor": squares | junk, "comrades": st.integers(-1, 4) | junk, "side": st.sampled_from(["A", "G", "B"]) | junk,
    "fallen": st.lists(fell, max_size=4) | junk, "leaves": st.lists(squares, max_size=2) | junk, "ordered": junk,
    "banners": st.lists(st.lists(st.floats(0, 95), min_size=2, max_size=2), min_size=3, max_size=5) | junk,
    "sigma_cm": st.floats(0, 1) | junk, "on_platform": junk,
}  # fmt: skip
OF = {
    "move": ("steps", "touched", "compongo", "group"), "free": ("actor", "comrades"), "retreat": ("side",),
    "give_up": ("side",), "start": ("side",),
    "shot": ("side", "fallen", "leaves", "banners", "sigma_cm", "ordered", "on_platform"),
}  # fmt: skip
actions = st.sampled_from(list(OF)).flatmap(
    lambda verb: st.fixed_dictionaries({"type": st.just(verb)}, optional={key: KEYS[key] for key in OF[verb]})
)
options = st.fixed_dictionaries(
    {},
    optional={
        "option": st.sampled_from(["i", "ii", "iii"]),
        "zone": st.sampled_from(["all", "standard", "banners", ["G-40"], ["A-99"]]),
        "four_players": st.booleans(),
    },
)
known = st.fixed_dictionaries({}, optional={"shells": junk, "shots": junk, "prisoners": junk, "started": junk})


@pytest.mark.ci
@given(actions, options, known)
def test_a_ruling_or_a_clear_error(action: dict[str, Any], chosen: dict[str, Any], told: dict[str, Any]) -> None:
    try:
        said = rule("montecassino", TABLE, action, (3, 2), chosen, sides={"A": told, "G": {}}).verdict
    except BadInput as error:
        said = str(error)  # type: ignore[assignment]
    assert said
    assert "\n" not in said
    assert resolve_names(TABLE, action)["type"] == action["type"]


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ({"type": "move", "steps": [{"from": "A-25", "to": "A-25"}]}, r"action\.steps\[1\]\.to"),
        ({"type": "move", "steps": [{"from": "A-25"}]}, r"action\.steps\[1\]"),
        ({"type": "move", "steps": [{"from": "A-26", "to": "A-34"}]}, r"action\.steps\[1\]\.from"),
        ({"type": "move", "steps": [{"from": "A-25", "to": "A-33"}], "path": []}, r"action\.path"),
        ({"type": "free", "actor": "A-02"}, r"action\.actor"),
        ({"type": "free", "actor": "G-20", "comrades": 0}, r"action\.comrades"),
        ({"type": "free", "actor": "G-20", "comrades": ["a9", "a9"]}, r"action\.comrades"),
        ({"type": "retreat"}, r"action\.side"),
        ({"type": "shot", "side": "A", "fallen": [{"square": "A-26"}]}, r"action\.fallen\[1\]\.square"),
        ({"type": "shot", "side": "A", "fallen": [{"square": "A-25"}, {"square": "A-25"}]}, r"action\.fallen"),
        ({"type": "shot", "side": "A", "ordered": "yes"}, r"action\.ordered"),
        ({"type": "run", "actor": "a"}, r"action\.type"),
    ],
)
def test_what_makes_no_sense_is_named(action: dict[str, Any], key: str) -> None:
    with pytest.raises(BadFile, match=key):
        rule("montecassino", TABLE, action)


@pytest.mark.parametrize(("beside", "got"), [({}, "nothing: the key is missing"), ({"side": ["A"]}, "['A']")])
def test_a_side_that_is_none_is_quoted(beside: dict[str, Any], got: str) -> None:
    with pytest.raises(BadFile) as error:
        rule("montecassino", TABLE, {"type": "retreat", **beside})
    assert (error.value.expected, error.value.got) == ("one of A, G", got)


def test_who_moves_is_told_by_the_steps_alone() -> None:
    """Nobody moves the enemy's soldiers by naming one of his own."""
    forged = {"type": "move", "group": ["a A-25"], "steps": [{"from": "A-34", "to": "A-26"}]}
    assert resolve_names(TABLE, forged)["group"] == ["g A-34"]


def test_banners_must_be_seen_where_they_make_the_zone() -> None:
    with pytest.raises(BadFile, match=r"action\.banners"):
        rule("montecassino", TABLE, {"type": "shot", "side": "A"}, settings={"zone": "banners"})


@pytest.mark.parametrize(
    ("stand", "key"),
    [
        (Stand("x", "A", "tank", 1, 1), r"stand\[1\]\.kind"),
        (Stand("x", "us-marines", "soldier", 1, 1), "side"),
    ],
)
def test_stands_the_game_does_not_know(stand: Stand, key: str) -> None:
    with pytest.raises(BadFile, match=key):
        rule("montecassino", Snapshot(44, 95, (stand,)), {"type": "retreat", "side": stand.side})


def test_two_sides_of_one_field_are_refused() -> None:
    stands = (Stand("x", "A", "soldier", 6.25, 22.75), Stand("y", "allies", "soldier", 15.25, 22.75))
    with pytest.raises(BadFile, match="side"):
        rule("montecassino", Snapshot(44, 95, stands), {"type": "move", "steps": [{"from": "A-25", "to": "A-33"}]})
