"""Every outcome that a game's rulings can have is said in every language: no key stands on the dice panel."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from written_cases import cases_of

import rules
from referee.words import chances
from referee.words.game_words import game_says
from referee.words.languages import WHOLE
from rules.registry import game_named, game_names
from rules.ruling import RulingVerdict

HANDED_ON = {
    ("rommel", "found"): {"fair", "rain", "storm"},
    ("yankee", "result"): {"stands", "recoil", "destroyed"},
    ("montecassino", "kept.outcome"): set[str](),
    ("rommel", "kept.outcome"): set[str](),
}
"""Outcomes that the rules hand on by a name, and what it can be; nothing where it is another ruling's own."""


def keys_in(game: str, value: ast.expr) -> Iterator[str]:
    """What an expression put into ``outcome`` can be."""
    match value:
        case ast.Constant(str(key)):
            yield key
        case ast.Constant(None):
            return
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*keys_in(game, body), *keys_in(game, orelse))
        case ast.BoolOp(values=[ast.Attribute(attr="outcome"), *values]):
            yield from (key for each in values for key in keys_in(game, each))
        case ast.Subscript(value=ast.Tuple(elts=elements)):
            yield from (key for each in elements for key in keys_in(game, each))
        case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name("winner")), ast.Constant(str(rest))]):
            yield from (f"{side.name}{rest}" for side in game_named(game).sides)
        case _:
            yield from HANDED_ON[game, ast.unparse(value)]


def outcomes_of(game: str) -> set[str]:
    """Every outcome that the game's rules write, and what odds are told of where they end without one."""
    found = set[str](get_args(RulingVerdict))
    for file in sorted((Path(rules.__file__).parent / game).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and any(
                isinstance(to, ast.Attribute) and to.attr == "outcome" for to in node.targets
            ):
                found.update(keys_in(game, node.value))
    return found


@pytest.mark.parametrize("game", game_names())
def test_every_outcome_is_said_in_every_language(game: str) -> None:
    keys = outcomes_of(game)
    assert {ruling for case in cases_of(game) if (ruling := case.expect.get("outcome"))} <= keys | {"begins"}
    for language in WHOLE:
        assert {key for key in keys if not game_says(game, f"outcomes.{key}", language)} == set()


def test_dice_that_leave_a_question_open_say_so() -> None:
    assert chances("ambush", (("too_close", 0.44), ("miss", 0.33))) == "too close to call 44% · missed 33%"
    assert chances("ambush", (("too_close", 0.44),), language="it") == "troppo al limite per decidere 44%"
    spanish = chances("ambush", (("too_close", 0.44),), language="es")
    assert spanish == "demasiado justo para decidir 44\N{NO-BREAK SPACE}%"
