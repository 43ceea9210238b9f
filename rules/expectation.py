"""What a written case expects, held against what was ruled (../shared/cases.md)."""

from collections.abc import Mapping
from typing import Any

from rules.ruling import Ruling

DECISIVE = frozenset({"remove", "casualty", "capture", "surrender", "damage", "army"})
"""The effects of which there may be none but those that are expected; others are bookkeeping."""


def differences(expect: Mapping[str, Any], ruling: Ruling) -> list[str]:
    """Return how a ruling differs from what is expected, dice that nobody threw among it; empty: not at all."""
    found = []
    if ruling.verdict != expect["verdict"]:
        found.append(f"verdict {ruling.verdict}, expected {expect['verdict']}")
    clauses = {check.clause for check in ruling.checks}
    found += [
        f"clause {clause} is not among {', '.join(sorted(clauses))}"
        for clause in expect.get("clauses", ())
        if clause not in clauses
    ]
    if "outcome" in expect and ruling.outcome != expect["outcome"]:
        found.append(f"outcome {ruling.outcome}, expected {expect['outcome']}")
    if list(ruling.unused_dice) != list(expect.get("left", ())):
        found.append(f"dice left over: {_said(ruling.unused_dice)}, expected {_said(expect.get('left', ()))}")
    if "effects" not in expect:
        return found
    happened = [effect.as_dict() for effect in ruling.effects]
    for wanted in expect["effects"]:
        if not any(_has(effect, wanted) for effect in happened):
            found.append(f"effect {wanted} is not among {happened}")
    for effect in happened:
        if effect["type"] in DECISIVE and not any(_has(effect, wanted) for wanted in expect["effects"]):
            found.append(f"effect {effect} was not expected")
    return found


def _has(effect: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(item in effect.items() for item in wanted.items())


def _said(dice: object) -> str:
    return " ".join(map(str, dice)) if isinstance(dice, list | tuple) and dice else "none"
