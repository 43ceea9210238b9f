"""Sequences of actions in a match, what each is ruled and what is owed in between, from tests/data/sequences.

They are written as cases are (table/notation/case_lines.py), with several actions, each with what must come out. A line
that begins with ``?`` says what is owed at that point: ``? us A5.1``, or ``? nothing``.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.cases import parse_cases
from rules.expectation import differences
from rules.registry import game_named
from rules.replay import begun
from rules.turn_order import owed, rule_in_turn
from table.notation.battle_file import Battle
from table.notation.case_file import Case

FILES = sorted((Path(__file__).parents[1] / "data" / "sequences").glob("*.cases"))
BLOCK = re.compile(r"^\S+: .*\n(?:(?:[ ].*)?\n)+", re.MULTILINE)


def sequences() -> list[tuple[str, str, str]]:
    """The lines above all sequences of a file, the block of a sequence, and its name."""
    found = []
    for file in FILES:
        text = file.read_text("utf-8") + "\n"
        blocks = BLOCK.findall(text)
        found += [(text[: text.index(blocks[0])], block, block.partition(":")[0]) for block in blocks]
    return found


def case_of(head: str, before: str, lines: str) -> Case:
    (case,) = parse_cases(f"{head}\n\n{before}{lines}\n")
    return case


@pytest.mark.parametrize(("head", "block"), [pytest.param(head, block, id=name) for head, block, name in sequences()])
def test_sequence(head: str, block: str) -> None:
    before, rest = re.split(r"(?=^  [>?])", block, maxsplit=1, flags=re.MULTILINE)
    lines = [line for line in rest.splitlines() if line.strip()]
    first = case_of(head, before, next(line for line in lines if line.lstrip()[0] == ">"))
    sides = tuple(dict.fromkeys(stand.side for stand in first.snapshot.stands))
    game, table = game_named(first.game), first.snapshot
    state = begun(Battle(first.game, "", sides, table, (), first.settings, first.sides))
    acts = 0
    while lines:
        line = lines.pop(0)
        if line.lstrip().startswith("?"):
            found = [f"{each.side} {each.clause}" for each in owed(game.name, table, state, first.settings)]
            assert "; ".join(found) == line.strip(" ?").replace("nothing", ""), line
            continue
        acts += 1
        if lines and lines[0].lstrip().startswith("="):
            line += "\n" + lines.pop(0)
        case = case_of(head, before, line)
        case = replace(case, snapshot=state.over_for(case.action, table))
        ruling = rule_in_turn(
            game.name, case.snapshot, case.action, case.dice, case.settings, case.decided, line.strip(), state
        )  # fmt: skip
        assert case.expect is not None
        assert differences(case.expect, ruling) == [], line
        assert ruling.needs is None, line
        table = game.reducer.obeyed(table, ruling.effects)
        state = game.reducer.after(state, ruling.effects, case.snapshot)
    assert acts > 1, "one action is a case"


def test_there_are_enough_of_each_game() -> None:
    games = [head.split()[1] for head, _, _ in sequences()]
    assert {game: games.count(game) >= 15 for game in games} == dict.fromkeys(
        ("ambush", "ancients", "montecassino", "rommel", "yankee"), True
    )
