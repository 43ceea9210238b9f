"""Every written case with the sides changed: each square for that of its number in the other field, ruled alike."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from written_cases import by_clause, ruling_of

from rules.registry import rule
from rules.ruling import Ruling
from table.notation.case_file import Case
from table.snapshot import Snapshot
from table.squares import Square, boards_of, default_board

OTHER = {"A": "G", "G": "A"}
PLACES = ("banners",)


def changed(value: Any, table: Snapshot) -> Any:
    """Return a value of a case or a ruling with sides, squares and places changed."""
    if isinstance(value, Mapping):
        return {
            OTHER.get(key, key): [[table.width_cm - x, table.depth_cm - y] for x, y in item]
            if key in PLACES
            else changed(item, table)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [changed(item, table) for item in value]
    if not isinstance(value, str):
        return value
    if value in OTHER:
        return OTHER[value]
    if re.fullmatch(r"\d?[AGT]-\d+", value):
        square = Square.parse(value)
        boards = boards_of(table.board) if table.board is not None else 1  # type: ignore[arg-type]
        return str(Square(OTHER[square.field], square.number, boards + 1 - square.board))  # type: ignore[arg-type]
    return value


def with_sides_changed(case: Case) -> Case:
    """Return a case half-turned: everybody stands where his square's other number is, and is of the other side."""
    given = case.snapshot
    table = given if given.board is not None else replace(given, board=default_board(given.width_cm, given.depth_cm))
    stands = tuple(
        replace(
            stand, side=OTHER[stand.side], x=table.width_cm - stand.x, y=table.depth_cm - stand.y,
            heading_deg=stand.heading_deg + 180,
        )
        for stand in table.stands
    )  # fmt: skip
    return replace(
        case, snapshot=replace(table, stands=stands), action=changed(case.action, table),
        settings=changed(case.settings, table), sides=changed(case.sides, table),
    )  # fmt: skip


def ruled(case: Case) -> Ruling:
    return rule(case.game, case.snapshot, case.action, case.dice[::-1], case.settings, case.decided, "case", case.sides)


def told(ruling: Ruling, table: Snapshot | None = None) -> Any:
    """Return what of a ruling must be alike; changed where a table is given."""
    checks = sorted((check.clause, check.key, check.verdict, str(check.detail.get("actor"))) for check in ruling.checks)
    effects = [{key: value for key, value in e.as_dict().items() if key not in ("x", "y")} for e in ruling.effects]
    effects = changed(effects, table) if table is not None else effects
    return ruling.verdict, ruling.outcome, checks, sorted(effects, key=repr)


@pytest.mark.parametrize("cases", by_clause("montecassino"))
def test_a_case_with_the_sides_changed_is_ruled_alike(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            other = with_sides_changed(case)
            assert told(ruled(other)) == told(ruling_of(case), other.snapshot)
            for stand, before in zip(other.snapshot.stands, case.snapshot.stands, strict=True):
                assert (stand.name, stand.side) == (before.name, OTHER[before.side])
