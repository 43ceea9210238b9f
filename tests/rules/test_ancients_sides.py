"""Every written case with the sides changed: the board turned over front to back, each army in the other's hands."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from moving_cases import ruled
from written_cases import by_clause, ruling_of

from rules.ruling import Ruling
from table.frame import HexBoard
from table.notation.case_file import Case

WORDS = {
    "roman": "carthaginian", "carthaginian": "roman", "left": "right", "right": "left", "near": "far", "far": "near",
}  # fmt: skip
LAST_ROW = 8


def turned(value: Any, key: str = "") -> Any:
    """Return a value of a case or ruling with sides, flanks, edges and rows changed; who sits near stays."""
    if isinstance(value, Mapping):
        return {turned(name): turned(item, name) for name, item in value.items() if name not in ("x", "y")}
    if isinstance(value, list | tuple):
        pair = len(value) == 2 and all(isinstance(it, int) and not isinstance(it, bool) for it in value)
        return [value[0], LAST_ROW - value[1]] if pair else [turned(it, key) for it in value]
    if not isinstance(value, str) or key == "near_side":
        return value
    if label := re.fullmatch(r"([A-M])([1-9])", value):
        return f"{label[1]}{10 - int(label[2])}"
    return WORDS.get(value, value)


def with_sides_changed(case: Case) -> Case:
    table, board = case.snapshot, case.snapshot.board
    assert isinstance(board, HexBoard)
    twice = 2 * board.origin[1] + LAST_ROW * 1.5 * board.size_cm
    stands = tuple(replace(stand, side=WORDS[stand.side], y=twice - stand.y) for stand in table.stands)
    pieces = tuple(
        replace(piece, polygon=tuple((x, twice - y) for x, y in piece.polygon[::-1])) for piece in table.pieces
    )
    return replace(
        case, snapshot=replace(table, stands=stands, pieces=pieces), action=turned(case.action),
        settings=turned(case.settings), sides=turned(case.sides),
    )  # fmt: skip


def essence(ruling: Ruling, swap: bool) -> tuple[Any, ...]:
    """Return what of a ruling its mirror image must have too."""

    def told(values: Mapping[str, Any]) -> str:
        kept = {key: item for key, item in values.items() if key not in ("x", "y")}
        return repr(
            sorted((key, turned(item, key) if swap else turned(turned(item, key), key)) for key, item in kept.items())
        )

    checks = sorted((c.clause, c.key, c.verdict, c.measured, c.limit) for c in ruling.checks)
    effects = [(e.type, e.stand, told(e.values)) for e in ruling.effects]
    return ruling.verdict, ruling.outcome, checks, effects, ruling.dice, ruling.needs is None


@pytest.mark.parametrize("cases", by_clause("ancients"))
def test_with_the_sides_changed_it_is_ruled_alike(cases: tuple[Case, ...], subtests: pytest.Subtests) -> None:
    for case in cases:
        with subtests.test(case.name):
            assert case.snapshot.board is not None
            assert essence(ruling_of(case), swap=True) == essence(ruled(with_sides_changed(case)), swap=False)
