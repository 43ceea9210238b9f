"""Every case of tests/data/cases, through the same door as `vedette rule`."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.cases import parse_case
from rules.registry import game_names, rule
from rules.ruling import Ruling
from table.notation.case_file import Case

CASES = Path(__file__).parents[1] / "data" / "cases"
FILES = sorted(CASES.glob("*/*.toml"))
DECISIVE = {"remove", "casualty", "capture", "surrender", "damage", "army"}


def load(path: Path) -> tuple[Case, Ruling]:
    case = parse_case(path.read_text("utf-8"), path.name)
    return case, rule(
        case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, path.name, case.sides
    )


def mismatches(expect: Mapping[str, Any], ruling: Ruling) -> list[str]:
    wrong = []
    if ruling.verdict != expect["verdict"]:
        wrong.append(f"verdict {ruling.verdict}, expected {expect['verdict']}")
    clauses = {check.clause for check in ruling.checks}
    wrong += [
        f"clause {clause} is not among {sorted(clauses)}"
        for clause in expect.get("clauses", [])
        if clause not in clauses
    ]
    if "outcome" in expect and ruling.outcome != expect["outcome"]:
        wrong.append(f"outcome {ruling.outcome}, expected {expect['outcome']}")
    if "effects" not in expect:
        return wrong
    happened = [effect.as_dict() for effect in ruling.effects]
    for wanted in expect["effects"]:
        if not any(all(item in got.items() for item in wanted.items()) for got in happened):
            wrong.append(f"effect {wanted} is not among {happened}")
    for got in happened:
        if got["type"] in DECISIVE and not any(all(i in got.items() for i in w.items()) for w in expect["effects"]):
            wrong.append(f"effect {got} was not expected")
    return wrong


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_case(path: Path) -> None:
    case, ruling = load(path)
    assert case.expect is not None
    assert mismatches(case.expect, ruling) == []


def test_there_are_enough_cases_of_both_kinds() -> None:
    verdicts = [(p.parent.name, parse_case(p.read_text("utf-8"), p.name).expect or {}) for p in FILES]
    for game in game_names():
        for verdict in ("allowed", "refused", "too_close"):
            assert sum(g == game and e["verdict"] == verdict for g, e in verdicts) >= 2, (game, verdict)
    assert len(FILES) >= 45


@pytest.mark.parametrize("path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES])
def test_the_order_of_stands_and_pieces_changes_nothing(path: Path) -> None:
    case, ruling = load(path)
    turned = case.snapshot.with_pieces(reversed(case.snapshot.pieces))
    turned = replace(turned, stands=turned.stands[::-1])
    again = rule(case.game, turned, case.action, case.dice, case.settings, case.decided, path.name, case.sides)
    assert (again.verdict, again.outcome, again.effects) == (ruling.verdict, ruling.outcome, ruling.effects)
